"""The sample application's own file: every kind of table, key and value, and as many rows as asked for."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from inspector.sample import SampleWorld, make_rows_db


def test_every_kind_of_value_is_there(real_world: SampleWorld, read: Callable) -> None:
    kinds = {kind for (kind,) in read(real_world.application, "SELECT DISTINCT typeof(value) FROM odd_values")}
    assert kinds == {"null", "integer", "real", "text", "blob"}
    exact = "SELECT 1 FROM odd_values WHERE value IN (9223372036854775807, -9223372036854775808, 9007199254740993)"
    assert len(read(real_world.application, exact)) == 3


def test_text_that_is_not_utf_8_stands_before_other_rows(real_world: SampleWorld, read: Callable) -> None:
    bad = "SELECT id FROM odd_values WHERE typeof(value) = 'text' AND hex(CAST(value AS BLOB)) IN ('FF41FE', 'EDA080')"
    ids = [id for (id,) in read(real_world.application, bad)]
    assert len(ids) == 2
    assert read(real_world.application, "SELECT max(id) FROM odd_values")[0][0] > max(ids)


def test_times_stand_in_every_form(real_world: SampleWorld, read: Callable) -> None:
    kinds = {kind for (kind,) in read(real_world.application, "SELECT typeof(value) FROM odd_times")}
    assert kinds == {"integer", "real", "text"}


def test_keys_of_every_kind(real_world: SampleWorld, read: Callable) -> None:
    composite = "SELECT max(seq) FROM pragma_foreign_key_list('legs')"
    assert read(real_world.application, composite) == [(1,)]
    assert ("legs",) in read(real_world.application, "SELECT \"table\" FROM pragma_foreign_key_list('legs')")
    implicit = "SELECT \"to\" FROM pragma_foreign_key_list('places')"
    assert read(real_world.application, implicit) == [(None,)]
    options = "SELECT max(wr), max(strict) FROM pragma_table_list"
    assert read(real_world.application, options) == [(1, 1)]


def test_views_and_generated_columns_answer(real_world: SampleWorld, read: Callable) -> None:
    assert read(real_world.application, "SELECT price FROM next_legs WHERE price = 31.5")
    assert read(real_world.application, "SELECT cents FROM trip_costs WHERE trip = '2025/1'") == [(6_100,)]
    hidden = {row[6] for row in read(real_world.application, "PRAGMA table_xinfo(legs)")}
    assert hidden == {0, 2, 3}


def test_as_many_rows_as_asked_for_up_to_as_of(tmp_path: Path, as_of: datetime, read: Callable) -> None:
    path = make_rows_db(tmp_path / "rows.db", rows=30_000, as_of=as_of)
    count, newest = read(path, "SELECT count(*), max(at) FROM positions")[0]
    assert count == 30_000
    assert 0 < as_of.timestamp() - newest <= 20
