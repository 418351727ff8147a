-- title: What the container is doing
-- about: The tool that runs now, and what the container keeps between runs (session ids of the provider, last reply).
-- needs: session_state.key, session_state.value, session_state.updated_at, container_state.current_tool
-- needs: container_state.tool_declared_timeout_ms, container_state.tool_started_at
-- needs: container_state.updated_at
-- parts: pair
-- show: table
SELECT 'tool' AS what, COALESCE(current_tool, 'none') AS value,
       COALESCE('since ' || tool_started_at, '') || COALESCE(', may take ' || tool_declared_timeout_ms / 1000 || ' s', '')
       AS more, updated_at
  FROM container_state
UNION ALL
SELECT key, value, '', updated_at FROM session_state
