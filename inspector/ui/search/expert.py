"""What is wrong with an expert query, told under its place, with what could be written instead."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QSize, Qt, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from inspector.search.expert import ExpertProblem
from inspector.ui.labels import one_line, plain, tip, tone
from inspector.ui.search.box import SearchBox
from inspector.ui.theme.theme import Theme

_CARET = 7
_LONGEST = 60


class _Caret(QWidget):
    """A wedge and a line below the characters of the box that are meant."""

    def __init__(self, theme: Theme, box: SearchBox, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme
        self._box = box
        self._problem: ExpertProblem | None = None
        self.setFixedHeight(_CARET + 2)

    def point_at(self, problem: ExpertProblem) -> None:
        """Stand under this place."""
        self._problem = problem
        self.update()

    def span(self) -> tuple[float, float]:
        """Where it begins and ends, in pixels of the box."""
        if self._problem is None:
            return 0.0, 0.0
        start = self._problem.offset
        left = self._box.x_of(start)
        right = self._box.x_of(start + self._problem.length)
        return left, max(right, left + _CARET)

    def sizeHint(self) -> QSize:
        return QSize(40, _CARET + 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._problem is None:
            return
        left, right = self.span()
        middle = min((left + right) / 2, self.width() - float(_CARET))
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colour = self._theme.colour("negative")
        painter.setPen(QPen(colour, 2))
        painter.drawLine(QPointF(left, 1), QPointF(min(right, self.width()), 1))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        wedge = (QPointF(middle - 5, _CARET + 1), QPointF(middle + 5, _CARET + 1), QPointF(middle, 2))
        painter.drawPolygon(QPolygonF(wedge))
        painter.end()


class ExpertFault(QWidget):
    """Hidden while the query can be asked."""

    suggested = Signal(str)
    """The query that is to be asked instead."""

    def __init__(self, theme: Theme, box: SearchBox, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._suggestion = ""
        self.caret = _Caret(theme, box, self)
        self.words = plain("", self, wrap=True)
        tone(self.words, "negative")
        self.button = QPushButton(self)
        row = QHBoxLayout()
        row.setSpacing(8)
        row.addWidget(self.words, 1)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.caret)
        column.addLayout(row)
        self.button.clicked.connect(self._take)
        self.hide()

    def show_problem(self, problem: ExpertProblem) -> None:
        """Tell of this fault."""
        self._suggestion = problem.suggestion
        self.caret.point_at(problem)
        self.words.setText(" ".join(part for part in (problem.words, problem.advice) if part))
        shown = one_line(problem.suggestion)
        short = shown if len(shown) <= _LONGEST else shown[: _LONGEST - 1] + "…"
        self.button.setText(f"Search {short}".replace("&", "&&"))
        self.button.setToolTip(tip(problem.suggestion))
        self.button.setVisible(bool(problem.suggestion))
        self.show()

    @Slot()
    def _take(self) -> None:
        self.suggested.emit(self._suggestion)
