"""Files that other programs read: the part of a graph that is shown, as GraphML or JSON, in pieces of text."""
