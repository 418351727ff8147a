"""Cases of looks, on the window itself: what is data is never markup, and everything can be read in both themes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QAbstractItemModel, QModelIndex, QRect, Qt
from PySide6.QtGui import QColor, QImage, QPalette
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QMessageBox, QTextBrowser, QTextEdit, QWidget

from inspector import resources
from inspector.ui.theme.contrast import contrast
from inspector.workspace.location import location

EVIL = '<img src=file:///etc/passwd><b>x</b><a href="http://x">go</a>'
NODE = "INSERT INTO nodes (id, type, title, status, project, metadata, created_at, updated_at) VALUES "


@pytest.fixture
def evil(build):
    """A graph.db that is named, and filled, with markup wherever a text can stand."""
    quoted = EVIL.replace('"', '""')
    held = json.dumps({EVIL: EVIL})
    edge = "INSERT INTO edges (id, source_id, target_id, type, project, created_at) VALUES ('e', '1', '2', ?, 'p', ?)"
    made = build(
        f"{EVIL.replace('/', '⁄')}.db",
        resources.text("schemas", "state-memory.real.sql"),
        (f"{NODE} ('1', ?, ?, ?, ?, ?, ?, '2026-01-01')", (EVIL, EVIL, EVIL, EVIL, held, EVIL)),
        (f"{NODE} ('2', 'task', ?, 'in_progress', ?, ?, '2026-01-01', '2020-01-01')", (EVIL, EVIL, held)),
        (edge, (EVIL, EVIL)),
        "INSERT INTO nodes_fts(nodes_fts) VALUES ('rebuild')",
        f'CREATE TABLE "{quoted}" ("{quoted}" TEXT)',
        (f'INSERT INTO "{quoted}" VALUES (?)', (EVIL,)),
    )
    return made


def texts_of(model: QAbstractItemModel, parent: QModelIndex, role: int, depth: int = 0) -> Iterator[str]:
    """What a model answers for a role, as far as it is loaded."""
    for row in range(min(60, model.rowCount(parent))):
        for column in range(20):
            index = model.index(row, column, parent)
            if index.isValid():
                yield str(index.data(role) or "")
        if depth < 6:
            yield from texts_of(model, model.index(row, 0, parent), role, depth + 1)


def markup_that_would_be_drawn(window: QWidget) -> list[str]:
    """Every place of a window where a text of the data would be taken for markup."""
    found = []
    for label in window.findChildren(QLabel):
        if "<" in label.text() and label.textFormat() is not Qt.TextFormat.PlainText:
            found.append(f"label {label.text()!r}")
    for box in window.findChildren(QMessageBox):
        if box.textFormat() is not Qt.TextFormat.PlainText:
            found.append(f"box {box.text()!r}")
    for widget in (window, *window.findChildren(QWidget)):
        if "<img" in widget.toolTip() or "<a href" in widget.toolTip():
            found.append(f"tip of {type(widget).__name__}: {widget.toolTip()!r}")
    for view in window.findChildren(QAbstractItemView):
        if view.model() is not None:
            tips = texts_of(view.model(), view.rootIndex(), Qt.ItemDataRole.ToolTipRole)
            found += [f"tip in {type(view).__name__}: {tip!r}" for tip in tips if "<img" in tip or "<a href" in tip]
    for text in window.findChildren(QTextEdit):
        if not isinstance(text, QTextBrowser) and text.document().allFormats() and "<img" in text.toHtml():
            found.append(f"rich text in {type(text).__name__}")
    return found


def test_C82_markup_is_text_in_every_view_tip_label_and_message(evil, program):
    program.go(evil)
    (source,) = program.window.context.workspace.sources
    for view in [kind.id for kind in program.window.kinds.of(source)]:
        program.go(evil, view)
        assert program.errors() == [], view
        assert markup_that_would_be_drawn(program.window) == [], view
    seen = program.go(evil, "graph")
    assert EVIL in seen.canvas.scene.graph.labels
    seen = program.table(evil, EVIL)
    assert program.cells(EVIL) == [EVIL]
    seen.grid.setCurrentIndex(seen.rows.index(0, 0))
    program.wait(lambda: program.window._panel.details() is not None)
    program.table(evil, "nodes", key="1")
    program.settle()
    for page in range(4):
        program.window._panel.tabs.setCurrentIndex(page)
        program.settle()
        assert markup_that_would_be_drawn(program.window) == [], f"page {page} of details"
    seen = program.go("", "search", text="passwd")
    assert len(seen.hits.hits.all()) >= 2
    program.window.open_texts([str(evil.parent / f"gone {EVIL[:20]}.db")])
    program.wait(lambda: bool(program.refused()))
    program.window.context.commands.run("source.access")
    assert markup_that_would_be_drawn(program.window) == []


def test_C82_markup_is_text_in_the_saved_pictures_and_answers(evil, program, tmp_path):
    view = program.go(evil, "graph")
    program.wait(view.canvas.settled)
    drawn = tmp_path / "graph.svg"
    view.saver.save(str(drawn), "svg")
    program.wait(drawn.exists)
    program.settle()
    text = drawn.read_text(encoding="utf-8")
    assert "<img" not in text
    assert "<a href" not in text
    assert "&lt;img" in text, "the label is not there at all"
    view = program.go(evil, "sql")
    view.editor.set_text("SELECT title FROM nodes WHERE id = '1'")
    view.run()
    program.settle()
    assert view.answer.rows.value(0, 0) == EVIL
    assert markup_that_would_be_drawn(program.window) == []


# --- C107 ----------------------------------------------------------------------------------------------------------


def strongest(image: QImage, area: QRect) -> float:
    """The contrast of what stands out most against the ground of an area."""
    colours = Counter(
        image.pixelColor(x, y).name()
        for x in range(area.left(), area.right())
        for y in range(area.top(), area.bottom())
    )
    ground, _ = colours.most_common(1)[0]
    return max((contrast(colour, ground) for colour in colours), default=1.0)


def weak_roles(widget: QWidget) -> list[str]:
    """Pairs of colours of a widget's palette that cannot be read, whatever state it is in."""
    pairs = (
        (QPalette.ColorRole.Text, QPalette.ColorRole.Base),
        (QPalette.ColorRole.WindowText, QPalette.ColorRole.Window),
        (QPalette.ColorRole.ButtonText, QPalette.ColorRole.Button),
        (QPalette.ColorRole.HighlightedText, QPalette.ColorRole.Highlight),
        (QPalette.ColorRole.ToolTipText, QPalette.ColorRole.ToolTipBase),
        (QPalette.ColorRole.PlaceholderText, QPalette.ColorRole.Base),
    )
    palette = widget.palette()
    return [
        f"{type(widget).__name__}: {group.name} {ink.name} on {ground.name}"
        for group in (QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive, QPalette.ColorGroup.Disabled)
        for ink, ground in pairs
        if contrast(palette.color(group, ink).name(), palette.color(group, ground).name()) < 4.5
    ]


