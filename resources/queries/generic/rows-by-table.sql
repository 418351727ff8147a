-- title: Rows by table
-- about: How many rows each table has, counted one by one.
-- show: table
-- chart: bar x=table_name y=rows
SELECT * FROM (
  /* each t: tables; UNION ALL */
  SELECT :t_name AS table_name, count(*) AS rows FROM :t
  /* end */)
ORDER BY rows DESC, table_name;
