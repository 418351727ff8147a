"""Ways to look at an answer beside its grid."""
