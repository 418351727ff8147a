-- title: Tables, views and what belongs to them
-- about: Every table and view with its number of columns, indexes and triggers. Shadow tables of virtual tables are listed as such.
-- show: table
SELECT * FROM (
  /* each s: schemas; UNION ALL */
  SELECT l.name, l.type, l.ncol AS columns,
    (SELECT count(*) FROM :s.sqlite_schema i WHERE i.type = 'index' AND i.tbl_name = l.name) AS indexes,
    (SELECT count(*) FROM :s.sqlite_schema t WHERE t.type = 'trigger' AND t.tbl_name = l.name) AS triggers,
    l.wr AS without_rowid, l.strict, l.schema
  FROM pragma_table_list l
  WHERE l.schema = :s_name AND l.name NOT IN ('sqlite_schema', 'sqlite_master')
  /* end */)
ORDER BY schema, CASE type WHEN 'table' THEN 0 WHEN 'view' THEN 1 WHEN 'virtual' THEN 2 ELSE 3 END, name;
