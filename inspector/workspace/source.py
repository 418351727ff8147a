"""One thing the user opened: a file, a session pair, an install or a folder; recognised, joined, ready to be read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from inspector.db.catalog import Catalog
from inspector.db.database import Database
from inspector.db.needs import Needs
from inspector.families.family import Family
from inspector.redaction import Redactor

SourceKind = Literal["file", "pair", "install", "folder"]


@dataclass(frozen=True)
class FileProblem:
    """A file that could not be used, or is not there."""

    path: str
    """The file."""
    what: str
    """What is the matter."""
    advice: str = ""
    """What to do."""
    details: str = ""
    """The underlying message."""
    missing: bool = False
    """Whether the file is absent and not merely unreadable."""
    busy: bool = False
    """Whether another program stood in the way just now: asking again may work."""


@dataclass(frozen=True)
class Source:
    """What stands at the top of the workspace tree, or below an install or a folder."""

    path: str
    """What identifies it: its file or its folder."""
    title: str
    """Name for people."""
    kind: SourceKind
    """What it is."""
    family: Family
    """Whose it is."""
    database: Database | None
    """What is read; None for a folder, and where no file could be read."""
    parts: Mapping[str, str] = field(default_factory=dict)
    """Schema name -> part id, of each file of ``database``."""
    children: tuple[Source, ...] = ()
    """Sources inside an install or folder."""
    problems: tuple[FileProblem, ...] = ()
    """Files that should belong to it and could not be used."""
    notes: tuple[str, ...] = ()
    """What else is to be said: "a lone half of a pair"."""
    redactor: Redactor = field(default_factory=Redactor)
    """Hides the secrets of its family."""
    context: tuple[str, ...] = ()
    """Schemas that are attached for what they tell of the others, and belong to another source."""
    mark: str = ""
    """The end of its id, where its title is a name that others may have too; else empty."""

    @property
    def part(self) -> str:
        """The part of a single file; empty for sets."""
        return next(iter(self.parts.values())) if len(self.parts) == 1 else ""

    @property
    def own_parts(self) -> frozenset[str]:
        """The parts that are its own, without those read along."""
        return frozenset(part for schema, part in self.parts.items() if schema not in self.context)

    def concerns(self, needs: Needs, catalog: Catalog) -> bool:
        """Whether what these needs are for is about a file of its own, and not only about one that is read along."""
        tables = [catalog.table(name) for name in needs.tables]
        return not tables or any(table is not None and table.schema not in self.context for table in tables)

    def walk(self) -> Iterator[Source]:
        """This source and all below it."""
        yield self
        for child in self.children:
            yield from child.walk()

    def all_problems(self) -> tuple[FileProblem, ...]:
        """Problems of this source and all below it."""
        return tuple(problem for source in self.walk() for problem in source.problems)

    def revealed(self, reveal: bool) -> Source:
        """The same source with secrets shown, or hidden again."""
        return replace(self, redactor=self.redactor.revealing(reveal))

    def close(self) -> None:
        """Let go of private copies."""
        for source in self.walk():
            if source.database:
                source.database.close()
