"""The trace of one message as a page: the verdict and why, what happened, who was part of it, what it leads to."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from PySide6.QtCore import Slot
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from inspector.cancel import CancelToken
from inspector.db.database import Database
from inspector.db.display import visible
from inspector.db.rows import RowRef
from inspector.errors import InvalidInput, KnownError
from inspector.families.trace import Trace
from inspector.ui.changes.line import ChangedLine
from inspector.ui.chat.place import message_location
from inspector.ui.commands import Command
from inspector.ui.details.header import Chip
from inspector.ui.labels import PlainLabel, enlarge, plain, tone
from inspector.ui.lines.card import Card, CardColumns, Page
from inspector.ui.lines.line import LineGroup
from inspector.ui.lines.list import LineList
from inspector.ui.states import PartialStrip, StateOverlay
from inspector.ui.trace.lines import (
    SEVERITY_WORDS,
    fact_groups,
    head_words,
    linked_lines,
    match_lines,
    step_lines,
    trace_location,
    verdict_lines,
)
from inspector.ui.view import View, ViewContext
from inspector.workspace.conversations.offered import is_said
from inspector.workspace.location import Location
from inspector.workspace.rows.row_location import ref_in, row_location
from inspector.workspace.source import Source
from inspector.workspace.traces.find_message import Found, find_message
from inspector.workspace.traces.read_trace import never_recorded, read_trace
from inspector.workspace.traces.trace_text import trace_text

MESSAGE = "message"
"""The parameter that names a message by its id, number or platform id."""
_TONES = {"fine": "positive", "waiting": "info", "suspicious": "warning", "broken": "negative"}


class TraceView(View):
    """Tells what became of a message. Params: ``table``, ``key`` of its row, or ``message``: what it is called."""

    def __init__(
        self, context: ViewContext, source: Source | None, location: Location, parent: QWidget | None = None
    ) -> None:
        super().__init__(context, source, location, parent)
        self._trace: Trace | None = None
        self._at: Source | None = source
        self._cards: list[Card] = []
        self._build()
        self._wire()
        self._read()

    # --- the contract of views ---

    def title(self) -> str:
        return f"Trace {visible(self._trace.id)}" if self._trace is not None else "Message trace"

    def show_location(self, location: Location) -> None:
        super().show_location(location)
        self._read()

    def set_source(self, source: Source) -> None:
        self.changed.release()
        super().set_source(source)
        self._at = source

    def refresh(self) -> None:
        self._read()

    def trace(self) -> Trace | None:
        """What is shown; None before the first answer."""
        return self._trace

    def find(self) -> None:  # type: ignore[override]  # see View
        self.field.setFocus()
        self.field.selectAll()

    def commands(self) -> tuple[Command, ...]:
        return (
            Command("trace.copy", "Copy the trace as text", self.copy_text, "", self._has_trace, "ph.copy", "Trace"),
            Command(
                "trace.chat", "Open its conversation", self.open_chat, "", self._is_said, "ph.chats-circle", "Trace"
            ),
            Command("trace.row", "Open the row of the message", self.open_row, "", self._has_row, "ph.table", "Trace"),
        )

    # --- building ---

    def _build(self) -> None:
        self.field = QLineEdit(self)
        self.field.setPlaceholderText("Id, number or platform id of a message")
        self.field.setAccessibleName("Message to trace")
        self.field.setClearButtonEnabled(True)
        self._go = QPushButton("Trace", self)
        self._copy, self._row = QPushButton("Copy as text", self), QPushButton("In table", self)
        self._chat = QPushButton("Conversation", self)
        bar = QHBoxLayout()
        bar.setContentsMargins(16, 8, 16, 0)
        bar.setSpacing(8)
        bar.addWidget(self.field, 1)
        for button in (self._go, self._chat, self._row, self._copy):
            bar.addWidget(button)
        content = QWidget(self)
        self.paper = Page(self.context.theme, content)
        self._build_head()
        self.columns = CardColumns(self.paper.content)
        self.paper.column.addWidget(self.columns)
        self.paper.column.addStretch(1)
        self.gaps = PartialStrip(content)
        inside = QVBoxLayout(content)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addWidget(self.paper, 1)
        inside.addWidget(self.gaps)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addLayout(bar)
        column.addWidget(content, 1)
        self.changed = ChangedLine(self.context, self.refresh, self)
        column.addWidget(self.changed)
        self.states = StateOverlay(content)

    def _build_head(self) -> None:
        self._head = plain("", self, wrap=True)
        tone(self._head, "muted")
        self._said = PlainLabel("", self)
        self._answer = plain("", self, wrap=True)
        enlarge(self._answer, 20)
        self._severity = Chip(self)
        self._rule = plain("", self, wrap=True)
        tone(self._rule, "muted")
        self._advice = plain("", self, wrap=True)
        first = QHBoxLayout()
        first.setSpacing(8)
        first.addWidget(self._answer, 1)
        first.addWidget(self._severity)
        for widget in (self._head, self._said):
            self.paper.column.addWidget(widget)
        self.paper.column.addLayout(first)
        for label in (self._rule, self._advice):
            self.paper.column.addWidget(label)

    def _wire(self) -> None:
        self.field.returnPressed.connect(self._search)
        self._go.clicked.connect(self._search)
        self._copy.clicked.connect(self.copy_text)
        self._row.clicked.connect(self.open_row)
        self._chat.clicked.connect(self.open_chat)

    # --- reading ---

    def _read(self) -> None:
        wanted = self._location.get(MESSAGE)
        try:
            ref = ref_in(self._location)
        except InvalidInput as error:
            self._failed(error)
            return
        if ref is None and not wanted:
            self._forget()
            self.states.show_empty(
                "Which message?",
                "Write its id, its number or its id on the platform above, or choose “Trace this message” on a row.",
            )
            return
        self.field.setText(wanted)
        self.states.show_loading("Following the message…", self._stop)
        source = self.source
        assert source is not None
        databases = tuple(one.database for one in source.walk() if one.database is not None)
        if ref is None:
            self._run(databases, partial(self._found, source, wanted))
        else:
            self._run(databases[:1], partial(self._traced, source, ref))

    def _run(self, databases: tuple[Database, ...], work: Callable[[CancelToken], Any]) -> None:
        self.changed.run(
            databases,
            work,
            self._arrived,
            self._failed,
            owner=self,
            key="trace",
            title="Tracing a message",
            cancelled=self._stopped,
        )

    def _traced(self, source: Source, ref: RowRef, cancel: CancelToken) -> tuple[Source, Trace]:
        root = self._root(source)
        return source, read_trace(source, ref, self.context.clock, cancel, root)

    def _found(self, source: Source, wanted: str, cancel: CancelToken) -> Found | tuple[Source, Trace]:
        found = find_message(source, wanted, self.context.clock, cancel)
        if not found.matches and not found.problems:
            return source, never_recorded(source, wanted)
        if len(found.matches) == 1:
            return self._traced(found.matches[0][0], found.matches[0][1].ref, cancel)
        return found

    def _root(self, source: Source) -> Source:
        """What a source stands below: where the other half of a message between sessions is looked for."""
        for root in self.context.workspace.sources:
            if any(one.path == source.path for one in root.walk()):
                return root
        return source

    def _arrived(self, answer: Found | tuple[Source, Trace]) -> None:
        if isinstance(answer, Found):
            self._show_found(answer)
            return
        self._at, self._trace = answer
        self._show()

    def _failed(self, error: KnownError) -> None:
        if self._trace is not None and self.changed.keep("trace", error):
            self.states.show_content()
            return
        self._forget()
        self.states.show_error(error, self.refresh)

    def _stop(self) -> None:
        self.context.runner.cancel(self, "trace")

    def _stopped(self) -> None:
        if self._trace is None:
            self.states.show_empty("Tracing was stopped.", action="Trace it again", run=self.refresh)
        else:
            self.states.show_content()

    # --- showing ---

    def _forget(self) -> None:
        self._trace = None
        self._clear()
        self.rowSelected.emit(None)
        self.set_note("")

    def _clear(self) -> None:
        for card in self._cards:
            self.columns.drop(card)
        self._cards = []
        for label in (self._head, self._said, self._answer, self._rule, self._advice):
            label.setText("")
        self._severity.hide()
        self.gaps.show_whole()
        for button in (self._copy, self._row, self._chat):
            button.setEnabled(False)

    def _show(self) -> None:
        trace, source = self._trace, self._at
        assert trace is not None
        assert source is not None
        self._clear()
        verdict = trace.verdict
        self._head.setText(head_words(trace))
        self._said.setText(visible(trace.text))
        self._answer.setText(f"{verdict.outcome.title}: {visible(verdict.words)}")
        severity = verdict.outcome.severity
        colour = self.context.theme.colour(_TONES[severity])
        self._severity.show_word(SEVERITY_WORDS[severity], colour, verdict.outcome.rule)
        self._severity.show()
        self._rule.setText(f"The rule: {verdict.outcome.rule}")
        self._advice.setText(verdict.outcome.advice)
        self._advice.setVisible(bool(verdict.outcome.advice))
        self._add_cards(trace, source)
        told = list(trace.gaps)
        if not trace.settled:
            told.append("What it says of now did not hold on two looks in a row: read it again.")
        if told:
            self.gaps.show_partial(" ".join(told))
        self._copy.setEnabled(True)
        self._row.setEnabled(trace.ref is not None)
        self._chat.setEnabled(self._is_said())
        self.states.show_content()
        self.titleChanged.emit(self.title())
        self.set_note(f"{verdict.outcome.title}; {SEVERITY_WORDS[verdict.outcome.severity]}")
        self.rowSelected.emit((source, trace.ref) if trace.ref is not None else None)

    def _add_cards(self, trace: Trace, source: Source) -> None:
        self._add("What shows it", (LineGroup(lines=verdict_lines(trace.verdict, source)),), 0, 0)
        self._add("What happened", (LineGroup(lines=step_lines(trace.steps, source)),), 1, 1)
        for verdict in trace.verdicts[1:]:
            title = f"Also: {verdict.outcome.title}"
            words = f"{visible(verdict.words)} The rule: {verdict.outcome.rule}"
            self._add(title, (LineGroup(lines=verdict_lines(verdict, source)),), 0, 0, words)
        self._add("Other messages", (LineGroup(lines=linked_lines(trace.linked, source)),), 1, 2)
        self._add("Who was part of it", fact_groups(trace.facts, source), 0, 2)

    def _add(self, title: str, groups: tuple[LineGroup, ...], of_two: int, of_three: int, words: str = "") -> None:
        lines = sum(len(group.lines) for group in groups)
        if not lines and not words:
            return
        card = Card(self.context.theme, title, self.columns)
        if words:
            label = plain(words, card, wrap=True)
            tone(label, "muted")
            label.setContentsMargins(8, 0, 8, 0)
            card.add(label)
        if lines:
            shown = LineList(self.context.theme, title, card)
            shown.show_groups(groups)
            shown.openRequested.connect(self.openRequested)
            shown.lineSelected.connect(self._line_selected)
            card.add(shown)
        self.columns.add(card, of_two, of_three)
        self._cards.append(card)
        card.show()

    def _show_found(self, found: Found) -> None:
        self._forget()
        wanted = visible(self._location.get(MESSAGE))
        problems = "; ".join(f"{visible(one.path)}: {one.what}" for one in found.problems)
        if not found.matches:
            self.states.show_empty(f"No message is called {wanted}.", f"Not every file could be asked: {problems}")
            return
        self._answer.setText(f"{len(found.matches):,} messages are called {wanted}. Which one?")
        self._add("Messages", (LineGroup(lines=match_lines(found.matches), shown=50),), 0, 0)
        if problems:
            self.gaps.show_partial(f"Not every file could be asked: {problems}")
        self.states.show_content()
        self.set_note(f"{len(found.matches):,} messages to choose from")

    # --- doing ---

    @Slot()
    def _search(self) -> None:
        text = self.field.text().strip()
        if text:
            place = Location(self._location.path, "trace", ((MESSAGE, text),))
            self._location = place
            self.locationChanged.emit(place)
            self._read()

    @Slot()
    def copy_text(self) -> None:
        """Put the trace on the clipboard as text."""
        if self._trace is not None:
            QGuiApplication.clipboard().setText(trace_text(self._trace))
            self.set_note("Copied the trace as text")

    @Slot()
    def open_row(self) -> None:
        """Open the row of the message in its table."""
        if self._trace is not None and self._trace.ref is not None and self._at is not None:
            self.openRequested.emit(row_location(self._at.path, self._trace.ref))

    @Slot()
    def open_chat(self) -> None:
        """Open the conversation at the message."""
        if self._trace is not None and self._at is not None:
            self.openRequested.emit(message_location(self._at.path, self._trace.ref))

    def _is_said(self) -> bool:
        return self._trace is not None and is_said(self._at, self._trace.ref)

    def address(self) -> Location:
        if self._trace is not None and self._trace.ref is not None and self._at is not None:
            return trace_location(self._at.path, self._trace.ref)
        return self._location

    def _has_trace(self) -> bool:
        return self._trace is not None

    def _has_row(self) -> bool:
        return self._trace is not None and self._trace.ref is not None

    @Slot(object)
    def _line_selected(self, line: object) -> None:
        selects = getattr(line, "selects", None)
        if selects is not None:
            self.rowSelected.emit(selects)
