-- title: Largest rows of a table
-- about: The rows that hold most bytes, whole cells counted. A row of some megabytes makes each list that reads it slow.
-- param: t table required picker=tables label="Table"
-- param: rows integer default=50 label="Rows"
-- show: table
SELECT (/* each c: columns of t; + */ coalesce(octet_length(:c), 0) /* end */) AS bytes, :t_key, *
FROM :t
WHERE (:t_key) IN (
  SELECT :t_key FROM :t
  ORDER BY (/* each c: columns of t; + */ coalesce(octet_length(:c), 0) /* end */) DESC
  LIMIT :rows)
ORDER BY bytes DESC;
