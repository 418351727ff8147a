"""What a family of databases is: everything this program knows about one agent system, as data."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from inspector.db.catalog import Catalog
from inspector.db.needs import Needs
from inspector.db.reader import Reader
from inspector.families.card import Card
from inspector.families.chat import ChatSource
from inspector.families.ledger.ways import LedgerSource
from inspector.families.replay.ways import ReplaySource
from inspector.families.rosters import Rosters
from inspector.families.row_facets import MemoryShelf, RowFacet
from inspector.families.schedule_zone import ScheduleZone
from inspector.families.trace import Tracing
from inspector.graph.analysis import GraphAnalysis
from inspector.graph.projection import GraphProjection
from inspector.graph.status import PLAIN_WORDS, StatusMap
from inspector.health.check import HealthCheck
from inspector.redaction import SecretRule
from inspector.search.source import SearchSource
from inspector.timeline.source import TimelineSource


@dataclass(frozen=True)
class Fingerprint:
    """How a kind of file is known: by tables and columns, never by name, version or pragma."""

    required: tuple[str, ...]
    """``table`` or ``table.column`` that every version has."""
    typical: tuple[str, ...] = ()
    """More of them that most have; each raises the score."""
    absent: tuple[str, ...] = ()
    """Tables that must not be there."""

    def score(self, catalog: Catalog) -> float:
        """0 if it is none of ours, else over 0.5 and up to 1."""
        if Needs(self.required).missing(catalog):
            return 0.0
        if any(catalog.table(name) is not None for name in self.absent):
            return 0.0
        if not self.typical:
            return 1.0
        present = len(self.typical) - len(Needs(self.typical).missing(catalog))
        return 0.5 + 0.5 * (1 + present) / (1 + len(self.typical))


@dataclass(frozen=True)
class Part:
    """One kind of file of a family: most have one, NanoClaw has three."""

    id: str
    """``central``, ``inbound``, ``outbound``, ... ; the schema name of the file in a set."""
    title: str
    """Name for people: "Central database"."""
    fingerprint: Fingerprint
    """How it is known."""


@dataclass(frozen=True)
class LogicalKey:
    """A reference that no constraint states."""

    table: str
    """Referring table."""
    columns: tuple[str, ...]
    """Referring columns."""
    target: str
    """Table referred to."""
    target_columns: tuple[str, ...]
    """Columns referred to; they need not be unique: all rows that match are targets."""
    when: str = ""
    """SQL condition on the referring row, e.g. ``target_type = 'agent'``; empty for always."""
    label: str = ""
    """What the reference means, a few words."""
    member: str = ""
    """Of a reference to a row of a source below an install: the column that names the row of the install which stands
    for that source (see :class:`Members`). Empty for one within the files that are read together."""


@dataclass(frozen=True)
class Figure:
    """A number on the overview."""

    title: str
    """What is counted."""
    sql: str
    """A SELECT of one value; ``:now``, ``:now_ms``, ``:now_s`` may be used."""
    needs: Needs = field(default_factory=Needs)
    """What it needs."""
    table: str = ""
    """Table that a click opens; empty for none."""


@dataclass(frozen=True)
class ActivityList:
    """One source of lines for the overview's lists "needs a person" and "recent activity"."""

    id: str
    """Stable id."""
    title: str
    """What the lines are: "Approvals waiting"."""
    sql: str
    """SELECT with columns ``tbl, key, text, at``, the most urgent or newest first; :now etc. may be used."""
    needs: Needs = field(default_factory=Needs)
    """What it needs."""


@dataclass(frozen=True)
class Members:
    """What the database of an install tells of the sources that stand below it."""

    sql: str
    """SELECT with columns ``path, title, about, state, at, tbl, key``: ``path`` is how the path of a member ends, its
    folder names joined by ``/``; then a name for people, what it is, its state in words, its last activity, its row."""
    needs: Needs = field(default_factory=Needs)
    """What it needs."""


@dataclass(frozen=True)
class Place:
    """Where files of a family are found on a machine."""

    rule: str
    """In words, shown with each find: "default path"."""
    variable: str = ""
    """Environment variable that names the file; empty if none."""
    home: tuple[str, ...] = ()
    """Patterns below the home folder."""
    project: tuple[str, ...] = ()
    """Patterns below a project folder (the current one, its parents, those of recent files)."""


@dataclass(frozen=True)
class FoundSource:
    """Files that belong together, found in the file system: they are opened as one source."""

    title: str
    """Name for people."""
    kind: str
    """``file``, ``pair``, ``install`` or ``folder``."""
    path: str
    """What identifies it: the file, or the folder of a pair or install."""
    files: tuple[tuple[str, str], ...] = ()
    """(part id, path) of each file that is there."""
    missing: tuple[tuple[str, str], ...] = ()
    """(path, why it matters) of each file that should be there and is not."""
    children: tuple[FoundSource, ...] = ()
    """For an install or folder: what it holds."""
    notes: tuple[str, ...] = ()
    """What else is to be said."""
    context: tuple[str, ...] = ()
    """Parts that are read along for what they tell of the others, and belong to another source: they are not checked
    here."""


