-- outbound.db as the newest files have it: with a log of tokens and cost.
CREATE TABLE messages_out (
  id TEXT PRIMARY KEY,
  seq INTEGER UNIQUE,
  in_reply_to TEXT,
  timestamp TEXT NOT NULL,
  deliver_after TEXT,
  recurrence TEXT,
  kind TEXT NOT NULL,
  platform_id TEXT,
  channel_type TEXT,
  thread_id TEXT,
  content TEXT NOT NULL
);

CREATE TABLE processing_ack (message_id TEXT PRIMARY KEY, status TEXT NOT NULL, status_changed TEXT NOT NULL);

CREATE TABLE session_state (key TEXT PRIMARY KEY, value TEXT NOT NULL, updated_at TEXT NOT NULL);

CREATE TABLE container_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  current_tool TEXT,
  tool_declared_timeout_ms INTEGER,
  tool_started_at TEXT,
  updated_at TEXT NOT NULL
);

CREATE TABLE token_usage_log (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  timestamp TEXT NOT NULL,
  task_series_id TEXT,
  prompt_preview TEXT NOT NULL,
  prompt_chars INTEGER NOT NULL,
  input_tokens INTEGER,
  output_tokens INTEGER,
  cache_read_tokens INTEGER,
  cache_creation_tokens INTEGER,
  cost_usd REAL
);
CREATE INDEX idx_token_usage_log_timestamp ON token_usage_log(timestamp);
