-- title: What waits for a person
-- about: Approvals, questions, new senders and new chats that nobody has decided, the oldest first.
-- needs: pending_approvals.session_id, pending_approvals.action, pending_approvals.created_at
-- needs: pending_approvals.expires_at, pending_approvals.status, pending_approvals.title
-- needs: pending_channel_approvals.messaging_group_id, pending_channel_approvals.agent_group_id
-- needs: pending_channel_approvals.approver_user_id, pending_channel_approvals.created_at
-- needs: pending_questions.session_id, pending_questions.title, pending_questions.created_at
-- needs: pending_sender_approvals.messaging_group_id, pending_sender_approvals.sender_identity
-- needs: pending_sender_approvals.sender_name, pending_sender_approvals.approver_user_id
-- needs: pending_sender_approvals.created_at
-- parts: central, install
-- show: table
SELECT what, title, about, approver, created_at, round((julianday(:now) - julianday(created_at)) * 24, 1) AS waiting_hours,
       expires_at
  FROM (SELECT 'approval: ' || action AS what, title, session_id AS about, NULL AS approver, created_at, expires_at
          FROM pending_approvals WHERE status IN ('pending', 'awaiting_reason')
        UNION ALL
        SELECT 'question', title, session_id, NULL, created_at, NULL FROM pending_questions
        UNION ALL
        SELECT 'new sender', COALESCE(sender_name, sender_identity), messaging_group_id, approver_user_id, created_at, NULL
          FROM pending_sender_approvals
        UNION ALL
        SELECT 'new chat', messaging_group_id, agent_group_id, approver_user_id, created_at, NULL
          FROM pending_channel_approvals)
 ORDER BY julianday(created_at)
