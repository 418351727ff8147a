-- title: History of a node or edge
-- about: Every event on one node or edge, in the order they were written, with its status before and after.
-- needs: events.entity_id, events.event_type, events.before_state, events.after_state, events.timestamp
-- param: entity_id text required picker=nodes label="Node or edge"
-- show: timeline
-- time: timestamp
SELECT timestamp, replace(event_type, '_', ' ') AS event,
  CASE WHEN json_valid(before_state) THEN json_extract(before_state, '$.status') END AS status_before,
  CASE WHEN json_valid(after_state) THEN json_extract(after_state, '$.status') END AS status_after,
  CASE WHEN json_valid(metadata) AND json_extract(metadata, '$.undone') THEN 'undone' ELSE '' END AS undone,
  before_state, after_state, session_id, rowid AS number
FROM events
WHERE entity_id = :entity_id
ORDER BY rowid;
