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

FREE = frozenset(
    (
        "ABORT ACTION AFTER ALWAYS ATTACH BEFORE CASCADE COLUMN CONFLICT CURRENT DATABASE DEFERRED EACH EXCLUSIVE FAIL "
        "FIRST FOLLOWING GENERATED GROUPS IGNORE IMMEDIATE INITIALLY KEY LAST MATCH MATERIALIZED OFFSET OTHERS "
        "PARTITION PLAN PRECEDING QUERY RANGE RELEASE RENAME REPLACE RESTRICT ROW ROWS TEMP TEMPORARY TIES TRIGGER "
        "VIEW VIRTUAL"
    ).split(" ")
)
"""Those that name a column without quotes, and confuse nobody."""

FUNCTIONS: Mapping[str, tuple[str, str]] = {
    "abs": ("X", "The number without its sign."),
    "avg": ("X", "The mean of all that is not NULL."),
    "bm25": ("index, weight…", "How well a row of a full-text index matches; the smaller, the better."),
    "ceil": ("X", "The next whole number that is not smaller."),
    "changes": ("", "Rows that the last statement changed."),
    "char": ("code…", "The text of these code points."),
    "coalesce": ("X, Y…", "The first that is not NULL."),
    "concat": ("X…", "All as one text; NULL counts as nothing."),
    "concat_ws": ("separator, X…", "All as one text with the separator between; NULL is left out."),
    "count": ("X or *", "How many rows, or how many where X is not NULL."),
    "cume_dist": ("", "The share of rows of the window up to this one and its peers."),
    "date": ("time, modifier…", "The day as YYYY-MM-DD."),
    "datetime": ("time, modifier…", "The time as YYYY-MM-DD HH:MM:SS, in UTC."),
    "dense_rank": ("", "Rank in the window, without gaps."),
    "exp": ("X", "e to the power of X."),
    "first_value": ("X", "X of the first row of the window."),
    "floor": ("X", "The next whole number that is not greater."),
    "format": ("format, value…", "Text put together as printf does."),
    "glob": ("pattern, X", "Whether X matches a pattern with * and ?, case counts."),
    "group_concat": ("X, separator", "All of X as one text."),
    "hex": ("X", "The bytes of X in hexadecimal digits."),
    "highlight": ("index, column, before, after", "The text of a match with marks around what matched."),
    "ifnull": ("X, Y", "X, or Y where X is NULL."),
    "iif": ("condition, X, Y", "X where the condition holds, else Y."),
    "instr": ("X, Y", "Where Y begins in X, counted from 1; 0 if nowhere."),
    "json": ("X", "The JSON text without needless blanks; an error where it is none."),
    "json_array": ("X…", "A JSON array of these."),
    "json_array_length": ("X, path", "How many elements an array has."),
    "json_each": ("X, path", "A row for each element: key, value, type, path."),
    "json_error_position": ("X", "0 where X is JSON, else where its first fault is, counted from 1."),
    "json_extract": ("X, path…", "The value at a path such as '$.name' or '$[0]'."),
    "json_group_array": ("X", "All of X as a JSON array."),
    "json_group_object": ("name, X", "All of X as a JSON object."),
    "json_insert": ("X, path, value…", "X with values where there was none."),
    "json_object": ("name, X…", "A JSON object of these."),
    "json_patch": ("X, Y", "X with the members of Y put in, changed, or removed where they are null."),
    "json_pretty": ("X, indent", "The JSON text over several lines."),
    "json_quote": ("X", "X as JSON writes it."),
    "json_remove": ("X, path…", "X without what is at these paths."),
    "json_replace": ("X, path, value…", "X with other values where there was one."),
    "json_set": ("X, path, value…", "X with these values, whether there was one or not."),
    "json_tree": ("X, path", "A row for each element at any depth."),
    "json_type": ("X, path", "object, array, text, integer, real, true, false or null."),
    "json_valid": ("X", "1 where X is JSON, else 0."),
    "jsonb": ("X", "JSON in SQLite's own binary form."),
    "julianday": ("time, modifier…", "The time in days, as a number."),
    "lag": ("X, rows, default", "X of an earlier row of the window."),
    "last_value": ("X", "X of the last row of the window."),
    "lead": ("X, rows, default", "X of a later row of the window."),
    "length": ("X", "Characters of a text, bytes of a BLOB."),
    "like": ("pattern, X", "Whether X matches a pattern with % and _, case does not count for ASCII."),
    "ln": ("X", "The natural logarithm."),
    "log": ("base, X", "The logarithm; to base 10 where only X is given."),
    "lower": ("X", "Small letters, ASCII only."),
    "ltrim": ("X, characters", "X without blanks, or these characters, at its beginning."),
    "max": ("X…", "The greatest."),
    "median": ("X", "The middle of all that is not NULL."),
    "min": ("X…", "The smallest."),
    "mod": ("X, Y", "What is left of X divided by Y."),
    "nth_value": ("X, N", "X of row N of the window."),
    "ntile": ("N", "The number of the part, of N, that the row of the window is in."),
    "nullif": ("X, Y", "X, or NULL where both are equal."),
    "octet_length": ("X", "Bytes of a text or BLOB as it is stored."),
    "percent_rank": ("", "Rank in the window, from 0 to 1."),
    "percentile": ("X, percent", "The value below which so many percent of X are."),
    "pow": ("X, Y", "X to the power of Y."),
    "printf": ("format, value…", "Text put together: '%d', '%.2f', '%s', '%,d'."),
    "quote": ("X", "X as SQL writes it."),
    "random": ("", "Any 64-bit integer."),
    "rank": ("", "Rank in the window, with gaps."),
    "regexp": ("pattern, X", "Whether X matches a regular expression."),
    "replace": ("X, from, to", "X with every occurrence replaced."),
    "round": ("X, digits", "X rounded."),
    "row_number": ("", "The number of the row in its window."),
    "rtrim": ("X, characters", "X without blanks, or these characters, at its end."),
    "sign": ("X", "-1, 0 or 1."),
    "snippet": ("index, column, before, after, between, tokens", "A part of the text around what matched."),
    "sqrt": ("X", "The square root."),
    "strftime": ("format, time, modifier…", "The time in a format such as '%Y-%m-%d %H:00'."),
    "string_agg": ("X, separator", "All of X as one text."),
    "substr": ("X, from, length", "A part of X, counted from 1."),
    "substring": ("X, from, length", "A part of X, counted from 1."),
    "sum": ("X", "The sum; NULL without rows."),
    "time": ("time, modifier…", "The time of day as HH:MM:SS."),
    "timediff": ("time, time", "How much later the first is, as (+|-)YYYY-MM-DD HH:MM:SS.SSS."),
    "total": ("X", "The sum as a REAL; 0.0 without rows."),
    "trim": ("X, characters", "X without blanks, or these characters, at both ends."),
    "trunc": ("X", "X without what is behind its point."),
    "typeof": ("X", "null, integer, real, text or blob."),
    "unhex": ("X, ignored", "The bytes of hexadecimal digits; NULL where X is something else."),
    "unicode": ("X", "The code point of the first character."),
    "unistr": ("X", "X with \\uXXXX as the character meant."),
    "unixepoch": ("time, modifier…", "The time in seconds since 1970."),
    "upper": ("X", "Capitals, ASCII only."),
    "zeroblob": ("N", "A BLOB of N zero bytes."),
}
"""Name -> (what it is given, what it does)."""

