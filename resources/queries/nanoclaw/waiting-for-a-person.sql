-- title: What waits for a person
-- about: Approvals, questions, new senders and new chats that nobody has decided, the oldest first.
-- needs: pending_approvals.status, pending_questions.title, pending_sender_approvals.sender_identity, pending_channel_approvals.messaging_group_id
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
