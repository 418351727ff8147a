"""The overview as a tab: reads in three tasks, shows each part as it comes, leads everywhere by one click."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QTimer, Slot
from PySide6.QtWidgets import QVBoxLayout, QWidget

from inspector.cancel import CancelToken
from inspector.errors import FileBusy, KnownError
from inspector.health.finding import Level
from inspector.ui.changes.line import ChangedLine, databases_of
from inspector.ui.health.reports import HealthReports
from inspector.ui.health.words import badge, summary
from inspector.ui.lines.card import Card, CardColumns, Page
from inspector.ui.lines.line import Line, LineGroup
from inspector.ui.lines.list import LineList
from inspector.ui.lines.sizes import counted
from inspector.ui.overview import words
from inspector.ui.overview.header import OverviewHeader
from inspector.ui.overview.tiles import FigureTiles
from inspector.ui.states import PartialStrip, StateOverlay
from inspector.ui.view import View, ViewContext, discover
from inspector.workspace.condition.attention_below import attention_below
from inspector.workspace.condition.members import Member, read_members
from inspector.workspace.condition.overview import Activity, FigureValue, Overview, read_overview
from inspector.workspace.condition.table_sizes import TableSize, table_sizes
from inspector.workspace.location import Location, location
from inspector.workspace.rows.row_location import table_location
from inspector.workspace.source import Source

_KEYS = ("overview", "members", "sizes", "below")
_PROBLEMS_SHOWN = 4
_STEP_MS = 40


class OverviewView(View):
    """Shows the overview of its source."""

    def __init__(
        self, context: ViewContext, source: Source | None, location: Location, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, source, location, parent)
        self._overview = Overview()
        self._members: tuple[Member, ...] = ()
        self._below: tuple[Activity, ...] = ()
        self._round = 0
        self._next: Overview | None = None
        self._soon = QTimer(self, singleShot=True, interval=_STEP_MS)
        self._health = HealthReports.of(context)
        self._build()
        self._wire()
        self._begin(again=False)

    # --- composition -----------------------------------------------------------------------------------------------

    def _build(self) -> None:
        theme = self.context.theme
        self.partial = PartialStrip(self)
        holder = QWidget(self)
        self.page = Page(theme, holder)
        inside = QVBoxLayout(holder)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.page)
        self.states = StateOverlay(holder)
        self.header = OverviewHeader(theme, self.context.icons, self)
        self.tiles = FigureTiles(theme, self)
        self.columns = CardColumns(self)
        self.problems_card, self.problems = self._card("Files that need a look")
        self.attention_card, self.attention = self._card("Needs a person")
        self.broken_card, self.broken = self._card("Broken")
        self.recent_card, self.recent = self._card("Recent activity")
        self.members_card, self.members = self._card(self._members_title())
        self.files_card, self.files = self._card("What this is")
        self.tables_card, self.tables = self._card("Tables")
        self.schema_card, self.schema = self._card("Schema")
        self.documented_card, self.documented = self._card("Documented characteristics")
        for part in (self.header, self.problems_card, self.tiles, self.columns):
            self.page.column.addWidget(part)
        self.page.column.addStretch(1)
        self._arrange()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.partial)
        column.addWidget(holder, 1)
        self.changed = ChangedLine(self.context, self.refresh, self)
        column.addWidget(self.changed)
        self.setFocusProxy(self.page)

    def _arrange(self) -> None:
        """Which column each card stands in, of two and of three; in one column this is the order."""
        add = self.columns.add
        add(self.attention_card, 0, 0)
        add(self.broken_card, 1, 1)
        add(self.members_card, 1, 2)
        add(self.recent_card, 0, 2)
        add(self.tables_card, 1, 1)
        add(self.files_card, 1, 0)
        add(self.documented_card, 1, 0)
        add(self.schema_card, 0, 2)

    def _card(self, title: str) -> tuple[Card, LineList]:
        card = Card(self.context.theme, title, self)
        lines = LineList(self.context.theme, title, card)
        card.add(lines)
        lines.openRequested.connect(self.openRequested)
        lines.lineSelected.connect(self._selected)
        return card, lines

    def _members_title(self) -> str:
        kinds = {child.kind for child in self.source.children} if self.source else set()
        return "Sessions" if kinds == {"pair"} else "Sources"

    def _wire(self) -> None:
        self.header.wayChosen.connect(self._go)
        self.tiles.figureOpened.connect(self._open_figure)
        self._soon.timeout.connect(self._show_next)
        self._health.changed.connect(self._health_changed)
        self.context.theme.changed.connect(self.page.content.update)

    # --- reading ---------------------------------------------------------------------------------------------------

    def set_source(self, source: Source) -> None:
        # what was read with secrets may not stay in place of an error
        self.changed.release()
        super().set_source(source)

    def refresh(self) -> None:
        self._begin(again=True)

    def _begin(self, *, again: bool) -> None:
        source = self.source
        if source is None or (source.database is None and not source.children and not source.problems):
            self.states.show_empty("There is nothing here to give an overview of.", "Open a database or a folder.")
            return
        self._round += 1
        self.partial.show_whole()
        if not self._overview.whole:
            self.states.show_loading(f"Reading {source.title}…", self._cancel)
        self._show_frame(source)
        self.broken_card.set_words("" if self.broken.lines() else "To be checked.")
        self._run_overview(source, again=again)
        if source.children:
            self._run_members(source)

    def _go_on(self, source: Source, *, again: bool) -> None:
        """What takes longer begins once the figures are there: it would only slow them down."""
        if source.children:
            self._run_below(source)
        if source.database is not None:
            self._run_sizes(source)
        self._health.ask(source, again=again)

    def _run_overview(self, source: Source, *, again: bool) -> None:
        tell, whole = partial(self._hand_out, self._heard), self._overview.whole

        def work(cancel: CancelToken) -> Overview:
            found = read_overview(source, self.context.clock, cancel, tell)
            if whole and isinstance(found.problem, FileBusy):
                # numbers that are there are better than none
                raise found.problem
            return found

        databases = (source.database,) if source.database is not None else ()
        self.changed.run(
            databases,
            work,
            partial(self._read, again),
            self._failed,
            owner=self,
            key="overview",
            title=f"Reading {source.title}",
            cancelled=self._cancelled,
        )

    def _run_members(self, source: Source) -> None:
        tell = partial(self._hand_out, self._show_members)

        def work(cancel: CancelToken) -> tuple[Member, ...]:
            return read_members(source, self.context.clock, cancel, tell)

        done, failed, databases = self._show_members, self._members_failed, databases_of((source,))
        self.changed.run(databases, work, done, failed, owner=self, key="members", title="Reading members")

    def _run_below(self, source: Source) -> None:
        work = partial(attention_below, source, self.context.clock)
        done, failed, databases = self._show_below, self._below_failed, databases_of((source,))
        self.changed.run(databases, work, done, failed, owner=self, key="below", title="Asking members")

    def _run_sizes(self, source: Source) -> None:
        self.tables_card.set_words("" if self.tables.lines() else "Counting rows…")

        def work(cancel: CancelToken) -> tuple[TableSize, ...]:
            return table_sizes(source, cancel)

        databases, title = (source.database,) if source.database else (), f"Counting the rows of {source.title}"
        done, failed = self._show_sizes, self._sizes_failed
        self.changed.run(databases, work, done, failed, owner=self, key="sizes", title=title)

    def _hand_out(self, show: object, value: object) -> None:
        """On the worker's thread: a part that is ready."""
        self.context.runner.deliver(self, self._arrived, (self._round, show, value))

    def _arrived(self, parcel: tuple[int, object, object]) -> None:
        round, show, value = parcel
        if round == self._round and callable(show):
            show(value)

    def _cancel(self) -> None:
        for key in _KEYS:
            self.context.runner.cancel(self, key)
        if self.source is not None:
            self._health.cancel(self.source)
        self._cancelled()

    def _cancelled(self) -> None:
        self._round += 1
        self._soon.stop()
        self.broken_card.set_words("" if self.broken.lines() else "Not checked.")
        self.states.show_content()
        self.partial.show_partial("Reading was cancelled: what was not read yet is unknown.", self.refresh)

    def _failed(self, error: KnownError) -> None:
        if self._overview.whole and self.changed.keep("overview", error):
            self.states.show_content()
            if self.source is not None and self.source.children:
                self._go_on(self.source, again=True)
            return
        self.states.show_error(error, self.refresh)
        self.changed.release()
        self.changed.shown("overview")
        self.set_note("")

    # --- showing ---------------------------------------------------------------------------------------------------

    def _show_frame(self, source: Source) -> None:
        """What is known without reading anything."""
        kinds = [kind for kind in discover().of(source) if kind.id != self.location().view]
        self.header.show_ways(kinds)
        self._show_header(source)
        self._show_problems(source)
        has_database = source.database is not None
        self._show_attention(source)
        self.recent_card.setVisible(self._may_have(self._overview.recent, bool(source.family.recent)))
        self.members_card.setVisible(bool(source.children))
        for card in (self.files_card, self.tables_card):
            card.setVisible(has_database)
        for card in (self.schema_card, self.documented_card):
            card.setVisible(has_database and bool(self._overview.schemas))
        self.files_card.set_words(source.family.about)
        self.columns.settle()

    def _show_problems(self, source: Source) -> None:
        report = self._health.state(source).report
        problems = words.problem_lines(source, report.names if report else {})
        self.problems.show_lines(problems, _PROBLEMS_SHOWN)
        unusable = len(source.all_problems())
        self.problems_card.set_count(counted(unusable, "file") if unusable else "")
        self.problems_card.setVisible(bool(problems))

    def _heard(self, overview: Overview) -> None:
        # numbers of a former look stay until the new ones are there; steps that follow at once are shown as one
        self._next = overview
        if not self._overview.whole and not self._soon.isActive():
            self._soon.start()

    @Slot()
    def _show_next(self) -> None:
        if self._next is not None and not self._overview.whole:
            self._show(self._next)

    def _read(self, again: bool, overview: Overview) -> None:
        self._soon.stop()
        if self.source is not None:
            self._go_on(self.source, again=again)
        if overview.problem is not None and self.source is not None and not self.source.children:
            self._failed(overview.problem)
            return
        self._show(overview)
        if overview.problem is not None:
            self.partial.show_partial(str(overview.problem), self.refresh, action="Try again")

    def _show(self, overview: Overview) -> None:
        source = self.source
        if source is None:
            return
        self._overview = overview
        now = self.context.clock.now()
        self.states.show_content()
        self._show_header(source)
        self.tiles.show_figures(overview.figures, done=overview.whole)
        self.files.show_groups(words.file_groups(overview.files, self.context.clock.as_of))
        self._show_attention(source)
        if overview.recent is not None:
            groups = words.activity_groups(overview.recent, source, now)
            self._show_activity(self.recent_card, self.recent, groups, "Nothing has happened here yet.")
        if overview.schemas is not None:
            self._show_schemas(overview, source)
        self.recent_card.setVisible(self._may_have(overview.recent, bool(source.family.recent)))
        self.columns.settle()

    def _show_attention(self, source: Source) -> None:
        own = self._overview.attention
        groups = words.activity_groups((*(own or ()), *self._below), source, self.context.clock.now())
        if groups or own is not None:
            self._show_activity(self.attention_card, self.attention, groups, "Nothing waits for a person.")
        has_lists = bool(source.family.attention)
        self.attention_card.setVisible(bool(self._below) or self._may_have(own, has_lists))

    def _show_below(self, below: tuple[Activity, ...]) -> None:
        self._below = below
        if self.source is not None:
            self._show_attention(self.source)
            self.columns.settle()

    def _below_failed(self, error: KnownError) -> None:
        self.attention_card.set_words(str(error))

    def _may_have(self, known: object, has_lists: bool) -> bool:
        """Whether a card has a place: what it lists was read, or may still come."""
        waiting = has_lists and not self._overview.whole
        return self.source is not None and self.source.database is not None and (known is not None or waiting)

    def _show_header(self, source: Source) -> None:
        facts = words.facts_line(self._overview, self.context.clock.as_of)
        self.header.show_words(source.title, words.subtitle(source, self._overview), source.path, facts)

    def _show_activity(self, card: Card, lines: LineList, groups: list[LineGroup], nothing: str) -> None:
        lines.show_groups(groups)
        lines.setVisible(bool(groups))
        card.set_words("" if groups else nothing)
        count = sum(len(group.lines) for group in groups)
        more = "+" if any(group.count.startswith("first") for group in groups) else ""
        card.set_count(f"{count:,}{more}" if count and card is self.attention_card else "")

    def _show_schemas(self, overview: Overview, source: Source) -> None:
        schemas = overview.schemas or ()
        groups = words.schema_groups(schemas, source)
        strange = sum(1 for state in schemas for one in state.differences if not one.expected)
        self.schema.show_groups(groups)
        known = sum(len(state.differences) for state in schemas) - strange
        counts = (f"{strange:,} not expected" if strange else "", counted(known, "known difference") if known else "")
        self.schema_card.set_count(", ".join(count for count in counts if count))
        self.schema_card.set_words("" if groups else "Every table and column is as documented.")
        self.schema_card.setVisible(bool(schemas))
        documented = words.characteristic_groups(schemas)
        self.documented.show_groups(documented)
        self.documented_card.setVisible(bool(documented))

    def _show_members(self, members: tuple[Member, ...]) -> None:
        if self.source is None:
            return
        self._members = members
        self.states.show_content()
        report = self._health.state(self.source).report
        self.members.show_groups(words.member_lines(members, report, self.context.clock.now()))
        self.members_card.set_count(f"{len(members):,}")
        self.members_card.set_words("")

    def _members_failed(self, error: KnownError) -> None:
        self.members_card.set_words(str(error))

    def _show_sizes(self, sizes: tuple[TableSize, ...]) -> None:
        if self.source is None:
            return
        self.tables.show_groups(words.table_groups(sizes, self.source))
        self.tables_card.set_count(f"{len(sizes):,}")
        self.tables_card.set_words("" if sizes else "There is no table in this database.")

    def _sizes_failed(self, error: KnownError) -> None:
        self.tables_card.set_words(str(error))

    @Slot(str)
    def _health_changed(self, path: str) -> None:
        source = self.source
        if source is None or path != source.path:
            return
        state = self._health.state(source)
        report = state.report
        if state.seen is not None:
            self.changed.hold("checks", state.seen)
        self.broken_card.offer("Cancel", self._cancel_checks) if state.running else self.broken_card.offer("", None)
        if state.error is not None or state.cancelled:
            said = str(state.error) if state.error else "The checks were cancelled."
            self.broken_card.offer("Check again", self._check_again)
        else:
            said = "Checking…" if state.running else ""
        if report is not None:
            groups = words.finding_lines(report, source)
            self.broken.show_groups(groups)
            progress = f"{report.checked:,} of {counted(report.total, 'source')} checked: " if state.running else ""
            self.broken_card.set_count(summary(report))
            covered = f"{progress}{report.words()}."
            said = " ".join(text for text in (said if not report.parts or not state.running else "", covered) if text)
        self.broken.setVisible(bool(self.broken.lines()))
        self.broken_card.set_words(said)
        if report is not None and not state.running:
            self._tell_counts(source)

    def _tell_counts(self, source: Source) -> None:
        report = self._health.state(source).report
        if report is None:
            return
        self.otherBadgeChanged.emit("health", badge(report))
        worst = report.count(Level.BROKEN)
        found = f"{worst:,} broken" if worst else "nothing broken"
        self.set_note(f"{words.files_note(source)}; {report.words()} ({found})")
        if self._members:
            self._show_members(self._members)
        self._show_problems(source)

    # --- acting ----------------------------------------------------------------------------------------------------

    def _cancel_checks(self) -> None:
        if self.source is not None:
            self._health.cancel(self.source)

    def _check_again(self) -> None:
        if self.source is not None:
            self._health.ask(self.source, again=True)

    @Slot(str)
    def _go(self, view: str) -> None:
        self.openRequested.emit(location(self.location().path, view))

    @Slot(object)
    def _open_figure(self, figure: FigureValue) -> None:
        self.openRequested.emit(table_location(self.location().path, figure.table, figure.schema))

    @Slot(object)
    def _selected(self, line: Line | None) -> None:
        if line is not None:
            self.rowSelected.emit(line.selects)
