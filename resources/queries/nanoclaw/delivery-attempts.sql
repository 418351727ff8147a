-- title: Deliveries that are tried again
-- about: Messages whose delivery failed so far, with the last error and the time of the next attempt.
-- needs: delivery_attempts.message_id, delivery_attempts.session_id, delivery_attempts.attempts
-- needs: delivery_attempts.last_attempt_at, delivery_attempts.next_attempt_at, delivery_attempts.last_error
-- needs: agent_groups.id, agent_groups.name, sessions.id, sessions.agent_group_id
-- parts: central, install
-- show: table
SELECT a.message_id, a.session_id, g.name AS agent, a.attempts, a.last_error, a.last_attempt_at, a.next_attempt_at
  FROM delivery_attempts a
  LEFT JOIN sessions s ON s.id = a.session_id
  LEFT JOIN agent_groups g ON g.id = s.agent_group_id
 ORDER BY julianday(a.last_attempt_at) DESC
