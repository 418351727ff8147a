-- title: Chats that reach no agent
-- about: Chats that were denied, that no agent is wired to, or whose agents may not answer there.
-- needs: messaging_groups.id, messaging_groups.channel_type, messaging_groups.platform_id, messaging_groups.name
-- needs: messaging_groups.denied_at, messaging_groups.created_at, messaging_group_agents.messaging_group_id
-- needs: messaging_group_agents.agent_group_id, agent_destinations.agent_group_id, agent_destinations.target_type
-- needs: agent_destinations.target_id
-- parts: central, install
-- show: table
SELECT COALESCE(c.name, c.platform_id) AS chat, c.channel_type AS channel,
       CASE WHEN c.denied_at IS NOT NULL THEN 'denied'
            WHEN NOT EXISTS (SELECT 1 FROM messaging_group_agents w WHERE w.messaging_group_id = c.id) THEN 'no agent is wired to it'
            ELSE 'its agents may not answer there' END AS why,
       c.denied_at, c.created_at, c.id
  FROM messaging_groups c
 WHERE c.denied_at IS NOT NULL
    OR NOT EXISTS (SELECT 1 FROM messaging_group_agents w
                     JOIN agent_destinations d ON d.agent_group_id = w.agent_group_id AND d.target_type = 'channel'
                      AND d.target_id = c.id
                    WHERE w.messaging_group_id = c.id)
 ORDER BY why, c.channel_type, chat
