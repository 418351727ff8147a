"""Entries of details are laid out as Qt counts letters: one outside the plane of the usual ones takes two units."""

from __future__ import annotations

from typing import Any

from PySide6.QtGui import QTextLayout

from inspector.ui.details.item_layout import ItemTypesetter
from inspector.ui.details.items import Item


def pieces(theme: Any, item: Item, width: int) -> list[QTextLayout]:
    return [piece.layout for piece in ItemTypesetter(theme, 0.4).lay(item, width, 80).pieces]


def test_a_span_behind_a_picture_letter_begins_where_it_is_told(theme: Any) -> None:
    text = "Família 🏡   channel"
    item = Item("field", "family", text, spans=((len("Família 🏡"), len(text), "muted"),))
    (span,) = pieces(theme, item, 600)[-1].formats()
    assert text.encode("utf-16-le")[2 * span.start :].decode("utf-16-le") == "   channel"
    assert span.length == len("   channel")


def test_a_text_that_has_no_room_is_never_cut_in_the_middle_of_a_letter(theme: Any) -> None:
    for width, count in ((width, count) for width in range(120, 200, 7) for count in (30, 45, 400)):
        item = Item("content", "", "🏡" * count, lines=2)
        laid = pieces(theme, item, width)[-1]
        text, last = laid.text(), laid.lineAt(laid.lineCount() - 1)
        assert last.textStart() + last.textLength() == len(text.encode("utf-16-le")) // 2, (
            "nothing is left out silently"
        )
        assert text == "🏡" * count or (text.endswith("🏡…") and set(text) == {"🏡", "…"})
        assert count < 400 or len(text) < count
