"""A sample file of no known family: an application of its own with every kind of table and value."""
