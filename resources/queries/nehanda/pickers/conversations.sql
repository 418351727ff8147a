-- title: Conversations
-- needs: conversations.id, conversations.project_dir, conversations.phase, conversations.created_at
SELECT id AS value, project_dir || ' · ' || phase || ' · ' || created_at AS label
FROM conversations ORDER BY created_at DESC, rowid DESC
