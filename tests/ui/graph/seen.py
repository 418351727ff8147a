"""Where things are seen on a canvas, what is seen there, and the hand that drags."""

import numpy as np
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage


def at(canvas, node):
    """Where a node is seen."""
    x, y = canvas.camera.to_widget(canvas.scene.positions[[node]], canvas.width(), canvas.height())[0]
    return QPoint(round(x), round(y))


def on_edge(canvas, edge):
    """A point of the widget on the middle of an edge."""
    line = canvas.scene.polylines(np.array([edge]))[0]
    x, y = canvas.camera.to_widget(line[[len(line) // 2]], canvas.width(), canvas.height())[0]
    return QPoint(round(x), round(y))


def drag(qtbot, canvas, start, end, modifiers=Qt.KeyboardModifier.NoModifier, steps=6):
    """Press, move in steps, let go."""
    qtbot.mousePress(canvas, Qt.MouseButton.LeftButton, modifiers, pos=start)
    for step in range(1, steps):
        qtbot.mouseMove(canvas, start + (end - start) * step / steps)
    qtbot.mouseRelease(canvas, Qt.MouseButton.LeftButton, modifiers, pos=end)


def grabbed(canvas):
    """The picture of a canvas."""
    return canvas.grab().toImage()


def near(seen: QColor, colour: QColor, most: int = 40) -> bool:
    """Whether two colours look alike."""
    pairs = (seen.red(), colour.red()), (seen.green(), colour.green()), (seen.blue(), colour.blue())
    return all(abs(a - b) < most for a, b in pairs)


def has_colour(image: QImage, colour: QColor, middle: QPoint, reach: int) -> bool:
    """Whether a colour is seen within ``reach`` pixels of a point."""
    ratio = image.devicePixelRatio()
    return any(
        near(image.pixelColor(round(x * ratio), round(y * ratio)), colour)
        for x in range(middle.x() - reach, middle.x() + reach + 1)
        for y in range(middle.y() - reach, middle.y() + reach + 1)
    )
