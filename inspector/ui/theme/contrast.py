"""How well two colours can be told apart, and which colour a type gets that no theme names.

Pure numbers, no Qt: colours are ``#rrggbb`` text.
"""

from __future__ import annotations

import math
import zlib


def contrast(first: str, second: str) -> float:
    """The WCAG 2 contrast ratio of two colours, 1 (the same) to 21 (black on white)."""
    lighter, darker = sorted((luminance(first), luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    """The relative luminance of ``#rrggbb``, 0 to 1 (WCAG 2)."""
    red, green, blue = (_linear(int(colour[at : at + 2], 16) / 255) for at in (1, 3, 5))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def hashed_colour(name: str, lightness: float, chroma: float) -> str:
    """The colour of a name that no theme lists: the same on every machine and in every run."""
    return oklch(lightness, chroma, zlib.crc32(name.encode("utf-8", "surrogatepass")) % 360)


def oklch(lightness: float, chroma: float, hue: float) -> str:
    """``#rrggbb`` of an OKLCH colour (hue in degrees); chroma is lowered until the colour exists in sRGB."""
    while chroma > 0:
        channels = _oklch_to_linear(lightness, chroma, hue)
        if all(-1e-4 <= channel <= 1.0001 for channel in channels):
            break
        chroma -= 0.002
    else:
        channels = _oklch_to_linear(lightness, 0.0, hue)
    return "#" + "".join(f"{round(255 * _encoded(min(1.0, max(0.0, channel)))):02x}" for channel in channels)


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def _encoded(channel: float) -> float:
    return 12.92 * channel if channel <= 0.0031308 else float(1.055 * channel ** (1 / 2.4) - 0.055)


def _oklch_to_linear(lightness: float, chroma: float, hue: float) -> tuple[float, float, float]:
    # The matrices of the Oklab definition (Björn Ottosson, 2020).
    a, b = chroma * math.cos(math.radians(hue)), chroma * math.sin(math.radians(hue))
    long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
    medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
    short = (lightness - 0.0894841775 * a - 1.2914855480 * b) ** 3
    return (
        4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
        -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
        -0.0041960863 * long - 0.7034186147 * medium + 1.7076147010 * short,
    )
