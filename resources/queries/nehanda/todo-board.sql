-- title: Todo board
-- about: The todo items of all conversations, or of one, by status.
-- needs: state.conversation_id, state.key, state.value, conversations.project_dir
-- param: conversation_id text picker=conversations label="Conversation (all if empty)"
-- show: table
WITH items AS (
  SELECT conversation_id, key, updated_at, CASE WHEN json_valid(value) THEN value ELSE json_object('content', value) END AS item
  FROM state WHERE key LIKE 'todo:%' AND (:conversation_id IS NULL OR conversation_id = :conversation_id)
)
SELECT coalesce(json_extract(item, '$.status'), 'no status') AS status,
  coalesce(json_extract(item, '$.content'), json_extract(item, '$.title'), item) AS item,
  json_extract(item, '$.priority') AS priority, c.project_dir, i.updated_at, i.key
FROM items i LEFT JOIN conversations c ON c.id = i.conversation_id
ORDER BY CASE coalesce(json_extract(item, '$.status'), '') WHEN 'in_progress' THEN 0 WHEN 'pending' THEN 1
  WHEN 'completed' THEN 3 ELSE 2 END, i.updated_at DESC;
