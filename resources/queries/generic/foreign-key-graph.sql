-- title: Foreign keys as a graph
-- about: Tables joined by what refers to what.
-- show: graph
/* each s: schemas; UNION ALL */
SELECT m.name AS source, f."table" AS target, f."from" AS type
FROM :s.sqlite_schema m JOIN pragma_foreign_key_list(m.name, :s_name) f
WHERE m.type = 'table'
/* end */;
