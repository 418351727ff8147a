"""Making a source of a path: which files belong together, whose they are, what of them cannot be read."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace

from inspector.cancel import CancelToken
from inspector.db.catalog import Catalog
from inspector.db.database import Database, DatabaseFile
from inspector.db.display import visible
from inspector.errors import FileMissing, KnownError, NotAFile
from inspector.families.family import Family, FoundSource, Part
from inspector.families.registry import all_families, family_of, recognise
from inspector.families.view_secrets import rules_with_views
from inspector.redaction import Redactor
from inspector.workspace.opening.folder_scan import FolderScan, scan_folder
from inspector.workspace.opening.names import named
from inspector.workspace.source import FileProblem, Source, SourceKind


@dataclass(frozen=True)
class _Recognised:
    """One file that could be read."""

    file: DatabaseFile
    family: Family
    part: Part
    catalog: Catalog

    @property
    def tables(self) -> int:
        """How many there are."""
        return len(self.catalog.tables)


Tell = Callable[[int, int], object]
"""Hears how many of how many files were looked at."""


class _Known(dict[str, _Recognised | KnownError]):
    """What was looked at already in one opening, and who hears how far it is."""

    def __init__(self, tell: Tell, total: int) -> None:
        super().__init__()
        self._tell = tell
        self._total = total

    def add(self, path: str, found: _Recognised | KnownError) -> None:
        """A file was looked at."""
        self[path] = found
        self._tell(len(self), self._total)


def _nobody(done: int, total: int) -> None:
    """Nobody wants to hear how far it is."""


def open_source(path: str, cancel: CancelToken | None = None, tell: Tell = _nobody) -> Source:
    """The source that ``path`` names: a database file, one half of a pair, or a folder of any known layout.

    Raises FileMissing, NotAFile, NotADatabase and the like where there is nothing that can be opened.
    """
    token = cancel or CancelToken()
    if os.path.isdir(path):
        return _open_folder(os.path.abspath(path), token, tell)
    recognised = _recognise(os.path.abspath(path), token)
    if recognised.family.gather is not None:
        found = recognised.family.gather(os.path.abspath(path), recognised.part.id)
        if found is not None:
            # What stands below an install is named by the install alone, which is asked once.
            return named(_open_found(recognised.family, found, token, _Known(tell, _count(found))), token)
    return _single(recognised, os.path.abspath(path))


def _open_folder(path: str, cancel: CancelToken, tell: Tell) -> Source:
    for family in all_families():
        found = family.survey(path) if family.survey else None
        if found is None:
            continue
        known = _Known(tell, _count(found))
        source = _open_found(family, found, cancel, known)
        if not _is_of_others(family, known):
            return replace(named(source, cancel), notes=(*source.notes, *_besides(found, scan_folder(path, cancel))))
    return _plain_folder(path, cancel, tell)


def _count(found: FoundSource) -> int:
    """How many files there are; one that several sources read along is one."""
    return len(set(_paths(found)))


def _paths(found: FoundSource) -> Iterator[str]:
    yield from (path for _, path in found.files)
    for child in found.children:
        yield from _paths(child)


def _besides(found: FoundSource, scan: FolderScan) -> Iterator[str]:
    """What a folder holds beside what belongs together in it: nobody shall take a part for the whole."""
    part = {os.path.realpath(path) for path in _paths(found)}
    beside = (path for path in scan.candidates if os.path.realpath(path) not in part)
    others = [visible(os.path.relpath(path, found.path)) for path in beside]
    if others:
        more = f" and {len(others) - _NAMED:,} more" if len(others) > _NAMED else ""
        yield f"Beside it stand files that it does not hold: {', '.join(others[:_NAMED])}{more}. Open them by name."


_NAMED = 5
"""Files that a note names."""


def _is_of_others(family: Family, known: _Known) -> bool:
    """Whether a folder is only laid out like those of a family: what was read in it is none of the family's."""
    read = [one for one in known.values() if isinstance(one, _Recognised) and one.tables]
    return bool(read) and all(one.family.id != family.id for one in read)


def _open_found(family: Family, found: FoundSource, cancel: CancelToken, known: _Known) -> Source:
    """``known``: files that were looked at already; a central file is part of every pair and read once."""
    cancel.check()
    children = tuple(_open_found(family, child, cancel, known) for child in found.children)
    if found.kind == "file" and len(found.files) == 1:
        (expected, path), *_ = found.files
        stranger = _stranger(family, expected, path, cancel, known)
        if stranger is not None:
            return replace(_single(stranger, path), title=found.title, notes=(_why_strange(family, expected),))
    problems = [FileProblem(path, why, missing=True) for path, why in found.missing]
    readable: dict[str, DatabaseFile] = {}
    for part, path in found.files:
        file, problem = _usable(family, part, path, cancel, known)
        problems += [problem] if problem and part not in found.context else []
        readable.update({part: file} if file else {})
    if all(part in found.context for part in readable):
        readable.clear()
    single = len(found.files) == 1 and found.kind != "pair"
    schemas = {"main" if single else part: file for part, file in readable.items()}
    return Source(
        path=found.path,
        title=found.title,
        kind=_kind(found.kind),
        family=family,
        database=Database(schemas) if schemas else None,
        parts={("main" if single else part): part for part in readable},
        children=children,
        problems=tuple(problems),
        notes=found.notes,
        redactor=Redactor(rules_with_views(family.secrets, _catalogs(readable.values(), known))),
        context=tuple(part for part in found.context if part in readable),
    )


