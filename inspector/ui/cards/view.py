"""Everything about one row as a page: what it is, its sections as cards, each line leading on."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Qt, QTimer, Slot
from PySide6.QtGui import QColor, QGuiApplication, QHideEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from inspector.cancel import CancelToken
from inspector.db.display import visible
from inspector.db.rows import RowRef
from inspector.errors import InvalidInput, KnownError
from inspector.ui.cards.card_items import empty_items, is_empty, section_items
from inspector.ui.cards.day_bars import DayBars
from inspector.ui.cards.section_list import SectionList
from inspector.ui.changes.line import ChangedLine, databases_of
from inspector.ui.commands import Command
from inspector.ui.details.header import Chip
from inspector.ui.details.items import Action, Item
from inspector.ui.labels import PlainLabel, enlarge, plain, tip, tone
from inspector.ui.lines.card import Card, CardColumns, Page
from inspector.ui.states import PartialStrip, StateOverlay
from inspector.ui.view import View, ViewContext
from inspector.workspace.cards.card_page import CardPage, PageSection
from inspector.workspace.cards.lines import card_of
from inspector.workspace.cards.read_card import read_card
from inspector.workspace.location import Location
from inspector.workspace.rows.row_location import ref_in, row_location
from inspector.workspace.source import Source

_AGES_MS = 30_000
_SAID_MS = 4000
_AWAITED, _DRAWN = 8, 4
"""Lines that are awaited of a section that is being counted, and those that a drawing is high."""
_NOTHING = "nothing"
"""Id of the card of what there is none of."""


class CardView(View):
    """Shows the card of one row. Params: ``table``, ``schema``, ``key``."""

    def __init__(
        self, context: ViewContext, source: Source | None, location: Location, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, source, location, parent)
        self._page: CardPage | None = None
        self._shown: tuple[str, ...] = ()
        self._cards: dict[str, tuple[Card, SectionList]] = {}
        self._bars: dict[str, DayBars] = {}
        self._ages = QTimer(self, interval=_AGES_MS)
        self._quiet = QTimer(self, singleShot=True, interval=_SAID_MS)
        self._build()
        self._wire()
        self._read(fresh=True)

    # --- the contract of views ---

    def title(self) -> str:
        return visible(self._page.details.title) if self._page is not None else "Card"

    def address(self) -> Location:
        return self._page.place if self._page is not None else self.location()

    def show_location(self, location: Location) -> None:
        super().show_location(location)
        self._read(fresh=True)

    def set_source(self, source: Source) -> None:
        self.changed.release()
        super().set_source(source)

    def refresh(self) -> None:
        self._read(fresh=False)

    def page(self) -> CardPage | None:
        """What is shown; None before the first answer."""
        return self._page

    def sections(self) -> tuple[SectionList, ...]:
        """The lists, in the order of their sections."""
        return tuple(self._cards[id][1] for id in self._shown)

    def commands(self) -> tuple[Command, ...]:
        return (
            Command("card.copy", "Copy the card as text", self.copy_text, "", self._has_page, "ph.copy", "Card"),
            Command("card.row", "Open its row in the table", self.open_row, "", self._has_page, "ph.table", "Card"),
        )

    # --- building ---

    def _build(self) -> None:
        content = QWidget(self)
        self.paper = Page(self.context.theme, content)
        self.paper.column.addLayout(self._build_head())
        self.columns: CardColumns | None = None
        self.said = PartialStrip(content)
        inside = QVBoxLayout(content)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addWidget(self.paper, 1)
        inside.addWidget(self.said)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(content, 1)
        self.changed = ChangedLine(self.context, self.refresh, self)
        column.addWidget(self.changed)
        self.states = StateOverlay(content)

    def _build_head(self) -> QVBoxLayout:
        self._kind = plain("", self)
        tone(self._kind, "muted")
        self._name = PlainLabel("", self)
        enlarge(self._name, 20)
        self._status = Chip(self)
        self._place = PlainLabel("", self, elide=Qt.TextElideMode.ElideMiddle)
        tone(self._place, "muted")
        self._row, self._copy = QPushButton("In table", self), QPushButton("Copy as text", self)
        self._row.setToolTip("Open this row in its table")
        self._copy.setToolTip("Copy all that the card says")
        first = QHBoxLayout()
        first.setSpacing(8)
        first.addWidget(self._kind)
        first.addWidget(self._name, 1)
        first.addWidget(self._status)
        for button in (self._row, self._copy):
            first.addWidget(button)
        head = QVBoxLayout()
        head.setSpacing(4)
        head.addLayout(first)
        head.addWidget(self._place)
        return head

    def _wire(self) -> None:
        self._row.clicked.connect(self.open_row)
        self._copy.clicked.connect(self.copy_text)
        self._ages.timeout.connect(self._show_lines)
        self._quiet.timeout.connect(self.said.show_whole)
        self.context.theme.changed.connect(self._dress)

    # --- reading ---

    def _read(self, *, fresh: bool) -> None:
        source, runner = self.source, self.context.runner
        assert source is not None
        try:
            ref = ref_in(self._location)
        except InvalidInput as error:
            self._failed(fresh, error)
            return
        if ref is None:
            advice = "Write it like #card?table=NAME&row=KEY, or open the card of a selected row."
            self._failed(fresh, KnownError("This address names no row.", path=source.path, advice=advice))
            return
        self.states.show_loading(f"Reading a row of {visible(ref.table)}…", self._stop)
        place = self._location

        def work(cancel: CancelToken) -> CardPage:
            def tell(page: CardPage) -> None:
                runner.deliver(self, self._arrived, (cancel, place, fresh, page))

            return read_card(source, ref, self.context.clock, cancel, tell)

        card = card_of(source.family, ref.table)
        below = databases_of((source,)) if card is not None and card.gathering is not None else ()
        self.changed.run(
            below or ((source.database,) if source.database is not None else ()),
            work,
            self._show_whole,
            partial(self._failed, fresh),
            owner=self,
            key="card",
            title="Reading a card…",
            cancelled=self._stopped,
        )

    def _arrived(self, told: tuple[CancelToken, Location, bool, CardPage]) -> None:
        cancel, place, fresh, page = told
        # a card that is read again is shown once it is whole: its counts do not come and go
        if not cancel.cancelled and place == self._location and (fresh or self._page is None):
            self._show(page, fresh=fresh)

    def _failed(self, fresh: bool, error: KnownError) -> None:
        if not fresh and self._page is not None and self.changed.keep("card", error):
            self.states.show_content()
            return
        self._page = None
        self.states.show_error(error, self.refresh)
        self.changed.shown("card")
        self.rowSelected.emit(None)
        self.set_note("")

    def _stop(self) -> None:
        self.context.runner.cancel(self, "card")

    def _stopped(self) -> None:
        if self._page is None:
            self.states.show_empty("Reading the card was stopped.", action="Read it again", run=self.refresh)
        else:
            self.states.show_content()

    # --- showing ---

    def _show_whole(self, page: CardPage) -> None:
        if page.files:
            self.changed.narrow("card", page.files)
        self._show(page, fresh=False)

    def _show(self, page: CardPage, *, fresh: bool) -> None:
        before, self._page = self._page, page
        self.states.show_content()
        details = page.details
        self._kind.setText(page.kind)
        self._name.setText(visible(details.title))
        self._place.setText(f"{visible(details.table.name)} · {page.place.path}")
        self._dress()
        self._arrange(page.sections)
        self._show_lines()
        if fresh:
            self.paper.verticalScrollBar().setValue(0)
        if before is None or before.details.title != details.title:
            self.titleChanged.emit(self.title())
        self.set_note(f"{page.kind}: {sum(len(section.lines) for section in page.sections):,} lines")
        self._tell()

    def _arrange(self, sections: tuple[PageSection, ...]) -> None:
        """Make the cards of these sections, in columns of about the same height; those that are there stay."""
        full = [section for section in sections if not is_empty(section)]
        ids = (*(section.id for section in full), *((_NOTHING,) if len(full) < len(sections) else ()))
        if ids == self._shown and self.columns is not None:
            return
        if self.columns is not None:
            self.columns.hide()
            self.columns.deleteLater()
        self.columns = CardColumns(self.paper.content)
        self._cards, self._bars, self._shown = {}, {}, ids
        heights = ([0] * 2, [0] * 3)
        titles = {section.id: section.title for section in sections} | {_NOTHING: "Nothing of"}
        lines = {section.id: _tall(section) for section in full} | {_NOTHING: len(sections) - len(full) + 2}
        for id in ids:
            lanes = []
            for tall in heights:
                lane = tall.index(min(tall))
                tall[lane] += lines[id]
                lanes.append(lane)
            self._add_card(id, titles[id], lanes[0], lanes[1])
        self.paper.column.addWidget(self.columns)
        self.paper.column.setStretchFactor(self.columns, 1)
        if ids:
            self.setFocusProxy(self._cards[ids[0]][1])

    def _add_card(self, id: str, title: str, of_two: int, of_three: int) -> None:
        assert self.columns is not None
        card = Card(self.context.theme, title, self.columns)
        entries = SectionList(self.context.theme, title, card, name_share=0.6 if id == _NOTHING else 0.4)
        entries.actionRequested.connect(self._act)
        entries.copyRequested.connect(self._copy_item)
        card.add(entries)
        self.columns.add(card, of_two, of_three)
        card.show()
        self._cards[id] = (card, entries)

    def bars(self) -> tuple[DayBars, ...]:
        """The days that are drawn."""
        return tuple(self._bars.values())

    def _show_days(self, section: PageSection) -> None:
        """Bars above the lines, as soon as there are days."""
        card, entries = self._cards[section.id]
        bars = self._bars.get(section.id)
        if bars is None and section.days:
            bars = self._bars[section.id] = DayBars(self.context.theme, card)
            card.insert(bars, entries)
            QWidget.setTabOrder(bars, entries)
        if bars is not None:
            bars.show_days(section.days)

    @Slot()
    def _show_lines(self) -> None:
        page = self._page
        if page is None:
            return
        now = self.context.clock.now()
        for section in page.sections:
            if section.id in self._cards:
                card, entries = self._cards[section.id]
                self._show_days(section)
                entries.show_items(section_items(section, now), fresh=False)
                card.set_count(f"{len(section.lines):,}" if len(section.lines) > 1 else "")
        if _NOTHING in self._cards:
            empty = tuple(section for section in page.sections if is_empty(section))
            self._cards[_NOTHING][1].show_items(empty_items(empty), fresh=False)

    def _tell(self) -> None:
        """The details show the row, and where it leads."""
        if self._page is not None:
            self.rowSelected.emit((self.source, self._page.details.ref))

    @Slot()
    def _dress(self) -> None:
        details, theme = self._page.details if self._page is not None else None, self.context.theme
        if details is not None:
            look = theme.status(details.state)
            told = f"Status: {details.status}" + (f" ({look.words})" if look.words else "")
            self._status.show_word(details.status, QColor(look.colour), told)
            self._place.setToolTip(tip(f"{details.table.name}\n{self._page.place.path}" if self._page else ""))

    # --- doing ---

    @Slot(object)
    def _act(self, action: Action) -> None:
        if action.place is not None:
            self.openRequested.emit(action.place)

    @Slot(object)
    def _copy_item(self, item: Item) -> None:
        QGuiApplication.clipboard().setText(item.copied if item.copied is not None else item.text)
        self._say("The value was copied.")

    @Slot()
    def copy_text(self) -> None:
        """Put all that the card says on the clipboard."""
        if self._page is not None:
            QGuiApplication.clipboard().setText(self._page.text())
            self._say("The card was copied as text.")

    @Slot()
    def open_row(self) -> None:
        """Open the row in its table."""
        if self._page is not None:
            ref: RowRef = self._page.details.ref
            self.openRequested.emit(row_location(self._location.path, ref))

    def _say(self, words: str) -> None:
        self.said.show_partial(words)
        self._quiet.start()

    def _has_page(self) -> bool:
        return self._page is not None

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._ages.start()
        self._tell()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._ages.stop()


def _tall(section: PageSection) -> int:
    """About how many lines high its card will be."""
    if section.stands and not section.lines:
        return _AWAITED
    words = len(section.words.splitlines()) if section.stands else 0
    return len(section.lines) + words + 2 + (_DRAWN if section.days else 0)
