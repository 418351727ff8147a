-- title: References to rows that are not there
-- about: Rows whose foreign key names a row that its target table does not have.
-- show: table
SELECT "table" AS table_name, rowid AS number, parent AS target, fkid AS key_number
FROM pragma_foreign_key_check
LIMIT 10000;