TABLE_FUNCTIONS: Mapping[str, tuple[str, ...]] = {
    "dbstat": tuple("name path pageno pagetype ncell payload unused mx_payload pgoffset pgsize".split()),
    "json_each": tuple("key value type atom id parent fullkey path".split()),
    "json_tree": tuple("key value type atom id parent fullkey path".split()),
    "pragma_collation_list": ("seq", "name"),
    "pragma_compile_options": ("compile_options",),
    "pragma_database_list": ("seq", "name", "file"),
    "pragma_foreign_key_check": ("table", "rowid", "parent", "fkid"),
    "pragma_foreign_key_list": tuple("id seq table from to on_update on_delete match".split()),
    "pragma_function_list": tuple("name builtin type enc narg flags".split()),
    "pragma_index_info": ("seqno", "cid", "name"),
    "pragma_index_list": ("seq", "name", "unique", "origin", "partial"),
    "pragma_index_xinfo": ("seqno", "cid", "name", "desc", "coll", "key"),
    "pragma_module_list": ("name",),
    "pragma_page_count": ("page_count",),
    "pragma_table_info": ("cid", "name", "type", "notnull", "dflt_value", "pk"),
    "pragma_table_list": ("schema", "name", "type", "ncol", "wr", "strict"),
    "pragma_table_xinfo": ("cid", "name", "type", "notnull", "dflt_value", "pk", "hidden"),
}
"""What gives rows and stands in no schema: its name, its columns."""
