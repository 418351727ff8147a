-- title: Tool calls in a session (as documented)
-- about: Looks at the first block of each answer alone: where text comes before the call the tool is NULL, and further calls of one answer are not seen. "Tool calls in full" has them all.
-- needs: transcript_entries.entry_type, transcript_entries.payload_json, transcript_entries.session_id, transcript_entries.sequence
-- param: session_id text required picker=sessions label="Session"
-- show: table
SELECT json_extract(payload_json, '$.content[0].name') AS tool,
json_extract(payload_json, '$.content[0].input') AS input,
created_at
FROM transcript_entries
WHERE session_id = :session_id
AND entry_type = 'assistant'
AND payload_json LIKE '%tool_use%'
ORDER BY sequence;
