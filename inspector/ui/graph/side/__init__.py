"""What stands beside the picture of a graph: filters with counts, the list of its nodes, its analyses."""
