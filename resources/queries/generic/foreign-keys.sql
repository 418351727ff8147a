-- title: Foreign keys
-- about: Which table refers to which, by which columns, and what happens to a row when its target is deleted.
-- show: table
SELECT * FROM (
  /* each s: schemas; UNION ALL */
  SELECT m.name AS table_name, f."from" AS column_name, f."table" AS target,
    coalesce(f."to", '(its primary key)') AS target_column, f.on_delete, f.on_update,
    EXISTS (SELECT 1 FROM :s.sqlite_schema t WHERE t.type = 'table' AND lower(t.name) = lower(f."table")) AS target_is_there,
    :s_name AS schema
  FROM :s.sqlite_schema m JOIN pragma_foreign_key_list(m.name, :s_name) f
  WHERE m.type = 'table'
  /* end */)
ORDER BY schema, table_name, column_name;
