"""Answers written out: rows as a table, CSV, tab-separated lines or JSON, hits as text or JSON; every value exact."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from typing import Any, TextIO

from inspector.db.display import display, visible
from inspector.db.values import BadText, Large, Value
from inspector.search.snippet import plain
from inspector.search.why import Why
from inspector.workspace.answers.ask_sources import QueryAnswer, SourceRows
from inspector.workspace.answers.coverage import Coverage
from inspector.workspace.answers.index_reports import SourceReport
from inspector.workspace.answers.search_sources import WorkspaceAnswer

COLUMN_WIDTH = 60
"""Characters of a column of a printed table."""


def write_tables(answer: QueryAnswer, out: TextIO) -> None:
    """Write rows as a table for people, one for each source that answered."""
    for lines in _tables(answer):
        out.write(lines + "\n")


def hits_text(answer: WorkspaceAnswer, indexes: Sequence[SourceReport] = ()) -> str:
    """Hits, one a paragraph, then what was and was not searched."""
    blocks = [
        "\n".join(
            (
                visible(item.hit.title)
                + f"  [{visible(item.source.title)} · {item.hit.source}"
                + "".join(f" · {visible(part)}" for part in (item.hit.type, item.hit.when, item.hit.why) if part)
                + "]",
                "  " + _marked(item.hit.snippet),
                "  why: " + "; ".join(map(visible, item.hit.because.words)),
            )
        )
        for item in answer.hits
    ]
    more = [f"{told.searched.source} has more hits than are shown" for told in answer.searched if told.searched.more]
    notes = [
        f"{visible(told.source.title)} · {told.searched.source}: {told.searched.problem or told.searched.note}"
        for told in answer.searched
        if told.searched.problem or told.searched.note
    ]
    notes += [f"{visible(one.source.title)}: {visible(one.unjoined.words)}" for one in answer.unjoined]
    notes += [f"{visible(one.source.title)}: {visible(one.report.words)}" for one in indexes if one.report.words]
    notes += [f"{visible(one.source.title)}: {visible(one.report.note)}" for one in indexes if one.report.note]
    count = f"{len(answer.hits)} {'hit' if len(answer.hits) == 1 else 'hits'}; {answer.coverage.words()}"
    return "\n".join([*blocks, *dict.fromkeys((*more, *notes)), count])


def hits_json(answer: WorkspaceAnswer, indexes: Sequence[SourceReport] = ()) -> dict[str, Any]:
    """The same for programs."""
    return {
        "hits": [
            {
                "path": item.source.path,
                "source": item.hit.source,
                "title": item.hit.title,
                "table": item.hit.ref.table,
                "key": [value_json(value) for value in item.hit.key],
                "column": item.hit.column,
                "type": item.hit.type,
                "when": item.hit.when,
                "snippet": plain(item.hit.snippet),
                "via": item.hit.via,
                "why": item.hit.why,
                "because": _because_json(item.hit.because),
            }
            for item in answer.hits
        ],
        "searched": [
            {
                "path": told.source.path,
                "source": told.searched.source,
                "hits": told.searched.hits,
                "more": told.searched.more,
                "note": told.searched.note,
                "problem": told.searched.problem,
            }
            for told in answer.searched
        ],
        "unjoined": [
            {
                "path": one.source.path,
                "source": one.unjoined.source,
                "index": one.unjoined.index,
                "rowid": one.unjoined.rowid,
                "leads_to": "another row" if one.unjoined.row is not None else "no row",
                "text": one.unjoined.text,
                "because": _because_json(one.unjoined.because),
            }
            for one in answer.unjoined
        ],
        "indexes": [
            {
                "path": one.source.path,
                "source": one.report.source,
                "index": one.report.index,
                "table": one.report.table,
                "rows": one.report.rows,
                "indexed": one.report.indexed,
                "differences": dict(one.report.counts),
                "note": one.report.note,
                "problem": one.report.problem,
            }
            for one in indexes
        ],
        **_coverage_json(answer.coverage),
    }


def _because_json(why: Why) -> dict[str, Any]:
    return {
        "phrases": [
            {"text": phrase.text, "tokens": list(phrase.tokens), "columns": list(phrase.columns)}
            for phrase in why.phrases
        ],
        "index": why.index,
        "tokenizer": why.tokenizer,
        "scan": why.scan,
        "rank": why.rank,
        "place": why.place,
        "key_only": why.key_only,
    }


def value_json(value: Value) -> Any:
    """A cell in JSON: integers exact, BLOBs and broken text as objects with their bytes in hex."""
    match value:
        case bytes():
            return {"blob": value.hex()}
        case BadText(raw=raw):
            return {"text": str(value), "bytes": raw.hex()}
        case Large(kind=kind, prefix=prefix, length=length):
            return {"kind": kind, "prefix": value_json(prefix), "bytes_in_all": length}
        case float() if not math.isfinite(value):
            return str(value)
    return value


def answer_json(answer: QueryAnswer) -> dict[str, Any]:
    """Rows for programs, with what they cover."""
    return {
        "answers": [
            {
                "path": part.source.path,
                "title": part.source.title,
                "columns": list(part.rows.names),
                "rows": [[value_json(value) for value in row] for row in part.rows],
                "truncated": part.rows.truncated,
            }
            for part in answer.answers
        ],
        "passed_over": [{"path": p.path, "what": p.what} for p in answer.passed_over],
        **_coverage_json(answer.coverage),
    }


def _coverage_json(coverage: Coverage) -> dict[str, Any]:
    return {
        "read": list(coverage.read),
        "skipped": [{"path": p.path, "what": p.what, "advice": p.advice} for p in coverage.skipped],
    }


def _tables(answer: QueryAnswer) -> Iterator[str]:
    for part in answer.answers:
        title = [f"== {visible(part.source.title)}"] if len(answer.answers) > 1 else []
        yield "\n".join([*title, *_table(part)])


def _table(part: SourceRows) -> Iterator[str]:
    names = [_short(name) if name else "" for name in part.rows.names]
    shown = [[_short(value) for value in row] for row in part.rows]
    widths = [max([len(name), *(len(row[i]) for row in shown)], default=0) for i, name in enumerate(names)]
    numbers = [
        bool(shown) and all(isinstance(row[i], int | float | None) for row in part.rows) for i in range(len(widths))
    ]

    def line(cells: list[str]) -> str:
        padded = (
            cell.rjust(width) if number else cell.ljust(width)
            for cell, width, number in zip(cells, widths, numbers, strict=True)
        )
        return "  ".join(padded).rstrip()

    yield line(names)
    yield "  ".join("-" * width for width in widths)
    yield from (line(row) for row in shown)
    rows = f"{len(part.rows)} {'row' if len(part.rows) == 1 else 'rows'}"
    yield f"(first {rows} of more)" if part.rows.truncated else f"({rows})"


def _short(value: Value) -> str:
    flat = display(value, COLUMN_WIDTH).text
    return flat if len(flat) <= COLUMN_WIDTH else flat[: COLUMN_WIDTH - 1] + "…"


def _marked(snippet: tuple[Any, ...]) -> str:
    return "".join(f"[{visible(piece.text)}]" if piece.match else visible(piece.text) for piece in snippet)
