-- title: Who hears which chat, and when
-- about: The wirings of chats to agents: when an agent is engaged, by whom, and what becomes of the rest.
-- needs: messaging_group_agents.messaging_group_id, messaging_group_agents.agent_group_id
-- needs: messaging_group_agents.session_mode, messaging_group_agents.priority
-- needs: messaging_group_agents.engage_mode, messaging_group_agents.engage_pattern
-- needs: messaging_group_agents.sender_scope, messaging_group_agents.ignored_message_policy
-- needs: agent_destinations.agent_group_id, agent_destinations.target_type, agent_destinations.target_id
-- needs: agent_groups.id, agent_groups.name, messaging_groups.id, messaging_groups.channel_type
-- needs: messaging_groups.platform_id, messaging_groups.name, messaging_groups.unknown_sender_policy
-- needs: messaging_groups.denied_at
-- parts: central, install
-- show: table
SELECT COALESCE(c.name, c.platform_id) AS chat, c.channel_type AS channel, g.name AS agent, w.engage_mode,
       w.engage_pattern, w.sender_scope, w.ignored_message_policy AS otherwise, c.unknown_sender_policy AS unknown_senders,
       w.session_mode, w.priority,
       CASE WHEN EXISTS (SELECT 1 FROM agent_destinations d WHERE d.agent_group_id = w.agent_group_id
                         AND d.target_type = 'channel' AND d.target_id = w.messaging_group_id)
            THEN 'yes' ELSE 'no' END AS may_answer,
       c.denied_at
  FROM messaging_group_agents w
  LEFT JOIN messaging_groups c ON c.id = w.messaging_group_id
  LEFT JOIN agent_groups g ON g.id = w.agent_group_id
 ORDER BY c.channel_type, chat, w.priority DESC
