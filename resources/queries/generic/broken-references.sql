-- title: References to rows that are not there
-- about: Rows whose foreign key names a row that its target table does not have.
-- show: table
SELECT * FROM (
  /* each s: schemas; UNION ALL */
  SELECT "table" AS table_name, rowid AS number, parent AS target, fkid AS key_number, :s_name AS schema
  FROM pragma_foreign_key_check WHERE schema = :s_name
  /* end */)
LIMIT 10000;
