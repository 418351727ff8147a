-- title: Plans and what became of them
-- about: Every plan with its status, when it was approved and completed, and how it begins.
-- needs: plans.status, plans.content, plans.approved_at, plans.completed_at, conversations.project_dir
-- show: table
SELECT p.status, substr(p.content, 1, 300) AS plan, p.file_path, c.project_dir, p.created_at, p.approved_at, p.completed_at,
  CASE WHEN p.status = 'approved' AND p.completed_at IS NULL
    THEN CAST(julianday(:now) - julianday(p.approved_at) AS INTEGER) END AS days_open
FROM plans p LEFT JOIN conversations c ON c.id = p.conversation_id
ORDER BY p.id DESC;
