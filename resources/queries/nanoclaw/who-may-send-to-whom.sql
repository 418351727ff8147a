-- title: Who may send to whom, drawn
-- about: Agents and chats with the ways between them: hears (a wiring) and may send to (a destination). Names that occur twice carry their id.
-- needs: agent_destinations.agent_group_id, agent_destinations.local_name, agent_destinations.target_id
-- needs: agent_groups.id, agent_groups.name, messaging_group_agents.messaging_group_id
-- needs: messaging_group_agents.agent_group_id, messaging_group_agents.session_mode, messaging_groups.id
-- needs: messaging_groups.channel_type, messaging_groups.platform_id, messaging_groups.name
-- parts: central, install
-- show: graph
WITH named AS (
       SELECT id, name FROM agent_groups
       UNION ALL
       SELECT id, channel_type || ': ' || COALESCE(name, platform_id) FROM messaging_groups),
     unique_named AS (
       SELECT id, CASE WHEN count(*) OVER (PARTITION BY name) > 1 THEN name || ' · ' || id ELSE name END AS name
         FROM named)
SELECT COALESCE(a.name, d.agent_group_id) AS source, COALESCE(b.name, d.target_id) AS target, 'may_send_to' AS type,
       d.local_name AS label
  FROM agent_destinations d
  LEFT JOIN unique_named a ON a.id = d.agent_group_id
  LEFT JOIN unique_named b ON b.id = d.target_id
UNION ALL
SELECT COALESCE(a.name, w.messaging_group_id), COALESCE(b.name, w.agent_group_id), 'wired_to', w.session_mode
  FROM messaging_group_agents w
  LEFT JOIN unique_named a ON a.id = w.messaging_group_id
  LEFT JOIN unique_named b ON b.id = w.agent_group_id
