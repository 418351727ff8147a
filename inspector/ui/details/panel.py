"""The details of the selected row: head, fields, one value whole, links both ways, the row as text."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from PySide6.QtCore import QPoint, Qt, QTimer, Slot
from PySide6.QtGui import QFocusEvent, QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QMenu, QTabWidget, QVBoxLayout, QWidget

from inspector.cancel import CancelToken
from inspector.db.rows import RowRef
from inspector.db.watch import ChangeKind, FileChange
from inspector.errors import KnownError
from inspector.ui.changes.line import ChangedLine
from inspector.ui.chat.place import message_location
from inspector.ui.commands import Command
from inspector.ui.details.field_items import field_items
from inspector.ui.details.find_bar import DetailsFindBar
from inspector.ui.details.finding import page_findings
from inspector.ui.details.header import DetailsHeader
from inspector.ui.details.item_list import ItemList
from inspector.ui.details.items import Action, Item
from inspector.ui.details.json_view import JsonView
from inspector.ui.details.link_items import link_items, links_in_words
from inspector.ui.details.raw_page import RawPage
from inspector.ui.details.raw_text import row_json, whole_value
from inspector.ui.details.told_page import ToldPage
from inspector.ui.details.value_page import ValuePage
from inspector.ui.states import PartialStrip, StateOverlay
from inspector.ui.view import SelectionPanel, Told, ViewContext
from inspector.workspace.conversations.offered import is_said
from inspector.workspace.graphs.wanted import around_location
from inspector.workspace.rows.row_details import RowDetails, count_links_in, read_row
from inspector.workspace.rows.row_links import LinkIn
from inspector.workspace.rows.row_location import card_location, row_location
from inspector.workspace.source import Source

FIELDS, VALUE, LINKS, RAW, TOLD = range(5)
"""The pages."""
_LEAST_WIDTH = 244
_AGES_MS = 20_000
_SAID_MS = 4000
_AGAIN_MS = 1000
"""Milliseconds from one reading of a row to the next beside a program that writes all the time."""
_READ_AGAIN = frozenset((ChangeKind.WRITTEN, ChangeKind.UNSURE, ChangeKind.BACK))
"""What the panel answers by reading its one row again."""


class DetailsPanel(SelectionPanel):
    """Follows the selection of the view in front."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(context, parent)
        self._source: Source | None = None
        self._ref: RowRef | None = None
        self._details: RowDetails | None = None
        self._shown: Source | None = None
        self._counted: list[LinkIn] = []
        self._counting = False
        self._page_before: int | None = None
        self._build()
        self._again = QTimer(self, singleShot=True, interval=_AGAIN_MS)
        self._ages = QTimer(self, interval=_AGES_MS)
        self._quiet = QTimer(self, singleShot=True, interval=_SAID_MS)
        self._wire()
        self.show_selection(None)

    # --- what the window asks ---

    def show_selection(self, selected: object) -> None:
        told = selected[2] if isinstance(selected, tuple) and len(selected) > 2 else None
        told = told if isinstance(told, Told) else None
        is_row = isinstance(selected, tuple) and len(selected) > 1 and isinstance(selected[1], RowRef)
        self._show_told(told, alone=not is_row)
        if not isinstance(selected, tuple) or not is_row:
            self._clear()
            if told is not None:
                self.overlay.show_content()
            return
        source, ref = selected[0], selected[1]
        if source is self._source and ref == self._ref and self._details is not None:
            return
        fresh = ref != self._ref or source.path != (self._source.path if self._source is not None else "")
        self._source, self._ref = source, ref
        self._read(fresh=fresh)

    def commands(self) -> tuple[Command, ...]:
        has = self._has_row
        return (
            Command("details.card", "Open card", self.open_card, "Ctrl+E", has, "ph.identification-card", "Go"),
            Command("details.around", "Draw the rows around", self.draw_around, "", has, "ph.share-network", "Go"),
            Command("details.timeline", "Show in the timeline", self.show_in_timeline, "", has, "ph.clock", "Go"),
            Command("details.chat", "Show in the conversation", self.show_in_chat, "", self._is_said, menu="Go"),
            Command("details.trace", "Trace this message", self.trace_message, "", self._is_message, "ph.path", "Go"),
            Command("details.copy_link", "Copy link of the row", self._copy_link, "", has, "ph.link", "Go"),
            Command("details.why_not", "Why is this row not found?", self.why_not, "", has, "ph.question", "Go"),
        )

    def find_inside(self) -> bool:
        """Find in the page in front."""
        if self._page() is self.told:
            return False
        self.find_bar.start()
        return True

    def details(self) -> RowDetails | None:
        """The row that is shown."""
        return self._details

    def refresh(self) -> None:
        """Read the row again."""
        if self._source is not None and self._ref is not None:
            self._read(fresh=False)

    def _show_told(self, told: Told | None, *, alone: bool) -> None:
        """Show what the view says of the selection; ``alone`` where it is no row."""
        self.told.show_told(told)
        if told is not None:
            self.tabs.setTabText(TOLD, _menu_words(told.title))
        self.tabs.setTabVisible(TOLD, told is not None)
        hidden = alone and told is not None
        if hidden and self._page_before is None:
            # before the pages go: Qt turns to another one by itself
            self._page_before = self.tabs.currentIndex()
            self.tabs.setCurrentIndex(TOLD)
        self.header.setVisible(not hidden)
        for page in (FIELDS, VALUE, LINKS, RAW):
            self.tabs.setTabVisible(page, not hidden)
        if not hidden and self._page_before is not None:
            before, self._page_before = self._page_before, None
            self.tabs.setCurrentIndex(before if before != TOLD or told is not None else FIELDS)

    # --- building ---

    def _build(self) -> None:
        context = self.context
        self.setMinimumWidth(_LEAST_WIDTH)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        body = QWidget(self)
        self.header = DetailsHeader(context, body)
        self.tabs = QTabWidget(body)
        self.tabs.setDocumentMode(True)
        self.tabs.setUsesScrollButtons(True)
        self.tabs.tabBar().setDrawBase(False)
        self.fields, self.links = ItemList(context.theme, self), ItemList(context.theme, self, name_share=0.55)
        self.fields.setAccessibleName("Fields")
        self.links.setAccessibleName("Links")
        self.value, self.raw = ValuePage(context, self), RawPage(context, self)
        for page, words in ((self.fields, "Fields"), (self.value, "Value"), (self.links, "Links"), (self.raw, "Raw")):
            self.tabs.addTab(page, words)
        self.told = ToldPage(context.theme, self)
        self.tabs.addTab(self.told, "")
        self.tabs.setTabVisible(TOLD, False)
        self._findings = page_findings(context, self.fields, self.value, self.links, self.raw)
        self.find_bar = DetailsFindBar(context, self._findings.values(), body)
        self.said = PartialStrip(body)
        inner = QVBoxLayout(body)
        inner.setContentsMargins(0, 0, 0, 0)
        inner.setSpacing(0)
        inner.addWidget(self.header)
        inner.addWidget(self.tabs, 1)
        inner.addWidget(self.find_bar)
        inner.addWidget(self.said)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(body, 1)
        self.changed = ChangedLine(context, self.refresh, self, action="Read again", quiet=_READ_AGAIN)
        column.addWidget(self.changed)
        self.overlay = StateOverlay(body)

    def _wire(self) -> None:
        for shown in (self.fields, self.links):
            shown.actionRequested.connect(self._act)
            shown.copyRequested.connect(self._copy_item)
            shown.menuRequested.connect(self._show_menu)
        self.header.openRequested.connect(self._open_row)
        self.header.linkRequested.connect(self._copy_link)
        self.header.copyRequested.connect(self._copy_row)
        self.header.cardRequested.connect(self.open_card)
        self.value.copied.connect(self._say)
        self.tabs.currentChanged.connect(self._find_in_front)
        self.value.frontChanged.connect(self._find_in_front)
        self.find_bar.left.connect(self._focus_page)
        self._find_in_front()
        self.changed.changed.connect(self._file_changed)
        self._ages.timeout.connect(self._tell_ages)
        self._quiet.timeout.connect(self.said.show_whole)
        listen = getattr(self.context.workspace, "on_change", None)
        if listen is not None:
            listen(self._workspace_changed)

    # --- reading ---

    def _read(self, *, fresh: bool) -> None:
        source, ref, runner = self._source, self._ref, self.context.runner
        assert source is not None
        assert ref is not None
        runner.cancel(self, "links in")
        if fresh:
            self.overlay.show_loading(f"Reading a row of {ref.table}…", self._stop)

        self._again.start()
        self.changed.run(
            (source.database,) if source.database is not None else (),
            partial(read_row, source, ref),
            partial(self._show, source, fresh),
            partial(self._failed, fresh),
            owner=self,
            key="row",
            title="Reading a row…",
            cancelled=self._stopped,
        )

    def _show(self, source: Source, fresh: bool, details: RowDetails) -> None:
        before, self._details = self._details, details
        if before is None:
            self.context.commands.refresh()
        self.overlay.show_content()
        same_source, self._shown = source is self._shown, source
        if not fresh and same_source and before is not None and _same(before, details):
            return
        self.header.show_row(source, details)
        self.fields.show_items(field_items(details, source.path, self.context.clock.now()), fresh=fresh)
        self.value.show_details(source, details)
        self.raw.show_details(details)
        self._count(source, details, fresh=fresh)

    def _count(self, source: Source, details: RowDetails, *, fresh: bool) -> None:
        runner, counted = self.context.runner, list[LinkIn]()
        self._counted, self._counting = counted, bool(details.referrers)
        if fresh:
            self._show_links(fresh=True)
        if not details.referrers:
            self._show_links(fresh=False)
            return

        def arrived(told: tuple[CancelToken, LinkIn]) -> None:
            if not told[0].cancelled and self._counted is counted:
                counted.append(told[1])
                self._show_links(fresh=False)

        def work(cancel: CancelToken) -> None:
            for one in count_links_in(source, details, cancel):
                runner.deliver(self, arrived, (cancel, one))

        runner.run(
            work, self._counted_all, self._not_counted, owner=self, key="links in", title="Counting what refers to it…"
        )

    def _counted_all(self, nothing: None) -> None:
        self._counting = False
        self._show_links(fresh=False)

    def _not_counted(self, error: KnownError) -> None:
        self._counting = False
        self._show_links(fresh=False)
        self._say(f"What refers to it could not be counted: {error}")

    def _show_links(self, *, fresh: bool) -> None:
        details, source = self._details, self._source
        if details is None or source is None:
            return
        self.links.show_items(link_items(details, source.path, self._counted, counting=self._counting), fresh=fresh)
        pointing = sum(1 for one in self._counted if one.count is None or one.count)
        total = len(details.links) + pointing
        self.tabs.setTabText(LINKS, f"Links {total}" if total else "Links")
        self.header.show_points(links_in_words(self._counted))

    def _failed(self, fresh: bool, error: KnownError) -> None:
        same = not fresh and self._details is not None and self._source is self._shown
        if same and self.changed.keep("row", error):
            self.overlay.show_content()
            return
        self._details = None
        self.overlay.show_error(error, self.refresh)
        self.changed.shown("row")

    def _stop(self) -> None:
        self.context.runner.cancel(self, "row")
        self._stopped()

    def _stopped(self) -> None:
        self.overlay.show_empty("Reading the row was stopped.", action="Read it again", run=self.refresh)

    def _clear(self) -> None:
        self._source, self._ref, self._details = None, None, None
        self.context.commands.refresh()
        self.context.runner.cancel(self)
        self.value.forget()
        self.changed.release()
        self.overlay.show_empty(
            "Nothing is selected.", "Select a row, a node or a hit: what it holds and where it leads is shown here."
        )

    # --- what is done with it ---

    @Slot(object)
    def _act(self, action: Action) -> None:
        if action.place is not None:
            self.openRequested.emit(action.place)
        elif action.column:
            self.show_value(action.column)

    def show_value(self, column: str) -> None:
        """Show the whole value of a column."""
        self.tabs.setCurrentIndex(VALUE)
        self.value.show_column(column)

    @Slot(object)
    def _copy_item(self, item: Item) -> None:
        field = self._details.field(item.column) if self._details is not None and item.column else None
        if item.copied is not None:
            QGuiApplication.clipboard().setText(item.copied)
            self._say("The value was copied.")
        elif field is not None:
            self.value.copy_field(field)

    @Slot(object)
    def _show_menu(self, at: tuple[QPoint, Item]) -> None:
        point, item = at
        self.menu(item).popup(point)

    def menu(self, item: Item) -> QMenu:
        """What can be done with an entry; it goes when it is closed."""
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        for action in item.actions:
            menu.addAction(_menu_words(action.words), partial(self._act, action))
        if item.kind != "heading":
            menu.addSeparator()
            menu.addAction("Copy value", partial(self._copy_item, item))
        if item.column:
            menu.addAction("Copy column name", partial(QGuiApplication.clipboard().setText, item.column))
        menu.addSeparator()
        menu.addAction("Open the card of this row", self.open_card)
        menu.addAction("Draw the rows around it", self.draw_around)
        menu.addAction("Show in the timeline", self.show_in_timeline)
        if self._is_said():
            menu.addAction("Show in the conversation", self.show_in_chat)
        if self._is_message():
            menu.addAction("Trace this message", self.trace_message)
        menu.addAction("Why is this row not found?", self.why_not)
        menu.addAction("Copy row as JSON", self._copy_row)
        menu.addAction("Copy link to this row", self._copy_link)
        return menu

    @Slot()
    def _open_row(self) -> None:
        if self._source is not None and self._details is not None:
            self.openRequested.emit(row_location(self._source.path, self._details.ref))

    @Slot()
    def open_card(self) -> None:
        """Open everything about the row as a page."""
        if self._source is not None and self._details is not None:
            self.openRequested.emit(card_location(self._source.path, self._details.lasting_ref))

    @Slot()
    def show_in_timeline(self) -> None:
        """Open the timeline of the source at the row."""
        if self._source is not None and self._details is not None:
            place = row_location(self._source.path, self._details.ref)
            self.openRequested.emit(replace(place, view="timeline"))

    @Slot()
    def show_in_chat(self) -> None:
        """Open the conversation of the source at the message of the row."""
        if self._source is not None and self._ref is not None:
            self.openRequested.emit(message_location(self._source.path, self._ref))

    def _is_said(self) -> bool:
        return is_said(self._source, self._ref)

    @Slot()
    def trace_message(self) -> None:
        """Tell what became of the message of the row."""
        if self._source is not None and self._ref is not None:
            self.openRequested.emit(replace(row_location(self._source.path, self._ref), view="trace"))

    def _is_message(self) -> bool:
        """Whether the row is a message whose way can be followed."""
        tracing = self._source.family.tracing if self._source is not None else None
        return tracing is not None and self._ref is not None and self._ref.table in tracing.tables

    @Slot()
    def draw_around(self) -> None:
        """Draw the rows that this one refers to, and those that refer to it."""
        if self._source is not None and self._details is not None:
            self.openRequested.emit(around_location(self._source.path, self._details.lasting_ref))

    @Slot()
    def why_not(self) -> QWidget | None:
        """Say why the text that was searched last does not find the row, and as which words it is indexed."""
        from inspector.ui.search.missing import ask_why_not  # late: seldom wanted

        if self._source is None or self._details is None:
            return None
        return ask_why_not(self.context, self._source, self._details.ref, self.window(), title=self._details.title)

    def _has_row(self) -> bool:
        return self._details is not None

    @Slot()
    def _copy_link(self) -> None:
        if self._source is not None and self._details is not None:
            QGuiApplication.clipboard().setText(row_location(self._source.path, self._details.lasting_ref).link())
            self._say("The link was copied.")

    @Slot()
    def _copy_row(self) -> None:
        source, details = self._source, self._details
        if source is None or details is None:
            return

        def work(cancel: CancelToken) -> str:
            return row_json(details, lambda field: whole_value(source, details, field, cancel))

        self.context.runner.run(work, self._put_row, self._not_copied, owner=self, key="copy", title="Copying the row…")

    def _put_row(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
        self._say("The row was copied as JSON.")

    def _not_copied(self, error: KnownError) -> None:
        self._say(str(error))

    @Slot(str)
    def _say(self, words: str) -> None:
        self.said.show_partial(words)
        self._quiet.start()

    # --- what changes around it ---

    @Slot(object)
    def _file_changed(self, changes: tuple[FileChange, ...]) -> None:
        if self.isVisible() and not self._again.isActive() and all(change.kind in _READ_AGAIN for change in changes):
            self.refresh()

    @Slot()
    def _tell_ages(self) -> None:
        if self._details is not None and self._source is not None:
            items = field_items(self._details, self._source.path, self.context.clock.now())
            self.fields.show_items(items, fresh=False)

    def _workspace_changed(self) -> None:
        if self._source is None:
            return
        now = self.context.workspace.find(self._source.path)
        if now is None:
            self._clear()
        elif now is not self._source:
            # secrets were shown or hidden
            self._source = now
            self.refresh()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """The keyboard goes to what is read on the page in front."""
        page = self._page()
        (page if page.isVisible() else self.overlay).setFocus(event.reason())

    def _page(self) -> QWidget:
        """What is read on the page in front."""
        page = (self.fields, self.value.front(), self.links, self.raw.text, self.told)[self.tabs.currentIndex()]
        return page.tree if isinstance(page, JsonView) else page

    @Slot()
    def _focus_page(self) -> None:
        self._page().setFocus()

    @Slot()
    def _find_in_front(self) -> None:
        finding = self._findings.get(self._page())
        if finding is not None:
            self.find_bar.follow(finding)
        else:
            self.find_bar.end()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._ages.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._ages.stop()


def _same(before: RowDetails, now: RowDetails) -> bool:
    """Whether a row that was read again is as it was."""
    return (before.ref, before.fields, before.links, before.title) == (now.ref, now.fields, now.links, now.title)


def _menu_words(words: str) -> str:
    return words.replace("&", "&&")
