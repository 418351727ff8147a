-- title: Who may talk to an agent, and why
-- about: Owners, global admins, admins of the agent and its members. All others go by the sender scope of the wiring and the policy of the chat.
-- needs: user_roles.user_id, user_roles.role, user_roles.agent_group_id, agent_group_members.user_id
-- needs: agent_group_members.agent_group_id, users.id, users.display_name
-- parts: central, install
-- param: agent text required picker=agents label="Agent"
-- show: table
SELECT COALESCE(u.display_name, p.user_id) AS person, p.user_id, group_concat(p.why, ', ') AS because
  FROM (SELECT user_id, CASE WHEN role = 'owner' THEN 'owner' WHEN agent_group_id IS NULL THEN 'admin of everything'
                             ELSE 'admin of this agent' END AS why
          FROM user_roles
         WHERE (role = 'owner' AND agent_group_id IS NULL)
            OR (role = 'admin' AND (agent_group_id IS NULL OR agent_group_id = :agent))
        UNION ALL
        SELECT user_id, 'member' FROM agent_group_members WHERE agent_group_id = :agent) p
  LEFT JOIN users u ON u.id = p.user_id
 GROUP BY p.user_id
 ORDER BY person
