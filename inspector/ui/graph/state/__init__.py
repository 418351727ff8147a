"""What is shown of a graph, how it came to be shown, and the one way to change it."""
