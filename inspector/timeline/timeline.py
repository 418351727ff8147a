"""What is a timeline? Entries in their order as columns of numpy arrays, made to hold 300,000; an Entry on demand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from inspector.db.rows import RowKey, RowRef
from inspector.timeline.entry import Entry, Link
from inspector.timeline.moments import I64, UNKNOWN, Bytes, Mask, form_of, instant, moment_of

Objects = npt.NDArray[np.object_]


@dataclass(frozen=True, eq=False)
class Coded:
    """A column of few different words: each entry has the number of one."""

    names: tuple[str, ...]
    """The words."""
    codes: I64
    """The place of each entry's word in ``names``."""

    def counts(self, mask: Mask | None = None) -> I64:
        """How many entries have each word, among those of the mask."""
        return np.bincount(self.codes if mask is None else self.codes[mask], minlength=len(self.names)).astype(np.int64)

    def among(self, wanted: Iterable[str]) -> Mask:
        """Which entries have one of these words."""
        chosen = set(wanted)
        return np.array([name in chosen for name in self.names], bool)[self.codes]

    def taken(self, order: I64) -> Coded:
        """The same column of other entries."""
        return Coded(self.names, self.codes[order])


@dataclass(frozen=True, eq=False)
class Links:
    """Where each entry comes from: few tables, many keys."""

    tables: tuple[tuple[str, str, str], ...]
    """(path of the source, schema, table); the table is empty where a source alone is known."""
    codes: I64
    """The place of each entry's table in ``tables``; -1 where nothing is known."""
    keys: Objects
    """The key of each entry's row; None without one."""

    def at(self, place: int) -> Link | None:
        """Where one entry comes from."""
        code = int(self.codes[place])
        if code < 0:
            return None
        path, schema, table = self.tables[code]
        key: RowKey | None = self.keys[place]
        return Link(path, RowRef(schema, table, key) if table and key is not None else None)

    def find(self, link: Link) -> int | None:
        """The first entry that comes from the same row."""
        ref = link.ref
        wanted = (link.path, ref.schema, ref.table) if ref is not None else None
        if ref is None or wanted not in self.tables:
            return None
        code, keys, place = self.tables.index(wanted), self.keys.tolist(), -1
        try:
            while True:
                place = int(keys.index(ref.key, place + 1))
                if self.codes[place] == code:
                    return place
        except ValueError:
            return None


@dataclass(frozen=True, eq=False)
class Timeline:
    """Entries in an order; arrays are as long as it has entries and are never changed."""

    moments: I64
    """Microseconds since 1970 in UTC; UNKNOWN where a time is missing or cannot be read."""
    forms: Bytes
    """How each time was written (see ``moments.instant``)."""
    placed: I64
    """The moment by which an entry stands where it does: its own, or that of the one before it by sequence."""
    sequences: I64
    """Numbers within their source."""
    numbered: Mask
    """Which entries have a number of their own, and not only the order of reading."""
    kinds: Coded
    """What they are."""
    lanes: Coded
    """Who did it, or where."""
    statuses: Coded
    """What became of them."""
    flags: I64
    """Bit n is set where ``flag_names[n]`` is true."""
    flag_names: tuple[str, ...]
    """The flags that occur."""
    spans: I64
    """Microseconds that they took; -1 without a length."""
    depths: Bytes
    """How deep they are nested."""
    titles: Objects
    """What happened, a few words; masked."""
    texts: Objects
    """The beginning of what was said or changed; masked."""
    links: Links
    """Where they come from."""
    stored: Objects
    """Times as they are stored, where they cannot be read; else empty."""
    total: int = -1
    """Entries there are, those included that a limit left out; -1: just these."""
    left_out: tuple[str, ...] = ()
    """What could not be read, in words."""
    icons: Mapping[str, str] = field(default_factory=dict)
    """Kind -> name of its icon."""
    states: Mapping[str, str] = field(default_factory=dict)
    """Status, as stored -> the state that its look tells: ``done``, ``blocked``, ..."""

    def __len__(self) -> int:
        return len(self.moments)

    def __iter__(self) -> Iterator[Entry]:
        return map(self.entry, range(len(self)))

    @property
    def there_are(self) -> int:
        """Entries there are, those included that a limit left out."""
        return max(self.total, len(self))

    @property
    def unread(self) -> Mask:
        """Which entries have no readable time."""
        found: Mask = self.moments == UNKNOWN
        return found

    def entry(self, place: int) -> Entry:
        """One entry as a value."""
        flags = int(self.flags[place])
        span = int(self.spans[place])
        return Entry(
            instant(int(self.moments[place]), int(self.forms[place])),
            self.titles[place],
            self.texts[place],
            self.kinds.names[self.kinds.codes[place]],
            self.lanes.names[self.lanes.codes[place]],
            self.statuses.names[self.statuses.codes[place]],
            int(self.sequences[place]) if self.numbered[place] else None,
            span / 1000 if span >= 0 else None,
            int(self.depths[place]),
            tuple(name for bit, name in enumerate(self.flag_names) if flags >> bit & 1),
            self.links.at(place),
            self.stored[place],
        )

    def flagged(self, *names: str) -> Mask:
        """Which entries have one of these flags."""
        bits = sum(1 << bit for bit, name in enumerate(self.flag_names) if name in names)
        found: Mask = (self.flags & bits) != 0
        return found

    def find(self, link: Link) -> int | None:
        """The first entry that comes from the same row."""
        return self.links.find(link)

    @cached_property
    def folded(self) -> list[str]:
        """Title and text of each entry, without regard to case."""
        return [f"{a}\n{b}".casefold() for a, b in zip(self.titles.tolist(), self.texts.tolist(), strict=True)]

    def taken(self, order: I64) -> Timeline:
        """These entries in this order; what is said of the whole is kept."""
        links = Links(self.links.tables, self.links.codes[order], self.links.keys[order])
        return replace(
            self,
            moments=self.moments[order],
            forms=self.forms[order],
            placed=self.placed[order],
            sequences=self.sequences[order],
            numbered=self.numbered[order],
            kinds=self.kinds.taken(order),
            lanes=self.lanes.taken(order),
            statuses=self.statuses.taken(order),
            flags=self.flags[order],
            spans=self.spans[order],
            depths=self.depths[order],
            titles=self.titles[order],
            texts=self.texts[order],
            links=links,
            stored=self.stored[order],
        )


