"""An error says what happened, to which file and what to do, and nothing else."""

from __future__ import annotations

import inspect

from inspector import errors
from inspector.errors import BugError, FileMissing, KnownError, SqlError, StatementRefused


def test_text_is_what_where_and_advice() -> None:
    error = FileMissing("The file is gone.", path="/x/graph.db", advice="Open it again.", details="errno 2")
    assert str(error) == "The file is gone. (/x/graph.db) Open it again."


def test_text_leaves_out_what_is_not_known() -> None:
    assert str(KnownError("Nothing to read.")) == "Nothing to read."


def test_sql_error_points_at_its_place() -> None:
    error = SqlError("near 'form': syntax error", sql="select * form t", offset=9)
    assert error.sql[error.offset :] == "form t"
    assert isinstance(StatementRefused("No.", sql="drop table t"), SqlError)


def test_faults_of_the_world_and_of_ours_are_apart() -> None:
    kinds = [kind for _, kind in inspect.getmembers(errors, inspect.isclass) if kind.__module__ == errors.__name__]
    assert not issubclass(BugError, KnownError)
    assert all(issubclass(kind, KnownError) for kind in kinds if kind is not BugError)
    assert all(kind.__doc__ for kind in kinds)
