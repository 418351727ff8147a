"""What becomes of files while they are shown: one watch for the window, one line for every view."""
