-- title: Foreign keys as a graph
-- about: Tables joined by what refers to what.
-- show: graph
SELECT m.name AS source, f."table" AS target, f."from" AS type
FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name, 'main') f
WHERE m.type = 'table';
