"""What does each table and column of a family mean? Reads ``resources/docs/<family>/*.toml``.

One file per table, named after it, and ``_family.toml`` for the family itself. A family without a folder has no
documented meanings: its documentation is empty, not an error. A file that does not follow the form is a fault of
ours and raises BugError with its path.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TypeVar

from inspector import resources
from inspector.families.toml_form import Form, read_form

KINDS = frozenset(
    {"id", "text", "json", "time", "time_unix", "enum", "bool", "int", "real"}
    | {"duration_ms", "bytes", "cron", "regex", "path", "hash", "secret", "blob"}
)
"""What a column can hold, as a viewer needs to know it."""

SHOWN = frozenset({"duration_ms", "duration_s", "bytes", "cron", "base64", "chip", "plain"})
"""How a column can ask to be shown, where that does not follow from its kind; ``plain``: as it is stored."""

LEVELS = frozenset({"info", "warning"})
"""How much it matters when a characteristic differs."""

FAMILY_FILE = "_family.toml"

V = TypeVar("V")


class ByName(Mapping[str, V]):
    """Entries by name, found whatever the case of the letters, as SQLite finds its tables and columns."""

    def __init__(self, entries: Mapping[str, V]) -> None:
        self._entries = {name.casefold(): (name, entry) for name, entry in entries.items()}

    def __getitem__(self, name: str) -> V:
        return self._entries[name.casefold()][1]

    def __iter__(self) -> Iterator[str]:
        return (name for name, _ in self._entries.values())

    def __len__(self) -> int:
        return len(self._entries)

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name.casefold() in self._entries


@dataclass(frozen=True)
class ColumnDoc:
    """What one column means."""

    name: str
    """As in the schema."""
    about: str
    """What it holds."""
    kind: str
    """One of KINDS."""
    null: str = ""
    """What NULL means; empty when it means no more than "not set"."""
    default: str | None = None
    """The default of the schema as text; None when there is none."""
    values: Mapping[str, str] = field(default_factory=dict)
    """Known values and what each means; a key that ends in ``*`` stands for all that begin so."""
    open: bool = False
    """Whether any other value is as normal as the known ones."""
    documented: bool = True
    """Whether the reference document has it."""
    real: bool = True
    """Whether real files have it."""
    since: str = ""
    """The version or migration that brought it; empty when it was always there."""
    until: str = ""
    """The version or migration that took it away; empty when it is still there."""
    renamed_to: str = ""
    """The real name of a documented column."""
    renamed_from: str = ""
    """The documented name of a real column."""
    shows: str = ""
    """One of SHOWN; empty: its kind says how it is shown."""

    @property
    def shown_as(self) -> str:
        """How a viewer shows it: as its file says, else by its kind; enums as chips."""
        return self.shows or ("chip" if self.kind == "enum" else self.kind)

    def meaning(self, value: object) -> str:
        """What this value means; empty when it is not among the known ones."""
        text = str(int(value)) if isinstance(value, bool) else str(value)
        if text in self.values:
            return self.values[text]
        stems = [key for key in self.values if key.endswith("*") and text.startswith(key[:-1])]
        return self.values[max(stems, key=len)] if stems else ""

    def is_known(self, value: object) -> bool:
        """Whether a viewer shows the value without a mark: NULL, a known value, or any where all are normal."""
        if value is None or self.open:
            return True
        if self.kind == "bool":
            return str(value) in {"0", "1", "True", "False"}
        return self.kind != "enum" or bool(self.meaning(value))

    def tip(self) -> str:
        """All of this as plain text, a fact a line."""
        lines = [self.about]
        if self.null:
            lines.append(f"NULL: {self.null}")
        if self.default is not None:
            lines.append(f"Default: {self.default or 'empty text'}")
        if self.values:
            lines.append("Values (others are normal too):" if self.open else "Values:")
            lines.extend(f"  {value}: {meaning}" for value, meaning in self.values.items())
        return "\n".join(lines + _provenance(self))


@dataclass(frozen=True)
class TableDoc:
    """What one table means."""

    name: str
    """As in the schema."""
    title: str
    """Its name for a human."""
    about: str
    """What a row is."""
    columns: Mapping[str, ColumnDoc]
    """By name in the order of the file, found in any case."""
    part: str = ""
    """Id of the part of the family that it stands in; empty where there is one file."""
    documented: bool = True
    """Whether the reference document has it."""
    real: bool = True
    """Whether real files have it."""
    note: str = ""
    """Where document and real files differ, and what misleads."""
    since: str = ""
    """The version or migration that brought it; empty when it was always there."""
    until: str = ""
    """The version or migration that took it away; empty when it is still there."""
    label: tuple[str, ...] = ()
    """Columns that name a row for a human; the first that is not NULL does."""
    time: str = ""
    """The column that puts rows in order of time; empty when none does."""

    def column(self, name: str) -> ColumnDoc | None:
        """The column of this name in any case, or None."""
        return self.columns.get(name)

    def tip(self) -> str:
        """Title, meaning and traps as plain text, a fact a line."""
        lines = [self.title, self.about, *([self.note] if self.note else [])]
        return "\n".join(lines + _provenance(self))


@dataclass(frozen=True)
class Characteristic:
    """One documented property of a file, to be compared with the one found."""

    what: str
    """Its name for a human."""
    documented: str
    """What the document says."""
    part: str = ""
    """Id of the part that it is about; empty where there is one file."""
    pragma: str = ""
    """The pragma that tells it; empty when none does."""
    expected: str = ""
    """What that pragma answers when the document holds."""
    objects: tuple[str, ...] = ()
    """Tables, indexes or triggers that are there when the document holds."""
    stored: bool = True
    """False for a property of each connection, which no file can tell."""
    otherwise: str = ""
    """What it means when it differs."""
    level: str = "info"
    """One of LEVELS."""

    def differs(self, found: object) -> bool:
        """Whether the pragma's answer is another than the documented one; never for what is not stored."""
        return self.stored and bool(self.expected) and str(found).casefold() != self.expected.casefold()


