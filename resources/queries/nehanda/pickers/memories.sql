-- title: Memories
-- needs: memories.id, memories.type, memories.title
SELECT id AS value, type || ': ' || title AS label FROM memories ORDER BY title
