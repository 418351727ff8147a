"""What was copied of a table, on its way to the clipboard: encoded in a worker a bite at a time, then handed over.

Qt takes a text of 30 million characters in half a second on a busy machine, bytes that it need not look at in a few
milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QMimeData, QStringListModel
from PySide6.QtGui import QGuiApplication

from inspector.cancel import CancelToken
from inspector.ui.table.copying import Copied

_SMALL = 1 << 18
"""Characters up to which Qt makes of a text what it wants, at once."""


@dataclass(frozen=True)
class ReadyToPaste:
    """What was copied, as the clipboard takes it."""

    copied: Copied
    """What it is."""
    text: QByteArray | None
    """The text in UTF-8; None for a short one."""


def ready_to_paste(copied: Copied, cancel: CancelToken) -> ReadyToPaste:
    """Encode a long text; to be called in a worker. Raises Cancelled."""
    if sum(map(len, copied.parts)) <= _SMALL:
        return ReadyToPaste(copied, None)
    found = QByteArray()
    found.reserve(sum(map(len, copied.parts)))
    for part in copied.parts:
        cancel.check()
        found.append(QByteArray(part.encode("utf-8", "surrogatepass")))
    return ReadyToPaste(copied, found)


def put(ready: ReadyToPaste) -> None:
    """Put it on the clipboard, as text and, where there is one, as a table."""
    copied = ready.copied
    if ready.text is None and not copied.html:
        QGuiApplication.clipboard().setText(copied.text)
        return
    data = _mime_data()
    if ready.text is None:
        data.setText(copied.text)
    else:
        data.setData("text/plain", ready.text)
    if copied.html:
        data.setHtml(copied.html)
    QGuiApplication.clipboard().setMimeData(data)


def _mime_data() -> QMimeData:
    """Made by Qt: the clipboard outlives Python, and would call back into what was made here when the program ends."""
    model = QStringListModel([""])
    data = model.mimeData([model.index(0)])
    for given in data.formats():
        data.removeFormat(given)
    return data
