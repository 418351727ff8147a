"""What the reader takes away of an answer: on the clipboard or in a file, every value exact, what is missing said."""

from __future__ import annotations

import io
import os
from collections.abc import Callable, Sequence
from typing import Literal

from inspector.cancel import CancelToken
from inspector.db.values import Large
from inspector.redaction import MASK
from inspector.ui.lines.sizes import counted
from inspector.workspace.answers.answer_text import write_answer
from inspector.workspace.answers.ask_sources import QueryAnswer
from inspector.workspace.answers.export_target import refuse_database, save_whole
from inspector.workspace.source import Source

Form = Literal["tsv", "csv", "json"]
"""Tab-separated lines; comma-separated ones; JSON."""

Again = Callable[[CancelToken], QueryAnswer]
"""Asks the same question once more, for whole cells."""


def answer_as_text(answer: QueryAnswer, form: Form, again: Again, cancel: CancelToken) -> tuple[str, QueryAnswer]:
    """The answer written out, and the answer that was written: cells that were cut are read again, whole."""
    cut = any(isinstance(value, Large) for part in answer.answers for row in part.rows for value in row)
    whole = again(cancel) if cut else answer
    out = io.StringIO()
    write_answer(whole, form, out)
    return out.getvalue(), whole


def save_answer(
    path: str, answer: QueryAnswer, form: Form, again: Again, sources: Sequence[Source], cancel: CancelToken
) -> str:
    """Write the answer to ``path``, whole or not at all; gives what to tell. Raises KnownError."""
    refuse_database(path, sources)
    text, written = answer_as_text(answer, form, again, cancel)
    save_whole(path, (text.encode("utf-8", "surrogatepass"),), sources, cancel)
    return f"Saved {told(written)} to {os.path.basename(path)}"


def told(answer: QueryAnswer) -> str:
    """ "300 rows (there are more); read 9 of 10 files; secrets are masked"."""
    rows = sum(len(part.rows) for part in answer.answers)
    more = " (there are more)" if answer.truncated else ""
    masked = any(
        isinstance(value, str) and MASK in value for part in answer.answers for row in part.rows for value in row
    )
    missing = "" if answer.coverage.whole else f"; {answer.coverage.words()}"
    return f"{counted(rows, 'row')}{more}{missing}{'; secrets are masked' if masked else ''}"
