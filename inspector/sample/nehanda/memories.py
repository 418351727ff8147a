"""How memories become rows: the written ones, and generated ones up to any number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from inspector.sample import words
from inspector.sample.chance import Chance
from inspector.sample.moments import Moments, unix, unix_ms
from inspector.sample.nehanda.remembered import BOOKS, LAB, TRAVEL, WRITTEN, Memory

_TYPES = ("jev_observation",) * 5 + ("pattern", "gotcha", "note", "preference", "task", "feedback")
_SCOPES = {"books": BOOKS, "lab": LAB, "travel": TRAVEL}


def rows(chance: Chance, moments: Moments, count: int) -> Iterator[tuple[Any, ...]]:
    """``count`` memories (never fewer than the written ones) as rows of the documented columns."""
    for index, memory in enumerate(WRITTEN):
        yield _written(chance, moments, memory, index)
    for index in range(len(WRITTEN), count):
        yield _generated(chance, moments, index)


def _written(chance: Chance, moments: Moments, memory: Memory, index: int) -> tuple[Any, ...]:
    slug = "".join(letter if letter.isascii() and letter.isalnum() else "_" for letter in memory.title.lower())
    id = f"{memory.type}_{slug.strip('_')}_{index}" if index % 3 == 0 else chance.uuid()
    # Engines of different age write seconds or milliseconds into the same columns.
    write = unix_ms if index % 4 == 1 else unix
    made = moments.ago(days=memory.days * (0.96 + chance.random() / 25))
    changed = moments.ago(days=memory.days * (0.4 + chance.random() / 4))
    last = (
        None if memory.idle_days is None else write(moments.ago(days=memory.idle_days * (0.9 + chance.random() / 10)))
    )
    return (
        id,
        memory.type,
        memory.title,
        memory.content,
        memory.keywords,
        memory.queries or None,
        memory.tags,
        memory.scope,
        memory.corrected,
        write(made),
        write(changed),
        last,
        memory.used,
        memory.score,
    )


def _generated(chance: Chance, moments: Moments, index: int) -> tuple[Any, ...]:
    theme = words.THEMES[int(chance.random() * 3)]
    kind = _TYPES[int(chance.random() * len(_TYPES))]
    thing = chance.choice(theme.things).removeprefix("the ")
    title = f"{thing[:1].upper()}{thing[1:]}: {words.fact(chance, theme)[:60].rstrip('. ').lower()} ({index})"
    content = words.paragraph(chance, theme, 1 + int(chance.random() * 3))
    days = 1 + chance.random() * 200
    used = int(chance.random() ** 3 * 40)
    last = unix(moments.ago(days=chance.random() * days)) if used else None
    file = chance.choice(theme.files)
    return (
        chance.uuid(),
        kind,
        title,
        f"{content} See {file}.",
        f"{theme.name}, {thing}, {file}",
        f"what about {thing}",
        f"|{theme.name}/{kind}|",
        _SCOPES[theme.name],
        1,
        unix(moments.ago(days=days)),
        unix(moments.ago(days=days / 2)),
        last,
        used,
        round(chance.random() ** 2, 4),
    )
