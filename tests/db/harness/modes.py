"""The ways in which writers of the harness write: every journal mode, and what programs do with their files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

UNSYNCED = "PRAGMA synchronous = OFF"
SYNCED = "PRAGMA synchronous = NORMAL"
"""Without it a transaction over two files has no super-journal."""
SMALL_CACHE = ("PRAGMA cache_size = 10", "PRAGMA cache_spill = 10")

SHORT, SEVERAL, WORDS, CATALOG, LONG, THINKING = "short", "several", "words", "catalog", "long", "thinking"
BOTH, CHECK = "both", "check"
"""Two files in one read; SQLite's own check of the whole file."""


@dataclass(frozen=True)
class Mode:
    """One way of writing."""

    name: str
    """What it is called in the table."""
    journal: str = "wal"
    """Journal mode."""
    pause_s: float = 0.0
    """Seconds between two commits."""
    pragmas: tuple[str, ...] = (UNSYNCED,)
    """What each connection of the writer is told."""
    rollbacks: float = 0.0
    """Share of transactions that change every row and are taken back."""
    checkpoint_every: int = 0
    """Commits between two checkpoints, each of another kind; 0 for none but SQLite's own."""
    reopen_every: int = 0
    """Commits after which the connection is closed and opened again."""
    vacuum_every: int = 0
    """Commits after which the file is filled, emptied and vacuumed: it grows and shrinks."""
    exclusive_every: int = 0
    """Commits after which some are made in exclusive locking mode."""
    exclusive: Literal["normal", "heap"] = "normal"
    """``heap``: a WAL connection that is exclusive from its start, without shared memory."""
    hold_s: float = 0.02
    """Seconds for which it stays exclusive after its commits."""
    switch_every: int = 0
    """Commits after which the journal mode changes between WAL and DELETE."""
    schema_every: int = 0
    """Commits between two that change the schema."""
    replace_every: int = 0
    """Commits after which the file is replaced by a newer one of the same name."""
    two_files: bool = False
    """Whether each transaction writes to two files."""
    neighbour: bool = False
    """Whether another connection of the writer's program reads for moments: checkpoints stop half way."""
    killed: bool = False
    """Whether the writer is killed again and again at any moment."""
    stopped: bool = False
    """Whether it is stopped at any moment, and goes on after a while."""
    resized: bool = False
    """Whether a vacuum changes the size of the pages."""
    auto_vacuum: bool = False
    """Whether the file is cut off when rows are deleted."""
    rows: int = 3000
    """Accounts."""
    page_size: int = 4096
    """Bytes of a page."""
    leaves: tuple[str, ...] = ()
    """Sidecars that such a writer leaves when it ends well."""
    may_refuse: bool = False
    """Whether there are moments in which nobody could read: a lock held longer than a read waits."""
    questions: tuple[tuple[str, ...], ...] = ((SHORT,), (SEVERAL, WORDS, CATALOG, CHECK))
    """Of each reading thread, what it asks in turn (seconds-long runs)."""


WITH_LONG = ((SHORT, WORDS), (LONG, CATALOG, SEVERAL))
THINKS = ((SHORT, WORDS), (THINKING, CATALOG, SEVERAL))
TOGETHER = ((SHORT, WORDS), (BOTH,))
SPILLS = (UNSYNCED, *SMALL_CACHE)
MIXED = ("PRAGMA wal_autocheckpoint = 20", "PRAGMA journal_size_limit = 0")

WAL = (
    Mode("wal", pragmas=(SYNCED,), questions=WITH_LONG),
    Mode("wal, 5 ms apart", pause_s=0.005, questions=THINKS),
    Mode("wal, 50 ms apart", pause_s=0.05),
    Mode("wal, small autocheckpoint", pragmas=(UNSYNCED, "PRAGMA wal_autocheckpoint = 20"), questions=WITH_LONG),
    Mode("wal, checkpoints of every kind", checkpoint_every=7),
    Mode(
        "wal, no journal kept",
        pragmas=(UNSYNCED, "PRAGMA journal_size_limit = 0"),
        checkpoint_every=20,
        vacuum_every=60,
    ),
    Mode("wal, opened and closed", reopen_every=5),
    Mode("wal, spills and rolls back", pragmas=SPILLS, rollbacks=0.3),
    Mode("wal, vacuums", vacuum_every=15, page_size=1024),
    Mode("wal, cut off", vacuum_every=5, auto_vacuum=True, pragmas=(UNSYNCED, *MIXED)),
    Mode("wal, large log", pragmas=(UNSYNCED, "PRAGMA wal_autocheckpoint = 0"), checkpoint_every=150),
    Mode("wal, another reader", pragmas=(UNSYNCED, *MIXED), neighbour=True, checkpoint_every=9),
    Mode("wal, replaced", replace_every=6, pause_s=0.005),
    Mode("wal, stopped", pragmas=(UNSYNCED, *MIXED), stopped=True, reopen_every=50, may_refuse=True),
    Mode("wal, exclusive for moments", exclusive_every=8, may_refuse=True),
    Mode("wal, exclusive from the start", exclusive_every=8, exclusive="heap", may_refuse=True),
    Mode("wal, changes its schema", schema_every=2, questions=((SHORT, CATALOG), (CATALOG,))),
    Mode("wal, two files", pragmas=(SYNCED,), two_files=True, rows=1500, questions=TOGETHER),
    Mode(
        "wal, all at once",
        pragmas=(UNSYNCED, *MIXED, "PRAGMA cache_size = 10"),
        rollbacks=0.1,
        checkpoint_every=13,
        reopen_every=40,
        vacuum_every=90,
        schema_every=10,
    ),
)

