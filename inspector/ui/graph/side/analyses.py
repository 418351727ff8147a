"""What can the graph be asked, and what is the answer, line by line, as the picture shows it?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QPushButton, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from inspector.graph.analysis import GraphAnalysis, named
from inspector.ui.graph.side.answer_list import AnswerList
from inspector.ui.icons import SMALL
from inspector.ui.labels import plain, tip, tone
from inspector.ui.lines.line import Line
from inspector.ui.lines.list import LineList

if TYPE_CHECKING:
    from inspector.ui.graph.view import GraphView

_HINT = "Choose a question; its answer is drawn strong, and told here line by line."
_READING = "Looking…"


class AnalysesPanel(QWidget):
    """The questions, or the answer to one of them; everything is asked through ``view.analyses``."""

    title = "Analyses"

    def __init__(self, view: GraphView, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._view = view
        theme = view.context.theme
        self.questions = LineList(theme, "Questions", self, fitted=False)
        self.back = QToolButton(self)
        self.heading = plain("", self, wrap=True)
        self.words = plain("", self, wrap=True)
        self.options = QWidget(self)
        self.lines = AnswerList(theme, self)
        self.notes = plain("", self, wrap=True)
        self.only = QPushButton("Show only these", self)
        self.clear = QPushButton("Clear", self)
        self.pages = QStackedWidget(self)
        self._boxes: dict[str, QCheckBox] = {}
        self._options_of = ""
        self._leads = False
        self._answer = self._build_answer()
        self._build()
        self._wire()
        self._follow()

    def _build(self) -> None:
        hint = plain(_HINT, self, wrap=True)
        tone(hint, "muted")
        self._list = QWidget(self)
        column = QVBoxLayout(self._list)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(_padded(hint, below=8))
        column.addWidget(self.questions, 1)
        self.pages.addWidget(self._list)
        self.pages.addWidget(self._answer)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.addWidget(self.pages)
        self.setFocusProxy(self.questions)

    def _build_answer(self) -> QWidget:
        bold = QFont(self.heading.font())
        bold.setWeight(QFont.Weight.DemiBold)
        self.heading.setFont(bold)
        tone(self.notes, "muted")
        self.back.setText("All questions")
        self.back.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.back.setIconSize(SMALL)
        self.back.setAutoRaise(True)
        self.back.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._view.context.icons.dress(self.back, "ph.caret-left", "muted")
        self.back.setToolTip("Back to the questions; the answer stays drawn")
        self.only.setToolTip("Hide every other node")
        self.clear.setToolTip("Draw everything alike again")
        self._box_column = QVBoxLayout(self.options)
        self._box_column.setContentsMargins(0, 0, 0, 0)
        self._box_column.setSpacing(2)
        buttons = QHBoxLayout()
        buttons.setContentsMargins(8, 0, 8, 8)
        buttons.addWidget(self.only)
        buttons.addWidget(self.clear)
        buttons.addStretch(1)
        answer = QWidget(self)
        column = QVBoxLayout(answer)
        column.setContentsMargins(0, 2, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.back, 0, Qt.AlignmentFlag.AlignLeft)
        column.addLayout(_padded(self.heading, self.words, self.options))
        column.addWidget(self.lines, 1)
        column.addLayout(_padded(self.notes))
        column.addStretch(0)
        column.addLayout(buttons)
        return answer

    def _wire(self) -> None:
        analyses = self._view.analyses
        self.questions.lineChosen.connect(self._ask)
        self.lines.lineChosen.connect(analyses.select)
        self.back.clicked.connect(self.show_questions)
        self.only.clicked.connect(analyses.isolate)
        self.clear.clicked.connect(analyses.clear)
        analyses.changed.connect(self._follow)
        analyses.asked.connect(self._show_answer)
        self._view.context.theme.changed.connect(self._follow)

    # --- what is seen ----------------------------------------------------------------------------------------------

    def sizeHint(self) -> QSize:
        return QSize(264, 480)

    @Slot()
    def show_questions(self) -> None:
        """Go back to the questions; the answer stays."""
        self.pages.setCurrentWidget(self._list)
        self.setFocusProxy(self.questions)

    @Slot()
    def _show_answer(self) -> None:
        focus, waits = self.window().focusWidget(), self._view.analyses.waits_for_node
        leads = focus is not None and self.isAncestorOf(focus)
        self._leads = (self._leads or leads) and not waits
        if leads and waits:
            # a node has to be selected there
            self._view.canvas.setFocus(Qt.FocusReason.OtherFocusReason)
        self.pages.setCurrentWidget(self._answer)
        self.setFocusProxy(self.lines)

    @Slot()
    def _follow(self) -> None:
        self._list_questions()
        self._offer_options()
        self._tell_answer()
        if self._view.analyses.current is None:
            self.show_questions()

    def _list_questions(self) -> None:
        analyses = self._view.analyses
        lines = [
            Line(one.title, trailing=self._lacking(one), tip=f"{one.title}\n{one.about}", key=one.id, selects=one)
            for one in analyses.offered()
        ]
        self.questions.show_lines(lines)
        if analyses.current is None:
            self.questions.clearSelection()
        else:
            self.questions.choose(analyses.current.id)

    def _lacking(self, analysis: GraphAnalysis) -> str:
        """What has to be selected before it can be asked."""
        return "" if self._view.analyses.can_ask(analysis) else f"select {_kinds(analysis)}"

    def _offer_options(self) -> None:
        current = self._view.analyses.current
        id = current.id if current is not None else ""
        if id != self._options_of:
            self._options_of = id
            for box in self._boxes.values():
                box.hide()
                box.deleteLater()
            self._boxes = {}
            for option in current.options if current is not None else ():
                box = QCheckBox(option.title, self.options)
                box.setChecked(current is not None and option.id in self._view.analyses.options_of(current))
                box.toggled.connect(partial(self._view.analyses.set_option, option.id))
                self._box_column.addWidget(box)
                self._boxes[option.id] = box
        self.options.setVisible(bool(self._boxes))

    def box(self, option: str) -> QCheckBox:
        """The box of an option of what was asked."""
        return self._boxes[option]

    def _tell_answer(self) -> None:
        analyses, graph = self._view.analyses, self._view.exploring.graph
        current, result = analyses.current, analyses.result
        heading, words, notes = "", "", ""
        if current is not None:
            heading, words = self._heading(current), _READING
            if analyses.waits_for_node:
                words = f"{current.about} Select {_kinds(current)} in the picture to ask it."
            elif analyses.failure:
                words = analyses.failure
        if result is not None:
            heading, words = result.title, result.words
            notes = "\n".join([*result.notes, *self._remarks()])
        for label, text in ((self.heading, heading), (self.words, words), (self.notes, notes)):
            label.setText(text)
            label.setVisible(bool(text))
        self.heading.setToolTip(tip(current.about) if current is not None else "")
        self.notes.setFont(self._view.context.theme.font("dense"))
        tone(self.words, "muted" if result is None and not analyses.failure else "")
        self.lines.show_lines(graph, result.lines if result is not None else ())
        self.lines.setVisible(result is not None and bool(result.lines))
        self.only.setVisible(result is not None and bool(len(result.nodes)))
        self.clear.setVisible(current is not None)
        if self._leads and result is not None:
            # the keyboard was at the questions: it goes on at the answer
            self._leads = False
            (self.lines if result.lines else self.clear).setFocus(Qt.FocusReason.OtherFocusReason)

    def _heading(self, current: GraphAnalysis) -> str:
        graph, subject = self._view.exploring.graph, self._view.analyses.subject
        known = graph is not None and subject in graph.index
        return (
            f"{current.title}: {named(graph, graph.index[subject])}" if known and graph is not None else current.title
        )

    def _remarks(self) -> list[str]:
        """What an answer does not cover, and what of it is not seen."""
        graph, hidden = self._view.exploring.graph, self._view.analyses.hidden()
        said = []
        if graph is not None and graph.partial:
            said.append(f"Asked of the {len(graph):,} of {graph.total_nodes:,} nodes that were read.")
        if hidden:
            said.append(f"Not shown now, hidden by filters: {hidden:,} of its nodes.")
        return said

    # --- what is done ----------------------------------------------------------------------------------------------

    @Slot(object)
    def _ask(self, line: Line) -> None:
        if isinstance(line.selects, GraphAnalysis):
            self._view.analyses.ask(line.selects.id)


def _padded(*parts: QWidget, below: int = 0) -> QVBoxLayout:
    """Parts with the margins of text."""
    column = QVBoxLayout()
    column.setContentsMargins(8, 0, 8, below)
    column.setSpacing(6)
    for part in parts:
        column.addWidget(part)
    return column


def _kinds(analysis: GraphAnalysis) -> str:
    """The types of nodes it can be asked of, in words."""
    if not analysis.node_types:
        return "a node"
    return " or ".join(
        f"a{'n' if name[:1] in 'aeiou' else ''} {name.replace('_', ' ')}" for name in analysis.node_types
    )
