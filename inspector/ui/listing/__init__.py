"""Lists of things that a source does, waits for or says: a row each, those that need a look marked."""
