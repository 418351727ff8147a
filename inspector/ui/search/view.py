"""Searching as a tab: a box that searches as one types, hits as they come, filters, and what was not searched."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Slot
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QPushButton,
    QSplitter,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from inspector.errors import KnownError
from inspector.search.run import LIMIT
from inspector.ui.changes.line import ChangedLine
from inspector.ui.commands import Command
from inspector.ui.labels import PlainLabel, tip, tone
from inspector.ui.lines.line import Line, LineGroup
from inspector.ui.lines.list import LineList
from inspector.ui.search import history, words
from inspector.ui.search.asking import Answered, Asked, Asking
from inspector.ui.search.box import SearchBox
from inspector.ui.search.chips import FilterChips
from inspector.ui.search.facets import FacetPanel
from inspector.ui.search.filter import HitFilter, filter_in, offered_facets, with_filter
from inspector.ui.search.hit_list import HitList
from inspector.ui.search.row import HitRow
from inspector.ui.search.sql import SearchSql
from inspector.ui.states import PartialStrip, StateOverlay, ViewState
from inspector.ui.tasks import SLOW_MS
from inspector.ui.view import View, ViewContext
from inspector.workspace.answers.search_sources import WorkspaceAnswer
from inspector.workspace.location import Location
from inspector.workspace.rows.row_location import row_location, table_location
from inspector.workspace.source import Source

_TYPING_MS = 120
"""Milliseconds after the last key until a search begins."""
_NARROW = 560
"""Pixels of width below which the filters are put away."""
_MORE = 5
_MOST_FILTERED = 2_500
"""Hits of each table up to which more are looked for by themselves while a filter leaves few."""
_AGAIN = "again:"


class SearchView(View):
    """Searches one source, or everything that is open. Params: ``text``, ``time``, and ``in.`` with a facet."""

    def __init__(
        self, context: ViewContext, source: Source | None, location: Location, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, source, location, parent)
        self._fresh = False
        self._running = False
        self._limit = LIMIT
        self._answer: WorkspaceAnswer | None = None
        self._before: WorkspaceAnswer | None = None
        self._asked = Asked()
        self._build()
        self._wire()
        self._take(location)

    # --- the contract of views ---

    def title(self) -> str:
        text = self.text()
        return f"Search: {text}" if text else ""

    def location(self) -> Location:
        return with_filter(self._location.with_params(text=self.text()), self.facets.filter())

    def show_location(self, location: Location) -> None:
        super().show_location(location)
        self._take(location)

    def refresh(self) -> None:
        # the clock may have been set: "last 2 days" are others now
        self._show_filter(self.facets.filter())
        self._search()

    def find(self) -> None:  # type: ignore[override]  # see View
        self.box.setFocus()
        self.box.selectAll()

    def commands(self) -> tuple[Command, ...]:
        sql = self.sql
        return (Command("search.sql", "Show the SQL of this search", sql.show, "", sql.known, "ph.code", "View"),)

    def text(self) -> str:
        """What is searched."""
        return self.box.text().strip()

    def sources(self) -> tuple[Source, ...]:
        """Where it is searched."""
        return (self.source,) if self.source is not None else tuple(self.context.workspace.sources)

    # --- building ---

    def _build(self) -> None:
        self._build_bar()
        self.sql = SearchSql(self)
        self.partial = PartialStrip(self)
        self.start = LineList(self.context.theme, "What can be searched", self, fitted=False)
        results = QWidget(self)
        self._split = QSplitter(Qt.Orientation.Horizontal, results)
        self.facets = FacetPanel(self.context.theme, self.context.clock, results)
        self.hits = HitList(self.context.theme, self.context.clock, results)
        self._split.addWidget(self.hits)
        self._split.addWidget(self.facets)
        self._split.setStretchFactor(0, 1)
        self._split.setSizes([600, 190])
        self._split.setChildrenCollapsible(False)
        self._split.splitterMoved.connect(self._keep_widths)
        self._dragged = False
        inside = QVBoxLayout(results)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self._split)
        self.states = StateOverlay(results)
        self.pages = QStackedWidget(self)
        self.pages.addWidget(self.start)
        self.pages.addWidget(results)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._bar)
        column.addWidget(self.partial)
        column.addWidget(self.pages, 1)
        self.changed = ChangedLine(self.context, self.refresh, self)
        column.addWidget(self.changed)
        self.asking = Asking(self.context, self.changed, self)
        self.setFocusProxy(self.box)

    def _build_bar(self) -> None:
        self.box = SearchBox(self)
        self.summary = PlainLabel("", self)
        tone(self.summary, "muted")
        self.stop = QPushButton("Stop", self)
        self.stop.hide()
        self._bar = QVBoxLayout()
        self._bar.setContentsMargins(8, 8, 8, 8)
        self._bar.setSpacing(8)
        below = QHBoxLayout()
        below.setSpacing(8)
        below.addWidget(self.summary, 1)
        below.addWidget(self.stop)
        self.chips = FilterChips(self.context, self)
        self._bar.addWidget(self.box)
        self._bar.addLayout(below)
        self._bar.addWidget(self.chips)
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._slow = QTimer(self, singleShot=True, interval=SLOW_MS)

    def _wire(self) -> None:
        self.box.left.connect(self._go_down)
        self.box.textEdited.connect(self._edited)
        self.box.textChanged.connect(self._cleared)
        self.box.returnPressed.connect(self._entered)
        self._typing.timeout.connect(self._search)
        self._slow.timeout.connect(self._offer_stop)
        self.stop.clicked.connect(self._cancel)
        self.start.lineChosen.connect(self._start_chosen)
        self.facets.filterChanged.connect(self._filter_chosen)
        self.chips.takenBack.connect(self._filter_chosen)
        self.asking.arrived.connect(self._arrived)
        self.asking.finished.connect(self._finished)
        self.asking.failed.connect(self._failed)
        self.asking.stopped.connect(self._stopped)
        self.hits.hitChosen.connect(self._open)
        self.hits.hitSelected.connect(self._selected)
        self.hits.left.connect(self.box.setFocus)

    # --- asking ---

    def _take(self, location: Location) -> None:
        with QSignalBlocker(self.box):
            self.box.setText(location.get("text"))
        self.box.setPlaceholderText(words.scope_words(self.sources(), whole=self.source is None))
        if location.get("text"):
            history.remember(self.context.settings, location.get("text"))
            self.find()
        self.facets.offer(offered_facets(self.sources()))
        kept = filter_in(location)
        if kept != self.facets.filter():
            self._show_filter(kept)
        if self._wanted() != self._asked or not self.text():
            self._limit = LIMIT
            self._search()

    def _wanted(self) -> Asked:
        return Asked(self.text(), self.sources(), self._limit)

    @Slot()
    def _edited(self) -> None:
        self._limit = LIMIT
        self._typing.start()

    @Slot(str)
    def _cleared(self, text: str) -> None:
        """The button in the box empties it without a key."""
        if not text.strip():
            self._search()

    @Slot()
    def _entered(self) -> None:
        history.remember(self.context.settings, self.text())
        if self._typing.isActive() or self._asked != self._wanted():
            self._search()
        self.move_to(self.location())

    @Slot()
    def _search(self) -> None:
        """Search for what stands in the box; an older search is given up."""
        self._typing.stop()
        wanted, last = self._wanted(), self._asked
        before = self._answer or (self._before if self._fresh else None)
        self._before = before if (last.text, last.sources) == (wanted.text, wanted.sources) else None
        self._asked, self._answer = wanted, None
        self._set_running(False)
        self.titleChanged.emit(self.title() or "Search")
        if not wanted.text or not wanted.sources:
            self.asking.give_up()
            self._show_start()
            return
        self._fresh = True
        self._set_running(True)
        self.partial.show_whole()
        self.pages.setCurrentIndex(1)
        if not self.hits.hits.all() or self.states.state() is not ViewState.CONTENT:
            self.states.show_loading("Searching…", self._cancel)
        self._tell()
        self.asking.ask(wanted, keep_busy=self._before is not None)

    def _set_running(self, running: bool) -> None:
        self._running = running
        if running:
            self._slow.start()
        else:
            self._slow.stop()
            self.stop.hide()

    @Slot()
    def _offer_stop(self) -> None:
        self.stop.setVisible(self._running)

    @Slot()
    def _cancel(self) -> None:
        self.asking.give_up()
        self._stopped()

    # --- answers ---

    @Slot(object)
    def _arrived(self, rows: list[HitRow]) -> None:
        if self._fresh:
            self._replace(rows)
        else:
            self.hits.hits.add_hits(rows)
        self._fresh = False
        self.states.show_content()
        self._show_facets()
        self._tell()

    @Slot(object)
    def _finished(self, answered: Answered) -> None:
        self._set_running(False)
        answer = self._answer = answered.answer
        # what the reader already walks through keeps its order
        if not self.hits.currentIndex().isValid() or self._fresh:
            self._replace(answered.rows)
        self._fresh = False
        self._show_facets()
        self._show_state(answer)
        self._say_what_is_missing(answer)
        self._tell()
        self._find_filtered(answer)

    def _find_filtered(self, answer: WorkspaceAnswer) -> None:
        """A filter that leaves few of the hits that were found may keep others that were not asked for."""
        model = self.hits.hits
        more = any(told.searched.more for told in answer.searched)
        few = len(model.rows()) < min(LIMIT, len(model.all()))
        if more and few and not self.facets.filter().empty and self._limit < _MOST_FILTERED:
            self._find_more()

    def _show_state(self, answer: WorkspaceAnswer) -> None:
        if not answer.hits:
            self.states.show_empty(*words.nothing_words(self.text(), answer))
            return
        self.states.show_content()

    @Slot(object)
    def _failed(self, error: KnownError) -> None:
        self._set_running(False)
        before = self._before
        if before is not None and self._fresh and self.changed.keep("search", error):
            self._fresh, self._answer = False, before
            self._show_state(before)
            self._say_what_is_missing(before)
            self._tell()
            return
        self.states.show_error(error, self._search)
        self.changed.shown("search")
        self._tell()

    @Slot()
    def _stopped(self) -> None:
        self._set_running(False)
        self.changed.shown("search")
        if self.hits.hits.all():
            self.states.show_content()
            self.partial.show_partial("The search was stopped before its end.", self._search, action="Search again")
        else:
            self.states.show_empty("The search was stopped.", action="Search again", run=self._search)
        self._tell()

    def _replace(self, rows: list[HitRow]) -> None:
        now = self.hits.hit()
        self.hits.hits.set_hits(rows)
        if now is not None:
            self.hits.choose(now.identity)
        if self.hits.hit() is None:
            self.rowSelected.emit(None)

    def _say_what_is_missing(self, answer: WorkspaceAnswer) -> None:
        missing = words.missing_words(answer)
        more = any(told.searched.more for told in answer.searched)
        self.partial.setToolTip(tip(words.all_missing_words(answer)))
        if more:
            said = f"There are more hits than the {self._limit:,} of each table that are shown."
            self.partial.show_partial(
                " ".join(part for part in (said, missing) if part), self._find_more, action="More"
            )
        elif missing:
            self.partial.show_partial(missing)
        else:
            self.partial.show_whole()

    @Slot()
    def _find_more(self) -> None:
        self._limit *= _MORE
        self._search()

    # --- showing ---

    def _show_start(self) -> None:
        self.hits.hits.set_hits([])
        self.rowSelected.emit(None)
        self.partial.show_whole()
        self.changed.release()
        before = history.searched_before(self.context.settings)
        sources = self.sources()
        groups = [
            LineGroup("Searched before", tuple(Line(text, key=_AGAIN + text) for text in before), shown=8),
            LineGroup("What is understood", tuple(Line(typed, meaning) for typed, meaning in words.UNDERSTOOD)),
        ]
        self.start.show_groups([group for group in groups if group.lines] if sources else groups[1:])
        self.pages.setCurrentIndex(0)
        self.summary.setText(words.start_words(sources))
        self.set_note("")

    def _show_facets(self) -> None:
        self.facets.show_hits(self.hits.hits.all())
        self.chips.show_chips(self.facets.chips())
        self.facets.setVisible(self.width() >= _NARROW and bool(self.facets.lines.lines()))

    def _tell(self) -> None:
        model, answer = self.hits.hits, self._answer
        more = answer is not None and any(told.searched.more for told in answer.searched)
        found = 0 if self._fresh else len(model.all())
        shown = 0 if self._fresh else len(model.rows())
        text = words.found_words(shown, found, more=more, running=self._running)
        if answer is not None:
            text = f"{text}; {words.coverage_words(answer)}"
        self.summary.setText(text)
        self.set_note(text)

    @Slot(object)
    def _filter_chosen(self, kept: HitFilter) -> None:
        self._show_filter(kept)
        self.move_to(self.location())

    def _show_filter(self, kept: HitFilter) -> None:
        now = self.hits.hit()
        self.facets.set_filter(kept)
        self.hits.hits.set_filter(kept)
        if now is not None:
            self.hits.choose(now.identity)
        self._show_facets()
        self._tell()
        if self._answer is not None and not self._running:
            self._find_filtered(self._answer)

    # --- going on ---

    @Slot(object)
    def _open(self, row: HitRow) -> None:
        history.remember(self.context.settings, self.text())
        path, ref = row.found.source.path, row.found.hit.ref
        self.openRequested.emit(row_location(path, ref) if ref.key else table_location(path, ref.table, ref.schema))

    @Slot(object)
    def _selected(self, row: HitRow | None) -> None:
        if row is not None and row.found.hit.ref.key:
            self.rowSelected.emit((row.found.source, row.found.hit.ref))
        else:
            self.rowSelected.emit(None)

    @Slot(object)
    def _start_chosen(self, line: Line) -> None:
        if line.key.startswith(_AGAIN):
            self.box.setText(line.key.removeprefix(_AGAIN))
            self.box.setFocus()
            self._search()

    # --- Qt's events ---

    @Slot()
    def _go_down(self) -> None:
        if self.pages.currentIndex() == 0:
            self.start.setFocus(Qt.FocusReason.TabFocusReason)
        elif self.hits.hits.rowCount():
            self.hits.choose_first()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._asked.sources != self.sources():
            # something was opened or closed since
            self._take(self.location())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        width = event.size().width()
        self.facets.setVisible(width >= _NARROW and bool(self.facets.lines.lines()))
        if not self._dragged:
            side = max(140, min(240, width // 5))
            self._split.setSizes([width - side, side])

    @Slot()
    def _keep_widths(self) -> None:
        """The reader drew the border: it stays where it is."""
        self._dragged = True
