-- title: Time range by table
-- about: The first and the last time in each column that is named like one, whether written as text or as seconds or milliseconds since 1970, and how many of its values are no time.
-- show: table
SELECT table_name, column_name, strftime('%Y-%m-%dT%H:%M:%SZ', first) AS first, strftime('%Y-%m-%dT%H:%M:%SZ', last) AS last,
  round(last - first, 2) AS days, times, filled - times AS no_times
FROM (
  /* each t: tables; UNION ALL */
  /* each c: time columns of t; UNION ALL */
  SELECT table_name, column_name, min(at) AS first, max(at) AS last, count(at) AS times, count(given) AS filled FROM (
    SELECT :t_name AS table_name, :c_name AS column_name, :c AS given,
      CASE WHEN typeof(:c) = 'text' THEN julianday(:c)
        WHEN typeof(:c) IN ('integer', 'real') AND :c > 100000000 THEN 2440587.5 + :c / CASE
          WHEN :c > 1e17 THEN 86400e9 WHEN :c > 1e14 THEN 86400e6 WHEN :c > 1e11 THEN 86400e3 ELSE 86400.0 END END AS at
    FROM :t)
  /* end */
  /* end */)
WHERE filled
ORDER BY last DESC NULLS LAST, table_name, column_name;
