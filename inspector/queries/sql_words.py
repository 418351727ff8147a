"""The words of SQLite's SQL: its keywords, and what its functions are given and do."""

from __future__ import annotations

from collections.abc import Mapping

KEYWORDS = frozenset(
    (
        "ABORT ACTION ADD AFTER ALL ALTER ALWAYS ANALYZE AND AS ASC ATTACH AUTOINCREMENT BEFORE BEGIN BETWEEN BY "
        "CASCADE CASE CAST CHECK COLLATE COLUMN COMMIT CONFLICT CONSTRAINT CREATE CROSS CURRENT CURRENT_DATE "
        "CURRENT_TIME CURRENT_TIMESTAMP DATABASE DEFAULT DEFERRABLE DEFERRED DELETE DESC DETACH DISTINCT DO DROP EACH "
        "ELSE END ESCAPE EXCEPT EXCLUDE EXCLUSIVE EXISTS EXPLAIN FAIL FILTER FIRST FOLLOWING FOR FOREIGN FROM FULL "
        "GENERATED GLOB GROUP GROUPS HAVING IF IGNORE IMMEDIATE IN INDEX INDEXED INITIALLY INNER INSERT INSTEAD "
        "INTERSECT INTO IS ISNULL JOIN KEY LAST LEFT LIKE LIMIT MATCH MATERIALIZED NATURAL NO NOT NOTHING NOTNULL NULL "
        "NULLS OF OFFSET ON OR ORDER OTHERS OUTER OVER PARTITION PLAN PRAGMA PRECEDING PRIMARY QUERY RAISE RANGE "
        "RECURSIVE REFERENCES REGEXP REINDEX RELEASE RENAME REPLACE RESTRICT RETURNING RIGHT ROLLBACK ROW ROWS "
        "SAVEPOINT SELECT SET TABLE TEMP TEMPORARY THEN TIES TO TRANSACTION TRIGGER UNBOUNDED UNION UNIQUE UPDATE "
        "USING VACUUM VALUES VIEW VIRTUAL WHEN WHERE WINDOW WITH WITHOUT"
    ).split(" ")
)
"""All that SQLite takes for keywords."""

FUNCTIONS: Mapping[str, tuple[str, str]] = {
    "abs": ("X", "The number without its sign."),
    "avg": ("X", "The mean of all that is not NULL."),
    "bm25": ("index, weight…", "How well a row of a full-text index matches; the smaller, the better."),
    "char": ("code…", "The text of these code points."),
    "coalesce": ("X, Y…", "The first that is not NULL."),
    "count": ("X or *", "How many rows, or how many where X is not NULL."),
    "date": ("time, modifier…", "The day as YYYY-MM-DD."),
    "datetime": ("time, modifier…", "The time as YYYY-MM-DD HH:MM:SS, in UTC."),
    "dense_rank": ("", "Rank in the window, without gaps."),
    "first_value": ("X", "X of the first row of the window."),
    "format": ("format, value…", "Text put together as printf does."),
    "glob": ("pattern, X", "Whether X matches a pattern with * and ?, case counts."),
    "group_concat": ("X, separator", "All of X as one text."),
    "hex": ("X", "The bytes of X in hexadecimal digits."),
    "highlight": ("index, column, before, after", "The text of a match with marks around what matched."),
    "ifnull": ("X, Y", "X, or Y where X is NULL."),
    "iif": ("condition, X, Y", "X where the condition holds, else Y."),
    "instr": ("X, Y", "Where Y begins in X, counted from 1; 0 if nowhere."),
    "json": ("X", "The JSON text without needless blanks; an error where it is none."),
    "json_array_length": ("X, path", "How many elements an array has."),
    "json_each": ("X, path", "A row for each element: key, value, type, path."),
    "json_extract": ("X, path…", "The value at a path such as '$.name' or '$[0]'."),
    "json_group_array": ("X", "All of X as a JSON array."),
    "json_group_object": ("name, X", "All of X as a JSON object."),
    "json_tree": ("X, path", "A row for each element at any depth."),
    "json_type": ("X, path", "object, array, text, integer, real, true, false or null."),
    "json_valid": ("X", "1 where X is JSON, else 0."),
    "julianday": ("time, modifier…", "The time in days, as a number."),
    "lag": ("X, rows, default", "X of an earlier row of the window."),
    "last_value": ("X", "X of the last row of the window."),
    "lead": ("X, rows, default", "X of a later row of the window."),
    "length": ("X", "Characters of a text, bytes of a BLOB."),
    "like": ("pattern, X", "Whether X matches a pattern with % and _, case does not count for ASCII."),
    "lower": ("X", "Small letters, ASCII only."),
    "max": ("X…", "The greatest."),
    "min": ("X…", "The smallest."),
    "nullif": ("X, Y", "X, or NULL where both are equal."),
    "ntile": ("N", "The number of the part, of N, that the row of the window is in."),
    "octet_length": ("X", "Bytes of a text or BLOB as it is stored."),
    "quote": ("X", "X as SQL writes it."),
    "random": ("", "Any 64-bit integer."),
    "rank": ("", "Rank in the window, with gaps."),
    "regexp": ("pattern, X", "Whether X matches a regular expression."),
    "replace": ("X, from, to", "X with every occurrence replaced."),
    "round": ("X, digits", "X rounded."),
    "row_number": ("", "The number of the row in its window."),
    "snippet": ("index, column, before, after, between, tokens", "A part of the text around what matched."),
    "strftime": ("format, time, modifier…", "The time in a format such as '%Y-%m-%d %H:00'."),
    "substr": ("X, from, length", "A part of X, counted from 1."),
    "sum": ("X", "The sum; NULL without rows."),
    "time": ("time, modifier…", "The time of day as HH:MM:SS."),
    "total": ("X", "The sum as a REAL; 0.0 without rows."),
    "trim": ("X, characters", "X without blanks, or these characters, at both ends."),
    "typeof": ("X", "null, integer, real, text or blob."),
    "unixepoch": ("time, modifier…", "The time in seconds since 1970."),
    "upper": ("X", "Capitals, ASCII only."),
}
"""Name -> (what it is given, what it does)."""
