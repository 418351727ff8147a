"""How SQLite would answer: its plan as a tree, each step with a mark and words for what it costs."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QHeaderView, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from inspector.queries.plan import PlanStep, StepKind
from inspector.ui.icons import Icons
from inspector.ui.labels import plain, tip, tone
from inspector.ui.theme.theme import Theme

_LOOKS: Mapping[StepKind, tuple[str, str, str]] = {
    "scan": ("all rows", "ph.rows", "warning"),
    "search": ("by an index", "ph.magnifying-glass", "positive"),
    "covering": ("index alone", "ph.lightning", "positive"),
    "automatic": ("index made now", "ph.warning", "warning"),
    "temporary": ("temporary B-tree", "ph.tree-structure", "warning"),
    "virtual": ("module", "ph.puzzle-piece", "info"),
    "bloom": ("filter", "ph.funnel", "muted"),
    "subquery": ("query inside", "ph.brackets-round", "muted"),
    "inside": ("its rows", "ph.arrow-bend-down-right", "muted"),
    "compound": ("together", "ph.intersect", "muted"),
    "other": ("", "ph.dot-outline", "muted"),
}
"""What each kind of step is called, its icon and its role."""


class PlanPane(QWidget):
    """Shows one plan."""

    def __init__(self, theme: Theme, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._icons = icons
        self._steps: tuple[PlanStep, ...] = ()
        self._summary = plain("", self, wrap=True)
        tone(self._summary, "muted")
        self.tree = QTreeWidget(self)
        self.tree.setHeaderLabels(["Step", "How", "What it means"])
        self.tree.setAccessibleName("Query plan")
        self.tree.setUniformRowHeights(True)
        self.tree.setTextElideMode(Qt.TextElideMode.ElideRight)
        header = self.tree.header()
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Interactive)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        header.setStretchLastSection(True)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 8, 0)
        column.setSpacing(8)
        column.addWidget(self._summary)
        column.addWidget(self.tree, 1)
        self.setFocusProxy(self.tree)
        theme.changed.connect(self._repaint)

    def show_plan(self, steps: tuple[PlanStep, ...]) -> None:
        """Show a plan, all of it open."""
        self._steps = steps
        self._summary.setText(summary(steps))
        self.tree.clear()
        self.tree.addTopLevelItems([self._item(step) for step in steps])
        self.tree.expandAll()
        self.tree.resizeColumnToContents(0)
        self.tree.setColumnWidth(0, min(self.tree.columnWidth(0) + 16, max(240, self.width() // 2)))
        first = self.tree.topLevelItem(0)
        if first is not None:
            self.tree.setCurrentItem(first)

    def text(self) -> str:
        """What is said over the tree."""
        return self._summary.text()

    def _item(self, step: PlanStep) -> QTreeWidgetItem:
        called, icon, role = _LOOKS[step.kind]
        item = QTreeWidgetItem([step.detail, called, step.words])
        item.setIcon(0, self._icons.icon(icon, role))
        if role == "warning":
            item.setForeground(1, QColor(self._theme.colour(role)))
        for place, text in ((0, step.detail), (2, step.words)):
            item.setToolTip(place, tip(text))
        item.addChildren([self._item(child) for child in step.children])
        return item

    def _repaint(self) -> None:
        self.show_plan(self._steps)


def summary(steps: tuple[PlanStep, ...]) -> str:
    """What of a plan costs most, in one sentence."""
    if not steps:
        return "SQLite tells no plan: the statement reads no table."
    kinds = [step.kind for step in _all(steps)]
    costs = [
        (kinds.count("scan"), "table is read in full", "tables are read in full"),
        (kinds.count("temporary"), "temporary B-tree is built", "temporary B-trees are built"),
        (kinds.count("automatic"), "index is made for this query alone", "indexes are made for this query alone"),
    ]
    told = [f"{n:,} {one if n == 1 else many}" for n, one, many in costs if n]
    return f"{', '.join(told)}." if told else "Every table is read by an index or key."


def _all(steps: tuple[PlanStep, ...]) -> list[PlanStep]:
    return [one for step in steps for one in (step, *_all(step.children))]
