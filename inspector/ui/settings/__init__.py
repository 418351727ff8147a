"""The settings as a dialog: an editor for each, made from what it is declared to be."""
