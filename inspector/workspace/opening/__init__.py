"""What a path names: finding, recognising, joining and naming what is opened."""
