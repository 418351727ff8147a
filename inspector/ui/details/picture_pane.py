"""A picture that a value holds, small, above its bytes: decoded in a thread, or why it is not."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout, QWidget

from inspector.cancel import CancelToken
from inspector.db.values import Large
from inspector.errors import KnownError
from inspector.ui.details.raw_text import whole_value
from inspector.ui.labels import plain, tone
from inspector.ui.values import decoding
from inspector.ui.values.amounts import size_words
from inspector.ui.view import ViewContext
from inspector.workspace.rows.row_details import Field, RowDetails
from inspector.workspace.source import Source

_HIGH = 220
"""Pixels of the pane's picture at most."""


class PicturePane(QWidget):
    """Shows the picture of one field; hidden where there is none."""

    def __init__(self, context: ViewContext, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.image = _Thumbnail(context.theme.scaled(_HIGH), self)
        """The picture."""
        self.words = plain("", self, wrap=True)
        """What it is, or why it is not shown."""
        tone(self.words, "muted")
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 4, 8, 8)
        column.setSpacing(4)
        column.addWidget(self.image)
        column.addWidget(self.words)
        self.hide()

    def show_field(self, source: Source, details: RowDetails, field: Field) -> None:
        """Show the picture in a field, or nothing."""
        self._context.runner.cancel(self, "picture")
        self.image.show_image(None)
        value = field.value.prefix if isinstance(field.value, Large) else field.value
        told = None if field.masked else decoding.picture_in(value)
        self.setVisible(told is not None)
        if told is None:
            return
        length = field.value.length if isinstance(field.value, Large) else len(value) if isinstance(value, bytes) else 0
        size = f" · {size_words(length)}" if length else ""
        self.words.setText(f"{told.words}{size}")

        def work(cancel: CancelToken) -> QImage:
            if isinstance(field.value, Large) and field.value.length > 2 * decoding.MOST_BYTES:
                raise decoding.PictureRefused(
                    f"The picture is too long to be decoded: {size_words(field.value.length)}."
                )
            whole = whole_value(source, details, field, cancel) if isinstance(field.value, Large) else field.value
            if not isinstance(whole, bytes | str):
                raise decoding.PictureRefused("The value is no longer a picture.")
            return decoding.decode(whole, cancel)

        self._context.runner.run(
            work, self.image.show_image, self._refused, owner=self, key="picture", title="Decoding a picture…"
        )

    def _refused(self, error: KnownError) -> None:
        self.words.setText(f"{self.words.text()}\n{error.what}")


class _Thumbnail(QFrame):
    """A picture as large as its place allows, never larger than it is."""

    def __init__(self, high: int, parent: QWidget) -> None:
        super().__init__(parent)
        self._high = high
        self._image: QImage | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName("Picture")
        self.hide()

    def show_image(self, image: QImage | None) -> None:
        """Show a picture; None takes it away."""
        self._image = image
        self.setVisible(image is not None)
        self.updateGeometry()
        self.update()

    def shown(self) -> QImage | None:
        """The picture that is shown."""
        return self._image

    def sizeHint(self) -> QSize:
        return QSize(100, min(self._high, self._image.height() + 2) if self._image is not None else 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._image is None:
            return
        room = self.contentsRect()
        size = self._image.size()
        if size.width() > room.width() or size.height() > room.height():
            size = size.scaled(room.size(), Qt.AspectRatioMode.KeepAspectRatio)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        place = room.adjusted(0, (room.height() - size.height()) // 2, 0, 0)
        place.setSize(size)
        painter.drawImage(place, self._image)
        painter.end()