@dataclass(frozen=True)
class Migration:
    """One known step of a schema."""

    name: str
    """As the file records it."""
    about: str
    """What it brought."""
    level: int | None = None
    """Its number, where one is known; not the order in which a file applied it."""


@dataclass(frozen=True)
class FamilyDocs:
    """All documented meanings of one family."""

    family_id: str
    """The family's id."""
    title: str = ""
    """The name of the system."""
    about: str = ""
    """What the system is and what the file holds."""
    tables: Mapping[str, TableDoc] = field(default_factory=lambda: ByName[TableDoc]({}))
    """By name, found in any case."""
    characteristics: tuple[Characteristic, ...] = ()
    """Documented properties of the files."""
    migrations: tuple[Migration, ...] = ()
    """Known steps of the schema, oldest first."""

    def table(self, name: str) -> TableDoc | None:
        """The table of this name in any case, or None."""
        return self.tables.get(name)

    def column(self, table: str, name: str) -> ColumnDoc | None:
        """The column of these names in any case, or None."""
        found = self.tables.get(table)
        return found.column(name) if found else None

    def kind(self, table: str, column: str) -> str:
        """The kind of what the column of these names holds; empty where nothing is known of it."""
        found = self.column(table, column)
        return found.kind if found is not None else ""

    def migration(self, name: str) -> Migration | None:
        """The known step of this name, or None."""
        return next((step for step in self.migrations if step.name == name), None)


def _provenance(doc: ColumnDoc | TableDoc) -> list[str]:
    lines = [f"Since {doc.since}." if doc.since else "", f"Gone since {doc.until}." if doc.until else ""]
    if isinstance(doc, ColumnDoc) and doc.renamed_to:
        lines.append(f"Named {doc.renamed_to} in real files.")
    elif isinstance(doc, ColumnDoc) and doc.renamed_from:
        lines.append(f"Named {doc.renamed_from} in the reference document.")
    elif not doc.documented:
        lines.append("Not in the reference document.")
    elif not doc.real:
        lines.append("Not seen in real files.")
    return [line for line in lines if line]


