-- title: Notes on the message board
-- about: Every note with whether it still holds: those past their time stand in the file until the system next reads the board.
-- needs: blackboard.topic, blackboard.content, blackboard.agent_id, blackboard.expires_at
-- show: table
SELECT CASE WHEN expires_at IS NULL THEN 'never expires' WHEN julianday(expires_at) < julianday(:now) THEN 'expired'
    ELSE 'holds' END AS state,
  topic, agent_id, agent_role, content, created_at, expires_at, project
FROM blackboard
ORDER BY created_at DESC;
