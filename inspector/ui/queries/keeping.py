"""What is shown of an answer, written out: every value exact, what is missing said."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence

from inspector.cancel import CancelToken
from inspector.db.values import Large
from inspector.redaction import MASK
from inspector.ui.lines.sizes import counted
from inspector.workspace.answers.ask_sources import QueryAnswer
from inspector.workspace.answers.block_text import BlockWriter, Form
from inspector.workspace.answers.export_answer import Manner
from inspector.workspace.answers.export_target import refuse_database, save_whole
from inspector.workspace.source import Source

Again = Callable[[CancelToken], QueryAnswer]
"""Asks the same question once more, for whole cells."""


def answer_as_text(answer: QueryAnswer, form: Form, again: Again, cancel: CancelToken) -> tuple[str, QueryAnswer]:
    """The answer written out, and the answer that was written: cells that were cut are read again, whole."""
    whole = _whole(answer, again, cancel)
    return "".join(_written(whole, Manner(form), cancel)), whole


def save_shown(
    path: str, answer: QueryAnswer, manner: Manner, again: Again, sources: Sequence[Source], cancel: CancelToken
) -> str:
    """Write the rows that are shown to ``path``, whole or not at all; gives what to tell. Raises KnownError."""
    refuse_database(path, sources)
    whole = _whole(answer, again, cancel)
    parts = (text.encode("utf-8", "surrogatepass") for text in _written(whole, manner, cancel))
    save_whole(path, parts, sources, cancel)
    return f"Saved {told(whole)} to {os.path.basename(path)}."


def told(answer: QueryAnswer) -> str:
    """ "300 rows (there are more); read 9 of 10 files; secrets are masked"."""
    rows = sum(len(part.rows) for part in answer.answers)
    more = " (there are more)" if answer.truncated else ""
    masked = any(
        isinstance(value, str) and MASK in value for part in answer.answers for row in part.rows for value in row
    )
    missing = "" if answer.coverage.whole else f"; {answer.coverage.words()}"
    return f"{counted(rows, 'row')}{more}{missing}{'; secrets are masked' if masked else ''}"


def _whole(answer: QueryAnswer, again: Again, cancel: CancelToken) -> QueryAnswer:
    cut = any(isinstance(value, Large) for part in answer.answers for row in part.rows for value in row)
    return again(cancel) if cut else answer


def _written(answer: QueryAnswer, manner: Manner, cancel: CancelToken) -> Iterator[str]:
    several = len(answer.answers) > 1
    names = answer.answers[0].rows.names
    writer = BlockWriter(manner.form, ["source", *names] if several else names, manner.table, safe=manner.safe)
    yield writer.head()
    for part in answer.answers:
        cancel.check()
        for row in part.rows:
            yield writer.row((part.source.path, *row) if several else row)
    yield writer.tail() + "\n"
