-- title: Sizes by table
-- about: How many bytes of the file each table takes with its indexes, and how much of that is empty. Every page is looked at.
-- needs: dbstat()
-- show: table
-- chart: bar x=table_name y=bytes
WITH pieces AS (
  /* each s: schemas; UNION ALL */
  SELECT :s_name AS schema, coalesce(m.tbl_name, d.name) AS table_name, m.type, d.pgsize, d.unused, d.pageno, d.payload
  FROM dbstat(:s_name, 1) d LEFT JOIN :s.sqlite_schema m ON m.name = d.name AND m.type IN ('table', 'index')
  /* end */)
SELECT table_name, sum(pgsize) AS bytes, round(100.0 * sum(pgsize) / sum(sum(pgsize)) OVER (), 1) AS percent,
  sum(CASE WHEN type = 'index' THEN 0 ELSE pgsize END) AS own_bytes,
  sum(CASE WHEN type = 'index' THEN pgsize ELSE 0 END) AS index_bytes, sum(type IS 'index') AS indexes,
  sum(payload) AS content_bytes, sum(unused) AS unused_bytes, sum(pageno) AS pages, schema
FROM pieces
GROUP BY schema, table_name
ORDER BY bytes DESC, table_name;
