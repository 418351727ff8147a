"""The keys at a glance: every command that has keys, by menu, and the keys of each pane, on one screen."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QKeySequence, QPainter, QPaintEvent, QResizeEvent, QShortcut
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QLineEdit, QSizePolicy, QVBoxLayout, QWidget

from inspector.ui.commands import CommandRegistry
from inspector.ui.labels import PlainLabel, enlarge, plain, tone
from inspector.ui.lines.card import Page
from inspector.ui.shell.pane_keys import PANE_KEYS
from inspector.ui.theme.theme import Theme

_SIZE = 1120, 640
_MARGIN = 48
_COLUMN = 320
"""Pixels a column needs."""
_GAP = 20
_ARROWS = {"Up": "↑", "Down": "↓", "Left": "←", "Right": "→"}
_NO_MENU = "Other"
_FOUND_BY_NAME = "Ctrl+K finds every command by its name, with keys or without."


@dataclass(frozen=True)
class KeyEntry:
    """One line of the sheet."""

    group: str
    """Menu or pane."""
    words: str
    """What is done."""
    keys: tuple[str, ...]
    """Key sequences as this system writes them; none: it is found by its name alone."""

    def fits(self, wanted: str) -> bool:
        """Whether every typed word stands in it; without one, whether it has keys."""
        searched = " ".join((self.group, self.words, *self.keys)).casefold()
        words = wanted.casefold().split()
        return all(word in searched for word in words) if words else bool(self.keys)


def key_entries(commands: CommandRegistry) -> tuple[KeyEntry, ...]:
    """All commands that exist now, by menu in the order they were added, then the keys of the panes."""
    all_commands = commands.all()
    menus = dict.fromkeys(command.menu or _NO_MENU for command in all_commands)
    order = [*(menu for menu in menus if menu != _NO_MENU), *([_NO_MENU] if _NO_MENU in menus else [])]
    found = [
        KeyEntry(menu, command.title, _native((command.shortcut, *command.more_shortcuts)))
        for menu in order
        for command in all_commands
        if (command.menu or _NO_MENU) == menu
    ]
    found += [KeyEntry(pane, one.words, _native(one.keys)) for pane, keys in PANE_KEYS.items() for one in keys]
    return tuple(found)


def _native(keys: tuple[str, ...]) -> tuple[str, ...]:
    native = QKeySequence.SequenceFormat.NativeText
    return tuple(_ARROWS.get(one) or QKeySequence(one).toString(native) for one in keys if one)


class KeySheet(QDialog):
    """Shows the keys; typing narrows them."""

    helpRequested = Signal()
    """The reader wants the page about keys (F1)."""

    def __init__(self, commands: CommandRegistry, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys at a glance")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._field = QLineEdit(self)
        self._field.setPlaceholderText("Find a key or what it does")
        self._field.setAccessibleName("Find a key or what it does")
        self._field.setClearButtonEnabled(True)
        self._nothing = plain("", self, wrap=True)
        tone(self._nothing, "muted")
        self._nothing.hide()
        self._page = Page(theme, self)
        self._columns = _Columns(key_entries(commands), theme, self._page.content)
        self._page.column.addWidget(self._nothing)
        self._page.column.addWidget(self._columns)
        self._page.column.addStretch(1)
        foot = plain(_FOUND_BY_NAME, self)
        tone(foot, "muted")
        foot.setContentsMargins(16, 8, 16, 8)
        top = QHBoxLayout()
        top.setContentsMargins(16, 12, 16, 8)
        top.addWidget(self._field)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(top)
        column.addWidget(self._page, 1)
        column.addWidget(foot)
        self._field.textChanged.connect(self._narrow)
        QShortcut(QKeySequence("F1"), self).activated.connect(self._ask_help)
        window = parent.window().size()
        width, height = theme.scaled(_SIZE[0]), theme.scaled(_SIZE[1])
        self.resize(min(width, window.width() - _MARGIN), min(height, window.height() - _MARGIN))
        self._field.setFocus()

    def texts(self) -> list[tuple[str, str]]:
        """What is shown now: words and keys."""
        return [(entry.words, " ".join(entry.keys)) for entry in self._columns.shown()]

    @Slot(str)
    def _narrow(self, wanted: str) -> None:
        self._columns.narrow(wanted)
        nothing = not self._columns.shown()
        self._nothing.setText(f"Nothing is done by '{wanted.strip()}'." if nothing else "")
        self._nothing.setVisible(nothing)

    @Slot()
    def _ask_help(self) -> None:
        self.close()
        self.helpRequested.emit()


class _Columns(QWidget):
    """Groups of lines, flowing down as many columns as there is room for; a group is not torn."""

    def __init__(self, entries: tuple[KeyEntry, ...], theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._groups = [
            _Group(name, [entry for entry in entries if entry.group == name], theme, self)
            for name in dict.fromkeys(entry.group for entry in entries)
        ]
        self._count = 0
        self._lanes: list[QVBoxLayout] = []
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(_GAP)
        self._row = row
        self.narrow("")

    def shown(self) -> list[KeyEntry]:
        return [entry for group in self._groups for entry in group.shown]

    def narrow(self, wanted: str) -> None:
        for group in self._groups:
            group.narrow(wanted)
        self._flow()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._wanted_count() != self._count:
            self._flow()

    def _wanted_count(self) -> int:
        needed = self.fontMetrics().averageCharWidth() * 46
        return max(1, min(3, (self.width() + _GAP) // (max(_COLUMN, needed) + _GAP)))

    def _flow(self) -> None:
        """Each group goes to the column that is the shortest so far."""
        self._count = self._wanted_count()
        for lane in self._lanes:
            while lane.count():
                lane.takeAt(0)
        while len(self._lanes) < self._count:
            lane = QVBoxLayout()
            lane.setSpacing(_GAP)
            self._row.addLayout(lane)
            self._lanes.append(lane)
        heights = [0] * self._count
        for group in self._groups:
            if group.shown:
                at = heights.index(min(heights))
                self._lanes[at].addWidget(group)
                heights[at] += len(group.shown) + 2
        for place, lane in enumerate(self._lanes):
            self._row.setStretch(place, 1 if place < self._count else 0)
            lane.addStretch(1)
        self.updateGeometry()


class _Group(QWidget):
    """A heading and its lines."""

    def __init__(self, name: str, entries: list[KeyEntry], theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self.shown: list[KeyEntry] = []
        """The entries that are not hidden."""
        head = plain(name, self)
        enlarge(head)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(3)
        column.addWidget(head)
        self._lines = [(entry, _Line(entry, theme, self)) for entry in entries]
        for _, line in self._lines:
            column.addWidget(line)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Minimum)

    def narrow(self, wanted: str) -> None:
        self.shown = [entry for entry, _ in self._lines if entry.fits(wanted)]
        for entry, line in self._lines:
            line.setVisible(entry in self.shown)
        self.setVisible(bool(self.shown))


class _Line(QWidget):
    def __init__(self, entry: KeyEntry, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(PlainLabel(entry.words, self), 1)
        for keys in entry.keys:
            row.addWidget(_KeyCap(keys, theme, self))
        if not entry.keys:
            none = plain("no keys", self)
            tone(none, "muted")
            row.addWidget(none)


class _KeyCap(QFrame):
    """A key sequence, framed like a key."""

    def __init__(self, text: str, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._text, self._theme = text, theme
        self.setFont(theme.font("dense"))
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(text)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        return QSize(metrics.horizontalAdvance(self._text) + 14, metrics.height() + 6)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._theme.colour("border"))
        painter.setBrush(self._theme.colour("raised"))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4)
        painter.setPen(self._theme.colour("text"))
        painter.drawText(self.rect(), int(Qt.AlignmentFlag.AlignCenter) | Qt.TextFlag.TextSingleLine, self._text)
        painter.end()
