-- title: What each agent runs with
-- about: The effective provider (container settings, else the agent's own), model and tools of each agent.
-- needs: container_configs.agent_group_id, container_configs.provider, container_configs.model
-- needs: container_configs.effort, container_configs.max_messages_per_prompt, container_configs.skills
-- needs: container_configs.mcp_servers, container_configs.packages_apt, container_configs.packages_npm
-- needs: container_configs.additional_mounts, container_configs.updated_at, agent_groups.id
-- needs: agent_groups.name, agent_groups.folder, agent_groups.agent_provider
-- parts: central, install
-- show: table
SELECT g.name AS agent, g.folder, COALESCE(k.provider, g.agent_provider, 'default') AS provider,
       COALESCE(k.model, 'default') AS model, COALESCE(k.effort, 'default') AS effort, k.max_messages_per_prompt AS batch,
       k.skills, k.mcp_servers, k.packages_apt, k.packages_npm, k.additional_mounts, k.updated_at
  FROM agent_groups g
  LEFT JOIN container_configs k ON k.agent_group_id = g.id
 ORDER BY g.name
