"""Cards: everything about one row, in sections."""

from __future__ import annotations

from inspector.ui.view import ViewKind

VIEWS = (
    ViewKind(
        "card",
        "Card",
        "ph.identification-card",
        "inspector.ui.cards.view:CardView",
        order=310,
        in_tree=False,
    ),
)
