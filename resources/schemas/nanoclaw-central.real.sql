-- data/v2.db as files of migration level 025 have it: columns stand in the order in which migrations added them.
CREATE TABLE schema_version (
  version INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  applied TEXT NOT NULL
);
CREATE UNIQUE INDEX idx_schema_version_name ON schema_version(name);

CREATE TABLE agent_groups (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  folder TEXT NOT NULL UNIQUE,
  agent_provider TEXT,
  created_at TEXT NOT NULL
);

CREATE TABLE messaging_groups (
  id TEXT PRIMARY KEY,
  channel_type TEXT NOT NULL,
  platform_id TEXT NOT NULL,
  instance TEXT NOT NULL,
  name TEXT,
  is_group INTEGER DEFAULT 0,
  unknown_sender_policy TEXT NOT NULL DEFAULT 'strict',
  created_at TEXT NOT NULL,
  denied_at TEXT,
  detached_at TEXT,
  UNIQUE(channel_type, platform_id, instance)
);

CREATE TABLE messaging_group_agents (
  id TEXT PRIMARY KEY,
  messaging_group_id TEXT NOT NULL REFERENCES messaging_groups(id),
  agent_group_id TEXT NOT NULL REFERENCES agent_groups(id),
  session_mode TEXT DEFAULT 'shared',
  priority INTEGER DEFAULT 0,
  created_at TEXT NOT NULL,
  engage_mode TEXT,
  engage_pattern TEXT,
  sender_scope TEXT,
  ignored_message_policy TEXT,
  threads INTEGER,
  UNIQUE(messaging_group_id, agent_group_id)
);

CREATE TABLE users (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  display_name TEXT,
  created_at TEXT NOT NULL
);

CREATE TABLE user_roles (
  user_id TEXT NOT NULL REFERENCES users(id),
  role TEXT NOT NULL,
  agent_group_id TEXT REFERENCES agent_groups(id),
  granted_by TEXT REFERENCES users(id),
  granted_at TEXT NOT NULL,
  PRIMARY KEY (user_id, role, agent_group_id)
);
CREATE INDEX idx_user_roles_scope ON user_roles(agent_group_id, role);

CREATE TABLE agent_group_members (
  user_id TEXT NOT NULL REFERENCES users(id),
  agent_group_id TEXT NOT NULL REFERENCES agent_groups(id),
  added_by TEXT REFERENCES users(id),
  added_at TEXT NOT NULL,
  PRIMARY KEY (user_id, agent_group_id)
);

CREATE TABLE user_dms (
  user_id TEXT NOT NULL REFERENCES users(id),
  channel_type TEXT NOT NULL,
  messaging_group_id TEXT NOT NULL REFERENCES messaging_groups(id),
  resolved_at TEXT NOT NULL,
  PRIMARY KEY (user_id, channel_type)
);

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  agent_group_id TEXT NOT NULL REFERENCES agent_groups(id),
  messaging_group_id TEXT REFERENCES messaging_groups(id),
  thread_id TEXT,
  agent_provider TEXT,
  status TEXT DEFAULT 'active',
  container_status TEXT DEFAULT 'stopped',
  last_active TEXT,
  created_at TEXT NOT NULL
);
CREATE INDEX idx_sessions_agent_group ON sessions(agent_group_id);
CREATE INDEX idx_sessions_lookup ON sessions(messaging_group_id, thread_id);

