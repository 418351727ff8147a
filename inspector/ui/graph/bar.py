"""The line over a graph: which graph, which layout, what to find, undo and save."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QEvent, QObject, Qt, Signal, Slot
from PySide6.QtGui import QAction, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLineEdit, QMenu, QSizePolicy, QToolButton, QWidget

from inspector.graph.manner import WAYS, Manner, manner_of
from inspector.graph.projection import GraphProjection
from inspector.ui.graph.files.saving import KINDS
from inspector.ui.icons import Icons
from inspector.ui.labels import PlainLabel, one_line, plain, tip, tone

LEAST = 240
"""Least width in pixels."""
NARROW = 760
"""Width in pixels below which buttons show their icons alone."""
_OFFERED = 20
"""Nodes outside the graph that are offered one by one."""
_TOLD = 80
"""Characters of the label of each."""


class GraphBar(QWidget):
    """Choices and actions of a graph view."""

    projectionChosen = Signal(str)
    """Id of the projection the user chose."""
    layoutChosen = Signal(str)
    """Name of the layout the user chose, with its direction."""
    findChanged = Signal(str)
    """The text to find, as it is typed."""
    findNext = Signal(int)
    """1 for the next hit, -1 for the one before."""
    saveRequested = Signal(str)
    """Id of the form that the graph is to be saved in."""
    everythingRequested = Signal()
    elsewhereChosen = Signal(object)
    """Number of the node, among those told by :meth:`show_elsewhere`, that the user chose."""
    undoRequested = Signal()
    redoRequested = Signal()

    def __init__(self, icons: Icons, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons = icons
        self._projection = QComboBox(self)
        self._layout_choice = QComboBox(self)
        self._direction = QComboBox(self)
        self._find = QLineEdit(self)
        self._hits = PlainLabel("", self)
        self._elsewhere = QToolButton(self)
        self._said = plain("", self)
        self._undo = self._button("Undo", "ph.arrow-u-up-left", "Nothing to undo")
        self._redo = self._button("Redo", "ph.arrow-u-up-right", "Nothing to do again")
        self._all = self._button("Show all", "ph.arrow-counter-clockwise", "Show everything that was filtered out")
        self._save = self._button("Save", "ph.download-simple", "Save the graph as a picture")
        self._build()
        self._projection.activated.connect(self._projection_activated)
        self._layout_choice.activated.connect(self._layout_activated)
        self._direction.activated.connect(self._direction_activated)
        self._find.textChanged.connect(self.findChanged)
        self._all.clicked.connect(self.everythingRequested)
        self._undo.clicked.connect(self.undoRequested)
        self._redo.clicked.connect(self.redoRequested)

    def _build(self) -> None:
        self._projection.setAccessibleName("Graph to draw")
        self._layout_choice.setAccessibleName("Layout")
        self._direction.setAccessibleName("Direction of the layers")
        for way, words in WAYS.items():
            self._direction.addItem(words, way)
        self._direction.hide()
        self._projection.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        for choice in (self._projection, self._layout_choice, self._direction):
            # what room there is belongs to what is typed
            choice.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._projection.setMinimumWidth(80)
        self._find.setPlaceholderText("Find a node")
        self._find.setAccessibleName("Find a node")
        self._find.setToolTip("Finds labels and ids; Enter goes to the next one")
        self._find.setClearButtonEnabled(True)
        self._find.setMaximumWidth(280)
        self._find.setMinimumWidth(96)
        self._find.installEventFilter(self)
        tone(self._hits, "muted")
        tone(self._said, "muted")
        self._said.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._elsewhere.setMenu(QMenu(self._elsewhere))
        self._elsewhere.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._elsewhere.hide()
        self._elsewhere.menu().triggered.connect(self._elsewhere_chosen)
        menu = QMenu(self._save)
        for kind in KINDS:
            menu.addAction(f"{kind.words}…", partial(self.saveRequested.emit, kind.form))
        self._save.setMenu(menu)
        self._save.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._all.hide()
        row = QHBoxLayout(self)
        # what is chosen and found must not push the panes aside
        row.setSizeConstraint(QHBoxLayout.SizeConstraint.SetNoConstraint)
        self.setMinimumWidth(LEAST)
        row.setContentsMargins(8, 4, 8, 4)
        row.setSpacing(8)
        for widget in (self._projection, self._layout_choice, self._direction, self._find, self._hits, self._elsewhere):
            row.addWidget(widget)
        row.addWidget(self._said, 1)
        for button in (self._undo, self._redo):
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
            button.setAccessibleName(button.text())
            button.hide()
        for button in (self._undo, self._redo, self._all, self._save):
            row.addWidget(button)

    def _button(self, text: str, icon: str, words: str) -> QToolButton:
        button = QToolButton(self)
        button.setText(text)
        button.setToolTip(words)
        button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        button.setAutoRaise(True)
        self._icons.dress(button, icon)
        return button

    def show_choices(
        self,
        projections: Sequence[GraphProjection],
        projection: GraphProjection,
        layouts: Sequence[tuple[str, str]],
        layout: str,
    ) -> None:
        """Offer these, with those that are shown chosen."""
        self._projection.clear()
        for number, one in enumerate(projections):
            self._projection.addItem(one_line(one.title), one.id)
            self._projection.setItemData(number, tip(one.about), Qt.ItemDataRole.ToolTipRole)
        self._projection.setCurrentIndex(self._projection.findData(projection.id))
        self._projection.setToolTip(tip(f"{projection.title}\n{projection.about}".strip()))
        self._layout_choice.clear()
        for id, title in layouts:
            self._layout_choice.addItem(title, id)
        self.show_layout(layout)

    def show_layout(self, layout: str) -> None:
        """Say which layout placed what is shown."""
        manner = manner_of(layout)
        self._layout_choice.setCurrentIndex(self._layout_choice.findData(manner.layout))
        self._direction.setCurrentIndex(self._direction.findData(manner.direction))
        self._direction.setVisible(manner.layout == "layered")

    def show_filtered(self, filtered: bool) -> None:
        """Offer to show everything while something is filtered out."""
        self._all.setVisible(filtered)

    def show_steps(self, undoes: str, redoes: str) -> None:
        """Say what undo and redo would do; empty for nothing."""
        # where there was no step yet, a narrow bar keeps its room for the rest
        self._undo.setVisible(bool(undoes or redoes))
        self._redo.setVisible(bool(undoes or redoes))
        self._undo.setEnabled(bool(undoes))
        self._redo.setEnabled(bool(redoes))
        self._undo.setToolTip(tip(f"Undo: {undoes} (Ctrl+Z)" if undoes else "Nothing to undo"))
        self._redo.setToolTip(tip(f"Do again: {redoes} (Ctrl+Shift+Z)" if redoes else "Nothing to do again"))

    def show_hits(self, count: int | None, beyond: int = 0, current: int | None = None) -> None:
        """Say how many nodes were found, which of them (from 0) is selected, and how many more are not shown; without
        a count nothing is looked for.
        """
        found = "none found" if not count else f"{count:,} found"
        if count and current is not None:
            found = f"{current + 1:,} of {count:,}"
        more = f", {beyond:,} not shown" if beyond else ""
        self._hits.setText("" if count is None else found + more)

    def show_elsewhere(self, labels: Sequence[str], more: bool = False) -> None:
        """Offer nodes that were found in the file and are not in the graph that was read."""
        menu = self._elsewhere.menu()
        menu.clear()
        for number, label in enumerate(labels[:_OFFERED]):
            menu.addAction(one_line(label).replace("&", "&&")[:_TOLD]).setData(number)
        if len(labels) > _OFFERED:
            menu.addAction(f"{len(labels) - _OFFERED:,} more: add a word").setEnabled(False)
        self._elsewhere.setText(f"{len(labels):,}{' or more' if more else ''} only in the file")
        self._elsewhere.setToolTip("Nodes that a limit left out of the graph; each opens with what is around it")
        self._elsewhere.setVisible(bool(labels))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        narrow = event.size().width() < NARROW
        style = Qt.ToolButtonStyle.ToolButtonIconOnly if narrow else Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        for button in (self._all, self._save):
            button.setToolButtonStyle(style)

    def say(self, text: str) -> None:
        """Say what was done."""
        self._said.setText(one_line(text))
        self._said.setToolTip(tip(text))

    def find_text(self) -> str:
        """What is looked for."""
        return self._find.text()

    def focus_find(self) -> None:
        """Put the keyboard into the find field."""
        self._find.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._find.selectAll()

    def clear_find(self) -> None:
        """Look for nothing."""
        self._find.clear()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                self.findNext.emit(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
                return True
            if event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
                self.findNext.emit(1 if event.key() == Qt.Key.Key_Down else -1)
                return True
        return False

    @Slot(QAction)
    def _elsewhere_chosen(self, action: QAction) -> None:
        self.elsewhereChosen.emit(action.data())

    @Slot(int)
    def _projection_activated(self, row: int) -> None:
        self.projectionChosen.emit(self._projection.itemData(row))

    @Slot(int)
    def _layout_activated(self, row: int) -> None:
        self.layoutChosen.emit(self._layout_choice.itemData(row))

    @Slot(int)
    def _direction_activated(self, row: int) -> None:
        self.layoutChosen.emit(Manner("layered", self._direction.itemData(row)).name)
