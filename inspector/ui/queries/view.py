"""Queries as a tab: the questions at the left, the chosen one above its answer at the right."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QPoint, QSignalBlocker, Qt, Slot
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QHBoxLayout, QLineEdit, QSplitter, QToolButton, QVBoxLayout, QWidget

from inspector.cancel import CancelToken
from inspector.errors import InvalidInput, KnownError
from inspector.queries.library import SavedQuery
from inspector.queries.pickers import Choice
from inspector.ui.changes.line import databases_of
from inspector.ui.commands import Command
from inspector.ui.lines.line import Line
from inspector.ui.lines.list import LineList
from inspector.ui.queries import memory
from inspector.ui.queries.answer_pane import AnswerPane
from inspector.ui.queries.asking import Asked, Fault, Outcome, ask, choices, limits_of, names_parts, statement_of
from inspector.ui.queries.listed import better_than, question_groups
from inspector.ui.queries.own_actions import OwnActions
from inspector.ui.queries.place import editor_location, new_query_location
from inspector.ui.queries.question_pane import QuestionPane
from inspector.ui.sql.documents import Documents
from inspector.ui.states import StateOverlay
from inspector.ui.view import View, ViewContext
from inspector.workspace.answers.ask_sources import Offer, offers, unreadable_queries
from inspector.workspace.answers.export_answer import Question
from inspector.workspace.graphs.wanted import answer_location
from inspector.workspace.location import Location
from inspector.workspace.rows.row_location import row_location
from inspector.workspace.source import Source

_VALUE = "p."
_QUESTION_SHARE = 0.55
"""Share of the height that a question takes at most by itself."""


class QueriesView(View):
    """Asks questions of its source. Params: ``query`` (``family/id``), ``p.NAME`` for each value."""

    def __init__(
        self, context: ViewContext, source: Source | None, location: Location, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, source, location, parent)
        self._offers: dict[str, Offer] = {}
        self._problems: tuple[str, ...] = ()
        self._chosen = ""
        self._saved = ""
        self._asked: Asked | None = None
        self._same: object = None
        self._answers: object = None
        self._arranged = False
        self._build()
        self._wire()
        self._read_offers()

    # --- the contract of views ---

    def location(self) -> Location:
        if not self._chosen:
            return self._location
        params = self._location.params
        kept = tuple(pair for pair in params if pair[0] != "query" and not pair[0].startswith(_VALUE))
        place = Location(self._location.path, self._location.view, kept)
        values = {_VALUE + name: text for name, text in self.question.form.values().items()}
        return place.with_params(query=self._chosen, **values)

    def show_location(self, location: Location) -> None:
        super().show_location(location)
        if self._offers:
            self._take(location)

    def refresh(self) -> None:
        self.question.show_limits(limits_of(self.context.settings))
        self._read_offers()
        if self._asked is not None:
            self.run()

    def find(self) -> None:  # type: ignore[override]  # see View
        # whoever is in the answer seeks in it
        focused = QApplication.focusWidget()
        if focused is not None and self.answer.tools.holds(focused) and self._has_answer():
            self.answer.tools.find()
            return
        self.filter.setFocus()
        self.filter.selectAll()

    def commands(self) -> tuple[Command, ...]:
        pane, has, own = self.answer, self._has_answer, self.own
        return (
            Command(
                "queries.run", "Run the question", self.run, "Ctrl+Return", self.question.ready, "ph.play", "Query"
            ),
            Command("queries.edit", "Open the SQL in the editor", self.edit, "", own.is_any, "ph.code", "Query"),
            Command("queries.take", "Copy to my questions…", own.copy, "", own.is_any, "ph.copy-simple", "Query"),
            Command("queries.rename", "Rename the question…", own.rename, "", own.is_own, menu="Query"),
            Command("queries.delete", "Delete the question", own.delete, "", own.is_own, "ph.trash", "Query"),
            Command(
                "queries.graph",
                "Open the answer as a graph",
                self.open_graph,
                "",
                pane.is_drawable,
                "ph.share-network",
                "Query",
            ),
            Command("queries.copy", "Copy the answer", partial(pane.copy, "tsv"), "", has, "ph.copy", "Query"),
            Command("queries.csv", "Save the answer as CSV…", partial(pane.ask_file, "csv"), "", has, menu="Query"),
            Command("queries.json", "Save the answer as JSON…", partial(pane.ask_file, "json"), "", has, menu="Query"),
        )

    # --- building ---

    def _build(self) -> None:
        side = QWidget(self)
        self.filter = QLineEdit(side)
        self.filter.setPlaceholderText("Filter questions")
        self.filter.setAccessibleName("Filter questions")
        self.filter.setClearButtonEnabled(True)
        self.list = LineList(self.context.theme, "Questions", side, fitted=False)
        self.states = StateOverlay(self.list)
        left = QVBoxLayout(side)
        left.setContentsMargins(8, 8, 8, 0)
        left.setSpacing(8)
        self.new_button = QToolButton(side)
        self.new_button.setToolTip("Write SQL of your own in a tab of the editor (Ctrl+N)")
        self.new_button.setAccessibleName("New query")
        self.context.icons.dress(self.new_button, "ph.code")
        top = QHBoxLayout()
        top.setSpacing(8)
        top.addWidget(self.filter, 1)
        top.addWidget(self.new_button)
        left.addLayout(top)
        left.addWidget(self.list, 1)
        self.question = QuestionPane(self.context, self)
        self.own = OwnActions(self)
        self.question.show_limits(limits_of(self.context.settings))
        self.answer = AnswerPane(self.context, self)
        self._right = right = QSplitter(Qt.Orientation.Vertical, self)
        right.addWidget(self.question)
        right.addWidget(self.answer)
        right.setChildrenCollapsible(False)
        right.setStretchFactor(1, 1)
        split = QSplitter(Qt.Orientation.Horizontal, self)
        split.addWidget(side)
        split.addWidget(right)
        split.setChildrenCollapsible(False)
        split.setSizes([280, 700])
        split.setStretchFactor(1, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.own.strip)
        column.addWidget(split, 1)
        self.setFocusProxy(self.list)
        # the reader arrives at the questions, not at the filter above them
        self.list.setFocus()

    def _wire(self) -> None:
        self.filter.textChanged.connect(self._show_list)
        self.new_button.clicked.connect(self.write_own)
        self.list.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.list.customContextMenuRequested.connect(self.own.popup)
        self.own.saved.connect(self._show_saved)
        self.question.moreRequested.connect(self._show_more)
        Documents.of(self.context).questionsChanged.connect(self._read_offers)
        self._right.splitterMoved.connect(self._keep_arrangement)
        self.list.lineSelected.connect(self._select)
        self.list.lineChosen.connect(self._choose)
        self.question.runRequested.connect(self.run)
        self.question.editRequested.connect(self.edit)
        self.question.betterRequested.connect(self._choose_better)
        self.question.rowRequested.connect(self._open_row)
        self.answer.openRequested.connect(self.openRequested)
        self.answer.rowSelected.connect(self.rowSelected)
        self.answer.againRequested.connect(self.run)
        self.answer.graphRequested.connect(self.open_graph)

    # --- the questions ---

    def _read_offers(self) -> None:
        source = self.source
        if source is None or not any(one.database is not None for one in source.walk()):
            self.states.show_empty("There is no database here that could be asked.", "Open a file or a folder.")
            return
        if not self._offers:
            self.states.show_loading("Reading the questions…")
        work = partial(_read_library, source)
        self.context.runner.run(work, self._offered, self._not_offered, owner=self, key="offers")

    def _offered(self, library: tuple[tuple[Offer, ...], tuple[str, ...]]) -> None:
        found, self._problems = library
        first, chosen = not self._offers, self._offers.get(self._chosen)
        self._offers = {f"{offer.query.family}/{offer.query.id}": offer for offer in found}
        self.states.show_content()
        self._show_list()
        wanted, self._saved = self._saved, ""
        if wanted in self._offers:
            self._show(wanted, self.question.form.values())
            self.move_to(self.location())
        elif first:
            self._take(self._location)
        elif self._chosen and self._chosen not in self._offers:
            self._chosen = ""
            self._take(Location(self._location.path, self._location.view))
        elif chosen is not None and self._offers[self._chosen].query != chosen.query:
            self._show(self._chosen, self.question.form.values())

    @Slot(object)
    def _show_saved(self, query: SavedQuery) -> None:
        """Show it, once the questions are read again."""
        self._saved = f"{query.family}/{query.id}"

    @Slot(object)
    def _show_more(self, at: QPoint) -> None:
        self.own.menu().popup(at)

    def _not_offered(self, error: KnownError) -> None:
        self.states.show_error(error, self._read_offers)

    @Slot()
    def _show_list(self) -> None:
        with QSignalBlocker(self.list):
            self.list.show_groups(question_groups(self._offers.values(), self.filter.text(), self._problems))
            if self._chosen:
                self.list.choose(self._chosen)
        if self._asked is None:
            self._tell_usable()

    def _tell_usable(self) -> None:
        usable = sum(1 for offer in self._offers.values() if not offer.why_not)
        self.set_note(f"{usable:,} of {len(self._offers):,} questions can be asked here")

    def _take(self, location: Location) -> None:
        """Show the question that a Location names, else the first that can be asked.

        A place that says nothing else than what is here is where the reader left it, with its answer.
        """
        values = {name[len(_VALUE) :]: text for name, text in location.params if name.startswith(_VALUE)}
        wanted = location.get("query")
        if not wanted and self._chosen:
            return
        if wanted not in self._offers:
            by_id = [key for key, offer in self._offers.items() if offer.query.id == wanted]
            usable = [line.key for line in self.list.lines() if line.key in self._offers and not line.mark]
            wanted = next(iter((*by_id, *usable, *self._offers)), "")
        if wanted and not self._is_here(wanted, values):
            self._show(wanted, values)

    def _is_here(self, key: str, values: dict[str, str]) -> bool:
        """Whether this question is shown, with these of its values."""
        now = self.question.form.values()
        return key == self._chosen and all(now.get(name) == text for name, text in values.items())

    @Slot(object)
    def _select(self, line: Line | None) -> None:
        if line is not None and line.key in self._offers and line.key != self._chosen:
            self._show(line.key, {})
            self.move_to(self.location())

    @Slot(object)
    def _choose(self, line: Line) -> None:
        """A click or Enter on a question asks it, where nothing must be said before."""
        self._select(line)
        if line.key in self._offers and self.question.ready():
            self.run()

    @Slot()
    def _choose_better(self) -> None:
        offer = self._offers.get(self._chosen)
        better = better_than(offer.query, self._offers.values()) if offer is not None else None
        if better is not None:
            self._show(f"{better.query.family}/{better.query.id}", self.question.form.values())
            self.move_to(self.location())
            if self.question.ready():
                self.run()

    @Slot()
    def write_own(self) -> None:
        """Write SQL of one's own, in the editor."""
        self.openRequested.emit(new_query_location(self._location.path))

    @Slot()
    def edit(self) -> None:
        """Open the SQL of the question that is shown in the editor."""
        query, source, given = self.question.query, self.source, self.question.form.values()
        if query is None or source is None:
            return
        if query.own or not names_parts(query):
            mine = f"{query.family}/{query.id}" if query.own else ""
            self.openRequested.emit(editor_location(self._location.path, query.sql, query.title, given, mine))
            return

        def done(sql: str) -> None:
            self.openRequested.emit(editor_location(self._location.path, sql, query.title, given))

        self.context.runner.run(partial(statement_of, source, query, given), done, owner=self, key="edit")

    def _show(self, key: str, values: dict[str, str]) -> None:
        self._chosen = key
        self._asked = None
        self.context.runner.cancel(self, "ask")
        with QSignalBlocker(self.list):
            self.list.choose(key)
        kept = {**memory.last_values(self.context.settings, key), **values}
        offer = self._offers[key]
        better = better_than(offer.query, self._offers.values())
        self.question.show_saved(offer.query, kept, offer.why_not, better.query.title if better else "")
        self.titleChanged.emit(offer.query.title)
        self._read_choices(offer)
        for name, text in values.items():
            field = self.question.form.fields.get(name)
            if field is not None:
                field.set_text(text)
        self.answer.show_nothing("Not asked yet.", self._what_to_do())
        self._tell_usable()
        self._fit()

    @Slot()
    def _fit(self) -> None:
        """Give the question the room it needs and the answer the rest, until the reader says otherwise."""
        height = self.height()
        if not self._arranged and height > 0:
            wanted = min(self.question.wanted_height(), round(height * _QUESTION_SHARE))
            self._right.setSizes([wanted, height - wanted])

    @Slot()
    def _keep_arrangement(self) -> None:
        self._arranged = True

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _what_to_do(self) -> str:
        missing = self.question.form.missing()
        if missing:
            return f"Choose {missing[0].parameter.title.lower()}, then press Run (Ctrl+Enter)."
        return "Press Run (Ctrl+Enter)."

    def _read_choices(self, offer: Offer) -> None:
        source = self.source
        for field in self.question.form.fields.values():
            if field.parameter.picker and source is not None and not field.choices():
                name = field.parameter.name

                def done(found: tuple[Choice, ...], name: str = name, key: str = self._chosen) -> None:
                    now = self.question.form.fields.get(name)
                    if now is not None and self._chosen == key:
                        now.set_choices(found)

                work = partial(choices, source, offer.query, field.parameter.picker)
                self.context.runner.run(work, done, _unheard, owner=self, key=f"choices {name}")

    # --- asking ---

    @Slot()
    def run(self) -> None:
        """Ask the question that is shown; an older one is given up."""
        source = self.source
        if source is None or not self.question.ready():
            missing = self.question.form.missing()
            if missing:
                self.question.show_words(f"“{missing[0].parameter.title}” is needed.")
                missing[0].field.setFocus()
                self._fit()
            return
        settings, given = self.context.settings, self.question.form.values()
        memory.keep_values(settings, self._chosen, given)
        sql = self.question.sql.sql
        asked = Asked(source, self.question.query, sql, given, self.context.clock, limits_of(settings))
        self._asked, self._same = asked, self._key_of(asked)
        self.question.show_fault(None)
        self.move_to(self.location())
        self.answer.show_asking("Asking…", self._cancel)
        self.answer.changed.run(
            databases_of((source,)),
            partial(ask, asked),
            partial(self._answered, asked),
            partial(self._failed, asked),
            owner=self,
            key="ask",
            title="Asking a question",
            cancelled=self._cancelled,
        )

    def _answered(self, asked: Asked, outcome: Outcome) -> None:
        if asked is not self._asked:
            return
        if isinstance(outcome, Fault):
            self.question.show_fault(outcome)
            self.answer.show_nothing("The statement ended with an error.", self.question.said())
            self._fit()
            self.set_note("")
            return
        answer, grid = outcome
        query = asked.query
        self._answers = self._same
        self.answer.show_answer(
            answer,
            grid,
            asked.ask_whole,
            query.id if query is not None else "answer",
            question=Question(asked.source, query, asked.sql, asked.given, asked.clock),
            show=query.show if query is not None else "table",
            chart=query.chart if query is not None else None,
            time=query.time if query is not None else "",
        )
        self.set_note(self.answer.summary())

    def _failed(self, asked: Asked, error: KnownError) -> None:
        if asked is not self._asked:
            return
        self.set_note("")
        if isinstance(error, InvalidInput):
            self.question.show_fault(Fault(error))
            self.answer.show_nothing("Nothing was asked.", self.question.said())
            self._fit()
        elif self._same == self._answers and self.answer.keep_answer(error):
            self.set_note(self.answer.summary())
        else:
            self.answer.show_error(error, self.run)
            self.answer.changed.shown("ask")

    @staticmethod
    def _key_of(asked: Asked) -> object:
        """By which it is known that an answer is one to the same question."""
        return (asked.source, asked.query, asked.sql, dict(asked.given), asked.clock.as_of)

    @Slot()
    def _cancel(self) -> None:
        self.context.runner.cancel(self, "ask")
        self._cancelled()

    def _cancelled(self) -> None:
        self.answer.show_nothing("The question was cancelled.", "Press Run to ask it again.")

    # --- going on ---

    @Slot()
    def open_graph(self) -> None:
        """Draw the answer in a tab of its own, with all that a graph offers."""
        asked = self._asked
        if asked is not None and self.answer.is_drawable():
            name = f"{asked.query.family}/{asked.query.id}" if asked.query is not None else ""
            self.openRequested.emit(answer_location(asked.source.path, asked.sql, name, asked.given))

    @Slot(object)
    def _open_row(self, found: tuple[Source, object]) -> None:
        source, ref = found
        self.openRequested.emit(row_location(source.path, ref))  # type: ignore[arg-type]  # a RowRef by the pane's word

    def _has_answer(self) -> bool:
        return self.answer.rows.answer is not None


def _unheard(error: KnownError) -> None:
    """Choices are a help; where they cannot be had, values are typed."""


def _read_library(source: Source, cancel: CancelToken) -> tuple[tuple[Offer, ...], tuple[str, ...]]:
    return offers(source, cancel), unreadable_queries(source)
