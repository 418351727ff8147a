"""Searching as a tab: a box that searches as one types, hits as they come, filters, and what was not searched."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt, QTimer, Slot
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from inspector.errors import KnownError
from inspector.search.expert import ExpertProblem
from inspector.search.run import Looking
from inspector.ui.changes.line import ChangedLine
from inspector.ui.commands import Command
from inspector.ui.labels import tip
from inspector.ui.search import history, words
from inspector.ui.search.asking import Answered, Asked, Asking, Like
from inspector.ui.search.bar import SearchBar
from inspector.ui.search.filter import HitFilter, filter_in, offered_facets, with_filter
from inspector.ui.search.further import Further
from inspector.ui.search.going_on import GoingOn
from inspector.ui.search.meant import MeantLine
from inspector.ui.search.results import ResultsPage
from inspector.ui.search.row import HitRow
from inspector.ui.search.sql import SearchSql
from inspector.ui.search.start import SearchStart
from inspector.ui.states import PartialStrip, ViewState
from inspector.ui.view import View, ViewContext
from inspector.workspace.answers.search_sources import WorkspaceAnswer
from inspector.workspace.location import Location
from inspector.workspace.source import Source

_COUNTING_MS = 100
"""Milliseconds after hits came until they are counted."""
_TYPING_MS = 120
"""Milliseconds after the last key until a search begins."""


class SearchView(View):
    """Searches one source, or everything that is open.

    Params: ``text``, ``mode`` (``expert``), ``time``, and ``in.`` with a facet.
    """

    def __init__(
        self, context: ViewContext, source: Source | None, location: Location, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, source, location, parent)
        self._fresh = False
        self._running = False
        self._answered: Answered | None = None
        self._before: Answered | None = None
        self._asked = Asked()
        self._like: Like | None = None
        self._looked = ""
        self._build()
        self._wire()
        self._take(location)

    # --- the contract of views ---

    def title(self) -> str:
        if self._like is not None:
            return f"Like {self._like.title}"
        text = self.text()
        return f"Search: {text}" if text else ""

    def location(self) -> Location:
        place = self._location.with_params(text=self.text(), mode="expert" if self.expert() else "")
        return with_filter(place, self.facets.filter())

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
        sql, on, has = self.sql, self.going_on, self.going_on.has_row
        drifted = self.drifted.disagrees
        return (
            Command("search.expert", "Expert search on or off", self.toggle_expert, "Ctrl+Shift+X", menu="View"),
            Command("search.like", "More like this hit", on.more_like, "", has, menu="View"),
            Command("search.why_not", "Why is this hit found by a text, or not?", on.why_not, "", has, menu="View"),
            Command("search.drift", "What indexes and tables do not agree on", self.drifted.show_list, "", drifted),
            Command("search.sql", "Show the SQL of this search", sql.show, "", sql.known, "ph.code", "View"),
        )

    def text(self) -> str:
        """What is searched."""
        return self.box.text().strip()

    def expert(self) -> bool:
        """Whether the text is a query in the language of FTS5."""
        return self.bar.switch.isChecked()

    def like(self) -> Like | None:
        """The row whose likes are shown; None while a text is searched."""
        return self._like

    def sources(self) -> tuple[Source, ...]:
        """Where it is searched."""
        return (self.source,) if self.source is not None else tuple(self.context.workspace.sources)

    @Slot(str)
    def search_text(self, text: str) -> None:
        """Search for another text."""
        self._like = None
        self.box.setText(text)
        self._search()
        self.move_to(self.location())

    def show_like(self, like: Like) -> None:
        """Show the rows that are like one, until a text is typed or the chip of it is taken back."""
        self._like = like
        self._search()

    def toggle_expert(self) -> None:
        """Understand the text as a query of FTS5, or as words again."""
        self.bar.switch.setChecked(not self.bar.switch.isChecked())
        self._mode_chosen()

    # --- building ---

    def _build(self) -> None:
        context = self.context
        self.bar = SearchBar(context, self)
        self.box, self.summary, self.chips = self.bar.box, self.bar.summary, self.bar.chips
        self.drifted = self.bar.drifted
        self.sql = SearchSql(self)
        self.partial = PartialStrip(self)
        self.start = SearchStart(context.theme, context.settings, self)
        self.results = ResultsPage(context, self)
        self.hits, self.facets, self.states = self.results.hits, self.results.facets, self.results.states
        self.pages = QStackedWidget(self)
        self.pages.addWidget(self.start)
        self.pages.addWidget(self.results)
        self.changed = ChangedLine(context, self.refresh, self)
        self.asking = Asking(context, self.changed, self)
        self.meant = MeantLine(context, self)
        self.going_on = GoingOn(self, self.results.because)
        self.further = Further(self)
        self._typing = QTimer(self, singleShot=True, interval=_TYPING_MS)
        self._counting = QTimer(self, singleShot=True, interval=_COUNTING_MS)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for widget in (self.bar, self.meant, self.partial):
            column.addWidget(widget)
        column.addWidget(self.pages, 1)
        column.addWidget(self.changed)
        self.setFocusProxy(self.box)

    def _wire(self) -> None:
        self.box.left.connect(self._go_down)
        self.box.textEdited.connect(self._edited)
        self.box.textChanged.connect(self._cleared)
        self.box.returnPressed.connect(self._entered)
        self.bar.switch.clicked.connect(self._mode_chosen)
        self.bar.fault.suggested.connect(self.search_text)
        self.meant.chosen.connect(self.search_text)
        self._typing.timeout.connect(self._search)
        self._counting.timeout.connect(self._count_arrived)
        self.bar.stop.clicked.connect(self._cancel)
        self.start.again.connect(self.search_text)
        self.facets.filterChanged.connect(self._filter_chosen)
        self.chips.takenBack.connect(self._filter_chosen)
        self.chips.otherTakenBack.connect(self._like_taken_back)
        asking = self.asking
        asking.arrived.connect(self._arrived)
        asking.looked.connect(self._tell_looked)
        asking.finished.connect(self._finished)
        asking.refused.connect(self._refused)
        asking.failed.connect(self._failed)
        asking.stopped.connect(self._stopped)
        self.drifted.openRequested.connect(self.openRequested)
        self.drifted.counted.connect(self._tell_badge)
        self.hits.hitChosen.connect(self.going_on.open)
        self.hits.hitSelected.connect(self.going_on.select)
        self.hits.left.connect(self.box.setFocus)

    # --- asking ---

    def _take(self, location: Location) -> None:
        with QSignalBlocker(self.box):
            self.box.setText(location.get("text"))
        self.bar.switch.setChecked(location.get("mode") == "expert")
        self.box.setPlaceholderText(words.scope_words(self.sources(), whole=self.source is None))
        if location.get("text"):
            history.remember(self.context.settings, location.get("text"))
            self.find()
        self.facets.offer(offered_facets(self.sources()))
        kept = filter_in(location)
        if kept != self.facets.filter():
            self._show_filter(kept)
        if self._wanted() != self._asked or not self.text():
            self._like = None
            self._search()

    def _wanted(self) -> Asked:
        return Asked(self.text(), self.sources(), self.expert(), self._like)

    @Slot()
    def _edited(self) -> None:
        self._like = None
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
    def _mode_chosen(self) -> None:
        self._like = None
        self._search()
        self.move_to(self.location())

    @Slot()
    def _like_taken_back(self) -> None:
        self._like = None
        self._search()

    @Slot()
    def _search(self) -> None:
        """Search for what stands in the box; an older search is given up."""
        self._typing.stop()
        wanted = self._wanted()
        before = self._answered or (self._before if self._fresh else None)
        self._before = before if before is not None and before.asked == wanted else None
        self._asked, self._answered, self._looked = wanted, None, ""
        self.further.forget()
        self.set_running(False)
        self.bar.fault.hide()
        self.meant.forget()
        self.titleChanged.emit(self.title() or "Search")
        if not (wanted.text or wanted.like) or not wanted.sources:
            self.asking.give_up()
            self._show_start()
            return
        history.look_for(self.context.settings, wanted.text)
        self._fresh = True
        self.set_running(True)
        self.partial.show_whole()
        self.pages.setCurrentIndex(1)
        if not self.hits.hits.all() or self.states.state() is not ViewState.CONTENT:
            self.states.show_loading("Searching…", self._cancel)
        self._tell()
        self.asking.ask(wanted, keep_busy=self._before is not None)

    def set_running(self, running: bool) -> None:
        """Something is searched, or nothing is any more."""
        self._running = running
        self.bar.set_running(running)
        if running:
            self._tell()

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
        self._count_soon()

    def _count_soon(self) -> None:
        """Many parts come in a moment, and counting all hits for each would keep the window busy."""
        if not self._counting.isActive():
            self._counting.start()

    @Slot()
    def _count_arrived(self) -> None:
        self._show_facets()
        self._tell()

    @Slot(object)
    def _tell_looked(self, told: tuple[Source, Looking]) -> None:
        self._looked = f"{told[1].looked_at:,} rows of {told[1].source} looked through"
        self._count_soon()

    @Slot(object)
    def _finished(self, answered: Answered) -> None:
        self.set_running(False)
        self._counting.stop()
        self._answered = answered
        # what the reader already walks through keeps its order
        if not self.hits.currentIndex().isValid() or self._fresh:
            self._replace(answered.rows)
        self._fresh = False
        self._show_answer(answered)
        self.drifted.compare(answered.asked.sources, self.asking.drift)
        if not answered.asked.like and not answered.asked.expert:
            self.meant.ask(answered.asked.text, answered.asked.sources)
        self.further.look_for_filtered()

    def answered(self) -> Answered | None:
        """What the search gave; None while one runs."""
        return self._answered if not self._running else None

    def show_answer(self, answered: Answered | None) -> None:
        """More hits are in the list: tell of them; ``answered``: what was searched in all now, None as before."""
        self.set_running(False)
        self._answered = answered or self._answered
        if self._answered is not None:
            self._show_answer(self._answered)

    def _show_answer(self, answered: Answered) -> None:
        self._show_facets()
        if self.hits.hits.all():
            self.states.show_content()
        elif answered.asked.like is not None:
            self.states.show_empty(*words.none_like_words(answered.asked.like.title))
        else:
            self.states.show_empty(*words.nothing_words(answered.asked.text, answered.answer))
        self._say_what_is_missing(answered.answer)
        self._tell()

    @Slot(object)
    def _refused(self, problem: ExpertProblem) -> None:
        """An expert query that cannot be asked: what was found before stays, for one is still typing."""
        self.set_running(False)
        self.changed.shown("search")
        self.bar.fault.show_problem(problem)
        if self._fresh and not self.hits.hits.all():
            self.states.show_empty("This query cannot be asked yet.", "What is wrong with it is told below the box.")
        self.summary.setText("")
        self.set_note("")

    @Slot(object)
    def _failed(self, error: KnownError) -> None:
        self.set_running(False)
        before = self._before
        if before is not None and self._fresh and self.changed.keep("search", error):
            self._fresh, self._answered = False, before
            self._show_answer(before)
            return
        if not self._fresh and self.hits.hits.all():
            # only what is behind the hits could not be had
            self.partial.show_partial(f"No more could be found: {error}", self._search, action="Search again")
            self._tell()
            return
        self.states.show_error(error, self._search)
        self.changed.shown("search")
        self._tell()

    @Slot()
    def _stopped(self) -> None:
        self.set_running(False)
        self.changed.shown("search")
        if self.hits.hits.all():
            self.states.show_content()
            self.partial.show_partial("The search was stopped before its end.", self._search, action="Search again")
        else:
            self.states.show_empty("The search was stopped.", action="Search again", run=self._search)
        self._tell()

    def _replace(self, rows: list[HitRow]) -> None:
        self.results.replace(rows)
        if self.hits.hit() is None:
            self.going_on.select(None)

    def _say_what_is_missing(self, answer: WorkspaceAnswer) -> None:
        missing = words.missing_words(answer)
        self.partial.setToolTip(tip(words.all_missing_words(answer)))
        if self._answered is not None and self.further.is_there(self._answered):
            said = "There are more hits than are shown."
            self.partial.show_partial(
                " ".join(part for part in (said, missing) if part), self.further.find_more, action="More"
            )
        elif missing:
            self.partial.show_partial(missing)
        else:
            self.partial.show_whole()

    # --- showing ---

    def _show_start(self) -> None:
        self.hits.hits.set_hits([])
        self.going_on.select(None)
        self.partial.show_whole()
        self.changed.release()
        sources = self.sources()
        self.start.show_start(anything=bool(sources), expert=self.expert())
        self.pages.setCurrentIndex(0)
        self.summary.setText(words.start_words(sources))
        self.set_note("")
        self.drifted.compare(sources, self.asking.drift)

    def _show_facets(self) -> None:
        self.results.show_facets()
        self.chips.show_chips(self.facets.chips(), f"Like {self._like.title}" if self._like is not None else "")

    def _tell(self) -> None:
        model, answered = self.hits.hits, self._answered
        more = answered is not None and words.has_more(answered.answer)
        found = 0 if self._fresh else sum(not row.lost for row in model.all())
        shown = 0 if self._fresh else sum(not row.lost for row in model.rows())
        lost = 0 if self._fresh else len(model.all()) - found
        text = words.found_words(shown, found, more=more, running=self._running, lost=lost)
        if self._running and self._looked:
            text = f"{text}; {self._looked}"
        if answered is not None:
            text = f"{text}; {words.coverage_words(answered.answer)}"
        self.summary.setText(text)
        self.set_note(text)

    @Slot(str, str)
    def _tell_badge(self, path: str, text: str) -> None:
        if self.source is not None and path == self.source.path:
            self.badgeChanged.emit(text)

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
        answered = self.answered()
        if answered is not None:
            self._say_what_is_missing(answered.answer)
        self.further.look_for_filtered()

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