def coded(words: Sequence[str]) -> Coded:
    """A column of words; in the order in which they first occur."""
    names: dict[str, int] = {}
    codes = np.fromiter((names.setdefault(word, len(names)) for word in words), np.int64, len(words))
    return Coded(tuple(names), codes)


def objects(values: Iterable[Any], count: int) -> Objects:
    """A column of Python values, tuples as they are."""
    return np.fromiter(values, dtype=np.object_, count=count)


def linked(path: str, schema: str, table: str, keys: Sequence[RowKey | None]) -> Links:
    """Links of entries that were all made of rows of one table."""
    return Links(((path, schema, table),), np.zeros(len(keys), np.int64), objects(keys, len(keys)))


def timeline_of(
    entries: Iterable[Entry],
    *,
    total: int = -1,
    left_out: tuple[str, ...] = (),
    icons: Mapping[str, str] | None = None,
    states: Mapping[str, str] | None = None,
) -> Timeline:
    """Entries of one source, given in their order by sequence, as a timeline in the order of time."""
    from inspector.timeline.merging import in_order  # it builds on this module

    given = list(entries)
    count = len(given)
    names: dict[str, int] = {}
    flags = np.fromiter((_bits(entry.flags, names) for entry in given), np.int64, count)
    moments = np.fromiter((UNKNOWN if e.instant is None else moment_of(e.instant) for e in given), np.int64, count)
    tables: dict[tuple[str, str, str], int] = {}
    codes = np.fromiter((_table(entry.link, tables) for entry in given), np.int64, count)
    keys = objects((e.link.ref.key if e.link and e.link.ref else None for e in given), count)
    made = Timeline(
        moments,
        np.fromiter((0 if e.instant is None else form_of(e.instant) for e in given), np.uint8, count),
        moments,
        np.fromiter(_sequences(given), np.int64, count),
        np.fromiter((e.sequence is not None for e in given), bool, count),
        coded([entry.kind for entry in given]),
        coded([entry.lane for entry in given]),
        coded([entry.status for entry in given]),
        flags,
        tuple(names),
        np.fromiter((-1 if e.span_ms is None else round(e.span_ms * 1000) for e in given), np.int64, count),
        np.fromiter((min(e.depth, 255) for e in given), np.uint8, count),
        objects((entry.title for entry in given), count),
        objects((entry.text for entry in given), count),
        Links(tuple(tables), codes, keys),
        objects((entry.stored for entry in given), count),
        total,
        left_out,
        icons or {},
        states or {},
    )
    return in_order(made)


def _sequences(entries: Sequence[Entry]) -> Iterator[int]:
    """The numbers of entries; one without stands behind the one before it, all without in the order they came."""
    numbered = any(entry.sequence is not None for entry in entries)
    last = 0
    for place, entry in enumerate(entries):
        last = place if not numbered else last if entry.sequence is None else entry.sequence
        yield last


def _bits(flags: tuple[str, ...], names: dict[str, int]) -> int:
    """Flags as bits; there is room for 62 different ones."""
    return sum(1 << names.setdefault(flag, len(names)) for flag in set(flags))


def _table(link: Link | None, tables: dict[tuple[str, str, str], int]) -> int:
    if link is None:
        return -1
    key = (link.path, link.ref.schema, link.ref.table) if link.ref is not None else (link.path, "", "")
    return tables.setdefault(key, len(tables))
