-- title: Sessions
-- needs: sessions.session_id, sessions.started_at, sessions.conversation_id, conversations.project_dir, transcript_entries.session_id
SELECT s.session_id AS value,
  s.started_at || ' · ' || coalesce(c.project_dir, 'no conversation') || ' · ' ||
    (SELECT count(*) FROM transcript_entries t WHERE t.session_id = s.session_id) || ' entries' AS label
FROM sessions s LEFT JOIN conversations c ON c.id = s.conversation_id
ORDER BY s.started_at DESC, s.rowid DESC
