-- graph.db as files of schema version 11 have it: no triggers, an index kept up by the program, a hash chain.
CREATE TABLE schema_meta (key TEXT PRIMARY KEY, value TEXT NOT NULL);

CREATE TABLE nodes (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  title TEXT NOT NULL,
  status TEXT NOT NULL,
  project TEXT NOT NULL,
  git_branch TEXT DEFAULT 'main',
  metadata TEXT DEFAULT '{}',
  tags TEXT DEFAULT '[]',
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL,
  commit_hash TEXT GENERATED ALWAYS AS (json_extract(metadata, '$.commit_hash')) VIRTUAL,
  version INTEGER DEFAULT 1
);

CREATE TABLE edges (
  id TEXT PRIMARY KEY,
  source_id TEXT NOT NULL REFERENCES nodes(id) ON DELETE CASCADE,
  target_id TEXT NOT NULL REFERENCES nodes(id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  properties TEXT DEFAULT '{}',
  project TEXT NOT NULL,
  git_branch TEXT DEFAULT 'main',
  created_at TEXT NOT NULL,
  updated_at TEXT,
  UNIQUE(source_id, target_id, type)
);

CREATE VIRTUAL TABLE nodes_fts USING fts5(title, metadata, tags, content='nodes', content_rowid='rowid');

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  agent_id TEXT NOT NULL DEFAULT 'unknown',
  project TEXT NOT NULL,
  started_at TEXT NOT NULL,
  ended_at TEXT,
  metadata TEXT DEFAULT '{}'
);

CREATE TABLE events (
  id TEXT PRIMARY KEY,
  session_id TEXT,
  event_type TEXT NOT NULL,
  entity_type TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  before_state TEXT,
  after_state TEXT,
  project TEXT NOT NULL,
  timestamp TEXT NOT NULL,
  metadata TEXT DEFAULT '{}',
  hash TEXT,
  prev_hash TEXT
);

CREATE TABLE snapshots (
  id TEXT PRIMARY KEY,
  project TEXT NOT NULL,
  session_id TEXT,
  snapshot TEXT NOT NULL,
  node_count INTEGER NOT NULL,
  edge_count INTEGER NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE blackboard (
  id TEXT PRIMARY KEY,
  project TEXT NOT NULL,
  agent_id TEXT NOT NULL DEFAULT 'unknown',
  agent_role TEXT DEFAULT 'coder',
  topic TEXT NOT NULL,
  content TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT
);

CREATE INDEX idx_nodes_type ON nodes(type);
CREATE INDEX idx_nodes_status ON nodes(status);
CREATE INDEX idx_nodes_project ON nodes(project);
CREATE INDEX idx_nodes_project_branch ON nodes(project, git_branch);
CREATE INDEX idx_nodes_project_type ON nodes(project, type);
CREATE INDEX idx_nodes_project_status ON nodes(project, status);
CREATE INDEX idx_nodes_project_type_status ON nodes(project, type, status);
CREATE INDEX idx_nodes_project_branch_type ON nodes(project, git_branch, type);
CREATE INDEX idx_nodes_project_commit_hash ON nodes(project, commit_hash);
CREATE INDEX idx_nodes_created_at ON nodes(created_at);
CREATE INDEX idx_nodes_updated_at ON nodes(updated_at);
CREATE INDEX idx_nodes_project_updated_status ON nodes(project, updated_at, status);
CREATE INDEX idx_edges_source ON edges(source_id);
CREATE INDEX idx_edges_target ON edges(target_id);
CREATE INDEX idx_edges_type ON edges(type);
CREATE INDEX idx_edges_project ON edges(project);
CREATE INDEX idx_edges_project_branch ON edges(project, git_branch);
CREATE INDEX idx_edges_type_source ON edges(type, source_id);
CREATE INDEX idx_edges_type_target ON edges(type, target_id);
CREATE INDEX idx_edges_updated_at ON edges(updated_at);
CREATE INDEX idx_sessions_project ON sessions(project);
CREATE INDEX idx_events_project ON events(project);
CREATE INDEX idx_events_entity ON events(entity_id);
CREATE INDEX idx_events_session ON events(session_id);
CREATE INDEX idx_events_timestamp ON events(timestamp);
CREATE INDEX idx_events_hash ON events(hash);
CREATE INDEX idx_snapshots_project ON snapshots(project);
CREATE INDEX idx_blackboard_project ON blackboard(project);
CREATE INDEX idx_blackboard_topic ON blackboard(topic);
