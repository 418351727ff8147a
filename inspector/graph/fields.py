"""What is known of nodes besides type and status: branch, project, tags, times, numbers, as arrays to filter by."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import compress
from operator import eq
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from inspector.graph.row_columns import coded, id_text, texts

FieldKind = Literal["choice", "list", "time", "number"]
"""``choice``: one text a node; ``list``: any number of them; ``time``: an instant; ``number``: a number."""

_UTC_MS = len("2026-05-19T21:30:00.000Z")
_MS, _US, _NS = 1e11, 1e14, 1e17
"""A Unix time beyond these is told in milliseconds, microseconds, nanoseconds."""


def _no_codes() -> NDArray[np.int32]:
    return np.zeros(0, np.int32)


def _no_numbers() -> NDArray[np.float64]:
    return np.zeros(0, np.float64)


@dataclass(frozen=True, eq=False)
class Field:
    """One field of all ``n`` nodes of a graph; only the arrays of its kind are filled."""

    id: str
    """Short id, unique in its projection, as in ``branch``."""
    title: str
    """What people call it."""
    kind: FieldKind
    """Which arrays are filled."""
    names: tuple[str, ...] = ()
    """``choice`` and ``list``: the values that occur, most frequent first."""
    codes: NDArray[np.int32] = field(default_factory=_no_codes)
    """``choice``: (n,) indices into ``names``, -1 where a node has none. ``list``: (k,) one for each value of a node.
    """
    owners: NDArray[np.int32] = field(default_factory=_no_codes)
    """``list``: (k,) index of the node that has the value."""
    seconds: NDArray[np.float64] = field(default_factory=_no_numbers)
    """``time``: (n,) seconds since 1970 (UTC), NaN where a node has none or none that can be read."""
    values: NDArray[np.float64] = field(default_factory=_no_numbers)
    """``number``: (n,) numbers, NaN where a node has none."""

    @property
    def is_empty(self) -> bool:
        """Whether no node has a value."""
        if self.kind in ("choice", "list"):
            return not self.names
        return bool(np.isnan(self.seconds if self.kind == "time" else self.values).all())

    def counts(self, nodes: NDArray[np.bool_] | None = None) -> dict[str, int]:
        """``choice`` and ``list``: how many nodes (of a mask) have each value, in the order of ``names``."""
        codes = self.codes
        if self.kind == "list":
            codes = codes if nodes is None else codes[nodes[self.owners]]
        else:
            codes = codes if nodes is None else codes[nodes]
            codes = codes[codes >= 0]
        return dict(zip(self.names, np.bincount(codes, minlength=len(self.names)).tolist(), strict=True))

    def having(self, names: Iterable[str], count: int) -> NDArray[np.bool_]:
        """``choice`` and ``list``: (count,) whether each of the ``count`` nodes has at least one of these values."""
        wanted = {name: code for code, name in enumerate(self.names)}
        chosen = np.isin(self.codes, [wanted[name] for name in names if name in wanted])
        if self.kind == "choice":
            return chosen
        nodes = np.zeros(count, bool)
        nodes[self.owners[chosen]] = True
        return nodes

    def of(self, node: int) -> tuple[str, ...]:
        """``choice`` and ``list``: the values of one node."""
        codes = self.codes[self.owners == node] if self.kind == "list" else self.codes[node : node + 1]
        return tuple(self.names[code] for code in codes.tolist() if code >= 0)

    def taken(self, nodes: NDArray[Any], place: NDArray[np.int32]) -> Field:
        """The field of some nodes: their indices, and (n,) where each stands among them, -1 for the others."""
        match self.kind:
            case "list":
                kept = place[self.owners] >= 0
                return replace(self, codes=self.codes[kept], owners=place[self.owners[kept]])
            case "choice":
                return replace(self, codes=self.codes[nodes])
            case "time":
                return replace(self, seconds=self.seconds[nodes])
        return replace(self, values=self.values[nodes])

    def told(self, words: Callable[[Iterable[str]], Sequence[str]]) -> Field:
        """The same with all names put into other words, as for secrets; names that become equal stay apart."""
        return replace(self, names=tuple(words(self.names)))


def build_field(
    id: str, title: str, kind: FieldKind, rows: Sequence[Sequence[object]], index: Mapping[str, int], count: int
) -> Field:
    """The field of ``count`` nodes from rows of (node id, value); rows of other nodes and empty values are skipped.

    Of several values of one node the first counts, but for a ``list``, which keeps each once.
    """
    owners, values = _owned(rows, index)
    if kind == "list":
        return _list(id, title, owners, values)
    if kind == "choice":
        names = texts(values)
        kept = [at for at, name in enumerate(names) if name]
        spread, known = coded([names[at] for at in kept], np.int32)
        codes = np.full(count, -1, np.int32)
        codes[owners[kept][::-1]] = spread[::-1]
        return Field(id, title, kind, _used(known, codes), _renumbered(codes))
    numbers = _instants(values) if kind == "time" else np.array([_number(one) for one in values], np.float64)
    found = np.full(count, np.nan)
    found[owners[::-1]] = numbers[::-1]
    return Field(id, title, kind, seconds=found) if kind == "time" else Field(id, title, kind, values=found)


def _owned(rows: Sequence[Sequence[object]], index: Mapping[str, int]) -> tuple[NDArray[np.int32], Sequence[object]]:
    """Index of the node of each row, and its value; rows of other nodes and NULLs are left out."""
    if not rows:
        return np.zeros(0, np.int32), ()
    ids, values = zip(*rows, strict=True)
    if len(ids) <= len(index) and all(map(eq, ids, index)):
        # in the order of the nodes, as most are: nothing to look up
        owners = np.arange(len(ids), dtype=np.int32)
    else:
        owners = np.array([index.get(id if type(id) is str else id_text(id), -1) for id in ids], np.int32)
    told = np.fromiter((value is not None for value in values), bool, len(values)) & (owners >= 0)
    return owners[told], values if told.all() else tuple(compress(values, told.tolist()))


def _list(id: str, title: str, owners: NDArray[np.int32], values: Sequence[object]) -> Field:
    pairs = dict.fromkeys((at, name) for at, name in zip(owners.tolist(), texts(values), strict=True) if name)
    codes, names = coded([name for _, name in pairs], np.int32)
    return Field(id, title, "list", names, codes, np.array([at for at, _ in pairs], np.int32))


def _used(names: tuple[str, ...], codes: NDArray[np.int32]) -> tuple[str, ...]:
    """The names that some node has: of a node with several values all but the first are dropped."""
    return tuple(names[code] for code in np.unique(codes[codes >= 0]).tolist())


def _renumbered(codes: NDArray[np.int32]) -> NDArray[np.int32]:
    used = np.unique(codes[codes >= 0])
    place = np.full(int(used.max()) + 2 if len(used) else 1, -1, np.int32)
    place[used] = np.arange(len(used), dtype=np.int32)
    return place[codes]


def _number(value: object) -> float:
    if isinstance(value, int | float):
        return float(value)
    try:
        return float(str(value))
    except ValueError:
        return np.nan


def _instants(values: Sequence[object]) -> NDArray[np.float64]:
    """Seconds since 1970 of stored times."""
    if values and all(type(one) is str and len(one) == _UTC_MS and one[-1] == "Z" for one in values):
        # 2026-05-19T21:30:00.000Z in all of them: numpy reads it in a tenth of the time
        try:
            return np.array([str(one)[:-1] for one in values], "datetime64[ms]").astype(np.int64) / 1e3
        except ValueError:
            pass
    return np.array([_seconds(one) for one in values], np.float64)


def _seconds(value: object) -> float:
    """Seconds since 1970 of a stored time: ISO text (UTC where it names no zone), or Unix s, ms, us or ns by size."""
    if isinstance(value, int | float):
        size = abs(value)
        return value / (1e9 if size >= _NS else 1e6 if size >= _US else 1e3 if size >= _MS else 1)
    try:
        moment = datetime.fromisoformat(str(value).strip())
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return np.nan
