-- title: Sessions and their containers
-- about: Every session with its agent, chat, status and container, the last active first. A container that is said to run may be dead: Health looks at its heartbeat.
-- needs: sessions.id, sessions.agent_group_id, sessions.messaging_group_id, sessions.thread_id
-- needs: sessions.status, sessions.container_status, sessions.last_active, sessions.created_at
-- needs: agent_groups.id, agent_groups.name, messaging_groups.id, messaging_groups.channel_type
-- needs: messaging_groups.platform_id, messaging_groups.name
-- parts: central, install
-- show: table
SELECT s.id AS session, g.name AS agent, COALESCE(c.name, c.platform_id, 'between agents or tasks') AS chat,
       c.channel_type AS channel, s.thread_id AS thread, s.status, s.container_status AS container, s.last_active,
       round((julianday(:now) - julianday(s.last_active)) * 24, 1) AS idle_hours, s.created_at
  FROM sessions s
  LEFT JOIN agent_groups g ON g.id = s.agent_group_id
  LEFT JOIN messaging_groups c ON c.id = s.messaging_group_id
 ORDER BY julianday(s.last_active) DESC NULLS LAST
