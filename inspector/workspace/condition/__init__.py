"""How a source is: what its overview shows, what is wrong with it, what stands below it."""
