"""A chart with the names of its colours, as the bytes of a picture."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QPoint, QSize
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

_SCALE = 2
"""Pixels of a picture for one on screen: it is put into documents and looked at there."""


def picture_of(widget: QWidget, ending: str) -> bytes:
    """What a widget shows, as ``png`` or ``svg``."""
    found = QByteArray()
    buffer = QBuffer(found)
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    if ending == "svg":
        _draw_svg(widget, buffer)
    else:
        pixels = QPixmap(widget.size() * _SCALE)
        pixels.setDevicePixelRatio(_SCALE)
        pixels.fill(widget.palette().window().color())
        widget.render(pixels)
        pixels.save(buffer, "PNG")
    buffer.close()
    return bytes(found.data())


def _draw_svg(widget: QWidget, buffer: QBuffer) -> None:
    from PySide6.QtSvg import QSvgGenerator  # late: few charts are saved

    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setSize(QSize(widget.width(), widget.height()))
    generator.setViewBox(widget.rect())
    painter = QPainter(generator)
    painter.fillRect(widget.rect(), widget.palette().window().color())
    widget.render(painter, QPoint())
    painter.end()
