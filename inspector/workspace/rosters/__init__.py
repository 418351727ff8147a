"""What is planned, what waits for a person, what agents say to one another, over all sessions of a source."""
