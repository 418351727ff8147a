"""Lists of lines and the cards that hold them: what overview, health and start page are made of."""
