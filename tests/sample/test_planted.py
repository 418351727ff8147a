"""What is wrong in the sample world on purpose is found, all of it and nothing else, and a repaired world is clean."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from inspector import cli
from inspector.clock import Clock
from inspector.families.registry import all_families
from inspector.health.finding import Finding, Level
from inspector.sample import FAULTS, MARKER, SampleWorld, Shape, make_sample
from inspector.sample.moments import iso
from inspector.sample.readme import README
from inspector.workspace.condition.health_report import HealthReport, health_report
from inspector.workspace.opening.open_source import open_source


def looked_at(world: SampleWorld) -> HealthReport:
    """A thorough look at the whole world, at its time."""
    source = open_source(str(world.folder))
    try:
        return health_report(source, Clock(world.as_of), thorough=True)
    finally:
        source.close()


def judged(report: HealthReport) -> Iterator[tuple[str, Finding]]:
    """What is called broken or suspicious: where, and what."""
    for part in report.parts:
        yield from ((part.source.path, finding) for finding in part.findings if finding.level > Level.INFORMATION)


@pytest.fixture(scope="module", params=["real", "documented"])
def repaired(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory, as_of: Any) -> SampleWorld:
    shape: Shape = request.param
    return make_sample(tmp_path_factory.mktemp("repaired"), shape=shape, as_of=as_of, faults=False)


def test_every_planted_fault_is_found_and_nothing_else(world: SampleWorld) -> None:
    report = looked_at(world)
    found = Counter({(finding.check, path): finding.count for path, finding in judged(report)})
    declared = Counter({(one.check, str(one.path)): one.rows for one in world.planted})
    assert found == declared
    assert not report.failed
    assert len(world.planted) > 60


def test_a_repaired_world_is_clean(repaired: SampleWorld) -> None:
    report = looked_at(repaired)
    assert [(finding.check, path) for path, finding in judged(report)] == []
    assert not report.failed
    assert report.made > 500
    assert repaired.planted == ()


def test_a_repaired_world_has_what_the_other_has(
    repaired: SampleWorld, tables: Callable, read: Callable[..., list[tuple[Any, ...]]]
) -> None:
    assert len(repaired.databases) == 21
    empty = {
        table
        for path in repaired.databases
        for table in tables(path)
        if not read(path, f'SELECT 1 FROM "{table}" LIMIT 1')
    }
    assert empty <= {"delivery_attempts"}, "only what is nothing but a fault is gone"
    for path in repaired.databases:
        assert read(path, "PRAGMA integrity_check") == [("ok",)], path
        assert read(path, "PRAGMA foreign_key_check") == [], path
    assert not [path for path in repaired.folder.rglob("*") if path.name.endswith(("-wal", "-shm", "-journal"))]


def test_the_same_time_repairs_to_the_same_bytes(tmp_path: Path, as_of: Any) -> None:
    first = make_sample(tmp_path / "first", as_of=as_of, faults=False)
    second = make_sample(tmp_path / "second", as_of=as_of, faults=False)
    files = sorted(path.relative_to(first.folder) for path in first.folder.rglob("*") if path.is_file())
    assert len(files) > 30
    assert [name for name in files if (first.folder / name).read_bytes() != (second.folder / name).read_bytes()] == []


def test_a_larger_world_of_another_seed_is_repaired_too(tmp_path: Path, as_of: Any) -> None:
    world = make_sample(tmp_path / "large", scale=4, seed=11, as_of=as_of, faults=False)
    assert [(finding.check, path) for path, finding in judged(looked_at(world))] == []


def test_another_seed_plants_the_same_faults(tmp_path: Path, as_of: Any) -> None:
    world = make_sample(tmp_path / "other", seed=7, as_of=as_of)
    found = {(finding.check, path) for path, finding in judged(looked_at(world))}
    assert found == {(one.check, str(one.path)) for one in world.planted}


def test_each_fault_names_a_check_that_is_there_and_is_told_in_words(world: SampleWorld) -> None:
    checks = {check.id for family in all_families() for check in family.checks}
    assert {fault.check for fault in FAULTS} <= checks
    told = (world.folder / README).read_text(encoding="utf-8")
    for one in world.planted:
        assert f"| `{one.path.relative_to(world.folder)}` | {one.words} | `{one.check}` |" in told
    assert iso(world.as_of) in told


def test_the_command_makes_a_world_without_faults(tmp_path: Path, as_of: Any) -> None:
    out = io.StringIO()
    folder = tmp_path / "clean"
    assert cli.main(["sample", str(folder), "--no-faults", "--as-of", iso(as_of)], out, out) == cli.OK
    assert '"faults": false' in (folder / MARKER).read_text(encoding="utf-8")
    assert "was repaired" in (folder / README).read_text(encoding="utf-8")
    assert cli.main(["health", str(folder), "--as-of", iso(as_of)], out, out) == cli.OK
