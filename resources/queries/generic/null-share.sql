-- title: Empty cells by column
-- about: How many rows of a table have NULL or an empty text in each column: a column that is always empty, or never where it should be.
-- param: t table required picker=tables label="Table"
-- show: table
-- chart: bar x=column_name y=null_percent
SELECT column_name, rows, nulls, round(100.0 * nulls / max(rows, 1), 1) AS null_percent, empty_texts FROM (
  /* each c: columns of t; UNION ALL */
  SELECT :c_name AS column_name, count(*) AS rows, count(*) - count(:c) AS nulls,
    coalesce(sum(octet_length(:c) = 0), 0) AS empty_texts
  FROM :t
  /* end */)
ORDER BY nulls DESC, empty_texts DESC, column_name;
