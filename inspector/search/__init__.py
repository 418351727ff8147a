"""Full-text search over every source, with words for why a hit is a hit."""
