"""What the user opened: files, pairs, installs and folders, recognised and joined."""
