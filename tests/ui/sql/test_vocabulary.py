"""What a source lends to its SQL."""

from __future__ import annotations

from pathlib import Path

import apsw

from inspector.cancel import CancelToken
from inspector.ui.sql.vocabulary import vocabulary_of
from inspector.workspace.opening.open_source import open_source


def test_tables_and_functions_that_statements_may_call_are_named(tmp_path: Path) -> None:
    path = tmp_path / "a.db"
    apsw.Connection(str(path)).execute("CREATE TABLE t(a)").fetchall()
    source = open_source(str(path))
    words = vocabulary_of(source, CancelToken())
    assert [table.name for table in words.catalog] == ["t"]
    assert {"printf", "json_set", "string_agg", "concat", "regexp", "sqrt", "bm25"} <= set(words.functions)
    assert {"load_extension", "fts3_tokenizer", "current_date"} & set(words.functions) == set()
    assert len(words.functions) == len(set(words.functions))
    source.close()
