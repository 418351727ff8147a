-- title: Memories by concept
-- about: How many memories carry each concept tag, of which types, and how much attention they have.
-- needs: memories.concept_tags, memories.type, memories.attention_score
-- show: table
SELECT t.value AS concept, count(*) AS memories, group_concat(DISTINCT m.type) AS types,
  round(avg(m.attention_score), 2) AS mean_attention, sum(coalesce(m.access_count, 0)) AS uses
FROM memories m, json_each('[' || replace(json_quote(trim(CAST(m.concept_tags AS TEXT), '| ')), '|', '","') || ']') t
WHERE trim(coalesce(m.concept_tags, ''), '| ') <> '' AND t.value <> ''
GROUP BY t.value
ORDER BY memories DESC, concept;
