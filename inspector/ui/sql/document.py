"""One document while it is open: what is written reaches its draft within a second, and its file when it is told to."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSignalBlocker, QTimer, Signal, Slot

from inspector.errors import KnownError
from inspector.families.registry import GENERIC
from inspector.queries.chart_spec import ChartSpec
from inspector.queries.library import SavedQuery, Show, parameters_of
from inspector.queries.own import OwnQueries
from inspector.queries.scan import statements
from inspector.ui.queries.question_dialog import QuestionDialog, families_of, save_question
from inspector.ui.sql.documents import Documents
from inspector.ui.sql.file_link import FileLink, OnDisk
from inspector.ui.sql.naming import first_comment, name_of, tab_name
from inspector.ui.states import PartialStrip

if TYPE_CHECKING:
    from PySide6.QtWidgets import QWidget

    from inspector.queries.drafts import Draft
    from inspector.ui.sql.editor.editor import SqlEditor
    from inspector.ui.view import ViewContext
    from inspector.workspace.source import Source

_WRITING_MS = 700
"""Milliseconds after a key until the draft is written: within a second, kill -9 or not."""


class OpenDocument(QObject):
    """The document of one editor."""

    titleChanged = Signal(str)
    """What its tab is called now."""

    def __init__(self, context: ViewContext, draft: Draft, editor: SqlEditor, parent: QWidget) -> None:
        super().__init__(parent)
        self._context, self._parent = context, parent
        self._documents = Documents.of(context)
        self._editor = editor
        self.draft = draft
        """As it was kept last."""
        self.strip = PartialStrip(parent)
        """Says what became of its file."""
        self._link = FileLink(context, parent)
        self._title = tab_name(draft)
        self._writing = QTimer(self, singleShot=True, interval=_WRITING_MS)
        self._writing.timeout.connect(self.keep)
        self._show()
        editor.changed.connect(self._written)
        editor.caretMoved.connect(self._moved)
        self._link.looked.connect(self._looked)
        self._link.saved.connect(self._saved)
        self._link.refused.connect(self._refused)
        self._link.failed.connect(self._failed)

    # --- the draft ---

    @Slot()
    def keep(self, *, now: bool = False) -> None:
        """Give the draft what is written; ``now``: before this returns."""
        self._writing.stop()
        text, draft = self._editor.text(), self.draft
        edited = draft.edited or text != draft.text
        self._become(replace(draft, text=text, caret=self._editor.caret(), edited=edited), now=now)

    def put_away(self, *, given_up: bool) -> None:
        """It is not open any more; ``given_up``: the reader closed it."""
        self.keep(now=True)
        if given_up:
            self._documents.close(self.draft.id)
            if self.draft.file and self.draft.text != self.draft.file_text:
                what = f"{os.path.basename(self.draft.file)} was closed with changes that are not in its file."
                advice = "They are kept for a while: Ctrl+Shift+T opens the tab again."
                self._documents.failed.emit(KnownError(what, path=self.draft.file, advice=advice))

    def ask_each(self, each: bool) -> None:
        """Whether it is asked of every source below."""
        self._become(replace(self.draft, each=each))

    def _become(self, draft: Draft, *, now: bool = False) -> None:
        self.draft = self._documents.keep(draft, now=now)
        if tab_name(draft) != self._title:
            self._title = tab_name(draft)
            self.titleChanged.emit(self._title)

    def _show(self) -> None:
        with QSignalBlocker(self._editor):
            self._editor.set_text(self.draft.text)
            self._editor.set_caret(self.draft.caret)

    @Slot()
    def _written(self) -> None:
        # whoever writes without a pause is written down all the same
        if not self._writing.isActive():
            self._writing.start()

    @Slot()
    def _moved(self) -> None:
        if self.draft.edited and not self._writing.isActive():
            self._writing.start()

    # --- the file ---

    @property
    def file(self) -> str:
        """The file it belongs to; empty for none."""
        return self.draft.file

    def look(self) -> None:
        """See what stands in its file now."""
        if self.draft.file:
            self._link.look(self.draft.file)

    @Slot()
    def save(self) -> None:
        """Write it to its file, or to its question; where it has neither, a file is asked for."""
        self.keep()
        known = self._question()
        if self.draft.file:
            self._link.save(self.draft.file, self.draft.text, self.draft.file_text)
        elif known is not None and len(statements(self.draft.text)) == 1:
            query = replace(known, sql=self.draft.text, parameters=parameters_of(self.draft.text, known.parameters))
            save_question(self._context, query, self, self._question_saved, self._failed)
        else:
            self.save_as()

    @Slot()
    def save_as(self) -> None:
        """Ask for a file, and write it there."""
        self.keep()
        name = name_of(self.draft).replace(":", "").replace("/", "-")
        self._link.ask_target(self.draft.text, name if name.endswith(".sql") else f"{name}.sql")

    def save_to(self, path: str) -> None:
        """Write it to this file, to which it belongs from then on."""
        self.keep()
        self._link.save(path, self.draft.text, None)

    # --- the question ---

    def save_question(
        self, sql: str, source: Source | None, show: Show = "table", chart: ChartSpec | None = None
    ) -> None:
        """Ask what a question of the user's own is called, and save ``sql`` as it, to be shown as it is looked at."""
        self.keep()
        if len(statements(sql)) != 1:
            self.say("A question is one statement: write one, or select one.")
            return
        families = families_of(source)
        whose = families[0].id if families else GENERIC
        known = self._question() or SavedQuery("", whose, self.draft.title or first_comment(sql), sql, show=show)
        if chart is not None and show == "chart":
            known = replace(known, chart=chart)
        query = replace(known, sql=sql, parameters=parameters_of(sql, known.parameters))
        QuestionDialog(self._context, query, families, "Save as a question", self._parent).ask(self._question_saved)

    def _question(self) -> SavedQuery | None:
        """The question of the user's own that this is the SQL of."""
        family, _, id = self.draft.question.partition("/")
        return OwnQueries().load(family).get(id) if id else None

    def _question_saved(self, query: SavedQuery) -> None:
        saved = replace(self.draft, question=f"{query.family}/{query.id}", title=query.title)
        self._become(saved)
        self.say(f"Saved as “{query.title}” among my questions.")
        self._documents.questionsChanged.emit()

    def _take(self, text: str) -> None:
        """Show what stands in the file."""
        self.draft = replace(self.draft, text=text, file_text=text)
        self._editor.set_text(text)
        self.keep()
        self.strip.show_whole()

    @Slot(object)
    def _looked(self, found: OnDisk) -> None:
        self.keep()
        name, draft = os.path.basename(self.draft.file), self.draft
        if found.error is not None:
            self.strip.show_partial(str(found.error), self.strip.show_whole, action="Close")
        elif found.text is None:
            self._say_gone(name)
        elif found.text == draft.text:
            self._become(replace(draft, file_text=found.text))
            self.strip.show_whole()
        elif draft.text == draft.file_text:
            was_new = not draft.edited and not draft.file_text
            self._take(found.text)
            if not was_new:
                self.say(f"{name} was changed on disk and read again.")
        elif found.text != draft.file_text:
            words = f"{name} was changed on disk, and here too: what is here is kept until you take the file's text."
            text = found.text
            self.strip.show_partial(words, partial(self._take, text), action="Take the file's text")
        else:
            self.strip.show_whole()

    def _say_gone(self, name: str) -> None:
        self._become(replace(self.draft, file_text=""))
        if self.draft.text.strip():
            self.strip.show_partial(
                f"{name} is not there any more. The text is kept here.", self.save, action="Save it"
            )
        else:
            self.say(f"There is no file {name}: it is made when you save.")

    @Slot(object)
    def _saved(self, written: tuple[str, str]) -> None:
        path, text = written
        self._become(replace(self.draft, file=path, file_text=text, title="", edited=True))
        self.say(f"Saved to {path}")

    @Slot()
    def _refused(self) -> None:
        name = os.path.basename(self.draft.file)
        words = f"Nothing was saved: {name} was changed on disk since it was read here."
        self.strip.show_partial(words, self._write_over, action="Write over it")

    def _write_over(self) -> None:
        self.save_to(self.draft.file)

    @Slot(object)
    def _failed(self, error: KnownError) -> None:
        self.say(str(error))

    def say(self, words: str) -> None:
        """Say something over the editor."""
        self.strip.show_partial(words, self.strip.show_whole, action="Close")
