"""Which way a file is opened, decided by the state it is found in. SQLite's own ways only.

The table of states, what each way cannot promise and why it is chosen stand in ARCHITECTURE.md ("Opening").
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from inspector.db import header as headers
from inspector.db.access import AccessMode
from inspector.db.native.no_write_vfs import no_write_vfs
from inspector.db.native.raw_read import has_utf8_name, probe
from inspector.db.native.uri import file_uri
from inspector.db.resolving import several_names
from inspector.db.signature import Signature, look
from inspector.errors import AccessDenied, FileMissing


@dataclass(frozen=True)
class Plan:
    """How one read of one file is made."""

    path: str
    """Real path of the user's file."""
    mode: AccessMode
    """The way."""
    why: str
    """Why, in words."""
    state: Signature
    """State of the file when this was decided."""
    uri: str
    """What SQLite is given; for PRIVATE_COPY it is filled in once the copy is made."""
    journal: str = ""
    """``wal`` or ``rollback``, as the header says; empty for an empty file."""
    encoding: int = 0
    """Text encoding of the header: 1 UTF-8, 2 UTF-16le, 3 UTF-16be; 0 where it does not say."""
    as_of: float | None = None
    """Unix time of the copy that is read; None where the file itself is."""
    warnings: tuple[str, ...] = ()
    """What cannot be promised."""

    @property
    def live(self) -> bool:
        """Whether reading holds a lock that a writer can feel."""
        return self.mode in (AccessMode.LIVE_WAL, AccessMode.LIVE_ROLLBACK)

    @property
    def size(self) -> int:
        """Bytes of the database with its -wal."""
        return self.state.main_size + self.state.wal_size


def plan(real: str, *, in_place_failed: bool = False) -> Plan:
    """Decide how to read the file at a real path now.

    ``in_place_failed``: the last decision was to read in place, and it did not work (a hot journal showed itself, a
    lock would have been held too long), so a copy is wanted.
    """
    state = look(real)
    if state.main is None:
        raise FileMissing("The file is gone.", path=real, advice="It was moved or deleted while it was open.")
    decided = _decide(real, state, in_place_failed)
    return replace(decided, warnings=several_names(state.main.links))


def _decide(real: str, state: Signature, in_place_failed: bool) -> Plan:
    assert state.main is not None
    if state.main.size == 0:
        if state.wal_size:
            return _copy(real, state, "the file is empty and its -wal is not")
        return Plan(real, AccessMode.EMPTY, "the file has no bytes", state, ":memory:")
    first, reserved = probe(real)
    header = headers.checked(real, first, state.main.size)
    if not reserved and state.journal_size and _journal_is_hot(real):
        decided = _decide_hot(real, state)
    elif in_place_failed:
        decided = _copy(real, state, "reading it in place would leave a trace or keep a writer waiting")
    elif header.wal or state.wal_size:
        decided = _decide_wal(real, state)
    else:
        decided = _decide_rollback(real, state, reserved)
    if decided.live and not has_utf8_name(real):
        decided = _copy(real, state, f"{decided.why}, and its name is not UTF-8")
    return replace(decided, journal="wal" if header.wal else "rollback", encoding=header.text_encoding)


def _decide_wal(real: str, state: Signature) -> Plan:
    if not state.wal_size:
        return _resting(real, state, "WAL database whose log is empty")
    if state.shm_exists:
        uri = file_uri(real, mode="ro", readonly_shm="1", vfs=no_write_vfs())
        return Plan(real, AccessMode.LIVE_WAL, "there are rows in the -wal", state, uri)
    return _copy(real, state, "there are rows in the -wal, and no -shm stands beside it: its writer is gone")


def _decide_hot(real: str, state: Signature) -> Plan:
    """A journal without a writer is hot; but a writer may have come since, or gone."""
    _, reserved = probe(real)
    if reserved or look(real).data != state.data:
        return _locked(real, state, "a writer is in the middle of a transaction")
    return _copy(real, state, "a writer died and left a hot journal: it is rolled back in the copy")


def _decide_rollback(real: str, state: Signature, reserved: bool) -> Plan:
    if reserved:
        why = "a writer is in the middle of a transaction" if state.journal_size else "a writer holds a lock"
        return _locked(real, state, why)
    return _resting(real, state, "nobody writes to it")


def locked_plan(decided: Plan, why: str) -> Plan:
    """The same file read under SQLite's own locks: for a rollback-journal file that is written all the time."""
    if not has_utf8_name(decided.path):
        return replace(decided, mode=AccessMode.PRIVATE_COPY, why=f"{why}, and its name is not UTF-8", uri="")
    locked = _locked(decided.path, decided.state, why)
    return replace(decided, mode=locked.mode, why=locked.why, uri=locked.uri)


def locked_uri(real: str) -> str:
    """What SQLite is given to read a rollback-journal file under a shared lock."""
    return file_uri(real, mode="ro", readonly_shm="1", vfs=no_write_vfs())


def resting_uri(path: str) -> str:
    """What SQLite is given to read a file that nobody writes to."""
    return file_uri(path, mode="ro", immutable="1")


def _resting(real: str, state: Signature, why: str) -> Plan:
    return Plan(real, AccessMode.AT_REST, why, state, resting_uri(real))


def _locked(real: str, state: Signature, why: str) -> Plan:
    return Plan(real, AccessMode.LIVE_ROLLBACK, why, state, locked_uri(real))


def _copy(real: str, state: Signature, why: str) -> Plan:
    return Plan(real, AccessMode.PRIVATE_COPY, why, state, "")


def _journal_is_hot(real: str) -> bool:
    """A journal that was finished is deleted, truncated, or begins with a zero byte."""
    try:
        with open(real + "-journal", "rb") as file:
            return file.read(1) not in (b"", b"\x00")
    except FileNotFoundError:
        return False
    except OSError as error:
        raise AccessDenied(
            "There is a -journal beside the file that cannot be read, so its state is not known.",
            path=real,
            advice="Check the permissions of the -journal.",
            details=str(error),
        ) from error
