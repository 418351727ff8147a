"""How do several sources become one timeline? By instant, equal ones by sequence; what has no time stays at its place.

Sorting is stable and finds runs that are sorted already, so that merging k ordered sources costs one look at each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

import numpy as np

from inspector.timeline.moments import I64, UNKNOWN
from inspector.timeline.timeline import Coded, Links, Timeline

Order = Literal["time", "sequence"]


def in_order(timeline: Timeline, order: Order = "time") -> Timeline:
    """The entries of one source by time (equal ones by sequence), or by sequence alone; each is given its place."""
    by_sequence = np.argsort(timeline.sequences, kind="stable")
    if order == "time":
        placed = _filled(timeline.moments[by_sequence])
        by_time = np.argsort(placed, kind="stable")
        return replace(timeline.taken(by_sequence[by_time]), placed=placed[by_time])
    return replace(timeline.taken(by_sequence), placed=_filled(timeline.moments[by_sequence]))


def merged(parts: Sequence[Timeline], order: Order = "time") -> Timeline:
    """Timelines of several sources as one; each has its places already (:func:`in_order`).

    By sequence: numbers of different sources are compared as they are (those of a pair share one count).
    """
    given = [part for part in parts if len(part)] or list(parts[:1])
    if not given:
        raise ValueError("nothing to merge")
    whole = given[0] if len(given) == 1 else _joined(given)
    by_sequence = np.argsort(whole.sequences, kind="stable")
    chosen = by_sequence
    if order == "time":
        chosen = by_sequence[np.argsort(whole.placed[by_sequence], kind="stable")]
    whole = whole.taken(chosen)
    said = tuple(dict.fromkeys(words for part in parts for words in part.left_out))
    total = sum(part.there_are for part in parts)
    icons = {kind: icon for part in parts for kind, icon in part.icons.items()}
    states = {status: state for part in parts for status, state in part.states.items()}
    return replace(whole, left_out=said, total=total, icons=icons, states=states)


def _filled(moments: I64) -> I64:
    """Moments in which what has none takes that of the one before it, at the front that of the first behind it."""
    known = moments != UNKNOWN
    if known.all() or not known.any():
        return moments
    last = np.where(known, np.arange(len(moments)), -1)
    np.maximum.accumulate(last, out=last)
    last[last < 0] = np.argmax(known)
    filled: I64 = moments[last]
    return filled


def _joined(parts: Sequence[Timeline]) -> Timeline:
    flags, names = _joined_flags(parts)
    return Timeline(
        np.concatenate([part.moments for part in parts]),
        np.concatenate([part.forms for part in parts]),
        np.concatenate([part.placed for part in parts]),
        np.concatenate([part.sequences for part in parts]),
        np.concatenate([part.numbered for part in parts]),
        _joined_words([part.kinds for part in parts]),
        _joined_words([part.lanes for part in parts]),
        _joined_words([part.statuses for part in parts]),
        flags,
        names,
        np.concatenate([part.spans for part in parts]),
        np.concatenate([part.depths for part in parts]),
        np.concatenate([part.titles for part in parts]),
        np.concatenate([part.texts for part in parts]),
        _joined_links([part.links for part in parts]),
        np.concatenate([part.stored for part in parts]),
    )


def _joined_words(columns: Sequence[Coded]) -> Coded:
    names: dict[str, int] = {}
    codes = []
    for column in columns:
        here = np.array([names.setdefault(name, len(names)) for name in column.names], np.int64)
        codes.append(here[column.codes])
    return Coded(tuple(names), np.concatenate(codes))


def _joined_flags(parts: Sequence[Timeline]) -> tuple[I64, tuple[str, ...]]:
    names: dict[str, int] = {}
    columns = []
    for part in parts:
        found = np.zeros(len(part), np.int64)
        for bit, name in enumerate(part.flag_names):
            found |= (part.flags >> bit & 1) << names.setdefault(name, len(names))
        columns.append(found)
    return np.concatenate(columns), tuple(names)


def _joined_links(columns: Sequence[Links]) -> Links:
    tables: dict[tuple[str, str, str], int] = {}
    codes = []
    for column in columns:
        # the last place stands for -1: nothing is known
        here = np.array([*(tables.setdefault(table, len(tables)) for table in column.tables), -1], np.int64)
        codes.append(here[column.codes])
    return Links(tuple(tables), np.concatenate(codes), np.concatenate([column.keys for column in columns]))
