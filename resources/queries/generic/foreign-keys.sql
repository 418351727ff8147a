-- title: Foreign keys
-- about: Which table refers to which, by which columns, and what happens to a row when its target is deleted.
-- show: table
SELECT m.name AS table_name, f."from" AS column_name, f."table" AS target,
  coalesce(f."to", '(its primary key)') AS target_column, f.on_delete, f.on_update,
  EXISTS (SELECT 1 FROM sqlite_schema t WHERE t.type = 'table' AND lower(t.name) = lower(f."table")) AS target_is_there
FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name, 'main') f
WHERE m.type = 'table'
ORDER BY m.name, f.id, f.seq;
