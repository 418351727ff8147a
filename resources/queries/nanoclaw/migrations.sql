-- title: Applied migrations
-- about: In the order in which this file applied them; the number is that order and not the migration's own.
-- needs: schema_version.version, schema_version.name, schema_version.applied
-- parts: central, install
-- show: table
SELECT version AS applied_as, name, applied FROM schema_version ORDER BY version
