"""Which document does an address mean? One that is there, one with the same text, the latest, or a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from inspector.queries.drafts import Draft
from inspector.ui.queries.place import EDITOR, QUESTION, RUN, SQL, TITLE, VALUE
from inspector.ui.sql.documents import Documents
from inspector.workspace.location import Location, location

if TYPE_CHECKING:
    from inspector.ui.view import ViewContext

DOC, NEW, FILE = "doc", "new", "file"
"""Params of a Location: id of a document, that it is a new one, the file it belongs to."""


def document_location(path: str, id: str) -> Location:
    """Where a document is."""
    return location(path, EDITOR, **{DOC: id})


def file_location(path: str, file: str) -> Location:
    """Where a ``.sql`` file is opened."""
    return location(path, EDITOR, **{FILE: file})


def settled(context: ViewContext, place: Location) -> Location:
    """The same address by the id of its document, which is made if there is none."""
    documents = Documents.of(context)
    known = documents.get(place.get(DOC)) if place.get(DOC) else None
    if known is None or known.source != place.path:
        known = _meant(documents, place)
    documents.reopen(known.id)
    others = tuple((name, text) for name, text in place.params if name == RUN or name.startswith(VALUE))
    return Location(place.path, EDITOR, ((DOC, known.id), *others))


def _meant(documents: Documents, place: Location) -> Draft:
    path, sql, file, question = place.path, place.get(SQL), place.get(FILE), place.get(QUESTION)
    if file:
        return documents.of_file(path, file) or documents.create(path, file=file)
    if question:
        made = documents.of_question(path, question)
        return made or documents.create(path, sql, title=place.get(TITLE), question=question)
    if place.get(NEW):
        return documents.create(path, sql)
    if sql:
        return documents.same(path, sql) or documents.create(path, sql, title=place.get(TITLE))
    return documents.latest(path) or documents.create(path)
