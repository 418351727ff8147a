"""Looks as data: colours, marks and sizes read from resources/themes, made into a palette and a stylesheet."""
