"""Walks through the whole window as a reader would, in a process of its own; prints as JSON what it saw.

``python walk.py N PATH...`` opens the paths, goes to every kind of view and up to N tables of every source, and in each
place selects, scrolls to the end, sorts, filters, chooses, finds and refreshes with real keys and clicks.
"""

from __future__ import annotations

import json
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from types import TracebackType

from PySide6.QtCore import QEventLoop, QPoint, Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractItemView, QApplication, QComboBox, QLineEdit, QTableView, QWidget

from inspector.clock import Clock, parse_as_of
from inspector.settings import Settings
from inspector.ui.lines.list import LineList
from inspector.ui.session import Session
from inspector.ui.states import StateOverlay, ViewState
from inspector.ui.view import View
from inspector.workspace.location import Location, location
from inspector.workspace.rows.row_location import table_location
from inspector.workspace.source import Source

AS_OF = "2026-05-20T12:00:00Z"
MEMBERS = 1
"""Of an install this many sessions are visited."""
TABLES = 2
"""Of a source whose tables were all visited in another one, this many are."""
PLAIN = 3
"""Of so many tables that are nothing but tables one is visited; of other kinds all are."""
WHOLE = 10
"""From so many tables on a walk is one through everything: all questions are asked, too."""
THOROUGH = 2
"""In so many views of one kind everything is done; in later ones what reads anew."""
CARDS = 3
"""Of so many tables one shows the card of its first row, and every source that of its first table."""
PATIENCE_S = 60.0


class Walk:
    """One walk."""

    def __init__(self, session: Session, tables: int, faults: list[str]) -> None:
        self.session = session
        self.tables = tables
        self.faults = faults
        self.window = session.window
        self.runner = session.context.runner
        self.visited: Counter[str] = Counter()
        self.errors: list[str] = []
        self.commands: dict[str, str] = {}
        self.asked = 0

    def go(self) -> None:
        """All of it."""
        self.settle()
        known: set[tuple[str, ...]] = set()
        for source in list(self.sources()):
            for kind in self.window.kinds.of(source):
                self.visit(location(source.path, kind.id))
            found = source.database.catalog() if source.database is not None else ()
            own = [table for table in found if table.schema not in source.context]
            names = (source.family.id, *(table.name for table in own))
            tables = [table for number, table in enumerate(own) if table.kind != "table" or number % PLAIN == 0]
            for number, table in enumerate(tables[: TABLES if names in known else self.tables]):
                self.visit(table_location(source.path, table.name, table.schema))
                if number % CARDS == 0:
                    self.card()
                self.window.close_view()
            known.add(names)
            while self.window.tabs.count() > 1:
                self.window.close_view()
        for kind in self.window.kinds.all():
            if not kind.needs_source:
                self.visit(Location("", kind.id, (("text", "the"),) if kind.id == "search" else ()))

    def sources(self) -> Iterator[Source]:
        for top in self.session.context.workspace.sources:
            yield top
            few = MEMBERS if top.kind == "install" else len(top.children)
            for child in top.children[:few]:
                yield from child.walk()

    def visit(self, place: Location) -> None:
        self.window.navigation.open(place)
        self.until(lambda: (view := self.window.tabs.view()) is not None and view.location().view == place.view)
        self.settle()
        view = self.window.tabs.view()
        assert view is not None
        self.visited[place.view] += 1
        self.commands.update({command.title: command.shortcut for command in self.session.context.commands.all()})
        most = THOROUGH if self.tables >= WHOLE else 1
        self.look_around(view, place, thorough=self.visited[place.view] <= most)
        for overlay in view.findChildren(StateOverlay):
            if overlay.state() is ViewState.ERROR:
                self.errors.append(f"{place.link()}: {overlay.text()}")

    def card(self) -> None:
        """Choose the first row of the table in front, if there is one, and open its card."""
        view = self.window.tabs.view()
        assert view is not None
        for table in visible(view, QTableView):
            table.setFocus()
            QTest.keyClick(table, Qt.Key.Key_Home, Qt.KeyboardModifier.ControlModifier)
            QTest.keyClick(table, Qt.Key.Key_Down)
        self.settle()
        if not self.session.context.commands.run("details.card"):
            return
        self.until(lambda: (view := self.window.tabs.view()) is not None and view.location().view == "card")
        self.settle()
        self.visited["card"] += 1
        self.window.refresh()
        self.settle()
        self.window.close_view()

    def look_around(self, view: View, place: Location, *, thorough: bool) -> None:
        """What hands do in any view."""
        for seen in visible(view, QAbstractItemView):
            seen.setFocus()
            QTest.keyClick(seen, Qt.Key.Key_End, Qt.KeyboardModifier.ControlModifier)
            if thorough:
                for key in (Qt.Key.Key_Home, Qt.Key.Key_Down, Qt.Key.Key_End):
                    QTest.keyClick(seen, key)
                QTest.mouseClick(seen.viewport(), Qt.MouseButton.LeftButton, pos=seen.viewport().rect().center())
                self.settle()
        for table in visible(view, QTableView):
            header = table.horizontalHeader()
            if header.count():
                QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(20, 10))
        if thorough:
            for choice in visible(view, QComboBox):
                for _ in range(1, choice.count()):
                    QTest.keyClick(choice, Qt.Key.Key_Down)
                    self.settle()
            self.find("the")
            if place.view == "queries" and self.tables >= WHOLE:
                self.ask_everything(view)
        self.window.refresh()
        self.settle()

    def ask_everything(self, view: View) -> None:
        """Go down the list of questions, asking each; those that must be told something say so."""
        (questions,) = [one for one in visible(view, LineList) if one.accessibleName() == "Questions"]
        QTest.keyClick(questions, Qt.Key.Key_Home)
        for _ in questions.lines():
            QTest.keyClick(questions, Qt.Key.Key_Return)
            self.settle()
            questions.setFocus()
            QTest.keyClick(questions, Qt.Key.Key_Down)
            self.asked += 1

    def find(self, text: str) -> None:
        """Type where the view in front filters or searches, and take it back."""
        self.window.find_here()
        field = QApplication.focusWidget()
        if isinstance(field, QLineEdit):
            before = field.text()
            for typed in (text, before):
                field.selectAll()
                QTest.keyClicks(field, typed) if typed else QTest.keyClick(field, Qt.Key.Key_Delete)
                QTest.keyClick(field, Qt.Key.Key_Return)
                self.settle()

    def settle(self) -> None:
        """Until nothing is read, and nothing more is asked for."""
        for _ in range(2):
            self.until(lambda: not self.runner.running())

    def until(self, condition: Callable[[], bool]) -> None:
        """Let events be handled until it holds."""
        end = time.monotonic() + PATIENCE_S
        while True:
            loop = QEventLoop()
            QTimer.singleShot(2, loop.quit)
            loop.exec()
            if self.faults:
                raise AssertionError("\n".join(self.faults))
            if condition():
                return
            if time.monotonic() > end:
                raise TimeoutError(f"waited in vain; running: {[task.title for task in self.runner.running()]}")


