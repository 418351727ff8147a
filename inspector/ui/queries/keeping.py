"""What is shown of an answer, written out: every value exact, what is missing said."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence

from inspector.cancel import CancelToken
from inspector.db.values import Large, Value
from inspector.redaction import MASK
from inspector.ui.lines.sizes import counted
from inspector.ui.table.clipboard import ReadyToPaste, ready_to_paste
from inspector.ui.table.copying import WrittenBlock
from inspector.workspace.answers.ask_sources import QueryAnswer
from inspector.workspace.answers.block_text import BlockWriter, Form, in_words
from inspector.workspace.answers.export_answer import Manner
from inspector.workspace.answers.export_target import refuse_database, save_whole
from inspector.workspace.source import Source

Again = Callable[[CancelToken], QueryAnswer]
"""Asks the same question once more, for whole cells."""
_CHECKED = 1_000
"""Rows between two looks at whether it is still wanted."""


def answer_to_paste(answer: QueryAnswer, form: Form, again: Again, cancel: CancelToken) -> tuple[ReadyToPaste, str]:
    """The answer for the clipboard, as far as it takes one, and what to tell; cells that were cut are read again."""
    whole = _whole(answer, again, cancel)
    block = WrittenBlock(form, _names(whole), "answer")
    for number, row in enumerate(_rows(whole)):
        if not number % _CHECKED:
            cancel.check()
        if block.full:
            break
        block.add(row)
    copied = block.done(sum(len(part.rows) for part in whole.answers))
    if copied.left_out:
        whole_count = copied.rows + copied.left_out
        words = f"{copied.rows:,} of {whole_count:,} rows were copied: more is too much for the clipboard."
    else:
        words = f"Copied {told(whole)}"
    return ready_to_paste(copied, cancel), words


def save_shown(
    path: str, answer: QueryAnswer, manner: Manner, again: Again, sources: Sequence[Source], cancel: CancelToken
) -> str:
    """Write the rows that are shown to ``path``, whole or not at all; gives what to tell. Raises KnownError."""
    refuse_database(path, sources)
    whole = _whole(answer, again, cancel)
    writer = BlockWriter(manner.form, _names(whole), manner.table, safe=manner.safe)
    parts = (text.encode("utf-8", "surrogatepass") for text in _written(whole, writer, cancel))
    save_whole(path, parts, sources, cancel)
    return f"Saved {told(whole)} to {os.path.basename(path)}. {in_words(writer.changed)}".rstrip()


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


def _written(answer: QueryAnswer, writer: BlockWriter, cancel: CancelToken) -> Iterator[str]:
    begin = writer.head()
    yield begin
    for number, row in enumerate(_rows(answer)):
        if not number % _CHECKED:
            cancel.check()
        yield writer.row(row)
    tail = writer.tail()
    if begin or writer.rows or tail:
        yield tail + "\n"


def _names(answer: QueryAnswer) -> list[str]:
    names = list(answer.answers[0].rows.names)
    return ["source", *names] if len(answer.answers) > 1 else names


def _rows(answer: QueryAnswer) -> Iterator[Sequence[Value]]:
    """The rows of all sources, with whose they are where there are several."""
    several = len(answer.answers) > 1
    for part in answer.answers:
        for row in part.rows:
            yield (part.source.path, *row) if several else row
