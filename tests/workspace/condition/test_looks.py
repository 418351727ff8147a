"""Two looks at a source are compared, findings are set aside with a note and taken back, and reports are told."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import apsw
import pytest

from inspector.clock import Clock, parse_as_of
from inspector.db.needs import needs
from inspector.health.check import HealthCheck
from inspector.health.finding import Level
from inspector.settings import Settings
from inspector.workspace.condition.health_report import HealthReport, health_report
from inspector.workspace.condition.ignored import KEY, Ignored, ignore, ignored, take_back
from inspector.workspace.condition.looks import KEPT, look_of, remember
from inspector.workspace.condition.report_text import report_json, report_lines, report_markdown, summary
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source

CLOCK = Clock(parse_as_of("2026-05-20T12:00:00Z"))
A = needs("a.x")


def check(id: str, above: int, level: Level = Level.SUSPICIOUS) -> HealthCheck:
    sql = f"SELECT 'a', rowid, 'row ' || x, '2026-05-20T11:00:00Z' FROM a WHERE x > {above} AND x < {above + 100}"
    return HealthCheck(f"t.{id}", id.title(), level, f"Nothing is {id}.", A, sql, advice="Mend it.", known=("o/r#7",))


CHECKS = (check("low", 0), check("high", 100, Level.BROKEN), check("other", 200, Level.INFORMATION))


@pytest.fixture
def source(tmp_path: Path) -> Source:
    fill(tmp_path / "a.db", 1, 2)
    made = open_source(str(tmp_path / "a.db"))
    return replace(made, family=replace(made.family, checks=CHECKS))


def fill(path: Path, *values: int) -> None:
    db = apsw.Connection(str(path))
    db.execute("CREATE TABLE IF NOT EXISTS a (x); DELETE FROM a")
    db.executemany("INSERT INTO a VALUES (?)", [(value,) for value in values])
    db.close()


@pytest.fixture
def look(source: Source, tmp_path: Path) -> Callable[..., str]:
    """Fill the table, look, and say what changed."""
    settings = Settings(tmp_path / "settings.json")

    def made(*values: int) -> str:
        fill(Path(source.path), *values)
        report = health_report(source, CLOCK)
        found = remember(Settings(tmp_path / "settings.json"), source.path, look_of(report, "2026-05-20T12:00:00Z"))
        return "first" if found is None else found.words()

    assert settings.problem == ""
    return made


def test_new_gone_more_and_fewer_are_told(look: Callable[..., str]) -> None:
    assert look(1, 2, 201) == "first"
    assert look(1, 2, 3, 101, 201) == "1 new, 1 more"
    assert look(1, 201, 202) == "1 gone, 1 more, 1 fewer"


def test_looking_again_at_the_same_keeps_what_changed_last(look: Callable[..., str]) -> None:
    look(1)
    assert look(1, 101) == "1 new"
    assert look(1, 101) == "1 new"
    assert look(1) == "1 gone"


def test_looks_of_the_oldest_sources_are_forgotten(source: Source, tmp_path: Path) -> None:
    settings = Settings(tmp_path / "s.json")
    now = look_of(health_report(source, CLOCK), "2026-05-20T12:00:00Z")
    for number in range(KEPT + 5):
        remember(settings, f"/{number}", now)
    assert len(settings.get("health.looks")) == KEPT
    assert remember(settings, "/0", now) is None
    assert remember(settings, f"/{KEPT + 4}", now) is not None


def test_what_cannot_be_read_in_the_settings_is_passed_over(source: Source, tmp_path: Path) -> None:
    settings = Settings(tmp_path / "s.json")
    settings.set("health.looks", {source.path: {"last": {"counts": [[1]]}}})
    settings.set(KEY, [{"check": 1}, "x", {"check": "t.low", "path": source.path, "count": "many"}])
    now = look_of(health_report(source, CLOCK), "2026-05-20T12:00:00Z")
    assert remember(settings, source.path, now) is None
    assert list(ignored(settings)) == [("t.low", source.path)]


def with_ignored(source: Source, settings: Settings) -> HealthReport:
    return replace(health_report(source, CLOCK), ignored=ignored(settings))


def test_an_ignored_finding_is_told_apart_and_comes_back(source: Source, tmp_path: Path) -> None:
    fill(Path(source.path), 1, 101)
    settings = Settings(tmp_path / "s.json")
    ignore(settings, [Ignored("t.high", source.path, "known since May", 1, "2026-05-20T12:00:00Z")])
    report = with_ignored(source, Settings(tmp_path / "s.json"))
    assert [group.check for group in report.groups()] == ["t.low"]
    assert [group.check for group in report.ignored_groups()] == ["t.high"]
    assert report.count(Level.BROKEN) == 0
    assert report.words().endswith("; 1 ignored")
    take_back(settings, [("t.high", source.path), ("never", "there")])
    assert with_ignored(source, settings).count(Level.BROKEN) == 1


def test_an_ignored_finding_of_another_source_counts(source: Source, tmp_path: Path) -> None:
    settings = Settings(tmp_path / "s.json")
    ignore(settings, [Ignored("t.low", "/elsewhere.db")])
    assert with_ignored(source, settings).count() == 1


def test_a_report_as_markdown_has_rule_advice_reports_and_rows(source: Source) -> None:
    fill(Path(source.path), 1, 101)
    text = report_markdown(health_report(source, CLOCK), source, CLOCK)
    for part in ("# Health of a.db", "1 broken, 1 suspicious;", "## Broken", "### High (1)", "- rule: Nothing is high.",
                 "- what to do: Mend it.", "- known from: o/r#7", "- row 101 (2026-05-20T11:00:00Z)"):  # fmt: skip
        assert part in text
    assert text.index("## Broken") < text.index("## Suspicious")


def test_data_in_a_report_is_text_and_no_markup(tmp_path: Path) -> None:
    db = apsw.Connection(str(tmp_path / "m.db"))
    db.execute("CREATE TABLE a (x)")
    db.execute("INSERT INTO a VALUES (?)", ("<img src=x>\n# `big` [link](http://x) **b** &lt; a|b \u202e",))
    db.close()
    made = open_source(str(tmp_path / "m.db"))
    rule = HealthCheck("t.m", "M", Level.BROKEN, "Rule.", A, "SELECT 'a', rowid, x FROM a")
    made = replace(made, family=replace(made.family, checks=(rule,)))
    (line,) = [one for one in report_markdown(health_report(made, CLOCK), made, CLOCK).splitlines() if "img" in one]
    assert line.startswith(r"- \<img src=x\> \# \`big\` \[link\](http://x) \*\*b\*\* \&lt; a\|b")
    assert "\u202e" not in line


def test_a_report_for_programs_has_every_row_and_where_it_opens(source: Source) -> None:
    fill(Path(source.path), *range(1, 60))
    told = json.loads(json.dumps(report_json(health_report(source, CLOCK), source, CLOCK)))
    (finding,) = told["findings"]
    assert (finding["severity"], finding["count"], len(finding["evidence"])) == ("suspicious", 59, 59)
    assert finding["known_from"] == ["o/r#7"]
    assert finding["evidence"][3]["row"] == {"schema": "main", "table": "a", "key": [4]}
    assert finding["evidence"][3]["link"].startswith(f"{source.path}#table")
    assert (told["broken"], told["suspicious"], told["checks_made"]) == (0, 1, 3)


def test_a_report_for_a_terminal_says_how_much_is_left_out(source: Source) -> None:
    fill(Path(source.path), *range(1, 60))
    report = health_report(source, CLOCK)
    text = report_lines(report, source, CLOCK)
    assert "SUSPICIOUS Low (59) [t.low]" in text
    assert "and 54 more" in text
    assert summary(report) == "1 suspicious"


def test_nothing_found_is_said(source: Source) -> None:
    fill(Path(source.path))
    assert "Nothing was found; all 3 checks found nothing" in report_lines(health_report(source, CLOCK), source, CLOCK)
