"""The help as a view: a field that finds words in all pages, the list of pages, and the one that is read."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QUrl, Slot
from PySide6.QtGui import (
    QGuiApplication,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTextBrowser,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from inspector import resources
from inspector.ui.help.pages import pages
from inspector.ui.labels import plain, tone
from inspector.ui.states import StateOverlay
from inspector.ui.view import View, ViewContext
from inspector.workspace.location import Location
from inspector.workspace.source import Source

_LIST_WIDTH = 240
_TEXT_MARGIN = 24
_LINE_HEIGHT = 130
_PARAGRAPH_GAP = 6
_CELL_PADDING = 4
_MARKED = 500
_PICTURE = "\ufffc"
"""What a picture is in a text."""
"""Matches of a page that are marked at most."""


class HelpView(View):
    """Shows the pages of resources/help and nothing else: no page of a user's, no address of the network."""

    def __init__(
        self, context: ViewContext, source: Source | None, location: Location, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, source, location, parent)
        self._pages = pages()
        self._texts = [_plain_text(page.text).casefold() for page in self._pages]
        self._build()
        self._list.currentRowChanged.connect(self._row_chosen)
        self._text.anchorClicked.connect(self._follow)
        self._field.textChanged.connect(self._narrow)
        self._field.returnPressed.connect(self._find_next)
        context.theme.changed.connect(self._show)
        self._states = StateOverlay(self)
        if not self._pages:
            self._states.show_empty("The help pages are missing from this installation.", "Install it again.")
        self.show_location(location)

    def show_location(self, location: Location) -> None:
        super().show_location(location)
        ids = [page.id for page in self._pages]
        wanted = location.get("page")
        self._choose(ids.index(wanted) if wanted in ids else 0)

    def find(self) -> None:  # type: ignore[override]  # as in View
        self._field.setFocus()
        self._field.selectAll()

    def text(self) -> str:
        """The page that is read, as plain text."""
        return self._text.toPlainText()

    def listed(self) -> list[str]:
        """The pages that have what is looked for, with how often."""
        items = [self._list.item(row) for row in range(self._list.count())]
        return [item.text() for item in items if not item.isHidden()]

    # --- building ---

    def _build(self) -> None:
        left = QWidget(self)
        self._field = QLineEdit(left)
        self._field.setPlaceholderText("Find in the help")
        self._field.setAccessibleName("Find in the help")
        self._field.setClearButtonEnabled(True)
        self._nothing = plain("", left, wrap=True)
        self._nothing.hide()
        tone(self._nothing, "muted")
        self._list = QListWidget(left)
        self._list.setAccessibleName("Help pages")
        for page in self._pages:
            item = QListWidgetItem(page.title, self._list)
            item.setSizeHint(QSize(0, self.context.theme.row_height))
        column = QVBoxLayout(left)
        column.setContentsMargins(8, 8, 8, 0)
        column.setSpacing(8)
        for widget in (self._field, self._nothing):
            column.addWidget(widget)
        column.addWidget(self._list, 1)
        self._text = QTextBrowser(self, openLinks=False, openExternalLinks=False)
        self._text.document().setDocumentMargin(_TEXT_MARGIN)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.setObjectName("pages")
        splitter.setChildrenCollapsible(False)
        splitter.addWidget(left)
        splitter.addWidget(self._text)
        splitter.setStretchFactor(1, 1)
        splitter.setSizes([self.context.theme.scaled(_LIST_WIDTH), 4 * _LIST_WIDTH])
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(splitter)
        self.setFocusProxy(self._text)

    # --- showing a page ---

    def _choose(self, row: int) -> None:
        if self._pages and self._list.item(row).isHidden():
            self._field.clear()
        self._list.setCurrentRow(row)

    @Slot(int)
    def _row_chosen(self, row: int) -> None:
        if 0 <= row < len(self._pages):
            self._show()
            self.move_to(Location("", "help", (("page", self._pages[row].id),)))

    @Slot()
    def _show(self) -> None:
        row = self._list.currentRow()
        if 0 <= row < len(self._pages):
            # pictures are there in the colours of each theme
            shade = "dark" if self.context.theme.dark else "light"
            self._text.setSearchPaths([str(resources.path("help", shade))])
            self._text.setMarkdown(self._pages[row].text)
            self._space_lines()
            self._mark()

    def _space_lines(self) -> None:
        """Markdown comes without any space between lines and paragraphs, and in the cells of tables."""
        form = QTextBlockFormat()
        form.setLineHeight(_LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        form.setBottomMargin(_PARAGRAPH_GAP)
        cursor = QTextCursor(self._text.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(form)
        block = self._text.document().begin()
        while block.isValid():
            if block.text() == _PICTURE:
                # a picture is a line of its own, and a third of its height would stay empty
                form.setLineHeight(100, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
                QTextCursor(block).mergeBlockFormat(form)
            block = block.next()
        for frame in self._text.document().rootFrame().childFrames():
            table_form = frame.frameFormat().toTableFormat()
            if table_form.isValid():
                table_form.setCellPadding(_CELL_PADDING)
                table_form.setBorder(0)
                frame.setFrameFormat(table_form)

    @Slot(QUrl)
    def _follow(self, url: QUrl) -> None:
        """A link to another page opens it; one to the network is copied, for this program opens none."""
        page = url.path().removesuffix(".md")
        ids = [one.id for one in self._pages]
        if not url.scheme() and page in ids:
            self._choose(ids.index(page))
        else:
            QGuiApplication.clipboard().setText(url.toString())
            self.set_note(f"Copied: {url.toString()}")

    # --- finding ---

    @Slot(str)
    def _narrow(self, words: str) -> None:
        """List the pages that have the words, and mark them on the one that is read."""
        wanted = words.strip().casefold()
        counts = [text.count(wanted) if wanted else 0 for text in self._texts]
        nowhere = bool(wanted) and not any(counts)
        for row, (page, count) in enumerate(zip(self._pages, counts, strict=True)):
            item = self._list.item(row)
            item.setText(f"{page.title}  ({count:,})" if count else page.title)
            item.setHidden(bool(wanted) and not count and not nowhere)
        self._nothing.setText(f"No page has '{words.strip()}'." if nowhere else "")
        self._nothing.setVisible(nowhere)
        self.set_note(f"'{words.strip()}' is on no page." if nowhere else "")
        if wanted and not nowhere and not counts[self._list.currentRow()]:
            self._list.setCurrentRow(next(row for row, count in enumerate(counts) if count))
        self._mark()
        if wanted:
            self._text.moveCursor(QTextCursor.MoveOperation.Start)
            self._text.find(words.strip())

    def _mark(self) -> None:
        wanted = self._field.text().strip()
        marks: list[QTextEdit.ExtraSelection] = []
        form = QTextCharFormat()
        form.setBackground(self.context.theme.colour("selection"))
        form.setForeground(self.context.theme.colour("selection_text"))
        document = self._text.document()
        cursor = document.find(wanted) if wanted else QTextCursor()
        while not cursor.isNull() and len(marks) < _MARKED:
            mark = QTextEdit.ExtraSelection()
            mark.cursor, mark.format = cursor, form
            marks.append(mark)
            cursor = document.find(wanted, cursor)
        self._text.setExtraSelections(marks)

    @Slot()
    def _find_next(self) -> None:
        """To the next place on this page, behind the last one to the next page that has the words."""
        wanted = self._field.text().strip()
        if not wanted or self._text.find(wanted):
            return
        rows = [row for row in range(self._list.count()) if not self._list.item(row).isHidden()]
        later = [row for row in rows if row > self._list.currentRow()]
        self._list.setCurrentRow((later or rows)[0])
        self._text.moveCursor(QTextCursor.MoveOperation.Start)
        self._text.find(wanted)


def _plain_text(markdown: str) -> str:
    document = QTextDocument()
    document.setMarkdown(markdown)
    return document.toPlainText()
