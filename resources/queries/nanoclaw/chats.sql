-- title: Chats and who is wired to them
-- about: Every chat with its policy and its agents. One chat may stand here several times, once for each adapter that sees it.
-- needs: messaging_groups.id, messaging_groups.channel_type, messaging_groups.platform_id
-- needs: messaging_groups.name, messaging_groups.is_group, messaging_groups.unknown_sender_policy
-- needs: messaging_groups.created_at, messaging_groups.denied_at, agent_groups.id, agent_groups.name
-- needs: messaging_group_agents.messaging_group_id, messaging_group_agents.agent_group_id
-- needs: sessions.messaging_group_id
-- parts: central, install
-- show: table
SELECT COALESCE(c.name, '(no name)') AS chat, c.channel_type AS channel, c.platform_id,
       CASE c.is_group WHEN 1 THEN 'group' ELSE 'direct' END AS kind, c.unknown_sender_policy AS unknown_senders,
       (SELECT group_concat(g.name, ', ') FROM messaging_group_agents w JOIN agent_groups g ON g.id = w.agent_group_id
         WHERE w.messaging_group_id = c.id) AS agents,
       (SELECT count(*) FROM sessions s WHERE s.messaging_group_id = c.id) AS sessions, c.denied_at, c.created_at
  FROM messaging_groups c
 ORDER BY c.channel_type, chat
