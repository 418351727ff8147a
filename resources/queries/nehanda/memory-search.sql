-- title: Full-text search of memories (as documented)
-- about: Finds "error handling" in the index, every hit with its whole text. "Search memories" takes your words, shows where they stand and joins each hit to its memory.
-- needs: memories_fts
-- show: table
SELECT title, content, rank
FROM memories_fts
WHERE memories_fts MATCH 'error handling'
ORDER BY rank;
