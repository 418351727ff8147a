"""A picture that is drawn over several turns of the event loop, and may be given up or destroyed at any of them."""

from __future__ import annotations

from PySide6.QtGui import QColor, QImage, QPainter


class Sheet:
    """An image and its painter. The painter ends before the image goes, whoever lets go of them and in what order.

    Two attributes of a widget are destroyed in any order when the program ends: an image that goes while a painter is
    still at work on it ends the process with a fault of memory.
    """

    def __init__(self, width: float, height: float, ratio: float, ground: QColor, *, see_through: bool = False) -> None:
        """``width`` and ``height`` in logical pixels, ``ratio`` device pixels to each."""
        form = QImage.Format.Format_ARGB32_Premultiplied if see_through else QImage.Format.Format_RGB32
        self._image = QImage(round(width * ratio), round(height * ratio), form)
        self._image.setDevicePixelRatio(ratio)
        self._image.fill(ground)
        self.painter = QPainter(self._image)
        """Draws on it."""

    def copy(self) -> QImage:
        """What is drawn so far."""
        return self._image.copy()

    def finish(self) -> QImage:
        """Stop drawing and give the image."""
        if self.painter.isActive():
            self.painter.end()
        return self._image

    def __del__(self) -> None:
        self.finish()
