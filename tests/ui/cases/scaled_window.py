"""A window on a scaled screen, in a process of its own: says, as JSON, what in it has less room than it needs.

    python scaled_window.py DATABASE POINTS WIDTH HEIGHT [FOLDER]

POINTS is the size of the application's font; 0: as it is.

The scale is that of QT_SCALE_FACTOR. Pictures go to FOLDER, if one is named.
"""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))
os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from PySide6.QtCore import QEventLoop, QRect, Qt, QTimer
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSpinBox,
    QComboBox,
    QLabel,
    QLineEdit,
    QTabBar,
    QTableView,
    QToolBar,
    QToolButton,
    QWidget,
)

from inspector.clock import Clock, parse_as_of
from inspector.settings import Settings
from inspector.ui.labels import PlainLabel
from inspector.ui.overview.tiles import FigureTile
from inspector.ui.session import Session
from inspector.ui.theme.theme import make_application
from inspector.workspace.location import location

VIEWS = ("overview", "table", "queries", "health", "graph", "search", "help", "start")
SLACK = 1
"""Pixels that may be missing: rounding of scaled sizes."""


class Look:
    """One run of the program."""

    def __init__(self, database: str, size: tuple[int, int], folder: str) -> None:
        self.session = Session(Clock(parse_as_of("2026-05-20T12:00:00Z")), Settings())
        self.window = self.session.window
        self.database, self.folder = database, folder
        self.session.start([])
        self.window.resize(*size)
        self.settle()

    def settle(self) -> None:
        loop, quiet = QEventLoop(), 0

        def tick() -> None:
            nonlocal quiet
            idle = not self.session.context.runner.running() and self.session.context.icons.loaded
            quiet = quiet + 1 if idle else 0
            if quiet > 4:
                loop.quit()

        timer = QTimer(interval=30)
        timer.timeout.connect(tick)
        timer.start()
        QTimer.singleShot(30_000, loop.quit)
        loop.exec()
        timer.stop()

    def found(self) -> list[str]:
        clipped = []
        for view in VIEWS:
            path = "" if view in ("search", "help", "start") else self.database
            params = {"table": "nodes"} if view == "table" else {"text": "node"} if view == "search" else {}
            self.window.navigation.open(location(path, view, **params))
            self.settle()
            clipped += [f"{view}: {one}" for one in clipped_in(self.window)]
            self.picture(view, self.window)
        for name, open_it in (("settings", self.window.aids.show_settings), ("keys", self.window.aids.show_keys)):
            dialog = open_it()
            self.settle()
            clipped += [f"{name}: {one}" for one in clipped_in(dialog)]
            self.picture(name, dialog)
            dialog.close()
        return clipped

    def sharp(self) -> float:
        """Pixels of the graph's picture for each of the window's."""
        self.window.navigation.open(location(self.database, "graph"))
        self.settle()
        canvas = self.window.tabs.view().canvas
        return canvas.grab().width() / canvas.width()

    def picture(self, name: str, widget: QWidget) -> None:
        if self.folder:
            widget.grab().save(f"{self.folder}/{name}.png")


def clipped_in(window: QWidget) -> list[str]:
    """What is shown with less room than its own hints ask for."""
    return [
        words
        for widget in (window, *window.findChildren(QWidget))
        if widget.isVisible() and _seen(widget, window) and (words := _clipped(widget))
    ]


def _seen(widget: QWidget, window: QWidget) -> bool:
    """What is scrolled out of sight is not clipped."""
    return not widget.visibleRegion().isEmpty() and widget.window() is window


def _clipped(widget: QWidget) -> str:
    width, height = 0, 0
    if isinstance(widget, QLabel):
        wrapped = widget.wordWrap()
        height = widget.heightForWidth(widget.width()) if wrapped else widget.sizeHint().height()
        width = 0 if wrapped or not widget.text() else widget.minimumSizeHint().width()
    elif isinstance(widget, (QLineEdit, QAbstractSpinBox)):
        height = widget.minimumSizeHint().height()
    elif isinstance(widget, QComboBox):
        height, width = widget.minimumSizeHint().height(), widget.minimumSizeHint().width() * 2 // 3
    elif isinstance(widget, QAbstractButton):
        # one that is told to be smaller than its text shows a sign that fits
        told = widget.maximumWidth() < widget.sizeHint().width()
        signs = len(widget.text()) <= 1
        height, width = (0, 0) if told and signs else (widget.minimumSizeHint().height(), _button_width(widget))
    elif isinstance(widget, PlainLabel):
        height = QFontMetrics(widget.font()).height()
    elif isinstance(widget, QTabBar):
        height = widget.minimumSizeHint().height()
    elif isinstance(widget, QToolBar):
        return _hidden_by(widget)
    elif isinstance(widget, QAbstractItemView):
        return _row_clipped(widget)
    if widget.height() + SLACK < height or widget.width() + SLACK < width:
        text = getattr(widget, "text", lambda: "")()
        has, needs = f"{widget.width()}x{widget.height()}", f"{width}x{height}"
        return f"{type(widget).__name__} {str(text)[:30]!r} {widget.accessibleName()[:30]!r} has {has}, needs {needs}"
    return ""


def _button_width(button: QAbstractButton) -> int:
    """What its words need; one that shows only its icon, or paints itself, needs none."""
    icon_only = isinstance(button, QToolButton) and button.toolButtonStyle() == Qt.ToolButtonStyle.ToolButtonIconOnly
    if (icon_only and not button.icon().isNull()) or isinstance(button, FigureTile):
        return button.minimumSizeHint().width()
    if isinstance(button, QToolButton) and not isinstance(button.parent(), QTabBar):
        return button.sizeHint().width()
    return QFontMetrics(button.font()).horizontalAdvance(button.text()) if button.text() else 0


def _hidden_by(bar: QToolBar) -> str:
    missing = [
        action.text() or bar.widgetForAction(action).accessibleName()
        for action in bar.actions()
        if action.isVisible() and bar.widgetForAction(action) and not bar.widgetForAction(action).isVisible()
    ]
    return f"the toolbar hides {missing}" if missing else ""


def _row_clipped(view: QAbstractItemView) -> str:
    model = view.model()
    if model is None or not model.rowCount(view.rootIndex()):
        return ""
    index = model.index(0, 0, view.rootIndex())
    if isinstance(view, QTableView) and view.columnWidth(0) == 0:
        return ""
    rect: QRect = view.visualRect(index)
    needs = QFontMetrics(view.font()).height()
    if rect.isValid() and rect.height() + SLACK < needs:
        return f"{type(view).__name__} {view.accessibleName()!r} rows of {rect.height()}, needs {needs}"
    return ""


def main() -> None:
    database, points, width, height = sys.argv[1], *map(int, sys.argv[2:5])
    folder = sys.argv[5] if len(sys.argv) > 5 else ""
    application = make_application("scaled")
    if points:
        font = application.font()
        font.setPointSize(points)
        application.setFont(font)
    look = Look(database, (width, height), folder)
    clipped = look.found()
    size = [look.window.width(), look.window.height()]
    print(
        json.dumps({"clipped": clipped, "ratio": look.window.devicePixelRatio(), "sharp": look.sharp(), "size": size})
    )
    look.window.close()
    look.session.end()
    sys.stdout.flush()
    os._exit(0)


if __name__ == "__main__":
    main()
