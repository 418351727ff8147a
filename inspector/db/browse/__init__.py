"""Looking through tables of any size: which rows stand where, found and read in bounded steps, never by deep OFFSET."""