def visible(view: View, kind: type[QWidget]) -> list[QWidget]:
    return [one for one in view.findChildren(kind) if one.isVisible() and one.isEnabled() and one.width() > 20]


def main(tables: int, paths: list[str]) -> int:
    faults: list[str] = []

    def fault(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        faults.append("".join(traceback.format_exception(kind, error, trace)))
        sys.__excepthook__(kind, error, trace)

    sys.excepthook = fault
    app = QApplication(["walk"])
    session = Session(Clock(parse_as_of(AS_OF)), Settings())
    session.window.resize(1400, 900)
    session.start(paths)
    walk = Walk(session, tables, faults)
    walk.until(lambda: len(session.context.workspace.sources) == len(paths))
    walk.go()
    sources = [part for top in session.context.workspace.sources for part in top.walk() if part.database is not None]
    reports = [report for source in sources for report in source.database.reports()]
    kinds = session.window.kinds
    told = {
        "visited": walk.visited,
        "kinds": [kind.id for kind in kinds.all() if not kind.in_tree or any(map(kind.applies, sources))],
        "asked": walk.asked,
        "errors": walk.errors,
        "commands": walk.commands,
        "notices": [notice.report for notice in session.window.notices.notices()],
        "read": sum(1 for report in reports if report.reads),
        "written": sum(report.bytes_written for report in reports),
        "left": [name for report in reports for name in report.files_left],
        "faults": faults,
    }
    session.window.close()
    told["joined"] = session.end()
    app.processEvents()
    print(json.dumps(told))
    return 0


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
