-- title: Recent turns (as documented)
-- about: The newest entries of a session, with their content as it is stored. One entry whose payload is no JSON ends it with an error; "Recent turns, block by block" does not have that fault.
-- needs: transcript_entries.entry_type, transcript_entries.payload_json, transcript_entries.session_id, transcript_entries.sequence
-- param: session_id text required picker=sessions label="Session"
-- show: table
SELECT entry_type,
json_extract(payload_json, '$.content') AS preview,
created_at
FROM transcript_entries
WHERE session_id = :session_id
ORDER BY sequence DESC
LIMIT 20;