@dataclass(frozen=True)
class Family:
    """Everything this program knows about one system's databases."""

    id: str
    """Folder name of its resources: ``state_memory``."""
    title: str
    """Name for people."""
    about: str
    """What the system is and what its files hold, one sentence."""
    parts: tuple[Part, ...]
    """The kinds of file it has."""
    places: tuple[Place, ...] = ()
    """Where its files are found."""
    logical_keys: tuple[LogicalKey, ...] = ()
    """References that no constraint states."""
    graphs: tuple[GraphProjection, ...] = ()
    """What can be drawn."""
    graphs_of: Callable[[Reader, Catalog, str], tuple[GraphProjection, ...]] | None = None
    """What can be drawn besides, as the data say: one graph for each snapshot. The last argument is the id of one that
    is asked for, and is offered even where there are too many to offer all."""
    analyses: tuple[GraphAnalysis, ...] = ()
    """What its graphs can be asked, besides what every graph can."""
    timelines: tuple[TimelineSource, ...] = ()
    """What can be seen as things that happened one after the other."""
    search: tuple[SearchSource, ...] = ()
    """What can be searched."""
    row_facets: tuple[RowFacet, ...] = ()
    """By what hits can be told apart, beside their table and type."""
    memories: MemoryShelf | None = None
    """Where its agents keep memories; None where they keep none."""
    checks: tuple[HealthCheck, ...] = ()
    """What can be wrong."""
    figures: tuple[Figure, ...] = ()
    """Numbers of the overview."""
    attention: tuple[ActivityList, ...] = ()
    """What needs a person."""
    recent: tuple[ActivityList, ...] = ()
    """What happened last."""
    members: Members | None = None
    """What the database of an install tells of the sources below it; None where it tells nothing."""
    cards: tuple[Card, ...] = ()
    """What is said of one thing in full; a row of any other table has a card of its fields and links."""
    secrets: tuple[SecretRule, ...] = ()
    """Columns that hold secrets."""
    summaries: Mapping[tuple[str, str], Callable[[str], str]] = field(default_factory=dict)
    """(table, column) -> the one-line text of a JSON cell. It never raises: what it cannot read it gives back."""
    row_lines: Mapping[str, Callable[[Mapping[str, str]], str]] = field(default_factory=dict)
    """Table -> the one-line text of a whole row, made of its cells as text (by column name in lower case, long ones
    cut, NULL left out). It never raises and gives an empty text where the row says nothing."""
    statuses: StatusMap = PLAIN_WORDS
    """What the statuses of its rows mean: open, active, done, blocked, cancelled, draft, superseded or unknown."""
    version: Callable[[Reader, Catalog], str] | None = None
    """Tells the schema version in words."""
    zone: Callable[[Reader, Catalog, str], ScheduleZone | None] | None = None
    """(.., .., path of the source) -> the time zone by which its schedules run; None where nothing tells."""
    tracing: Tracing | None = None
    """How its messages fare and what its sessions do; None where it has no such thing."""
    rosters: Rosters | None = None
    """What it has planned, whom it waits for, what its agents say to one another; None where it has no such thing."""
    chat: ChatSource | None = None
    """How what its agents and people say is read as a chat; None where it has no such thing."""
    replay: ReplaySource | None = None
    """How its conversations are replayed step by step; None where it has no such thing."""
    ledger: LedgerSource | None = None
    """How its ledger of changes is read, so that its graph can be seen as it stood; None where it keeps none."""
    gather: Callable[[str, str], FoundSource | None] | None = None
    """(path of a file, its part) -> the set it belongs to; None if it stands alone."""
    survey: Callable[[str], FoundSource | None] | None = None
    """Folder -> the workspace it is, by layout alone (no file is opened); None if it is none of ours."""
    resources: Path | None = None
    """Folder that holds ``docs/<id>/`` and ``queries/<id>/`` of this family; None for the shipped ones."""

    @property
    def docs_root(self) -> Path | None:
        """Where ``load_docs`` finds the documentation; None for the shipped one."""
        return self.resources / "docs" if self.resources else None

    @property
    def queries_root(self) -> Path | None:
        """Where ``load_library`` and ``load_choices`` find the questions; None for the shipped ones."""
        return self.resources / "queries" if self.resources else None

    def part(self, id: str) -> Part | None:
        """The part of this id."""
        return next((part for part in self.parts if part.id == id), None)


def row_line(family: Family, table: str, cells: Mapping[str, str]) -> str:
    """The one-line text of a row of ``table``, whatever the case of its name; empty where the family makes none."""
    made = next((made for name, made in family.row_lines.items() if name.lower() == table.lower()), None)
    return made(cells) if made is not None else ""
