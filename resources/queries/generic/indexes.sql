-- title: Indexes
-- about: Every index with its columns, whether it is unique or covers a part of the rows only, and why it is there.
-- show: table
SELECT m.name AS table_name, i.name, (SELECT group_concat(coalesce(x.name, '<expression>'), ', ') FROM pragma_index_info(i.name, 'main') x) AS columns,
  i."unique", i.partial, CASE i.origin WHEN 'pk' THEN 'primary key' WHEN 'u' THEN 'unique constraint' ELSE 'CREATE INDEX' END AS origin
FROM sqlite_schema m JOIN pragma_index_list(m.name, 'main') i
WHERE m.type = 'table'
ORDER BY m.name, i.seq;
