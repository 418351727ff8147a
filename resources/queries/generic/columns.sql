-- title: All columns
-- about: Every column of every table and view with its type, default and place in the primary key; generated and hidden ones too.
-- show: table
SELECT * FROM (
  /* each s: schemas; UNION ALL */
  SELECT l.name AS table_name, c.cid AS number, c.name, c.type, c."notnull" AS not_null, c.dflt_value AS "default",
    c.pk AS key_place,
    CASE c.hidden WHEN 1 THEN 'hidden' WHEN 2 THEN 'generated' WHEN 3 THEN 'generated, stored' ELSE '' END AS kind, l.schema
  FROM pragma_table_list l JOIN pragma_table_xinfo(l.name, :s_name) c
  WHERE l.schema = :s_name AND l.type IN ('table', 'view') AND l.name NOT LIKE 'sqlite\_%' ESCAPE '\'
  /* end */)
ORDER BY schema, table_name, number;
