"""All rows of a grid written to a file, by short reads, whole or not at all; what is in it is told (no Qt)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from inspector.cancel import CancelToken
from inspector.db.browse.browsing import orders
from inspector.db.browse.listed import KeyList
from inspector.db.browse.order import RowOrder
from inspector.db.browse.placed import Placed
from inspector.db.browse.question import RowQuestion
from inspector.db.cells import PREFIX
from inspector.db.database import Database
from inspector.db.values import Large
from inspector.redaction import MASK, Redactor
from inspector.ui.table.columns import TableLook
from inspector.ui.table.copying import whole_rows
from inspector.workspace.answers.block_text import BlockWriter, Form, in_words
from inspector.workspace.answers.export_target import refuse_database, save_whole
from inspector.workspace.source import Source

_EVERY = 2_000
"""Rows between two words about how far it is."""


@dataclass(frozen=True)
class ExportRequest:
    """What is exported."""

    question: RowQuestion
    """Which rows."""
    order: RowOrder
    """The rows as far as they were found."""
    look: TableLook
    """The columns."""
    columns: tuple[int, ...]
    """Which of them, as they stand on screen."""
    form: Form
    """How they are written."""
    path: str
    """To which file."""
    safe: bool = False
    """Whether texts that a spreadsheet would compute with get an apostrophe before them, in CSV and TSV."""


@dataclass(frozen=True)
class Exported:
    """What was written."""

    rows: int
    """Rows in the file."""
    more: bool = False
    """Whether there are more: the rows of a view are found up to a limit."""
    cut: int = 0
    """Long cells of which only the beginning could be had."""
    masked: bool = False
    """Whether secrets are masked in it."""
    changed: int = 0
    """Texts that got an apostrophe before them."""

    def words(self, path: str) -> str:
        """What to tell."""
        rows = "1 row was" if self.rows == 1 else f"{self.rows:,} rows were"
        first = f"The first {rows}" if self.more else rows
        cut = f" {self.cut:,} long values were cut: these rows have no keys." if self.cut else ""
        more = " There are more: filter for them, or query them." if self.more else ""
        masked = " Secrets are masked in it." if self.masked else ""
        changed = f" {in_words(self.changed)}" if self.changed else ""
        return f"{first} saved to {os.path.basename(path)}.{more}{cut}{changed}{masked}"


def export_rows(
    database: Database,
    request: ExportRequest,
    redactor: Redactor,
    sources: Sequence[Source],
    cancel: CancelToken,
    told: Callable[[int], None],
) -> Exported:
    """Write the file. Raises what reading raises, KnownError where a database would be harmed, Cancelled."""
    refuse_database(request.path, sources)
    order = request.order
    if not order.exact:
        # places that are only estimated have gaps: they are counted first
        *_, order = orders(database, request.question, cancel, prefix=PREFIX)
    counts = [0, 0, 0, 0]

    def parts() -> Iterator[bytes]:
        look, columns = request.look, request.columns
        names = tuple(look.columns[column].name for column in columns)
        generated = (place for place, c in enumerate(columns) if look.columns[c].column.visibility != "normal")
        writer = BlockWriter(request.form, names, look.table.name, frozenset(generated), safe=request.safe)
        begin = writer.head()
        yield begin.encode("utf-8", "surrogatepass")
        for values in whole_rows(database, order, look, redactor, names, (0, order.total), cancel):
            yield writer.row(values).encode("utf-8", "surrogatepass")
            counts[0] += 1
            counts[1] += sum(isinstance(value, Large) for value in values)
            counts[2] += any(isinstance(value, str) and MASK in value for value in values)
            if counts[0] % _EVERY == 0:
                told(counts[0])
        if begin or writer.rows or writer.tail():  # of no rows some forms have nothing to say
            yield (writer.tail() + "\n").encode()
        counts[3] = writer.changed

    save_whole(request.path, parts(), sources, cancel)
    more = isinstance(order, Placed | KeyList) and order.cut
    return Exported(counts[0], more, counts[1], bool(counts[2]), counts[3])