@pytest.fixture
def states(build):
    """One row with every state of a cell."""
    return build(
        "states.db",
        "CREATE TABLE t(a, b, c, d, e, f)",
        "INSERT INTO t VALUES (NULL, '', x'00ff', 'text', 42, 'a' || char(7) || 'b'), (1, 2, 3, 4, 5, 6)",
    )


def test_C107_every_state_can_be_read_in_both_themes_while_they_are_switched(states, program):
    for theme in ("light", "dark", "light", "dark"):
        program.window.context.commands.run(f"look.{theme}")
        view = program.table(states, "t")
        roles = program.window.context.theme.tokens.roles
        assert QApplication.palette().color(QPalette.ColorRole.Base).name() == roles["background"]
        widgets = [one for one in program.window.findChildren(QWidget) if one.isVisible()]
        assert {weak for widget in widgets for weak in weak_roles(widget)} == set()
        for row in (1, 0):  # the cell that is looked at is in turn not selected, and selected
            view.grid.setCurrentIndex(view.rows.index(row, 0))
            view.grid.selectRow(row)
            program.settle()
            image = view.grid.viewport().grab().toImage()
            for column in range(6):
                area = view.grid.visualRect(view.rows.index(0, column)).adjusted(2, 2, -2, -2)
                assert strongest(image, area) >= 4.5, f"{theme}: column {column}, {'not ' * row}selected"


def test_C107_syntax_graph_and_tree_follow_the_theme(program, build):
    path = build(
        "graph.db",
        resources.text("schemas", "state-memory.real.sql"),
        f"{NODE} ('1', 'task', 'One', 'pending', 'p', '{{}}', '2026-01-01', '2026-01-01')",
    )
    view = program.go(path, "sql")
    view.editor.set_text("SELECT 'text', 42 FROM nodes -- words")
    drawn = program.go(path, "graph")
    for theme in ("light", "dark"):
        program.window.context.commands.run(f"look.{theme}")
        tokens = program.window.context.theme.tokens
        ground = tokens.roles["background"]
        block = view.editor.document().firstBlock()
        inks = {one.format.foreground().color().name() for one in block.layout().formats()}
        assert inks
        assert inks <= set(tokens.syntax.values()) | set(tokens.roles.values())
        assert min(contrast(ink, ground) for ink in inks) >= 4.5
        program.wait(drawn.canvas.settled)
        image = drawn.canvas.grab().toImage()
        assert QColor(image.pixelColor(4, 4)).name() == ground
        assert strongest(image, image.rect()) >= 4.5
        tree = program.window.tree.viewport().grab().toImage()
        assert strongest(tree, tree.rect()) >= 4.5
    assert location(str(path), "graph").link()
