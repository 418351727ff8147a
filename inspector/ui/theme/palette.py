"""A theme's roles as a QPalette for the Fusion style: every group and state, so that none falls back to the system."""

from __future__ import annotations

from PySide6.QtGui import QColor, QPalette

from inspector.ui.theme.tokens import Tokens

_ROLES: tuple[tuple[QPalette.ColorRole, str], ...] = (
    (QPalette.ColorRole.Window, "panel"),
    (QPalette.ColorRole.WindowText, "text"),
    (QPalette.ColorRole.Base, "background"),
    (QPalette.ColorRole.AlternateBase, "panel"),
    (QPalette.ColorRole.Text, "text"),
    (QPalette.ColorRole.PlaceholderText, "muted"),
    (QPalette.ColorRole.Button, "raised"),
    (QPalette.ColorRole.ButtonText, "text"),
    (QPalette.ColorRole.BrightText, "negative"),
    (QPalette.ColorRole.Highlight, "selection"),
    (QPalette.ColorRole.HighlightedText, "selection_text"),
    (QPalette.ColorRole.Accent, "accent"),
    (QPalette.ColorRole.Link, "link"),
    (QPalette.ColorRole.LinkVisited, "link"),
    (QPalette.ColorRole.ToolTipBase, "tip"),
    (QPalette.ColorRole.ToolTipText, "tip_text"),
    (QPalette.ColorRole.Light, "raised"),
    (QPalette.ColorRole.Midlight, "raised"),
    (QPalette.ColorRole.Mid, "border"),
    (QPalette.ColorRole.Dark, "border"),
)
_TEXT_ROLES = (
    QPalette.ColorRole.WindowText,
    QPalette.ColorRole.Text,
    QPalette.ColorRole.ButtonText,
    QPalette.ColorRole.HighlightedText,
    QPalette.ColorRole.PlaceholderText,
)


def palette(tokens: Tokens) -> QPalette:
    """The palette of one theme; disabled text is muted, yet readable, on its own and on the selection."""
    made = QPalette()
    for role, name in _ROLES:
        made.setColor(QPalette.ColorGroup.All, role, QColor(tokens.roles[name]))
    made.setColor(QPalette.ColorGroup.All, QPalette.ColorRole.Shadow, QColor("#000000"))
    for role in _TEXT_ROLES:
        made.setColor(QPalette.ColorGroup.Disabled, role, QColor(tokens.roles["disabled"]))
    return made
