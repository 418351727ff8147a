-- title: Conversations at a glance
-- about: Each conversation with its sessions, turns, tool results and true last activity: last_active moves only when the phase changes, so the newest transcript entry is taken.
-- needs: conversations.project_dir, sessions.conversation_id, transcript_entries.session_id, transcript_entries.entry_type
-- show: table
SELECT c.project_dir, c.phase, count(DISTINCT s.session_id) AS sessions,
  sum(t.entry_type = 'user') AS user_turns, sum(t.entry_type = 'assistant') AS answers,
  sum(t.entry_type = 'tool_result') AS tool_results, max(t.created_at) AS last_entry, c.last_active, c.created_at, c.id
FROM conversations c
LEFT JOIN sessions s ON s.conversation_id = c.id
LEFT JOIN transcript_entries t ON t.session_id = s.session_id
GROUP BY c.id
ORDER BY coalesce(max(t.created_at), c.created_at) DESC;
