"""A queries view on databases of the test, driven as a person would."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace

import pytest
from pytestqt.qtbot import QtBot

from inspector.ui.queries.view import QueriesView
from inspector.ui.view import ViewContext, discover
from inspector.workspace.location import Location, location
from inspector.workspace.opening.open_source import open_source
from inspector.workspace.source import Source


@dataclass
class Asking:
    """A queries view and what it told."""

    view: QueriesView
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
        """Write a statement of one's own and run it."""
        self.view.write_own()
        self.view.question.sql.setPlainText(sql)
        self.view.question.settle()
        for name, text in values.items():
            self.view.question.form.fields[name].set_text(text)
        self.view.run()
        return self.settle()

    def rows(self) -> list[tuple[object, ...]]:
        model = self.view.answer.rows
        return [
            tuple(model.value(row, column) for column in range(model.columnCount())) for row in range(model.rowCount())
        ]

    def titles(self) -> list[str]:
        look = self.view.answer.rows.look
        return [column.title for column in look.columns] if look is not None else []


@pytest.fixture
def ask(qtbot: QtBot, context: ViewContext) -> Iterator[Callable[..., Asking]]:
    """Shows the queries of a path."""
    opened: list[Source] = []

    def make(path: Path, reveal: bool = False, **params: str) -> Asking:
        source = open_source(str(path)).revealed(reveal)
        opened.append(source)
        given = replace(context, workspace=SimpleNamespace(sources=(source,)))
        kind = discover().get("queries")
        assert kind is not None
        view = kind.create(given, source, location(source.path, "queries", **params))
        assert isinstance(view, QueriesView)
        asking = Asking(view, source, qtbot, [], [])
        view.openRequested.connect(asking.opened.append)
        view.rowSelected.connect(asking.selected.append)
        qtbot.addWidget(view)
        view.resize(1000, 700)
        view.show()
        return asking.settle()

    yield make
    for source in opened:
        source.close()
