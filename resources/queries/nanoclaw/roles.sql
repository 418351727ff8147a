-- title: Roles and members, owners first
-- about: Who owns, administers and belongs to what. An admin of an agent is its member without a row of its own.
-- needs: user_roles.user_id, user_roles.role, user_roles.agent_group_id, user_roles.granted_by
-- needs: user_roles.granted_at, agent_group_members.user_id, agent_group_members.agent_group_id
-- needs: agent_group_members.added_by, agent_group_members.added_at, agent_groups.id, agent_groups.name
-- needs: users.id, users.display_name
-- parts: central, install
-- show: table
SELECT COALESCE(u.display_name, r.user_id) AS person, r.user_id, r.role,
       COALESCE(g.name, r.agent_group_id, 'everything') AS of_what, r.granted_by, r.granted_at AS since
  FROM (SELECT user_id, role, agent_group_id, granted_by, granted_at FROM user_roles
        UNION ALL
        SELECT user_id, 'member', agent_group_id, added_by, added_at FROM agent_group_members) r
  LEFT JOIN users u ON u.id = r.user_id
  LEFT JOIN agent_groups g ON g.id = r.agent_group_id
 ORDER BY CASE r.role WHEN 'owner' THEN 0 WHEN 'admin' THEN 1 WHEN 'member' THEN 2 ELSE 3 END,
          r.agent_group_id IS NOT NULL, of_what, person
