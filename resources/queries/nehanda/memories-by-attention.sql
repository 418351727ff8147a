-- title: How attention is spread over memories
-- about: Every memory with its attention score (hot from 0.7, cold below 0.25), counted by ranges in a histogram.
-- needs: memories.title, memories.type, memories.attention_score
-- show: chart
-- chart: histogram x=attention group=type
SELECT attention_score AS attention, type, title, id
FROM memories
WHERE attention_score IS NOT NULL
ORDER BY attention DESC;
