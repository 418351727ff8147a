"""The help as a view: a list of pages beside the one that is read."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QUrl, Slot
from PySide6.QtGui import QGuiApplication, QTextBlockFormat, QTextCursor
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QSplitter,
    QTextBrowser,
    QVBoxLayout,
    QWidget,
)

from inspector.ui.help.pages import pages
from inspector.ui.states import StateOverlay
from inspector.ui.view import View, ViewContext
from inspector.workspace.location import Location
from inspector.workspace.source import Source

_LIST_WIDTH = 200
_TEXT_MARGIN = 24
_LINE_HEIGHT = 130
_PARAGRAPH_GAP = 6


class HelpView(View):
    """Shows the pages of resources/help and nothing else: no page of a user's, no address of the network."""

    def __init__(
        self, context: ViewContext, source: Source | None, location: Location, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, source, location, parent)
        self._pages = pages()
        self._build()
        self._list.currentRowChanged.connect(self._row_chosen)
        self._text.anchorClicked.connect(self._follow)
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
        self._list.setCurrentRow(ids.index(wanted) if wanted in ids else 0)

    def find(self) -> None:  # type: ignore[override]  # as in View
        self._field.setFocus()
        self._field.selectAll()

    def text(self) -> str:
        """The page that is read, as plain text."""
        return self._text.toPlainText()

    def _build(self) -> None:
        self._list = QListWidget(self)
        self._list.setAccessibleName("Help pages")
        for page in self._pages:
            item = QListWidgetItem(page.title, self._list)
            item.setSizeHint(QSize(0, self.context.theme.row_height))
        self._text = QTextBrowser(self, openLinks=False, openExternalLinks=False)
        self._text.document().setDocumentMargin(_TEXT_MARGIN)
        self._field = QLineEdit(self)
        self._field.setPlaceholderText("Find on this page")
        right = QWidget(self)
        column = QVBoxLayout(right)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._field)
        column.addWidget(self._text)
        splitter = QSplitter(Qt.Orientation.Horizontal, self)
        splitter.addWidget(self._list)
        splitter.addWidget(right)
        splitter.setSizes([_LIST_WIDTH, 4 * _LIST_WIDTH])
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(splitter)

    @Slot(int)
    def _row_chosen(self, row: int) -> None:
        if 0 <= row < len(self._pages):
            self._show()
            self.move_to(Location("", "help", (("page", self._pages[row].id),)))

    @Slot()
    def _show(self) -> None:
        row = self._list.currentRow()
        if 0 <= row < len(self._pages):
            self._text.setMarkdown(self._pages[row].text)
            self._space_lines()

    def _space_lines(self) -> None:
        """Markdown comes without any space between lines and paragraphs."""
        form = QTextBlockFormat()
        form.setLineHeight(_LINE_HEIGHT, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        form.setBottomMargin(_PARAGRAPH_GAP)
        cursor = QTextCursor(self._text.document())
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.mergeBlockFormat(form)

    @Slot(QUrl)
    def _follow(self, url: QUrl) -> None:
        """A link to another page opens it; one to the network is copied, for this program opens none."""
        page = url.path().removesuffix(".md")
        ids = [one.id for one in self._pages]
        if not url.scheme() and page in ids:
            self._list.setCurrentRow(ids.index(page))
        else:
            QGuiApplication.clipboard().setText(url.toString())
            self.set_note(f"Copied: {url.toString()}")

    @Slot()
    def _find_next(self) -> None:
        wanted = self._field.text()
        if wanted and not self._text.find(wanted):
            self._text.moveCursor(self._text.textCursor().MoveOperation.Start)
            found = self._text.find(wanted)
            self.set_note("" if found else f"'{wanted}' is not on this page.")
