"""A queries view on databases of the test, driven as a person would."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from pytestqt.qtbot import QtBot

from inspector.ui.sql.view import SqlView
from inspector.ui.view import View, ViewContext, discover
from inspector.workspace.location import Location, location
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source


@dataclass
class Asking:
    """A queries view, or the editor once something was written, and what it told."""

    view: Any
    shown: Callable[..., Any]
    source: Source
    qtbot: QtBot
    opened: list[Location]
    selected: list[object]

    def settle(self) -> Asking:
        """Until nothing is read any more."""
        self.qtbot.waitUntil(lambda: not self.view.context.runner.running(), timeout=20_000)
        return self

    def choose(self, key: str) -> Asking:
        """Click a question."""
        line = next(line for line in self.view.list.lines() if line.key == key)
        self.view.list.choose(key)
        self.settle()
        self.view.list.open_line(line)
        return self.settle()

    def write(self, sql: str, **values: str) -> Asking:
        """Write a statement of one's own in the editor and run it."""
        if not isinstance(self.view, SqlView):
            self.view = self.shown("sql")
            self.settle()
        self.view.editor.set_text(sql)
        self.view.parameters.give(values)
        self.view.run()
        return self.settle()

    def rows(self) -> list[tuple[object, ...]]:
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


@pytest.fixture
def ask(qtbot: QtBot, context: ViewContext) -> Iterator[Callable[..., Asking]]:
    """Shows the queries of a path."""
    opened: list[Source] = []

    def make(path: Path, reveal: bool = False, **params: str) -> Asking:
        source = open_source(str(path)).revealed(reveal)
        opened.append(source)
        given = replace(context, workspace=SimpleNamespace(sources=(source,)))
        opened_here: list[Location] = []
        selected: list[object] = []

        def shown(kind_id: str, **params: str) -> View:
            place = location(source.path, kind_id, **params)
            kind = discover().get(kind_id)
            assert kind is not None
            view = kind.create(given, source, kind.settled(given, place))
            view.openRequested.connect(opened_here.append)
            view.rowSelected.connect(selected.append)
            qtbot.addWidget(view)
            view.resize(1000, 700)
            view.show()
            return view

        return Asking(shown("queries", **params), shown, source, qtbot, opened_here, selected).settle()

    yield make
    for source in opened:
        source.close()
