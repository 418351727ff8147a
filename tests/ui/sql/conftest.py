"""An SQL document on databases of the test, driven as a person would."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import apsw
import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from inspector.ui.sql.documents import Documents
from inspector.ui.sql.view import SqlView
from inspector.ui.view import ViewContext, discover
from inspector.workspace.location import Location, location
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source


@dataclass
class Bench:
    """A document, and what it told."""

    view: SqlView
    source: Source
    qtbot: QtBot
    opened: list[Location]
    selected: list[object]

    def settle(self) -> Bench:
        """Until nothing is read any more."""
        self.qtbot.waitUntil(lambda: not self.view.context.runner.running(), timeout=20_000)
        return self

    def write(self, sql: str) -> Bench:
        """Put a text into the editor, with the caret at its beginning."""
        self.view.editor.set_text(sql)
        self.view.editor.set_caret(0)
        return self

    def run(self, sql: str = "", **values: str) -> Bench:
        """Run a text, all of it."""
        if sql:
            self.write(sql)
        self.view.parameters.give(values)
        self.view.run_all()
        return self.settle()

    def press(self, key: Qt.Key, *held: Qt.KeyboardModifier) -> Bench:
        """Press a key in the editor."""
        modifiers = Qt.KeyboardModifier.NoModifier
        for one in held:
            modifiers |= one
        self.qtbot.keyClick(self.view.editor, key, modifiers)
        return self.settle()

    def tabs(self) -> list[str]:
        tabs = self.view.results.tabs
        return [tabs.tabText(at) for at in range(tabs.count())]

    def front(self, at: int) -> Bench:
        self.view.results.tabs.setCurrentIndex(at)
        return self

    def rows(self) -> list[tuple[Any, ...]]:
        pane = self.view.answer
        if pane is None:
            return []
        model = pane.rows
        return [
            tuple(model.value(row, column) for column in range(model.columnCount())) for row in range(model.rowCount())
        ]

    def titles(self) -> list[str]:
        pane = self.view.answer
        look = pane.rows.look if pane is not None else None
        return [column.title for column in look.columns] if look is not None else []

    def said(self) -> str:
        """What stands over the results."""
        return self.view.results.overlay.text()

    @property
    def documents(self) -> Documents:
        return Documents.of(self.view.context)


@pytest.fixture
def build(tmp_path: Path) -> Callable[..., Path]:
    """``build("x.db", "CREATE ...", ...)``: a database at rest."""

    def make(name: str, *statements: str) -> Path:
        path = tmp_path / "data" / name
        path.parent.mkdir(exist_ok=True)
        connection = apsw.Connection(str(path))
        connection.execute("PRAGMA synchronous = OFF")
        for statement in statements:
            connection.execute(statement)
        connection.close()
        return path

    return make


@pytest.fixture
def plain(build: Callable[..., Path]) -> Path:
    """Two tables."""
    return build(
        "plain.db",
        "CREATE TABLE people(id INTEGER PRIMARY KEY, name TEXT)",
        "INSERT INTO people VALUES (1, 'Ada'), (2, 'Bo'), (3, NULL)",
    )


@pytest.fixture
def bench(qtbot: QtBot, context: ViewContext) -> Iterator[Callable[..., Bench]]:
    """Shows a document of a path."""
    sources: list[Source] = []

    def make(path: Path, **params: str) -> Bench:
        known = next((one for one in sources if one.path == str(path)), None)
        source = known or open_source(str(path))
        if known is None:
            sources.append(source)
        given = replace(context, workspace=SimpleNamespace(sources=tuple(sources)))
        kind = discover().get("sql")
        assert kind is not None
        view = kind.create(given, source, kind.settled(given, location(source.path, "sql", **params)))
        assert isinstance(view, SqlView)
        made = Bench(view, source, qtbot, [], [])
        view.openRequested.connect(made.opened.append)
        view.rowSelected.connect(made.selected.append)
        qtbot.addWidget(view)
        view.resize(1000, 700)
        view.show()
        return made.settle()

    yield make
    for source in sources:
        source.close()
