-- title: Agents at a glance
-- about: Each agent with its chats, sessions, running containers, destinations, members and last activity.
-- needs: agent_groups.id, agent_groups.name, agent_groups.folder, messaging_group_agents.agent_group_id
-- needs: sessions.agent_group_id, sessions.container_status, sessions.last_active, agent_destinations.agent_group_id
-- needs: agent_group_members.agent_group_id
-- parts: central, install
-- show: table
-- chart: bar x=agent y=sessions
SELECT g.name AS agent, g.folder,
       (SELECT count(*) FROM messaging_group_agents w WHERE w.agent_group_id = g.id) AS chats,
       (SELECT count(*) FROM sessions s WHERE s.agent_group_id = g.id) AS sessions,
       (SELECT count(*) FROM sessions s WHERE s.agent_group_id = g.id AND s.container_status = 'running') AS running,
       (SELECT count(*) FROM agent_destinations d WHERE d.agent_group_id = g.id) AS destinations,
       (SELECT count(*) FROM agent_group_members m WHERE m.agent_group_id = g.id) AS members,
       (SELECT max(s.last_active) FROM sessions s WHERE s.agent_group_id = g.id) AS last_active, g.id
  FROM agent_groups g
 ORDER BY last_active DESC NULLS LAST, agent
