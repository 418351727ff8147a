-- title: Rows by day
-- about: How many rows of a table fall on each day (UTC) of one of its columns. Rows without a time are left out; “Time range by table” counts them.
-- param: c column required picker=time-columns label="Time column"
-- show: chart
-- chart: bar x=day y=rows
WITH times AS (
  SELECT CASE WHEN typeof(:c) = 'text' THEN julianday(:c)
    WHEN typeof(:c) IN ('integer', 'real') AND :c > 100000000 THEN 2440587.5 + :c / CASE
      WHEN :c > 1e17 THEN 86400e9 WHEN :c > 1e14 THEN 86400e6 WHEN :c > 1e11 THEN 86400e3 ELSE 86400.0 END END AS at
  FROM :c_table
)
SELECT date(at) AS day, count(*) AS rows
FROM times
WHERE at IS NOT NULL
GROUP BY day
ORDER BY day;
