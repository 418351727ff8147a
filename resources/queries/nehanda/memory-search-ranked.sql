-- title: Search memories
-- about: Memories that the index finds for an FTS5 expression, the best first, with the place that matched. A hit whose stored title is not that of the memory under its number is said to have drifted.
-- needs: memories_fts, memories.title, memories.type, memories.attention_score
-- param: words text required default="error handling" label="Words (FTS5)"
-- param: rows integer default=50 label="Rows"
-- show: table
SELECT f.title, snippet(memories_fts, -1, '[', ']', ' … ', 16) AS found, m.type,
  CASE WHEN m.id IS NULL THEN 'the index has drifted: no such memory any more'
    WHEN m.title IS NOT f.title THEN 'the index has drifted: its number is now that of ' || m.title
    ELSE 'ok' END AS joined,
  round(m.attention_score, 2) AS attention, m.access_count, round(f.rank, 3) AS rank,
  datetime(CASE WHEN m.updated_at > 100000000000 THEN m.updated_at / 1000 ELSE m.updated_at END, 'unixepoch') AS updated_at,
  m.id
FROM memories_fts f LEFT JOIN memories m ON m.rowid = f.rowid
WHERE memories_fts MATCH :words
ORDER BY f.rank
LIMIT :rows;
