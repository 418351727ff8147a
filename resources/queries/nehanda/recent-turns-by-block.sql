-- title: Recent turns, block by block
-- about: The newest entries of a session, one row for each text, tool call, result or thought in them. An entry that cannot be read is shown as it stands and ends nothing.
-- needs: transcript_entries.entry_type, transcript_entries.payload_json, transcript_entries.session_id, transcript_entries.sequence
-- param: session_id text required picker=sessions label="Session"
-- param: entries integer default=50 label="Newest entries"
-- show: table
WITH newest AS (
  SELECT sequence, entry_type, created_at, payload_json,
    CASE WHEN json_valid(payload_json) THEN payload_json ELSE '{}' END AS payload
  FROM transcript_entries WHERE session_id = :session_id ORDER BY sequence DESC LIMIT :entries
), blocks AS (
  SELECT n.*, b.key AS block, b.type AS kind, CASE WHEN b.type = 'object' THEN b.value END AS part, b.value
  FROM newest n LEFT JOIN json_each(CASE json_type(n.payload, '$.content') WHEN 'array' THEN n.payload END, '$.content') b
)
SELECT sequence, entry_type AS entry,
  coalesce(json_extract(part, '$.type'), CASE WHEN payload = '{}' THEN 'not JSON' ELSE entry_type END) AS block,
  coalesce(json_extract(part, '$.text'), json_extract(part, '$.thinking'),
    json_extract(part, '$.name') || ' ' || json_extract(part, '$.input'),
    CASE json_type(payload, '$.content') WHEN 'text' THEN json_extract(payload, '$.content') END,
    json_extract(payload, '$.summary'), part, payload_json) AS text,
  created_at
FROM blocks
ORDER BY sequence DESC, blocks.block DESC;
