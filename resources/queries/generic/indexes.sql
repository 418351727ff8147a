-- title: Indexes
-- about: Every index with its columns, whether it is unique or covers a part of the rows only, and why it is there.
-- show: table
SELECT * FROM (
  /* each s: schemas; UNION ALL */
  SELECT m.name AS table_name, i.name,
    (SELECT group_concat(coalesce(x.name, '<expression>'), ', ') FROM pragma_index_info(i.name, :s_name) x) AS columns,
    i."unique", i.partial,
    CASE i.origin WHEN 'pk' THEN 'primary key' WHEN 'u' THEN 'unique constraint' ELSE 'CREATE INDEX' END AS origin,
    :s_name AS schema
  FROM :s.sqlite_schema m JOIN pragma_index_list(m.name, :s_name) i
  WHERE m.type = 'table'
  /* end */)
ORDER BY schema, table_name, name;
