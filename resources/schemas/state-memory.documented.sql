-- graph.db as its reference document describes it: three sync triggers keep an external content index in step.
CREATE TABLE schema_meta (
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL,
  updated_at TEXT NOT NULL
);

CREATE TABLE nodes (
  id TEXT PRIMARY KEY,
  type TEXT NOT NULL,
  title TEXT NOT NULL,
  status TEXT NOT NULL,
  project TEXT NOT NULL,
  git_branch TEXT DEFAULT 'main',
  metadata TEXT NOT NULL DEFAULT '{}',
  tags TEXT NOT NULL DEFAULT '[]',
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
);
CREATE INDEX idx_nodes_project_type_status ON nodes(project, type, status);
CREATE INDEX idx_nodes_project_branch ON nodes(project, git_branch);
CREATE INDEX idx_nodes_created_at ON nodes(created_at DESC);

CREATE TABLE edges (
  id TEXT PRIMARY KEY,
  source_id TEXT NOT NULL REFERENCES nodes(id) ON DELETE CASCADE,
  target_id TEXT NOT NULL REFERENCES nodes(id) ON DELETE CASCADE,
  type TEXT NOT NULL,
  properties TEXT NOT NULL DEFAULT '{}',
  project TEXT NOT NULL,
  git_branch TEXT DEFAULT 'main',
  created_at TEXT NOT NULL
);
CREATE INDEX idx_edges_source_target ON edges(source_id, target_id);
CREATE INDEX idx_edges_project_type ON edges(project, type);

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  agent_id TEXT NOT NULL,
  project TEXT NOT NULL,
  started_at TEXT NOT NULL,
  ended_at TEXT NULL,
  metadata TEXT NOT NULL DEFAULT '{}'
);
CREATE INDEX idx_sessions_project_started ON sessions(project, started_at DESC);

CREATE TABLE events (
  id TEXT PRIMARY KEY,
  session_id TEXT REFERENCES sessions(id) ON DELETE SET NULL,
  event_type TEXT NOT NULL,
  entity_type TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  before_state TEXT NULL,
  after_state TEXT NULL,
  project TEXT NOT NULL,
  timestamp TEXT NOT NULL,
  metadata TEXT NOT NULL DEFAULT '{}'
);
CREATE INDEX idx_events_project_timestamp ON events(project, timestamp DESC);
CREATE INDEX idx_events_entity ON events(entity_id);
CREATE INDEX idx_events_session ON events(session_id);

CREATE TABLE snapshots (
  id TEXT PRIMARY KEY,
  project TEXT NOT NULL,
  session_id TEXT NULL,
  snapshot TEXT NOT NULL,
  node_count INTEGER NOT NULL,
  edge_count INTEGER NOT NULL,
  created_at TEXT NOT NULL
);

CREATE TABLE blackboard (
  id TEXT PRIMARY KEY,
  channel TEXT NOT NULL,
  sender_agent_id TEXT NOT NULL,
  sender_role TEXT NULL,
  message TEXT NOT NULL,
  project TEXT NOT NULL,
  created_at TEXT NOT NULL,
  expires_at TEXT NULL
);

CREATE VIRTUAL TABLE nodes_fts USING fts5(title, metadata, tags, content='nodes', content_rowid='rowid');
CREATE TRIGGER nodes_ai AFTER INSERT ON nodes BEGIN
  INSERT INTO nodes_fts(rowid, title, metadata, tags) VALUES (new.rowid, new.title, new.metadata, new.tags);
END;
CREATE TRIGGER nodes_ad AFTER DELETE ON nodes BEGIN
  INSERT INTO nodes_fts(nodes_fts, rowid, title, metadata, tags)
    VALUES ('delete', old.rowid, old.title, old.metadata, old.tags);
END;
CREATE TRIGGER nodes_au AFTER UPDATE ON nodes BEGIN
  INSERT INTO nodes_fts(nodes_fts, rowid, title, metadata, tags)
    VALUES ('delete', old.rowid, old.title, old.metadata, old.tags);
  INSERT INTO nodes_fts(rowid, title, metadata, tags) VALUES (new.rowid, new.title, new.metadata, new.tags);
END;
