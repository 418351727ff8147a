-- title: Work that stands still
-- about: What is in progress and was not changed for some days, the longest first.
-- needs: nodes.type, nodes.title, nodes.status, nodes.updated_at
-- param: days integer default=7 label="Days"
-- show: table
SELECT type, title, CAST(julianday(:now) - julianday(updated_at) AS INTEGER) AS days_unchanged, project, git_branch,
  updated_at, id
FROM nodes
WHERE status = 'in_progress' AND julianday(:now) - julianday(updated_at) > :days
ORDER BY julianday(updated_at);
