"""What a family says of one thing in full ("everything about this agent"): sections of lines, read one by one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from inspector.db.catalog import Catalog
from inspector.db.needs import Needs
from inspector.db.reader import Reader
from inspector.db.redacted import redacted_rows, redacted_value
from inspector.db.rows import RowKey
from inspector.db.values import BadText, Bindable, Large, Value
from inspector.redaction import Redactor

if TYPE_CHECKING:
    from inspector.families.gathering import Gathering

MOST = 30
"""Lines of a section; of more it is said that there are."""
TIME_S = 0.6
"""Seconds for one statement of a card."""
CELL = 8192
"""Bytes of a cell that a line is made of."""

Tone = Literal["", "muted", "positive", "warning", "negative"]


@dataclass(frozen=True)
class CardLine:
    """One line of a section; its texts are plain, secrets masked."""

    name: str
    """What it is: "provider", the name of a chat."""
    text: str = ""
    """What holds: "claude"."""
    note: str = ""
    """Where that comes from and what it means: "from the session; over the container settings: codex"."""
    at: Value = None
    """Its time, as stored."""
    tone: Tone = ""
    """Whether it deserves a look."""
    table: str = ""
    """Table of the row it stands for; empty for none."""
    key: RowKey = ()
    """Key of that row."""


@dataclass(frozen=True)
class CardSection:
    """A part of a card, read on its own: what fails in one leaves the others whole."""

    id: str
    """Stable id."""
    title: str
    """Its heading."""
    read: Callable[[CardReader], Iterable[CardLine]]
    """Its lines; raises KnownError where it cannot be read."""
    needs: Needs = field(default_factory=Needs)
    """What it needs of the database."""
    empty: str = "None."
    """What is said where there is no line."""


@dataclass(frozen=True)
class Card:
    """Everything about a row of one table."""

    table: str
    """The table."""
    title: str
    """What a row of it is: "Agent"."""
    sections: tuple[CardSection, ...]
    """Its parts, the most wanted first."""
    gathering: Gathering[Any, Any, Any] | None = None
    """Parts that the sources below tell, shown behind the first of its own."""


class CardReader:
    """What a section may ask: the row, the database, the clock. Everything it gives is masked, but :meth:`held`."""

    def __init__(
        self,
        reader: Reader,
        catalog: Catalog,
        redactor: Redactor,
        table: str,
        row: Mapping[str, Value],
        clock: Mapping[str, Bindable],
    ) -> None:
        self._reader = reader
        self._catalog = catalog
        self._redactor = redactor
        self._table = table
        self._row = row
        self._bound: dict[str, Bindable] = {**clock, **{name: _bindable(value) for name, value in row.items()}}
        self.cut = 0
        """Of an answer with more rows than were asked for: how many those were; 0 if there was none."""

    def held(self, column: str) -> Value:
        """What the row holds, unmasked: to be compared and bound, never to be shown."""
        return self._row.get(column.lower())

    def text(self, column: str) -> str:
        """What the row holds, as it may be shown; empty for NULL."""
        return shown_text(redacted_value(self.held(column), self._redactor, self._table, column))

    def has(self, *names: str) -> bool:
        """Whether the database has these tables and columns (``table`` or ``table.column``)."""
        return Needs(names).met_by(self._catalog)

    def ask(self, sql: str, limit: int = MOST, **more: Bindable) -> list[dict[str, Value]]:
        """The rows of a SELECT by the names of its columns.

        Every column of the row may be bound by its name in lower case, ``:now``, ``:now_s`` and ``:now_ms`` too.
        """
        rows = self._reader.user_rows(sql, {**self._bound, **more}, limit=limit, cell_limit=CELL, time_limit_s=TIME_S)
        self.cut = limit if rows.truncated else self.cut
        masked = redacted_rows(rows, self._redactor, sql)
        return [dict(zip(masked.names, row, strict=True)) for row in masked.rows]

    def first(self, sql: str, **more: Bindable) -> dict[str, Value] | None:
        """The first row of a SELECT."""
        cut = self.cut
        found = self.ask(sql, 1, **more)
        self.cut = cut
        return found[0] if found else None


def listed(sql: str, line: Callable[[str], str] | None = None) -> Callable[[CardReader], Iterable[CardLine]]:
    """A section of the rows of one SELECT: ``name, text`` and perhaps ``note, at, tone, tbl, key``.

    ``line`` makes the text of what stands in the column (JSON, mostly).
    """

    def read(card: CardReader) -> Iterable[CardLine]:
        for row in card.ask(sql):
            text = shown_text(row.get("text"))
            yield CardLine(
                shown_text(row.get("name")),
                line(text) if line is not None else text,
                shown_text(row.get("note")),
                row.get("at"),
                _tone(row.get("tone")),
                shown_text(row.get("tbl")),
                (row["key"],) if row.get("key") is not None else (),
            )

    return read


def counted(value: Value) -> str:
    """A number in groups of three digits; anything else as it is."""
    return f"{value:,}" if isinstance(value, int) else shown_text(value)


def shown_text(value: Value) -> str:
    """A value as a text; empty for NULL."""
    match value:
        case None:
            return ""
        case Large(prefix=prefix):
            return f"{prefix}…" if isinstance(prefix, str) else f"{value.length:,} bytes"
        case bytes():
            return f"{len(value):,} bytes"
        case str():
            return value
    return str(value)


def _bindable(value: Value) -> Bindable:
    if isinstance(value, BadText):
        return value.raw
    return None if isinstance(value, Large) else value


def _tone(value: Value) -> Tone:
    tones: tuple[Tone, ...] = ("muted", "positive", "warning", "negative")
    return next((tone for tone in tones if tone == value), "")
