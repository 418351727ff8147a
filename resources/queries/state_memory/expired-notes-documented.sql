-- title: Notes on the message board (documented columns)
-- about: The same for files whose board is as the reference document describes it: channel, sender and message.
-- needs: blackboard.channel, blackboard.message, blackboard.sender_agent_id, blackboard.expires_at
-- show: table
SELECT CASE WHEN expires_at IS NULL THEN 'never expires' WHEN julianday(expires_at) < julianday(:now) THEN 'expired'
    ELSE 'holds' END AS state,
  channel, sender_agent_id, sender_role, message, created_at, expires_at, project
FROM blackboard
ORDER BY created_at DESC;
