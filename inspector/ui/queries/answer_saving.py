"""Taking an answer away: on the clipboard what is shown, in a file all rows there are, asked again and streamed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from inspector.cancel import CancelToken
from inspector.errors import KnownError
from inspector.ui.deed import Deed
from inspector.ui.file_dialogs import FileKind, ask_target
from inspector.ui.queries.keeping import Again, answer_to_paste, save_shown
from inspector.ui.table.clipboard import ReadyToPaste, put
from inspector.ui.view import ViewContext
from inspector.workspace.answers.ask_sources import QueryAnswer
from inspector.workspace.answers.block_text import FILE_FORMS, Form
from inspector.workspace.answers.export_answer import Manner, Question, save_answer
from inspector.workspace.source import Source

SAFE = "export.safe"
"""The setting whether spreadsheets are kept from computing with texts."""
_COPIED: tuple[tuple[str, Form], ...] = (
    ("tab-separated lines", "tsv"),
    ("CSV", "csv"),
    ("JSON", "json"),
    ("Markdown", "markdown"),
    ("SQL INSERT", "insert"),
)


class AnswerSaving(QObject):
    """The buttons Copy and Save of one answer."""

    said = Signal(str)
    """Something was done, or could not be."""
    tooMuch = Signal(str)
    """Not all could be copied: a file takes it."""

    def __init__(self, context: ViewContext, parent: QWidget) -> None:
        super().__init__(parent)
        self._context, self._parent = context, parent
        self._answer: QueryAnswer | None = None
        self._again: Again | None = None
        self._question: Question | None = None
        self._name = "answer"
        self.copy_button = self._button("Copy", "ph.copy")
        self.save_button = self._button("Save", "ph.floppy-disk")
        self._fill_copy()
        self._fill_save()
        self.show_answer(None)

    def show_answer(
        self,
        answer: QueryAnswer | None,
        again: Again | None = None,
        question: Question | None = None,
        name: str = "answer",
    ) -> None:
        """What can be taken away; ``question`` asks for all rows, where the answer has only the first of them."""
        self._answer, self._again, self._question, self._name = answer, again, question, name
        for button in (self.copy_button, self.save_button):
            button.setEnabled(answer is not None)
        cut = answer is not None and answer.truncated
        self._shown.setVisible(cut and question is not None)
        self._shown.setChecked(False)

    def copy(self, form: Form) -> None:
        """Put the rows that are shown on the clipboard."""
        answer, again = self._answer, self._again
        if answer is None or again is None:
            return

        def work(cancel: CancelToken) -> tuple[ReadyToPaste, str]:
            return answer_to_paste(answer, form, again, cancel)

        self._context.runner.run(work, self._copied, self._could_not, owner=self, key="copy", title="Copying")

    def ask_file(self, form: Form) -> None:
        """Ask for a file and save to it."""
        words, ending = next((words, ending) for one, words, ending in FILE_FORMS if one == form)
        ask_target(
            self._parent, f"Save as {words}", f"{self._name}.{ending}", (FileKind(words, ending, form),), self.save
        )

    def save(self, file: str, form: Form) -> None:
        """Save all rows to a file; of an answer that cannot be asked again those that are shown."""
        answer, again, question = self._answer, self._again, self._question
        if answer is None or again is None:
            return
        sources = tuple(self._context.workspace.sources)
        parts = (*sources, *(part.source for part in answer.answers))
        manner = Manner(form, safe=bool(self._context.settings.get(SAFE)) and form in ("csv", "tsv"))
        runner = self._context.runner
        if question is None or self._shown.isChecked():

            def work(cancel: CancelToken) -> str:
                return save_shown(file, answer, manner, again, parts, cancel)

        else:
            asked = question

            def work(cancel: CancelToken) -> str:
                return self._save_all(asked, manner, file, parts, cancel)

        runner.run(work, self.said.emit, self._could_not, owner=self, key="save", title="Saving the answer")

    def _save_all(
        self, question: Question, manner: Manner, file: str, sources: Sequence[Source], cancel: CancelToken
    ) -> str:
        runner = self._context.runner

        def far(rows: int) -> None:
            runner.tell(cancel, f"{rows:,} rows")

        return save_answer(question, manner, file, sources, cancel, far).words(file)

    def set_words(self, wide: bool) -> None:
        """Write beside the icons what they mean, where there is room."""
        for button in (self.copy_button, self.save_button):
            alone = not wide and not button.icon().isNull()
            beside = Qt.ToolButtonStyle.ToolButtonTextBesideIcon
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly if alone else beside)

    # --- building ---

    def _button(self, text: str, icon: str) -> QToolButton:
        button = QToolButton(self._parent)
        button.setText(text)
        button.setToolTip(f"{text} the answer")
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setMenu(QMenu(button))
        self._context.icons.dress(button, icon)
        return button

    def _fill_copy(self) -> None:
        menu = self.copy_button.menu()
        for words, form in _COPIED:
            self._add(menu, f"Copy all as {words}", partial(self.copy, form))

    def _fill_save(self) -> None:
        menu = self.save_button.menu()
        for form, words, _ in FILE_FORMS:
            self._add(menu, f"Save all as {words}…", partial(self.ask_file, form))
        menu.addSeparator()
        self._shown = QAction("Only the rows that are shown", menu)
        self._shown.setCheckable(True)
        menu.addAction(self._shown)
        self._safe = QAction("CSV safe for spreadsheets: no text becomes a formula", menu)
        self._safe.setCheckable(True)
        self._safe.setChecked(bool(self._context.settings.get(SAFE)))
        self._safe.toggled.connect(self._keep_safe)
        menu.addAction(self._safe)
        menu.aboutToShow.connect(self._follow_settings)

    def _add(self, menu: QMenu, words: str, run: partial[None]) -> None:
        action = QAction(words, menu)
        Deed(action, run)
        menu.addAction(action)

    @Slot(bool)
    def _keep_safe(self, safe: bool) -> None:
        self._context.settings.set(SAFE, safe)

    @Slot()
    def _follow_settings(self) -> None:
        self._safe.setChecked(bool(self._context.settings.get(SAFE)))

    def _copied(self, done: tuple[ReadyToPaste, str]) -> None:
        ready, words = done
        put(ready)
        (self.tooMuch if ready.copied.left_out else self.said).emit(words)

    def _could_not(self, error: KnownError) -> None:
        self.said.emit(str(error))
