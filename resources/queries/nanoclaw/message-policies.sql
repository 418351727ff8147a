-- title: Messages between agents: free or held
-- about: Every way from one agent to another. With a policy each message waits for its approver; without one it goes at once.
-- needs: agent_message_policies.from_agent_group_id, agent_message_policies.to_agent_group_id
-- needs: agent_message_policies.approver, agent_message_policies.created_at
-- needs: agent_destinations.agent_group_id, agent_destinations.local_name, agent_destinations.target_type
-- needs: agent_destinations.target_id, agent_groups.id, agent_groups.name, users.id, users.display_name
-- parts: central, install
-- show: table
SELECT f.name AS from_agent, t.name AS to_agent, w.local_name AS calls_it,
       CASE WHEN w.approver IS NULL THEN 'free' WHEN w.local_name IS NULL THEN 'policy without a way' ELSE 'held' END
       AS messages, COALESCE(u.display_name, w.approver) AS approver, w.since
  FROM (SELECT d.agent_group_id AS a, d.target_id AS b, d.local_name, p.approver, p.created_at AS since
          FROM agent_destinations d
          LEFT JOIN agent_message_policies p
                 ON p.from_agent_group_id = d.agent_group_id AND p.to_agent_group_id = d.target_id
         WHERE d.target_type = 'agent'
        UNION ALL
        SELECT p.from_agent_group_id, p.to_agent_group_id, NULL, p.approver, p.created_at
          FROM agent_message_policies p
         WHERE NOT EXISTS (SELECT 1 FROM agent_destinations d WHERE d.target_type = 'agent'
                           AND d.agent_group_id = p.from_agent_group_id AND d.target_id = p.to_agent_group_id)) w
  LEFT JOIN agent_groups f ON f.id = w.a
  LEFT JOIN agent_groups t ON t.id = w.b
  LEFT JOIN users u ON u.id = w.approver
 ORDER BY messages DESC, from_agent, to_agent
