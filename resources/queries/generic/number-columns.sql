-- title: Numbers by column
-- about: Least, greatest, mean and sum of each column of a table that holds numbers.
-- param: t table required picker=tables label="Table"
-- show: table
SELECT * FROM (
  /* each c: columns of t; UNION ALL */
  SELECT :c_name AS column_name, count(*) AS numbers, min(number) AS least, max(number) AS greatest,
    round(avg(number), 3) AS mean, round(total(number), 3) AS sum, sum(number = 0) AS zeros, count(DISTINCT number) AS different
  FROM (SELECT :c AS number FROM :t WHERE typeof(:c) IN ('integer', 'real'))
  /* end */)
WHERE numbers
ORDER BY column_name;
