-- An application's own database, as a travel planner might keep it: everything a file may hold that needs no meaning.
CREATE TABLE countries (code TEXT PRIMARY KEY, name TEXT NOT NULL, currency TEXT) WITHOUT ROWID;

CREATE TABLE stations (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL COLLATE NOCASE,
  country TEXT NOT NULL REFERENCES countries,
  lat REAL,
  lon REAL,
  facilities BLOB,
  UNIQUE (name, country)
);

CREATE TABLE trips (
  year INTEGER NOT NULL,
  number INTEGER NOT NULL,
  title TEXT NOT NULL,
  budget_cents INTEGER,
  notes ANY,
  PRIMARY KEY (year, number)
) STRICT;

CREATE TABLE legs (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  trip_year INTEGER NOT NULL,
  trip_number INTEGER NOT NULL,
  from_station INTEGER NOT NULL REFERENCES stations(id),
  to_station INTEGER NOT NULL REFERENCES stations(id),
  departs TEXT NOT NULL,
  arrives TEXT,
  price_cents INTEGER CHECK (price_cents >= 0),
  price REAL GENERATED ALWAYS AS (price_cents / 100.0) VIRTUAL,
  day TEXT GENERATED ALWAYS AS (substr(departs, 1, 10)) STORED,
  follows INTEGER REFERENCES legs(id) ON DELETE SET NULL,
  FOREIGN KEY (trip_year, trip_number) REFERENCES trips(year, number) ON DELETE CASCADE
);
CREATE INDEX legs_day ON legs(day);
CREATE INDEX legs_dear ON legs(price_cents) WHERE price_cents > 10000;
CREATE INDEX stations_short ON stations(substr(name, 1, 3));

CREATE TABLE places (
  id INTEGER PRIMARY KEY,
  inside INTEGER REFERENCES places,
  name TEXT NOT NULL,
  details TEXT
);
CREATE VIRTUAL TABLE places_fts USING fts5(name, details, content='places', content_rowid='id');
CREATE TRIGGER places_added AFTER INSERT ON places BEGIN
  INSERT INTO places_fts(rowid, name, details) VALUES (new.id, new.name, new.details);
END;

CREATE TABLE bookings (
  code TEXT NOT NULL,
  leg INTEGER NOT NULL REFERENCES legs(id),
  traveller TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'asked',
  receipt BLOB,
  PRIMARY KEY (code, traveller)
) WITHOUT ROWID;

CREATE TABLE odd_values (id INTEGER PRIMARY KEY, what TEXT NOT NULL, value);
CREATE TABLE odd_times (id INTEGER PRIMARY KEY, what TEXT NOT NULL, value);
CREATE TABLE "select" ("from" TEXT, "it's" TEXT, "say ""hi""" TEXT, "" TEXT, "100%" INTEGER);

CREATE TABLE positions (
  id INTEGER PRIMARY KEY,
  trip INTEGER NOT NULL,
  at INTEGER NOT NULL,
  lat REAL NOT NULL,
  lon REAL NOT NULL,
  speed REAL,
  place TEXT,
  note TEXT
);
CREATE INDEX positions_at ON positions(at);
CREATE INDEX positions_trip ON positions(trip, at);

CREATE VIEW next_legs AS
  SELECT legs.id, trips.title, a.name AS "from", b.name AS "to", legs.departs, legs.price
  FROM legs
  JOIN trips ON trips.year = legs.trip_year AND trips.number = legs.trip_number
  JOIN stations a ON a.id = legs.from_station
  JOIN stations b ON b.id = legs.to_station
  ORDER BY legs.departs;
CREATE VIEW trip_costs(trip, legs, cents) AS
  SELECT trip_year || '/' || trip_number, count(*), sum(price_cents) FROM legs GROUP BY 1;
