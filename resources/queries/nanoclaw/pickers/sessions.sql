-- title: Sessions
-- about: Sessions by agent and chat, the last active first.
-- needs: sessions.id, sessions.agent_group_id, sessions.messaging_group_id, sessions.thread_id
-- needs: sessions.last_active, agent_groups.id, agent_groups.name, messaging_groups.id
-- needs: messaging_groups.platform_id, messaging_groups.name
SELECT s.id AS value,
       COALESCE(g.name, s.agent_group_id) || ' · ' || COALESCE(c.name, c.platform_id, s.thread_id, 'between agents')
       || ' · ' || s.id AS label
  FROM sessions s
  LEFT JOIN agent_groups g ON g.id = s.agent_group_id
  LEFT JOIN messaging_groups c ON c.id = s.messaging_group_id
 ORDER BY s.last_active DESC
