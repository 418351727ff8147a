"""A long text comes to the clipboard exactly, in parts that were encoded in a worker, with its table beside it."""

from __future__ import annotations

import pytest
from PySide6.QtGui import QGuiApplication

from inspector.cancel import Cancelled, CancelToken
from inspector.ui.table.clipboard import put, ready_to_paste
from inspector.ui.table.copying import Copied, WrittenBlock

ODD = 'é🙂\0\t"quoted"\r\n\u2028\xa0 '


@pytest.mark.parametrize("times", [1, 60_000])
@pytest.mark.parametrize("html", ["", "<table><tr><td>é</td></tr></table>"])
def test_every_sign_comes_through(qapp, times, html):
    copied = Copied((ODD * times, "", "end"), html, 1)
    put(ready_to_paste(copied, CancelToken()))
    clipboard = QGuiApplication.clipboard()
    assert clipboard.text() == copied.text == ODD * times + "end"
    assert clipboard.mimeData().hasText()
    assert clipboard.mimeData().html() == html
    assert set(clipboard.mimeData().formats()) == {"text/plain", *(["text/html"] if html else [])}


def test_a_block_is_put_together_in_parts():
    block = WrittenBlock("text", ("a", "b"))
    rows = [(at, "x" * 50) for at in range(20_000)]
    for row in rows:
        block.add(row)
    copied = block.done(len(rows))
    assert len(copied.parts) > 3
    assert max(map(len, copied.parts)) < 300_000
    assert copied.text == "\n".join(f"{a}\t{b}" for a, b in rows)


def test_encoding_ends_when_it_is_cancelled():
    token = CancelToken()
    token.cancel()
    with pytest.raises(Cancelled):
        ready_to_paste(Copied(("x" * 300_000,), "", 1), token)
