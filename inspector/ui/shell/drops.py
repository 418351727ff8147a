"""Which files a drop or a pasted list holds, with the exact bytes of their names."""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING
from urllib.parse import unquote_to_bytes

if TYPE_CHECKING:  # the window starts without them
    from PySide6.QtCore import QMimeData, QUrl


def dropped_paths(data: QMimeData) -> tuple[str, ...]:
    """The local files and folders in ``data``; addresses of the network are left out."""
    return tuple(local_path(url) for url in data.urls() if url.isLocalFile())


def local_path(url: QUrl) -> str:
    """The path of a local URL. Qt's own way replaces bytes that are not UTF-8, which then names no file."""
    if sys.platform == "win32":
        return url.toLocalFile()
    from PySide6.QtCore import QUrl

    encoded = bytes(url.toEncoded(QUrl.ComponentFormattingOption.FullyEncoded).data())
    path = encoded.removeprefix(b"file://")
    return os.fsdecode(unquote_to_bytes(path))
