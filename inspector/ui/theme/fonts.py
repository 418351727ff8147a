"""Which fonts the window uses: the system's, in four sizes and with tabular figures, and a monospaced one."""

from __future__ import annotations

from typing import Literal

from PySide6.QtGui import QFont, QFontInfo

FontRole = Literal["dense", "body", "section", "page", "mono", "mono_dense"]

_PIXELS: dict[str, int] = {"dense": 12, "body": 13, "section": 15, "page": 20, "mono": 13, "mono_dense": 12}
BODY = _PIXELS["body"]
"""Pixels of the letters that every measure of the window is made for."""
_LARGE_SYSTEM_FONT = 16
_MONO_FAMILIES = ("SF Mono", "Menlo", "Cascadia Mono", "Consolas", "DejaVu Sans Mono", "Liberation Mono", "monospace")


def font(role: FontRole, system: QFont) -> QFont:
    """The font of a role; a reader who made the system's font large keeps the proportion."""
    made = QFont(_monospaced() if role.startswith("mono") else system)
    pixels = _PIXELS[role]
    system_pixels = QFontInfo(system).pixelSize()
    if system_pixels >= _LARGE_SYSTEM_FONT:
        pixels = round(pixels * system_pixels / BODY)
    made.setPixelSize(pixels)
    made.setFeature(QFont.Tag("tnum"), 1)
    if role in ("section", "page"):
        made.setWeight(QFont.Weight.DemiBold)
    return made


def _monospaced() -> QFont:
    from PySide6.QtGui import QFontDatabase  # late: the start needs none

    made = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    # Some desktops name a proportional font here: SQL and JSON would lose their columns.
    if not QFontInfo(made).fixedPitch():
        made.setFamilies(list(_MONO_FAMILIES))
        made.setStyleHint(QFont.StyleHint.Monospace)
    return made
