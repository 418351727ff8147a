"""SQLite's own ways of opening a file that may be in use: for systems without OFD locks, or when asked for."""
