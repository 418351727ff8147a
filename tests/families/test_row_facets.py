"""By what hits are told apart: every facet of every family can be asked of its table, wherever that has its columns."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from inspector.clock import Clock
from inspector.db.quoting import qualified
from inspector.families.registry import all_families
from inspector.families.row_facets import RowFacet
from inspector.health.run import time_parameters
from inspector.sample.world import make_sample
from inspector.workspace.answers.row_kinds import usable_facets
from inspector.workspace.opening.open_source import open_source

REAL = ["nehanda/small/ona-session.db", "nehanda/v3/ona-session.db", "nehanda/hybrid/ona-session.db"] + [
    f"state-memory/{name}/graph.db" for name in ("v1", "v4", "v10", "small")
]


def ask(path: Path) -> set[str]:
    """Ask every facet of a file of all rows; the ids of those that could be asked."""
    source = open_source(str(path))
    database = source.database
    assert database is not None
    catalog = database.catalog()
    memories = source.family.memories
    facets = [*source.family.row_facets, *(memories.facets if memories is not None else ())]
    asked = set()
    for facet in usable_facets(facets, catalog):
        table = catalog.table(facet.table)
        assert table is not None
        columns = ", ".join(f"({sql})" for sql in [one.condition for one in facet.choices] or [facet.value])
        sql = f"SELECT {columns} FROM {qualified(table.schema, table.name)}"
        database.read(lambda reader, sql=sql: reader.rows(sql, time_parameters(sql, Clock())))
        asked.add(f"{facet.table}.{facet.id}")
    source.close()
    return asked


def test_every_facet_can_be_asked_of_the_sample(tmp_path: Path) -> None:
    world = make_sample(tmp_path / "sample")
    asked = set().union(*(ask(path) for path in (world.nehanda, *world.graphs)))
    declared: list[RowFacet] = [facet for family in all_families() for facet in family.row_facets]
    assert {f"{facet.table}.{facet.id}" for facet in declared} <= asked


@pytest.mark.parametrize("name", REAL)
def test_every_facet_can_be_asked_of_real_files(real_database: Callable[[str], Path], name: str) -> None:
    folder, _, file = name.rpartition("/")
    assert ask(real_database(folder) / file)


def test_facets_of_one_id_mean_the_same() -> None:
    declared = [facet for family in all_families() for facet in family.row_facets]
    titles: dict[str, set[str]] = {}
    for facet in declared:
        titles.setdefault(facet.id, set()).add(facet.title)
        assert bool(facet.choices) != bool(facet.value), facet.id
    assert all(len(said) == 1 for said in titles.values()), titles
