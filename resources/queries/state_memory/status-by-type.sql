-- title: Statuses by type
-- about: How many nodes of each type have which status. Statuses are free text: a rare one may be a slip.
-- needs: nodes.type, nodes.status, nodes.updated_at
-- show: chart
-- chart: bar x=type y=nodes group=status
SELECT type, status, count(*) AS nodes, max(updated_at) AS last_change
FROM nodes
GROUP BY type, status
ORDER BY type, nodes DESC, status;
