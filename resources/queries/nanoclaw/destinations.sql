-- title: Where an agent may send
-- about: The destinations of an agent: each row is both the way and the permission; what has no row is not allowed.
-- needs: agent_destinations.agent_group_id, agent_destinations.local_name, agent_destinations.target_type
-- needs: agent_destinations.target_id, agent_destinations.created_at, agent_groups.id, agent_groups.name
-- needs: messaging_groups.id, messaging_groups.channel_type, messaging_groups.platform_id
-- needs: messaging_groups.name
-- parts: central, install
-- param: agent text picker=agents label="Agent (empty: all)"
-- show: table
SELECT f.name AS agent, d.local_name AS calls_it, d.target_type AS kind,
       COALESCE(t.name, c.name, c.platform_id, 'not there: ' || d.target_id) AS target, c.channel_type AS channel,
       d.target_id, d.created_at
  FROM agent_destinations d
  LEFT JOIN agent_groups f ON f.id = d.agent_group_id
  LEFT JOIN agent_groups t ON d.target_type = 'agent' AND t.id = d.target_id
  LEFT JOIN messaging_groups c ON d.target_type = 'channel' AND c.id = d.target_id
 WHERE :agent IS NULL OR d.agent_group_id = :agent
 ORDER BY agent, kind, calls_it