def _column(name: str, form: Form) -> ColumnDoc:
    values = form.entries("values")
    for value, meaning in values.items():
        if not (isinstance(meaning, str) and meaning.strip()):
            raise form.fault(f"has no meaning for the value '{value}'")
    default = form.any("default")
    if not (default is None or isinstance(default, str)):
        raise form.fault("needs text for 'default'")
    column = ColumnDoc(
        name=name,
        about=form.needed("about"),
        kind=form.needed("kind", among=KINDS),
        null=form.text("null"),
        default=default,
        values={value: str(meaning) for value, meaning in values.items()},
        open=form.flag("open", False),
        documented=form.flag("documented", True),
        real=form.flag("real", True),
        since=form.text("since"),
        until=form.text("until"),
        renamed_to=form.text("renamed_to"),
        renamed_from=form.text("renamed_from"),
        shows=form.text("shows", among=frozenset({"", *SHOWN})),
    )
    form.end()
    return column


def _names(form: Form, key: str) -> tuple[str, ...]:
    given = form.any(key)
    names = [] if given is None else [given] if isinstance(given, str) else given
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise form.fault(f"needs a name or a list of names for '{key}'")
    return tuple(names)


def _table(source: Path) -> TableDoc:
    form = read_form(source)
    columns = ByName(
        {name: _column(name, Form(source, f"column '{name}'", data)) for name, data in form.entries("columns").items()}
    )
    table = TableDoc(
        name=source.stem,
        title=form.needed("title"),
        about=form.needed("about"),
        columns=columns,
        part=form.text("part"),
        documented=form.flag("documented", True),
        real=form.flag("real", True),
        note=form.text("note"),
        since=form.text("since"),
        until=form.text("until"),
        label=_names(form, "label"),
        time=form.text("time"),
    )
    form.end()
    renamed = [column.renamed_to or column.renamed_from for column in columns.values()]
    for name in filter(None, [*table.label, table.time, *renamed]):
        if name not in columns:
            raise form.fault(f"names a column that it does not describe: '{name}'")
    return table


def _characteristic(form: Form) -> Characteristic:
    found = Characteristic(
        what=form.needed("what"),
        documented=form.needed("documented"),
        part=form.text("part"),
        pragma=form.text("pragma"),
        expected=form.text("expected"),
        objects=_names(form, "objects"),
        stored=form.flag("stored", True),
        otherwise=form.text("otherwise"),
        level=form.text("level", "info", among=LEVELS),
    )
    form.end()
    return found


def _migration(form: Form) -> Migration:
    level = form.any("level")
    if not (level is None or (isinstance(level, int) and not isinstance(level, bool))):
        raise form.fault("needs a whole number for 'level'")
    step = Migration(name=form.needed("name"), about=form.needed("about"), level=level)
    form.end()
    return step


@cache
def load_docs(family_id: str, root: Path | None = None) -> FamilyDocs:
    """The documentation of one family, read once. Raises BugError naming the file that does not follow the form.

    ``root`` is the folder that holds a folder per family; the shipped one where it is None.
    """
    folder = (root if root is not None else resources.path("docs")) / family_id
    if not folder.is_dir():
        return FamilyDocs(family_id)
    sources = [source for source in sorted(folder.glob("*.toml")) if source.name != FAMILY_FILE]
    tables = ByName({source.stem: _table(source) for source in sources})
    if not (folder / FAMILY_FILE).is_file():
        return FamilyDocs(family_id, tables=tables)
    form = read_form(folder / FAMILY_FILE)
    docs = FamilyDocs(
        family_id,
        title=form.needed("title"),
        about=form.needed("about"),
        tables=tables,
        characteristics=tuple(_characteristic(item) for item in form.forms("characteristics")),
        migrations=tuple(_migration(item) for item in form.forms("migrations")),
    )
    form.end()
    return docs
