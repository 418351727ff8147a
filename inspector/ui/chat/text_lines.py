"""How is a text broken into lines that fit a bubble? At words, and inside those that are too long."""

from __future__ import annotations

import re

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QFont, QTextLayout, QTextOption

from inspector.ui.chat.words import lines_of

_RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]")
"""A letter of a script that is written from right to left."""


def broken(words: str, font: QFont, room: int, most: int) -> tuple[QTextLayout, QRectF, bool]:
    """(the lines, their size, whether there are more than ``most``)."""
    given = lines_of(words)
    # a line takes no more letters than pixels: what is beyond the last one need not be laid out
    cut = given[: (most + 4) * max(40, room // 3)]
    layout = QTextLayout(cut, font)
    option = QTextOption(Qt.AlignmentFlag.AlignLeft)
    option.setTextDirection(Qt.LayoutDirection.LayoutDirectionAuto)
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    size, more = _broken(layout, room, most)
    if _RIGHT_TO_LEFT.search(cut):
        # such lines end at the right of their bubble, and not at that of the room it had
        size, more = _broken(layout, int(size.width()) + 1, most)
    return layout, size, more or len(cut) < len(given)


def _broken(layout: QTextLayout, room: int, most: int) -> tuple[QRectF, bool]:
    """Break a text into lines: (their size, whether there are more than ``most``)."""
    layout.beginLayout()
    y, wide, more = 0.0, 0.0, False
    for count in range(most + 1):
        line = layout.createLine()
        if not line.isValid():
            break
        line.setLineWidth(room)
        if count == most:
            more = True
            # what is not to be seen stands outside of all
            line.setPosition(QPointF(0, -100_000))
            break
        line.setPosition(QPointF(0, y))
        y += line.height()
        wide = max(wide, line.naturalTextWidth())
    layout.endLayout()
    return QRectF(0, 0, min(room, wide + 1), y), more
