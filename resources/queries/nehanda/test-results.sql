-- title: Test results
-- about: What was tested against which criterion, the failures first.
-- needs: events.event_type, events.detail, events.timestamp, conversations.project_dir
-- param: conversation_id text picker=conversations label="Conversation (all if empty)"
-- show: table
WITH results AS (
  SELECT e.*, CASE WHEN json_valid(detail) THEN detail ELSE json_object('output', detail) END AS told FROM events e
  WHERE event_type = 'test_result' AND (:conversation_id IS NULL OR conversation_id = :conversation_id)
)
SELECT CASE json_extract(told, '$.passed') WHEN 1 THEN 'passed' WHEN 0 THEN 'FAILED' ELSE 'unknown' END AS outcome,
  json_extract(told, '$.criterion') AS criterion, json_extract(told, '$.template') AS template,
  json_extract(told, '$.output') AS output, c.project_dir, r.timestamp
FROM results r LEFT JOIN conversations c ON c.id = r.conversation_id
ORDER BY coalesce(json_extract(told, '$.passed'), 0), r.timestamp DESC, r.id DESC;
