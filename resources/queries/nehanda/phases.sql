-- title: Phases over time
-- about: When each conversation went into which phase, and how long it stayed there.
-- needs: events.event_type, events.detail, events.timestamp, conversations.project_dir
-- param: conversation_id text picker=conversations label="Conversation (all if empty)"
-- show: table
SELECT c.project_dir, e.detail AS phase, e.timestamp AS since,
  lead(e.timestamp) OVER turns AS until,
  CAST(round((julianday(lead(e.timestamp) OVER turns) - julianday(e.timestamp)) * 1440) AS INTEGER) AS minutes,
  e.conversation_id
FROM events e LEFT JOIN conversations c ON c.id = e.conversation_id
WHERE e.event_type = 'phase' AND (:conversation_id IS NULL OR e.conversation_id = :conversation_id)
WINDOW turns AS (PARTITION BY e.conversation_id ORDER BY e.timestamp, e.id)
ORDER BY e.conversation_id, e.timestamp, e.id;
