"""The user's own questions: `.sql` files of the same form as the shipped ones, in a folder of the configuration.

A file is written beside its place and then moved there. What is deleted can be put back as long as the program runs.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
import unicodedata
from dataclasses import dataclass, replace
from pathlib import Path

from inspector.errors import AccessDenied, InvalidInput
from inspector.queries.library import Library, SavedQuery, parse_query, read_query, text_of
from inspector.settings import config_dir

MARK = "my-"
"""What the ids of one's own questions begin with: no shipped question is called so."""
_LONGEST = 60
"""Characters of the name of a file."""
_RESERVED = frozenset(("con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(10))))
"""Names that are devices on Windows."""


@dataclass(frozen=True)
class Deleted:
    """A question that was deleted."""

    query: SavedQuery
    """The question."""
    text: str
    """What stood in its file."""


def own_folder() -> Path:
    """Where one's own questions are."""
    return config_dir() / "queries"


class OwnQueries:
    """The questions of one folder, a folder in it for each family."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder or own_folder()

    def load(self, family: str) -> Library:
        """The own questions of a family, by title; a file that cannot be read is told."""
        found: list[SavedQuery] = []
        problems: list[str] = []
        folder = self._folder / family
        for file in sorted(folder.glob("*.sql")) if folder.is_dir() else ():
            try:
                query = read_query(file, id=f"{MARK}{file.stem}", family=family)
            except (InvalidInput, OSError, UnicodeDecodeError) as error:
                problems.append(f"{file.name}: {error}")
            else:
                found.append(replace(query, own=True))
                problems += [f"{file.name}: {words}" for words in query.told]
        return Library(tuple(sorted(found, key=lambda query: query.title.casefold())), tuple(problems))

    def save(self, query: SavedQuery) -> SavedQuery:
        """Write a question, under a new id unless it is one's own; gives it as it is read back.

        Raises InvalidInput where it has no title or no statement, AccessDenied.
        """
        text = text_of(query)
        file = self._file(query) if query.own and query.id else self._new_file(query)
        made = parse_query(text, id=f"{MARK}{file.stem}", family=query.family, path=str(file))
        _write(file, text)
        return replace(made, own=True)

    def rename(self, query: SavedQuery, title: str) -> SavedQuery:
        """Give a question another title; its id and its file stay, so that links to it hold."""
        if not title.strip():
            raise InvalidInput("A question needs a title.", advice="Write what it asks.")
        return self.save(replace(query, title=title.strip()))

    def delete(self, query: SavedQuery) -> Deleted:
        """Take a question away. Raises AccessDenied."""
        file = self._file(query)
        try:
            text = file.read_bytes().decode("utf-8")
            file.unlink()
        except (OSError, UnicodeDecodeError) as error:
            raise AccessDenied("The question could not be deleted.", path=str(file), details=str(error)) from error
        return Deleted(query, text)

    def restore(self, deleted: Deleted) -> SavedQuery:
        """Put back what was deleted, under its own id if that is still free. Raises AccessDenied."""
        file = self._file(deleted.query)
        if file.exists():
            file = self._new_file(deleted.query)
        _write(file, deleted.text)
        made = parse_query(deleted.text, id=f"{MARK}{file.stem}", family=deleted.query.family, path=str(file))
        return replace(made, own=True)

    def _file(self, query: SavedQuery) -> Path:
        return self._folder / query.family / f"{query.id.removeprefix(MARK)}.sql"

    def _new_file(self, query: SavedQuery) -> Path:
        stem = slug(query.title)
        names = (stem, *(f"{stem}-{number}" for number in range(2, 10_000)))
        return next(file for name in names if not (file := self._folder / query.family / f"{name}.sql").exists())


def slug(title: str) -> str:
    """A title as the name of a file: letters and digits of any script without their marks, hyphens between."""
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKC", title).casefold())
    bare = "".join(char for char in folded if not unicodedata.combining(char)).lower()
    words = re.sub(r"[\W_]+", "-", unicodedata.normalize("NFC", bare)).strip("-")[:_LONGEST].strip("-")
    return f"{words}-question" if words in _RESERVED else words or "question"


def _write(file: Path, text: str) -> None:
    unfinished = ""
    try:
        raw = text.encode("utf-8")
    except UnicodeEncodeError as error:
        advice = "Take out the character that is only half of one."
        raise InvalidInput("The question holds what is no text.", advice=advice, details=str(error)) from error
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        handle, unfinished = tempfile.mkstemp(dir=file.parent, prefix=".saving-", suffix=".part")
        with os.fdopen(handle, "wb") as stream:
            stream.write(raw)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(unfinished, file)
    except OSError as error:
        with contextlib.suppress(OSError):
            os.unlink(unfinished)
        raise AccessDenied("The question could not be saved.", path=str(file), details=str(error)) from error
