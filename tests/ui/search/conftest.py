"""A search over databases of the test, driven as a person would."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path
from types import SimpleNamespace

import apsw
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from inspector.ui.search.view import SearchView
from inspector.ui.view import ViewContext, discover
from inspector.workspace.location import Location, location
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source


@dataclass
class Shown:
    """A search view and what it told."""

    view: SearchView
    qtbot: QtBot
    opened: list[Location]
    selected: list[object]

    def settle(self) -> Shown:
        """Until nothing is searched any more."""
        self.qtbot.waitUntil(lambda: not self.view.context.runner.running() and not self.view._typing.isActive())
        return self

    def type(self, text: str) -> Shown:
        self.view.box.clear()
        if text.isascii():
            self.qtbot.keyClicks(self.view.box, text)
        else:
            # Qt's test keys know ASCII alone
            self.view.box.insert(text)
            self.view.box.textEdited.emit(text)
        return self.settle()

    def press(self, key: Qt.Key) -> Shown:
        focus = self.view.hits if self.view.hits.hasFocus() else self.view.box
        self.qtbot.keyClick(focus, key)
        return self.settle()

    def titles(self) -> list[str]:
        return [row.title for row in self.view.hits.hits.rows()]

    def choose(self, words: str) -> Shown:
        """Click a line of the filters."""
        lines = self.view.facets.lines
        line = next(line for line in lines.lines() if line.text == words and line.kind == "line")
        lines.open_line(line)
        return self

    def facets(self) -> dict[str, str]:
        return {line.text: line.trailing for line in self.view.facets.lines.lines() if line.kind == "line"}


def build(path: Path, *statements: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    connection = apsw.Connection(str(path))
    connection.execute("PRAGMA synchronous = OFF")
    for statement in statements:
        connection.execute(statement)
    connection.close()
    return path


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    """Notes with an index, and a log without one."""
    return build(
        tmp_path / "notes.db",
        "CREATE TABLE notes(id INTEGER PRIMARY KEY, title TEXT, body TEXT)",
        "CREATE VIRTUAL TABLE notes_fts USING fts5(title, body, content=notes, content_rowid=id)",
        "INSERT INTO notes VALUES (1, 'Retries', 'retry with <b>back-off</b>'), (2, 'Files', 'read a file'), "
        "(3, 'More retries', 'never retry twice')",
        "INSERT INTO notes_fts(rowid, title, body) SELECT id, title, body FROM notes",
        "INSERT INTO notes VALUES (4, 'Late', 'a retry that is not in the index')",
    )


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A database without any index."""
    return build(
        tmp_path / "log.db",
        "CREATE TABLE log(line TEXT)",
        "INSERT INTO log VALUES ('retry 1'), ('done')",
        "CREATE TABLE cache(line TEXT)",
        "INSERT INTO cache VALUES ('retry later')",
    )


@pytest.fixture
def show(qtbot: QtBot, context: ViewContext) -> Iterator[Callable[..., Shown]]:
    """Shows a search over paths; ``below``: the one of these that it is opened below."""
    opened: list[Source] = []

    def make(
        *paths: Path, text: str = "", below: Path | None = None, width: int = 1000, as_of: datetime | None = None
    ) -> Shown:
        context.clock.set(as_of)
        sources = tuple(open_source(str(path)) for path in paths)
        opened.extend(sources)
        source = next((one for one in sources if below is not None and one.path == str(below)), None)
        given = replace(context, workspace=SimpleNamespace(sources=sources))
        place = location(source.path if source else "", "search", **({"text": text} if text else {}))
        kind = discover().get("search")
        assert kind is not None
        view = kind.create(given, source, place)
        assert isinstance(view, SearchView)
        shown = Shown(view, qtbot, [], [])
        view.openRequested.connect(shown.opened.append)
        view.rowSelected.connect(shown.selected.append)
        qtbot.addWidget(view)
        view.resize(width, 700)
        view.show()
        return shown.settle()

    yield make
    for source in opened:
        source.close()
