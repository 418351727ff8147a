-- title: Agents
-- about: Agent groups by name.
-- needs: agent_groups.id, agent_groups.name
SELECT id AS value, name || ' · ' || id AS label FROM agent_groups ORDER BY name
