-- title: Tables, views and what belongs to them
-- about: Every table and view with its number of columns, indexes and triggers. Shadow tables of virtual tables are listed as such.
-- show: table
SELECT l.name, l.type, l.ncol AS columns,
  (SELECT count(*) FROM sqlite_schema i WHERE i.type = 'index' AND i.tbl_name = l.name) AS indexes,
  (SELECT count(*) FROM sqlite_schema t WHERE t.type = 'trigger' AND t.tbl_name = l.name) AS triggers,
  l.wr AS without_rowid, l.strict
FROM pragma_table_list l
WHERE l.schema = 'main' AND l.name NOT IN ('sqlite_schema', 'sqlite_master')
ORDER BY CASE l.type WHEN 'table' THEN 0 WHEN 'view' THEN 1 WHEN 'virtual' THEN 2 ELSE 3 END, l.name;