ROLLBACK = (
    Mode("delete", "delete", questions=WITH_LONG),
    Mode("delete, synced", "delete", pragmas=("PRAGMA synchronous = FULL",)),
    Mode("delete, 5 ms apart", "delete", pause_s=0.005, questions=THINKS),
    Mode("delete, 50 ms apart", "delete", pause_s=0.05, questions=WITH_LONG),
    Mode("delete, spills and rolls back", "delete", pragmas=SPILLS, rollbacks=0.3),
    Mode("delete, vacuums and reopens", "delete", vacuum_every=15, reopen_every=10, resized=True),
    Mode("delete, cut off", "delete", vacuum_every=5, auto_vacuum=True),
    Mode("delete, another reader", "delete", neighbour=True),
    Mode("delete, stopped", "delete", pragmas=SPILLS, rollbacks=0.2, stopped=True, may_refuse=True),
    Mode("persist, stopped", "persist", pragmas=SPILLS, stopped=True, may_refuse=True, leaves=("-journal",)),
    Mode("delete, exclusive for moments", "delete", exclusive_every=8, may_refuse=True),
    Mode("delete, changes its schema", "delete", schema_every=2, questions=((SHORT, CATALOG), (CATALOG,))),
    Mode("delete, two files", "delete", pragmas=(SYNCED,), two_files=True, rows=1500, questions=TOGETHER),
    Mode("delete, replaced", "delete", replace_every=6, pause_s=0.005),
    Mode("truncate, spills", "truncate", pragmas=SPILLS, rollbacks=0.2, leaves=("-journal",)),
    Mode("persist, spills", "persist", pragmas=SPILLS, rollbacks=0.2, leaves=("-journal",), questions=WITH_LONG),
    Mode("memory", "memory", rollbacks=0.1),
    Mode("memory, spills", "memory", pragmas=SPILLS, rollbacks=0.2, may_refuse=True),
    Mode("off", "off", may_refuse=True),
    Mode("wal and delete in turns", "delete", switch_every=6, leaves=()),
)

KILLED = (
    Mode("wal, killed", killed=True),
    Mode("wal, killed, small", pragmas=(UNSYNCED, *MIXED, "PRAGMA cache_size = 10"), rollbacks=0.2, killed=True),
    Mode("wal, killed, exclusive", exclusive_every=4, exclusive="heap", killed=True, may_refuse=True),
    Mode("delete, killed", "delete", pragmas=SPILLS, rollbacks=0.2, killed=True),
    Mode("truncate, killed", "truncate", pragmas=SPILLS, rollbacks=0.2, killed=True, leaves=("-journal",)),
    Mode("persist, killed", "persist", pragmas=SPILLS, rollbacks=0.2, killed=True, leaves=("-journal",)),
    Mode(
        "delete, two files, killed",
        "delete",
        pragmas=(SYNCED, *SMALL_CACHE),
        two_files=True,
        rows=1500,
        killed=True,
        questions=TOGETHER,
    ),
)

LASTING = (
    Mode("wal, exclusive for long", exclusive_every=30, hold_s=3.0, may_refuse=True),
    Mode("delete, exclusive for long", "delete", exclusive_every=30, hold_s=3.0, may_refuse=True),
    Mode("wal, large", rows=100_000, pragmas=(UNSYNCED, *MIXED), reopen_every=60, checkpoint_every=17),
    Mode("delete, large", "delete", rows=100_000, vacuum_every=200, reopen_every=60),
)
"""For the long run alone."""
