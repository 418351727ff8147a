"""What the sample agents remember: written memories of every kind and tier, and generated ones for any number."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from inspector.sample import words
from inspector.sample.chance import Chance
from inspector.sample.moments import Moments, unix, unix_ms

_BOOKS = "/home/ines/work/paper-trail"
_LAB = "/home/tomas/attic-lab"
_TRAVEL = "/home/mara/旅-planner"


@dataclass(frozen=True)
class Memory:
    """One written memory."""

    type: str
    """feedback, pattern, gotcha, preference, task, note or jev_observation."""
    title: str
    """Title."""
    content: str | None
    """What is remembered."""
    keywords: str
    """Comma-separated."""
    queries: str
    """Questions it should answer."""
    tags: str
    """Concepts, ``|a/b|c/d|``."""
    scope: str | None
    """Project folder."""
    days: float
    """Age in days."""
    score: float
    """Attention score: HOT from 0.7, WARM from 0.25, COLD below."""
    used: int
    """How often it was used."""
    idle_days: float | None
    """Days since its last use; None when it never was."""
    corrected: int = 1
    """How often it was corrected."""


_M = Memory
WRITTEN = (
    _M(
        "gotcha",
        "A retry after a timeout may book twice",
        "The first post can arrive although the answer did not. Send "
        "the same key with every attempt and let the bank throw the second one away.",
        "retry, timeout, idempotency, payment",
        "why was a payment booked twice?, how do retries work",
        "|errors/retry|bank/payments|",
        _BOOKS,
        6,
        0.94,
        21,
        0.3,
        3,
    ),
    _M(
        "pattern",
        "Error handling: wrap, keep the line number",
        "Importers wrap every error with file and line and go on "
        "with the next line. Swallowing an error lost three bookings in May.",
        "error, handling, importer, wrap",
        "error handling in the importer, what happens on a bad line",
        "|errors/handling|bank/import|",
        _BOOKS,
        40,
        0.88,
        34,
        1,
        4,
    ),
    _M(
        "preference",
        "Ines reads short answers",
        "Two sentences at most, numbers first, no tables.",
        "style, answer, short",
        "how long should an answer be",
        "|people/ines|",
        _BOOKS,
        58,
        0.81,
        77,
        0.1,
        2,
    ),
    _M(
        "pattern",
        "Backoff of 1, 2, 4 seconds",
        "Waits double, three attempts, then the error names the payment.",
        "retry, backoff",
        "how long does it wait between retries",
        "|errors/retry|",
        _BOOKS,
        6,
        0.77,
        9,
        0.4,
    ),
    _M(
        "gotcha",
        "zpool shows DEGRADED long after the disk is fine",
        "Run `zpool clear` after replacing a disk, else the old counters stay.",
        "zfs, pool, disk, degraded",
        "why is the pool still degraded",
        "|lab/storage|",
        _LAB,
        19,
        0.72,
        5,
        2,
    ),
    _M(
        "feedback",
        "Do not delete snapshots with rm",
        "A hook refuses it. `zfs destroy` is the only right way.",
        "zfs, snapshot, delete, hook",
        "how to remove old snapshots",
        "|lab/storage|feedback/safety|",
        _LAB,
        19,
        0.69,
        3,
        19,
        2,
    ),
    _M(
        "note",
        "Accountant's deadline is the tenth",
        "Not the fifteenth, whatever the calendar says.",
        "deadline, accountant",
        "when is the deadline",
        "|people/accountant|",
        _BOOKS,
        7,
        0.66,
        4,
        3,
    ),
    _M(
        "gotcha",
        "UTF-8 with a byte order mark is refused",
        "The tax office rejects the file without saying why.",
        "utf-8, bom, encoding",
        "why does the office reject the file",
        "|vat/file|encoding/utf-8|",
        _BOOKS,
        33,
        0.58,
        2,
        25,
    ),
    _M(
        "pattern",
        "Cents are integers",
        "src/ledger uses int for every amount; a test greps for float.",
        "cents, money, float",
        "which type do amounts have",
        "|ledger/amounts|",
        _BOOKS,
        57,
        0.55,
        18,
        5,
    ),
    _M(
        "pattern",
        "Cents are integers",
        "Same rule for the travel planner's budget sheet.",
        "cents, money",
        "which type do amounts have",
        "|ledger/amounts|",
        _TRAVEL,
        21,
        0.5,
        0,
        None,
    ),
    _M(
        "note",
        "snake_case in Python, camelCase in TypeScript",
        "scoreOf and score_of are the same thing on two sides.",
        "naming, camelCase, snake_case",
        "how are functions named",
        "|style/names|",
        None,
        50,
        0.47,
        6,
        12,
    ),
    _M(
        "task",
        "Document the backoff",
        "Open since the retry was made safe.",
        "retry, docs",
        "what is left to do",
        "|errors/retry|",
        _BOOKS,
        5,
        0.62,
        1,
        4,
    ),
    _M(
        "preference",
        "Mara travels by train where one exists",
        "Planes only over water or over twelve hours.",
        "train, plane",
        "which way of travel",
        "|people/mara|travel/train|",
        _TRAVEL,
        90,
        0.91,
        0,
        None,
    ),
    _M(
        "gotcha",
        "Keine Fähre am Dienstag",
        "Im Winter fährt dienstags keine Fähre zur Insel; Café am Hafen hat zu.",
        "Fähre, Dienstag, Winter",
        "fährt am Dienstag eine Fähre",
        "|travel/ferry|",
        _TRAVEL,
        2,
        0.7,
        2,
        2,
    ),
    _M(
        "note",
        "島のフェリー時刻表",
        "冬は火曜日に船が出ない。月曜の夕方17時40分に乗ること。",
        "フェリー, 時刻表, 冬",
        "火曜日のフェリーはありますか",
        "|travel/ferry|",
        _TRAVEL,
        2,
        0.64,
        1,
        2,
    ),
    _M(
        "note",
        "护照有效期",
        "护照必须在回程后至少还有六个月有效。",
        "护照, 签证",
        "护照要多久有效",
        "|travel/papers|",
        _TRAVEL,
        70,
        0.31,
        0,
        None,
    ),
    _M(
        "preference",
        "☕ before 🚆",
        "No train before the first coffee ☕; 07:40 at the earliest 🙏.",
        "☕, 🚆, morning",
        "how early may a train leave ☕",
        "|people/mara|",
        _TRAVEL,
        12,
        0.52,
        3,
        2,
    ),
    _M(
        "gotcha",
        "C++ build of the OCR needs -std=c++20",
        "src/ocr/build.sh; v1.2 of the library compiles with less.",
        "C++, build, ocr",
        "can't build the ocr, C++ flags",
        "|receipts/ocr|",
        _BOOKS,
        61,
        0.2,
        1,
        60,
    ),
    _M(
        "note",
        "Contact for the certificate: office@bank.example",
        "Answers on weekdays before eleven.",
        "certificate, bank",
        "whom to ask about the certificate",
        "|bank/certificate|",
        _BOOKS,
        140,
        0.18,
        0,
        None,
    ),
    _M(
        "pattern",
        "Sort by day before comparing",
        "Comparing everything with everything took 41 s; 1.9 s when sorted.",
        "performance, matching",
        "why is matching slow",
        "|receipts/match|",
        _BOOKS,
        1,
        0.8,
        1,
        0.9,
    ),
    _M(
        "feedback",
        "Ask before touching real bookings",
        "Holding a ferry counts as touching.",
        "booking, ask",
        "may the agent book",
        "|feedback/safety|",
        _TRAVEL,
        2,
        0.75,
        0,
        None,
        5,
    ),
    _M(
        "task",
        "Replace ada2 on Thursday",
        None,
        "disk, ada2",
        "what happens on Thursday",
        "|lab/storage|",
        _LAB,
        4,
        0.68,
        2,
        1,
    ),
    _M(
        "note",
        "Router password is on the paper in the blue box",
        "Not written here on purpose.",
        "router, password",
        "where is the router password",
        "|lab/network|",
        _LAB,
        300,
        0.05,
        0,
        None,
    ),
    _M(
        "jev_observation",
        "User approved the plan without changes",
        "Turn 2 of the retry work.",
        "plan, approval",
        "",
        "|observation/approval|",
        _BOOKS,
        6,
        0.4,
        0,
        None,
    ),
    _M(
        "jev_observation",
        "Test run failed although the result said ok",
        "Exit code 1 stood in the output only.",
        "tests, bash",
        "",
        "|observation/failure|",
        _BOOKS,
        6,
        0.44,
        0,
        None,
    ),
)

_TYPES = ("jev_observation",) * 5 + ("pattern", "gotcha", "note", "preference", "task", "feedback")
_SCOPES = {"books": _BOOKS, "lab": _LAB, "travel": _TRAVEL}


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
    made = moments.ago(days=memory.days)
    changed = moments.ago(days=memory.days * 0.6)
    last = None if memory.idle_days is None else write(moments.ago(days=memory.idle_days))
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
