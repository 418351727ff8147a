-- title: Values that occur several times
-- about: The values of a column that stand in more than one row, the most frequent first. Where each should be its own, these are duplicates.
-- param: c column required picker=columns label="Column"
-- param: rows integer default=1000 label="Values"
-- show: table
-- chart: bar x=value y=rows
SELECT :c AS value, count(*) AS rows, round(100.0 * count(*) / (SELECT count(*) FROM :c_table), 2) AS percent
FROM :c_table
GROUP BY :c
HAVING count(*) > 1
ORDER BY rows DESC, value
LIMIT :rows;
