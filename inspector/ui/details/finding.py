"""Where a text stands in one page of the details: all of it counted, marked, and stepped through.

A list of entries, the text of a value, a tree of JSON: each finds in what it shows, long texts a bite at a time.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, QTimer, Signal, Slot
from PySide6.QtGui import QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QTextEdit, QWidget

from inspector.errors import BugError
from inspector.ui.details.code_view import CodeView
from inspector.ui.details.item_list import ItemList
from inspector.ui.details.items import Item
from inspector.ui.details.json_model import KEY_ROLE, NODE_ROLE, VALUE_ROLE
from inspector.ui.details.json_view import JsonView
from inspector.ui.details.pattern import Pattern, pattern_of, spans_in
from inspector.ui.details.raw_page import RawPage
from inspector.ui.details.value_page import ValuePage
from inspector.ui.theme.theme import Theme
from inspector.ui.view import ViewContext
from inspector.workspace.rows.json_tree import JsonNode

MOST = 10_000
"""Matches that are kept of one page."""
MEMBERS = 5_000
"""Members of a JSON that are opened to be looked through."""
_BITE = 64 << 10
_AGAIN_MS = 120


class Finding(QObject):
    """What is sought in one page."""

    changed = Signal()
    """There is more, or other, to say of the matches."""

    def __init__(self, page: QWidget) -> None:
        super().__init__(page)
        self.text = ""
        self._pattern: Pattern | None = None
        self._at = -1
        self._again = QTimer(self, singleShot=True, interval=_AGAIN_MS)
        self._again.timeout.connect(self._look_again)

    def seek(self, text: str) -> None:
        """Find this text; an empty one takes the marks off."""
        if text != self.text:
            self.text, self._pattern, self._at = text, pattern_of(text), -1
            self._look()

    def step(self, by: int) -> None:
        """Go to the next match (1) or the one before (-1), round and round."""
        count = self.count()
        if count:
            self._at = self._first(by) if self._at < 0 else (self._at + by) % count
            self._go(self._at)
            self.changed.emit()

    def words(self) -> str:
        """How many there are, and which of them is in front."""
        count = self.count()
        if not self.text:
            return ""
        if not count:
            return "looking…" if self.is_looking() else "not found"
        told = f"{count:,}{'+' if count >= MOST or self.is_looking() else ''}{self._where()}"
        return f"{self._at + 1:,} of {told}" if self._at >= 0 else told

    def count(self) -> int:
        """How many matches are known."""
        raise BugError("a finding of no page")

    def is_looking(self) -> bool:
        """Whether it is looked on for more."""
        return False

    @Slot()
    def look_later(self) -> None:
        """The page shows something else: find in that, once it rests."""
        if self.text:
            self._again.start()

    @Slot()
    def _look_again(self) -> None:
        self._at = -1
        self._look()

    def _first(self, by: int) -> int:
        return 0 if by > 0 else self.count() - 1

    def _where(self) -> str:
        return ""

    def _look(self) -> None:
        raise BugError("a finding of no page")

    def _go(self, at: int) -> None:
        raise BugError("a finding of no page")


class ListFinding(Finding):
    """Entries that hold the text in their name, value or notes."""

    def __init__(self, page: ItemList) -> None:
        super().__init__(page)
        self._list = page
        self._rows: list[int] = []
        model = page.model()
        for signal in (model.modelReset, model.dataChanged):
            signal.connect(self.look_later)

    def count(self) -> int:
        return len(self._rows)

    def _look(self) -> None:
        pattern = self._pattern
        items = self._list.items() if pattern is not None else ()
        self._rows = [row for row, item in enumerate(items) if pattern is not None and _holds(item, pattern)]
        self._list.mark(pattern)
        self.changed.emit()

    def _first(self, by: int) -> int:
        """The next one from the entry that is current."""
        here = max(0, self._list.currentIndex().row())
        return bisect_left(self._rows, here) % len(self._rows) if by > 0 else bisect_left(self._rows, here) - 1

    def _go(self, at: int) -> None:
        at %= len(self._rows)
        self._at = at
        index = self._list.model().index(self._rows[at], 0)
        self._list.setCurrentIndex(index)
        self._list.scrollTo(index)

    def _where(self) -> str:
        return " entries" if len(self._rows) != 1 else " entry"


def _holds(item: Item, pattern: Pattern) -> bool:
    if item.kind == "heading":
        return False
    return any(pattern.search(text) for text in (item.name, item.text, item.tag, *(note.text for note in item.notes)))


class TextFinding(Finding):
    """Places of a long text, marked where they are on screen."""

    def __init__(self, page: CodeView, theme: Theme) -> None:
        super().__init__(page)
        self._view, self._theme = page, theme
        self._places: list[tuple[int, int, int]] = []
        self._looking: Iterator[bool] | None = None
        self._bites = QTimer(self, interval=0)
        self._bites.timeout.connect(self._bite)
        page.document().contentsChanged.connect(self.look_later)
        page.verticalScrollBar().valueChanged.connect(self._mark)
        theme.changed.connect(self._mark)

    def count(self) -> int:
        return len(self._places)

    def is_looking(self) -> bool:
        return self._looking is not None

    def _look(self) -> None:
        self._places = []
        self._looking = self._search(self._pattern) if self._pattern is not None else None
        if self._looking is None:
            self._bites.stop()
        else:
            self._bite()
        self._mark()
        self.changed.emit()

    def _search(self, pattern: Pattern) -> Iterator[bool]:
        """Looks through the lines, and pauses between bites."""
        seen = 0
        for number, line in enumerate(self._view.exact().split("\n")):
            self._places += [(number, start, length) for start, length in spans_in(line, pattern)]
            seen += len(line) + 1
            if len(self._places) >= MOST:
                del self._places[MOST:]
                return
            if seen >= _BITE:
                seen = 0
                yield True

    @Slot()
    def _bite(self) -> None:
        known = len(self._places)
        if self._looking is not None and next(self._looking, None) is None:
            self._looking = None
        if self._looking is None:
            self._bites.stop()
        elif not self._bites.isActive():
            self._bites.start()
        if self._looking is None or len(self._places) != known:
            self._mark()
            self.changed.emit()

    def _first(self, by: int) -> int:
        """The first one from the top of the screen on."""
        top = self._view.cursorForPosition(QPoint(0, 0)).blockNumber()
        at = bisect_left(self._places, (top, 0, 0))
        return at % len(self._places) if by > 0 else at - 1

    def _go(self, at: int) -> None:
        self._at = at % len(self._places)
        self._view.setTextCursor(self._cursor(self._places[self._at]))
        self._view.ensureCursorVisible()

    @Slot()
    def _mark(self) -> None:
        if not self._places:
            self._view.setExtraSelections([])
            return
        view = self._view
        top = view.cursorForPosition(QPoint(0, 0)).blockNumber()
        bottom = view.cursorForPosition(QPoint(0, view.viewport().height())).blockNumber() + 1
        form, marks = mark_format(self._theme), []
        for place in self._places[bisect_left(self._places, (top, 0, 0)) : bisect_left(self._places, (bottom, 0, 0))]:
            mark = QTextEdit.ExtraSelection()
            mark.cursor, mark.format = self._cursor(place), form
            marks.append(mark)
        view.setExtraSelections(marks)

    def _cursor(self, place: tuple[int, int, int]) -> QTextCursor:
        number, start, length = place
        block = self._view.document().findBlockByNumber(number)
        cursor = QTextCursor(block)
        # a text that became shorter is looked through again in a moment
        last = block.position() + max(0, block.length() - 1)
        cursor.setPosition(min(block.position() + start, last))
        cursor.setPosition(min(block.position() + start + length, last), QTextCursor.MoveMode.KeepAnchor)
        return cursor


class TreeFinding(Finding):
    """Members of a JSON whose name or value holds the text; closed levels that are here already are opened for it."""

    def __init__(self, page: JsonView) -> None:
        super().__init__(page)
        self._page = page
        self._found: list[QPersistentModelIndex] = []
        self._whole = True
        page.model.modelReset.connect(self.look_later)

    def count(self) -> int:
        return len(self._found)

    def _look(self) -> None:
        self._found, self._whole = [], True
        pattern = self._pattern
        if pattern is not None:
            self._search(QModelIndex(), pattern, MEMBERS)
        self._page.mark(pattern)
        self.changed.emit()

    def _search(self, parent: QModelIndex, pattern: Pattern, budget: int) -> int:
        model = self._page.model
        node = parent.data(NODE_ROLE) if parent.isValid() else model.document()
        if isinstance(node, JsonNode) and node.inner is not None and model.canFetchMore(parent):
            model.fetchMore(parent)
        elif model.canFetchMore(parent):
            self._whole = False
        for row in range(model.rowCount(parent)):
            index = model.index(row, 0, parent)
            budget -= 1
            if budget <= 0 or index.data(NODE_ROLE) is None:
                self._whole = False
                return budget
            if pattern.search(index.data(KEY_ROLE)) or pattern.search(_whole_text(index)):
                self._found.append(QPersistentModelIndex(index))
            budget = self._search(index, pattern, budget)
        return budget

    def _go(self, at: int) -> None:
        tree, index = self._page.tree, self._found[at]
        # a document that is another by now is looked through in a moment
        if index.isValid():
            tree.setCurrentIndex(index)
            tree.scrollTo(index)

    def _where(self) -> str:
        return "" if self._whole else " in what is open"


def _whole_text(index: QModelIndex) -> str:
    node = index.data(NODE_ROLE)
    return node.text if isinstance(node, JsonNode) and node.kind == "text" else str(index.data(VALUE_ROLE))


def page_findings(
    context: ViewContext, fields: ItemList, value: ValuePage, links: ItemList, raw: RawPage
) -> dict[QWidget, Finding]:
    """The finding of each page, by what has the keyboard on it."""
    found: dict[QWidget, Finding] = {shown: ListFinding(shown) for shown in (fields, links)}
    for text in (value.text, raw.text):
        found[text] = TextFinding(text, context.theme)
    found[value.tree.tree] = TreeFinding(value.tree)
    return found


def mark_format(theme: Theme) -> QTextCharFormat:
    """How a match looks."""
    colour = theme.colour("warning")
    colour.setAlpha(90)
    form = QTextCharFormat()
    form.setBackground(colour)
    return form
