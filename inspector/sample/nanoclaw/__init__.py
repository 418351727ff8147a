"""A sample NanoClaw install: the central file and session pairs in which things go right and wrong."""