def _catalogs(files: Iterable[DatabaseFile], known: _Known) -> list[Catalog]:
    found = (known[file.path] for file in files)
    return [one.catalog for one in found if isinstance(one, _Recognised)]


def _look(path: str, cancel: CancelToken, known: _Known) -> _Recognised | KnownError:
    """What a file is, or why it cannot be read; each is looked at once."""
    if path not in known:
        try:
            known.add(path, _recognise(path, cancel))
        except KnownError as error:
            known.add(path, error)
    return known[path]


def _stranger(family: Family, part: str, path: str, cancel: CancelToken, known: _Known) -> _Recognised | None:
    """The file, if it can be read and is something else than its place says."""
    found = _look(path, cancel, known)
    if isinstance(found, KnownError) or not found.tables or (found.family.id, found.part.id) == (family.id, part):
        return None
    return found


def _why_strange(family: Family, part: str) -> str:
    title = next((p.title for p in family.parts if p.id == part), part)
    return f"It stands where {family.title} keeps its {title.lower()}, and does not look like one."


def _usable(
    family: Family, part: str, path: str, cancel: CancelToken, known: _Known
) -> tuple[DatabaseFile | None, FileProblem | None]:
    """The file, if it can be read, and what is the matter with it, if something is."""
    found = _look(path, cancel, known)
    if isinstance(found, KnownError):
        return None, _problem(path, found)
    if found.family.id == family.id and found.part.id == part:
        return found.file, None
    expected = next((p.title for p in family.parts if p.id == part), part)
    if not found.tables:
        advice = "It may have just been made, or its writer died before it made the tables."
        return None, FileProblem(path, f"This file is empty: it should be the {expected.lower()}.", advice)
    what = f"This file does not look like the {expected.lower()}: tables or columns of it are missing."
    return found.file, FileProblem(path, what, f"It looks like: {found.family.title}, {found.part.title.lower()}.")


def _kind(text: str) -> SourceKind:
    kinds: tuple[SourceKind, ...] = ("file", "pair", "install", "folder")
    return next(kind for kind in kinds if kind == text)


def _single(recognised: _Recognised, path: str) -> Source:
    return Source(
        path=path,
        title=os.path.basename(path),
        kind="file",
        family=recognised.family,
        database=Database({"main": recognised.file}),
        parts={"main": recognised.part.id},
        redactor=Redactor(rules_with_views(recognised.family.secrets, [recognised.catalog])),
    )


def _plain_folder(path: str, cancel: CancelToken, tell: Tell) -> Source:
    """A folder of no known layout: every database in it, each with the set it belongs to."""
    scan = scan_folder(path, cancel)
    children: dict[str, Source] = {}
    problems: list[FileProblem] = list(scan.problems)
    for done, file in enumerate(scan.candidates):
        cancel.check()
        tell(done, len(scan.candidates))
        try:
            child = open_source(file, cancel)
        except KnownError as error:
            problems.append(_problem(file, error))
            continue
        children.setdefault(child.path, child)
    if not children and not problems:
        raise NotAFile("There is no database in this folder.", path=path, advice="Open a folder that holds one.")
    generic = family_of("generic")
    title = os.path.basename(path.rstrip(os.sep)) or path
    return Source(
        path,
        title,
        "folder",
        generic,
        None,
        children=_told_apart(path, tuple(children.values())),
        problems=tuple(problems),
        notes=scan.notes,
    )


def _told_apart(folder: str, children: tuple[Source, ...]) -> tuple[Source, ...]:
    """Sources of one name carry the folders they are in: many are called graph.db."""
    for length in (1, 2):
        titles = Counter(child.title for child in children)
        children = tuple(
            replace(child, title=_ending(folder, child.path, length)) if titles[child.title] > 1 else child
            for child in children
        )
    return children


def _ending(folder: str, path: str, length: int) -> str:
    """The last folder and the name; all that is below ``folder`` where that tells nothing apart."""
    parts = os.path.relpath(path, folder).split(os.sep)
    return "/".join(parts[-2:] if length == 1 else parts)


def _recognise(path: str, cancel: CancelToken) -> _Recognised:
    file = DatabaseFile(path)
    catalog = Database({"main": file}).catalog(cancel)
    found = recognise(catalog)
    return _Recognised(file, found.family, found.part, catalog)


def _problem(path: str, error: KnownError) -> FileProblem:
    return FileProblem(path, error.what, error.advice, error.details, missing=isinstance(error, FileMissing))