CREATE TABLE pending_questions (
  question_id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL REFERENCES sessions(id),
  message_out_id TEXT NOT NULL,
  platform_id TEXT,
  channel_type TEXT,
  thread_id TEXT,
  title TEXT NOT NULL,
  options_json TEXT NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE pending_approvals (
  approval_id TEXT PRIMARY KEY,
  session_id TEXT REFERENCES sessions(id),
  request_id TEXT NOT NULL,
  action TEXT NOT NULL,
  payload TEXT NOT NULL,
  created_at TEXT NOT NULL,
  agent_group_id TEXT REFERENCES agent_groups(id),
  channel_type TEXT,
  platform_id TEXT,
  platform_message_id TEXT,
  expires_at TEXT,
  status TEXT NOT NULL DEFAULT 'pending',
  title TEXT NOT NULL DEFAULT '',
  options_json TEXT NOT NULL DEFAULT '[]',
  approver_user_id TEXT,
  question TEXT NOT NULL DEFAULT '',
  instance TEXT
);
CREATE INDEX idx_pending_approvals_action_status ON pending_approvals(action, status);

CREATE TABLE pending_sender_approvals (
  id TEXT PRIMARY KEY,
  messaging_group_id TEXT NOT NULL REFERENCES messaging_groups(id),
  agent_group_id TEXT NOT NULL REFERENCES agent_groups(id),
  sender_identity TEXT NOT NULL,
  sender_name TEXT,
  original_message TEXT NOT NULL,
  approver_user_id TEXT NOT NULL,
  created_at TEXT NOT NULL,
  title TEXT NOT NULL DEFAULT '',
  options_json TEXT NOT NULL DEFAULT '[]',
  question TEXT NOT NULL DEFAULT '',
  UNIQUE(messaging_group_id, sender_identity)
);
CREATE INDEX idx_pending_sender_approvals_mg ON pending_sender_approvals(messaging_group_id);

CREATE TABLE pending_channel_approvals (
  messaging_group_id TEXT PRIMARY KEY REFERENCES messaging_groups(id),
  agent_group_id TEXT NOT NULL REFERENCES agent_groups(id),
  original_message TEXT NOT NULL,
  approver_user_id TEXT NOT NULL,
  created_at TEXT NOT NULL,
  title TEXT NOT NULL DEFAULT '',
  options_json TEXT NOT NULL DEFAULT '[]',
  question TEXT NOT NULL DEFAULT ''
);

CREATE TABLE agent_destinations (
  agent_group_id TEXT NOT NULL REFERENCES agent_groups(id),
  local_name TEXT NOT NULL,
  target_type TEXT NOT NULL,
  target_id TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (agent_group_id, local_name)
);
CREATE INDEX idx_agent_dest_target ON agent_destinations(target_type, target_id);

CREATE TABLE agent_message_policies (
  from_agent_group_id TEXT NOT NULL REFERENCES agent_groups(id),
  to_agent_group_id TEXT NOT NULL REFERENCES agent_groups(id),
  approver TEXT NOT NULL,
  created_at TEXT NOT NULL,
  PRIMARY KEY (from_agent_group_id, to_agent_group_id)
);

CREATE TABLE container_configs (
  agent_group_id TEXT PRIMARY KEY REFERENCES agent_groups(id) ON DELETE CASCADE,
  provider TEXT,
  model TEXT,
  effort TEXT,
  image_tag TEXT,
  assistant_name TEXT,
  max_messages_per_prompt INTEGER,
  skills TEXT NOT NULL DEFAULT '"all"',
  mcp_servers TEXT NOT NULL DEFAULT '{}',
  packages_apt TEXT NOT NULL DEFAULT '[]',
  packages_npm TEXT NOT NULL DEFAULT '[]',
  additional_mounts TEXT NOT NULL DEFAULT '[]',
  updated_at TEXT NOT NULL,
  cli_scope TEXT NOT NULL DEFAULT 'group',
  timezone TEXT
);

CREATE TABLE unregistered_senders (
  channel_type TEXT NOT NULL,
  platform_id TEXT NOT NULL,
  user_id TEXT,
  sender_name TEXT,
  reason TEXT NOT NULL,
  messaging_group_id TEXT,
  agent_group_id TEXT,
  message_count INTEGER NOT NULL DEFAULT 1,
  first_seen TEXT NOT NULL,
  last_seen TEXT NOT NULL,
  PRIMARY KEY (channel_type, platform_id)
);
CREATE INDEX idx_unregistered_senders_last_seen ON unregistered_senders(last_seen);

CREATE TABLE chat_sdk_kv (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires_at INTEGER);
CREATE TABLE chat_sdk_subscriptions (
  thread_id TEXT PRIMARY KEY,
  subscribed_at TEXT NOT NULL DEFAULT (datetime('now'))
);
CREATE TABLE chat_sdk_locks (thread_id TEXT PRIMARY KEY, token TEXT NOT NULL, expires_at INTEGER NOT NULL);
CREATE TABLE chat_sdk_lists (
  key TEXT NOT NULL,
  idx INTEGER NOT NULL,
  value TEXT NOT NULL,
  expires_at INTEGER,
  PRIMARY KEY (key, idx)
);

CREATE TABLE host_instances (
  instance_id TEXT PRIMARY KEY,
  install_id TEXT NOT NULL,
  hostname TEXT,
  pid INTEGER,
  started_at TEXT NOT NULL,
  lease_expires_at TEXT NOT NULL,
  stopped_at TEXT
);

CREATE TABLE session_claims (
  session_id TEXT PRIMARY KEY,
  incarnation INTEGER NOT NULL DEFAULT 0,
  claimed_by TEXT,
  claimed_at TEXT,
  container_ref TEXT,
  stop_intent TEXT,
  updated_at TEXT NOT NULL
);

CREATE TABLE delivery_attempts (
  message_id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  last_attempt_at TEXT,
  next_attempt_at TEXT,
  last_error TEXT
);
CREATE INDEX idx_delivery_attempts_session ON delivery_attempts(session_id);

CREATE TABLE wake_signals (
  id TEXT PRIMARY KEY,
  session_id TEXT NOT NULL,
  reason TEXT NOT NULL,
  created_at TEXT NOT NULL,
  consumed_at TEXT,
  consumed_by TEXT
);
CREATE INDEX idx_wake_signals_session_pending ON wake_signals(session_id, consumed_at);
