-- inbound.db as the newest files have it: a reason beside a refusal, an index of waking messages.
CREATE TABLE messages_in (
  id TEXT PRIMARY KEY,
  seq INTEGER UNIQUE,
  kind TEXT NOT NULL,
  timestamp TEXT NOT NULL,
  status TEXT DEFAULT 'pending',
  process_after TEXT,
  recurrence TEXT,
  series_id TEXT,
  tries INTEGER DEFAULT 0,
  trigger INTEGER NOT NULL DEFAULT 1,
  platform_id TEXT,
  channel_type TEXT,
  thread_id TEXT,
  content TEXT NOT NULL,
  source_session_id TEXT,
  on_wake INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX idx_messages_in_series ON messages_in(series_id);
CREATE INDEX idx_messages_in_engaged ON messages_in(seq) WHERE trigger = 1;

CREATE TABLE delivered (
  message_out_id TEXT PRIMARY KEY,
  platform_message_id TEXT,
  status TEXT NOT NULL DEFAULT 'delivered',
  delivered_at TEXT NOT NULL,
  reason_code TEXT
);

CREATE TABLE destinations (
  name TEXT PRIMARY KEY,
  display_name TEXT,
  type TEXT NOT NULL,
  channel_type TEXT,
  platform_id TEXT,
  agent_group_id TEXT
);

CREATE TABLE session_routing (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  channel_type TEXT,
  platform_id TEXT,
  thread_id TEXT
);
