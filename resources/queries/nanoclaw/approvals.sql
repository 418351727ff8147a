-- title: Approvals and what became of them
-- about: Every approval that the file still holds with its state, the agent that asks and how long it is valid. Without a named approver anyone who may approve can.
-- needs: pending_approvals.approval_id, pending_approvals.session_id, pending_approvals.action, pending_approvals.created_at
-- needs: pending_approvals.expires_at, pending_approvals.status, pending_approvals.title
-- needs: sessions.id, sessions.agent_group_id, agent_groups.id, agent_groups.name
-- parts: central, install
-- show: table
SELECT a.status, a.action, a.title, g.name AS agent, a.created_at,
       round((julianday(:now) - julianday(a.created_at)) * 24, 1) AS hours_old, a.expires_at,
       CASE WHEN a.status IN ('pending', 'awaiting_reason') AND julianday(a.expires_at) < julianday(:now)
            THEN 'its time is over' ELSE '' END AS remark,
       a.session_id, a.approval_id
  FROM pending_approvals a
  LEFT JOIN sessions s ON s.id = a.session_id
  LEFT JOIN agent_groups g ON g.id = s.agent_group_id
 ORDER BY a.status IN ('pending', 'awaiting_reason') DESC, julianday(a.created_at)
