-- title: Tools by use
-- about: How often each tool was called, failed, wrote to stderr, or got no result.
-- needs: transcript_entries.payload_json, transcript_entries.entry_type, transcript_entries.tool_use_id
-- param: session_id text picker=sessions label="Session (all if empty)"
-- show: table
-- chart: bar x=tool y=calls
WITH entries AS (
  SELECT session_id, entry_type, tool_use_id, CASE WHEN json_valid(payload_json) THEN payload_json ELSE '{}' END AS payload
  FROM transcript_entries WHERE :session_id IS NULL OR session_id = :session_id
), blocks AS (
  SELECT e.session_id, CASE WHEN b.type = 'object' THEN b.value END AS part
  FROM entries e, json_each(e.payload, '$.content') b WHERE e.entry_type = 'assistant'
), calls AS (
  SELECT session_id, CAST(json_extract(part, '$.id') AS TEXT) AS call, json_extract(part, '$.name') AS tool
  FROM blocks WHERE json_extract(part, '$.type') = 'tool_use'
), results AS (
  SELECT session_id, CAST(coalesce(tool_use_id, json_extract(payload, '$.tool_use_id')) AS TEXT) AS call,
    max(coalesce(json_extract(payload, '$.is_error'), 0)) AS is_error,
    max(instr(coalesce(json_extract(payload, '$.content'), ''), '--- stderr ---') > 0) AS stderr
  FROM entries WHERE entry_type = 'tool_result' GROUP BY 1, 2
)
SELECT c.tool, count(*) AS calls, sum(r.is_error) AS failed, sum(r.stderr AND NOT r.is_error) AS wrote_to_stderr,
  sum(r.call IS NULL) AS no_result, count(DISTINCT c.session_id) AS sessions
FROM calls c LEFT JOIN results r ON r.session_id = c.session_id AND r.call = c.call
GROUP BY c.tool
ORDER BY calls DESC;
