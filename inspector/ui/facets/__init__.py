"""What a table's rows have in common, counted beside them: choosing among it leaves the rows that have it."""
