"""What an overview tells of the sample world and of files that are odd: figures, lists, members, sizes, checks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import apsw
import pytest

from inspector.cancel import Cancelled, CancelToken
from inspector.clock import Clock
from inspector.db.needs import needs
from inspector.families.family import ActivityList, Figure
from inspector.families.registry import family_of
from inspector.health import run as running
from inspector.redaction import MASK
from inspector.sample.world import SampleWorld, make_sample
from inspector.workspace.condition import health_report as reporting
from inspector.workspace.condition.attention_below import attention_below
from inspector.workspace.condition.health_report import HealthReport, health_report
from inspector.workspace.condition.members import read_members
from inspector.workspace.condition.overview import LINES, Overview, read_overview
from inspector.workspace.condition.table_sizes import TableSize, table_sizes
from inspector.workspace.opening.names import member_names
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source

AS_OF = datetime(2026, 5, 20, 12, 0, tzinfo=UTC)
CLOCK = Clock(AS_OF)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> SampleWorld:
    return make_sample(tmp_path_factory.mktemp("world"), as_of=AS_OF)


@pytest.fixture
def opened() -> Iterator[list[Source]]:
    sources: list[Source] = []
    yield sources
    for source in sources:
        source.close()


def make(path: Path, sql: str) -> Path:
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    connection.execute(sql)
    connection.close()
    return path


def with_family(source: Source, **changes: object) -> Source:
    return replace(source, family=replace(source.family, **changes))  # type: ignore[arg-type]


def test_a_graph_has_figures_lists_and_a_schema_state(world: SampleWorld) -> None:
    source = open_source(str(world.graphs[0]))
    shown = read_overview(source, CLOCK)
    figures = {figure.title: figure for figure in shown.figures}
    assert shown.whole
    assert shown.problem is None
    assert isinstance(figures["Nodes"].value, int)
    assert figures["Nodes"].value > 50
    assert (figures["Nodes"].table, figures["Nodes"].schema) == ("nodes", "main")
    assert shown.attention
    assert shown.recent
    assert shown.version
    line = shown.recent[0].lines[0]
    assert line.ref is not None
    assert line.moment is not None
    assert line.moment <= AS_OF
    (state,) = shown.schemas or ()
    assert all(difference.expected for difference in state.differences)
    (file,) = shown.files
    assert file.size == world.graphs[0].stat().st_size
    assert file.access.startswith("read-only")


def test_parts_are_told_as_they_come_and_unknown_is_not_zero(world: SampleWorld) -> None:
    told: list[Overview] = []
    last = read_overview(open_source(str(world.graphs[0])), CLOCK, tell=told.append)
    assert [figure.value for figure in told[0].figures] == [None] * len(last.figures)
    counted = [sum(figure.value is not None for figure in overview.figures) for overview in told]
    assert counted == sorted(counted)
    assert counted[-1] == len(last.figures)
    assert told[0].attention is None
    assert told[0].schemas is not None
    assert not any(overview.whole for overview in told)
    assert last.whole


def test_a_figure_that_fails_says_why_and_stops_no_other(tmp_path: Path) -> None:
    source = open_source(str(make(tmp_path / "a.db", "CREATE TABLE a (x); INSERT INTO a VALUES (1)")))
    figures = (Figure("Wrong", "SELECT nothing_there FROM a"), Figure("Rows", "SELECT count(*) FROM a", table="a"))
    shown = read_overview(with_family(source, figures=figures), CLOCK)
    assert shown.figures[0].value is None
    assert "nothing_there" in shown.figures[0].problem
    assert shown.figures[1].value == 1


def test_texts_of_lists_are_masked_and_on_one_line(tmp_path: Path) -> None:
    path = make(
        tmp_path / "a.db", "CREATE TABLE a (x); INSERT INTO a VALUES ('token: sk-ant-' || 'abcdefghijklmnop\nq')"
    )
    wanted = ActivityList("a", "A", "SELECT 'a', rowid, x, '2026-05-20T11:00:00Z' FROM a", needs("a.x"))
    source = with_family(open_source(str(path)), attention=(wanted,))
    (activity,) = read_overview(source, CLOCK).attention or ()
    assert MASK in activity.lines[0].text
    assert "sk-ant" not in activity.lines[0].text
    assert "\n" not in activity.lines[0].text
    (shown,) = read_overview(source.revealed(True), CLOCK).attention or ()
    assert "sk-ant-abcdefghijklmnop" in shown.lines[0].text


def test_a_list_that_ends_at_the_limit_says_that_there_may_be_more(tmp_path: Path) -> None:
    rows = f"WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < {LINES}) "
    path = make(tmp_path / "a.db", f"CREATE TABLE a (x); INSERT INTO a {rows} SELECT i FROM n")
    every = ActivityList("a", "All", "SELECT 'a', rowid, x FROM a", needs("a.x"))
    few = ActivityList("b", "Few", "SELECT 'a', rowid, x FROM a LIMIT 3", needs("a.x"))
    gone = ActivityList("c", "Gone", "SELECT 'b', rowid, x FROM b", needs("b.x"))
    source = with_family(open_source(str(path)), recent=(every, few, gone))
    recent = read_overview(source, CLOCK).recent or ()
    assert [(one.title, len(one.lines), one.more) for one in recent] == [("All", LINES, True), ("Few", 3, False)]


def test_lists_that_are_about_no_file_of_the_source_are_left_unknown(world: SampleWorld) -> None:
    source = open_source(str(world.pairs[0]))
    titles = {activity.title for activity in read_overview(source, CLOCK).attention or ()}
    assert "Approvals waiting" not in titles
    assert read_overview(open_source(str(world.application)), CLOCK).attention is None


def test_a_file_that_cannot_be_read_is_told_with_what_is_known_of_it(tmp_path: Path) -> None:
    path = make(tmp_path / "a.db", "CREATE TABLE a (x)")
    source = open_source(str(path))
    path.unlink()
    shown = read_overview(source, CLOCK)
    assert shown.problem is not None
    assert shown.whole
    assert shown.files[0].size is None
    assert shown.files[0].path == str(path)


def test_reading_can_be_cancelled(world: SampleWorld) -> None:
    token = CancelToken()
    with pytest.raises(Cancelled):
        read_overview(open_source(str(world.graphs[0])), CLOCK, token, lambda overview: token.cancel())


def test_sessions_of_an_install_have_names_states_and_numbers(world: SampleWorld) -> None:
    install = open_source(str(world.nanoclaw))
    members = {member.source.path: member for member in read_members(install, CLOCK)}
    assert set(members) == {child.path for child in install.children}
    known = [member for member in members.values() if not member.stray]
    assert known
    assert all(member.ref is not None and member.told and member.state for member in known)
    assert not any(member.title.startswith("sess-") for member in known)
    assert any(figure.title == "Messages in" and figure.value for member in known for figure in member.figures)
    stray = [member for member in members.values() if member.stray]
    assert [member.state for member in stray] == ["not known to the install"] * len(stray)
    ages = [member.moment for member in read_members(install, CLOCK) if member.moment]
    assert ages == sorted(ages, reverse=True)
    assert set(member_names(install)) == {member.source.path for member in known}


def test_an_install_tells_what_waits_in_its_sessions(world: SampleWorld) -> None:
    install = open_source(str(world.nanoclaw))
    below = attention_below(install, CLOCK)
    lines = [line for activity in below for line in activity.lines]
    assert lines
    assert all(line.of in install.children and line.name and line.ref for line in lines)
    own = {activity.title for activity in read_overview(install, CLOCK).attention or ()}
    assert "Approvals waiting" in own
    assert "Approvals waiting" not in {activity.title for activity in below}


def test_members_of_a_folder_are_told_by_family_and_files(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    make(tmp_path / "sub" / "one.db", "CREATE TABLE a (x)")
    folder = open_source(str(tmp_path))
    (member,) = read_members(folder, CLOCK)
    assert (member.title, member.about, member.told) == ("sub/one.db", "SQLite database", False)
    assert member.moment is not None
    assert member.figures[0].value == 1


def test_tables_have_rows_and_bytes_with_their_indexes(tmp_path: Path) -> None:
    sql = (
        "CREATE TABLE a (x); CREATE INDEX i ON a (x); INSERT INTO a VALUES (1), (2); CREATE VIEW v AS SELECT x FROM a;"
        'CREATE VIRTUAL TABLE f USING fts5(t); INSERT INTO f VALUES (\'word\'); CREATE TABLE "q\'""t" (x)'
    )
    told: list[tuple[TableSize, ...]] = []
    sizes = {one.name: one for one in table_sizes(open_source(str(make(tmp_path / "a.db", sql))), tell=told.append)}
    assert set(sizes) == {"a", "v", "f", "q'\"t"}
    assert (sizes["a"].rows, sizes["a"].exact, sizes["a"].rows_words) == (2, True, "2")
    assert (sizes["a"].size or 0) >= 8192
    assert (sizes["f"].size or 0) > 8192
    assert sizes["v"].rows is None
    assert sizes["v"].rows_words == "not counted"
    assert all(one.rows is None for one in told[0])


def test_a_broken_table_spoils_only_its_own_count(tmp_path: Path) -> None:
    path = make(tmp_path / "a.db", "CREATE TABLE a (x); INSERT INTO a VALUES (1); CREATE VIEW v AS SELECT y FROM gone")
    sizes = {one.name: one for one in table_sizes(open_source(str(path)))}
    assert sizes["a"].rows == 1
    assert sizes["v"].problem
    assert sizes["v"].rows_words == "unusable"


def test_a_health_report_counts_what_was_made_and_what_was_found(world: SampleWorld) -> None:
    install = open_source(str(world.nanoclaw))
    seen: list[int] = []
    report = health_report(install, CLOCK, tell=lambda now: seen.append(len(now.parts)))
    assert seen == sorted(seen)
    assert set(seen) == set(range(len(report.parts) + 1))
    assert len(seen) > 3 * len(report.parts), "it is told which check is made"
    assert report.complete
    assert len(report.parts) == 1 + len(install.children)
    assert 0 < report.passed < report.made
    levels = [group.level for group in report.groups()]
    assert levels == sorted(levels, reverse=True)
    assert len({group.check for group in report.groups()}) == len(levels)
    assert report.words().startswith(f"{report.passed:,} of {report.made:,} checks found nothing")
    assert not report.name(install.children[0]).startswith("sess-")


def test_findings_of_a_source_are_told_before_all_its_checks_are_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reporting, "AGAIN_S", 0.0)
    monkeypatch.setattr(running, "STEP_S", 0.0)
    source = open_source(str(make(tmp_path / "a.db", "CREATE TABLE a (x PRIMARY KEY); INSERT INTO a VALUES (1)")))
    check = family_of("generic").checks[0]
    checks = (
        replace(check, id="t.first", title="First", run=None, sql="SELECT 'a', 1, 'x' FROM a"),
        replace(check, id="t.fails", title="Fails", run=None, sql="SELECT nothing_there FROM a"),
        replace(check, id="t.passes", title="Passes", run=None, sql="SELECT 'a', 1, 'x' FROM a WHERE 0"),
    )
    told: list[HealthReport] = []
    report = health_report(with_family(source, checks=checks), CLOCK, tell=told.append)
    first = next(one for one in told if one.groups())
    assert ([group.title for group in first.groups()], first.made, first.passed) == (["First"], 1, 0)
    assert (first.checked, first.complete) == (0, False)
    last = [one for one in told if one.parts and not one.complete][-1]
    assert (last.made, last.passed, len(last.failed)) == (report.made, report.passed, len(report.failed)) == (2, 1, 1)
    assert (report.checked, report.complete) == (1, True)


def test_checks_that_fail_or_do_not_apply_are_told_apart(tmp_path: Path) -> None:
    source = open_source(str(make(tmp_path / "a.db", "CREATE TABLE a (x PRIMARY KEY)")))
    check = family_of("generic").checks[0]
    checks = (
        replace(check, id="t.fails", title="Fails", run=None, sql="SELECT nothing_there FROM a"),
        replace(check, id="t.absent", title="Absent", needs=needs("b.y"), run=None, sql="SELECT 1"),
        replace(check, id="t.passes", title="Passes", run=None, sql="SELECT 'a', 1, 'x' FROM a"),
    )
    report = health_report(with_family(source, checks=checks), CLOCK)
    (part,) = report.parts
    assert [finding.title for _, finding in report.failed] == ["Fails"]
    assert [(one.title, one.missing) for one in part.not_applicable] == [("Absent", ("b.y",))]
    assert (report.made, report.passed, report.groups()) == (1, 1, ())
    assert "1 could not be made" in report.words()


def test_a_source_that_is_gone_is_checked_in_words(tmp_path: Path) -> None:
    path = make(tmp_path / "a.db", "CREATE TABLE a (x)")
    source = open_source(str(path))
    path.unlink()
    report = health_report(source, CLOCK)
    assert report.made == 0
    assert report.failed
    assert report.failed[0][1].problem
