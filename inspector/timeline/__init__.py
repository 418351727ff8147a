"""Instants, spans and their order, whatever format a column keeps them in."""
