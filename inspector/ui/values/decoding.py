"""Decoding pictures from untrusted bytes, within bounds and away from the window: what is too much is refused."""

from __future__ import annotations

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QSize, Qt
from PySide6.QtGui import QImage, QImageReader

from inspector.cancel import CancelToken
from inspector.errors import KnownError
from inspector.ui.values.amounts import size_words
from inspector.ui.values.encoded import decoded, encoded_in
from inspector.ui.values.pictures import Picture, picture_of

MOST_BYTES = 16 << 20
"""Bytes of a picture that is decoded."""
MOST_PIXELS = 40_000_000
"""Pixels of a picture that is decoded, even if a few bytes claim more."""
MOST_SIDE = 20_000
SHOWN = QSize(640, 480)
"""Pixels that a picture is made smaller to."""
_MOST_MB = 256
"""Memory that Qt may take for one picture."""


class PictureRefused(KnownError):
    """A picture that is not decoded, or cannot be."""


def picture_in(value: object) -> Picture | None:
    """The picture that a value begins, as bytes or as base64."""
    if isinstance(value, bytes):
        return picture_of(value)
    if isinstance(value, str):
        found = encoded_in(value)
        return found.picture if found is not None else None
    return None


def decode(value: bytes | str, cancel: CancelToken) -> QImage:
    """The picture of these bytes, or of this base64 text, no larger than SHOWN. To be called in a thread.

    Raises PictureRefused, Cancelled.
    """
    try:
        raw = decoded(value) if isinstance(value, str) else value
    except ValueError as error:
        raise PictureRefused("The text is not whole base64.", advice="It can be read as it is stored.") from error
    picture = picture_of(raw[:65536])
    if picture is None:
        raise PictureRefused("These bytes are no picture of a known format.")
    _refuse(len(raw), picture.width, picture.height)
    cancel.check()
    buffer = QBuffer()
    buffer.setData(QByteArray(raw))
    buffer.open(QIODevice.OpenModeFlag.ReadOnly)
    # told, not guessed: no other decoder, and none that follows references, gets to see the bytes
    reader = QImageReader(buffer, QByteArray(picture.format.encode()))
    reader.setAutoDetectImageFormat(False)
    reader.setAutoTransform(False)
    QImageReader.setAllocationLimit(_MOST_MB)
    size = reader.size()
    if size.isValid():
        _refuse(len(raw), size.width(), size.height())
        if size.width() > SHOWN.width() or size.height() > SHOWN.height():
            reader.setScaledSize(size.scaled(SHOWN, Qt.AspectRatioMode.KeepAspectRatio).expandedTo(QSize(1, 1)))
    image = reader.read()
    cancel.check()
    if image.isNull():
        raise PictureRefused(f"The picture cannot be decoded: {reader.errorString()}.", advice="Its bytes can be read.")
    if image.width() > SHOWN.width() or image.height() > SHOWN.height():
        image = image.scaled(SHOWN, Qt.AspectRatioMode.KeepAspectRatio, Qt.TransformationMode.SmoothTransformation)
    return image


def _refuse(length: int, width: int, height: int) -> None:
    if length > MOST_BYTES:
        raise PictureRefused(
            f"The picture has {size_words(length)}: more than {size_words(MOST_BYTES)} are not decoded."
        )
    if width > MOST_SIDE or height > MOST_SIDE or width * height > MOST_PIXELS:
        raise PictureRefused(
            f"The picture says it has {width:,} × {height:,} pixels: more than {MOST_PIXELS // 1_000_000} million, or "
            f"{MOST_SIDE:,} on a side, are not decoded."
        )
