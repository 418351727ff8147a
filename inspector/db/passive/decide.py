"""Which view of a file is taken: the decision list, each rule at its place here or where it says (ARCHITECTURE.md).

1  resolve, a regular file, its names                     resolving.py, descriptor.py, facts.py
2  only our own read-only descriptors                     descriptor.py, ofd_locks.py
3  any change of the signature is another view            view.py, idle_views.py
4  a log is frozen between two looks at its header        frozen_log.py, chosen in ``view_of``
5  a WAL answer is valid while only its frames are copied wal_view.py
6  two rejections: a read mark                            wal_view.py, chosen in ``view_of``
7  a journal that nobody owns is hot                      hot_view.py, chosen in ``view_of``
8  no lock while nobody writes, else a lease              rollback_views.py, chosen in ``_rollback_view``
9  an exclusive holder with a quiet journal               rollback_views.py, chosen in ``_beside_a_holder``
10 still failing: an error in words                       database.py; a view keeps its last answer, with its age
"""

from __future__ import annotations

from dataclasses import dataclass

from inspector.cancel import CancelToken
from inspector.db import header as headers
from inspector.db.access import AccessLog, AccessMode
from inspector.db.file_view import Effort, ViewFacts
from inspector.db.passive import journal, lock_bytes, rollback_views, wal_view
from inspector.db.passive.descriptor import Descriptor
from inspector.db.passive.facts import facts_at_open, open_file, warnings_of
from inspector.db.passive.hot_view import HotView
from inspector.db.passive.journal import Journal
from inspector.db.passive.lease import Throttle
from inspector.db.passive.lock_bytes import Holders
from inspector.db.passive.ofd_locks import NoLocksHere
from inspector.db.passive.rollback_views import LockedView, RestingView, UnlockedView
from inspector.db.passive.view import EmptyView, View, facts_of
from inspector.db.passive.wal_view import WalView
from inspector.db.pause import pause
from inspector.db.signature import YOUNG_S, Signature, look
from inspector.errors import ChangedWhileReading, FileBusy, FileMissing, NotADatabase

MARK_AFTER = 2
"""Rejected answers after which a WAL file is read under a read mark."""
LOCK_AFTER = 1
"""Rejected answers after which a rollback-journal file is read under a lock."""
BUSY_S = 0.8
"""Seconds for which locks may stand in the way before a file is read beside their holder."""
_LOCK_PAUSE_S = 0.0005
_AGE_S = 2.5
"""Longest time that is waited for a file time to become old enough to tell."""


@dataclass(frozen=True)
class Asked:
    """What a view is to be taken of, and how."""

    real: str
    """Real path."""
    effort: Effort
    """What the read has met so far."""
    lock_first: bool
    """Whether the file was written to while it was read just now: a lock saves a try."""
    log: AccessLog
    """Where locks and marks are counted."""
    holder_known: bool
    """Whether another program held the file exclusively just now: nobody waits for its lock again."""
    throttle: Throttle
    """Keeps read marks rare."""
    cancel: CancelToken
    """Ends every wait."""


def view_of(asked: Asked) -> View | EmptyView:
    """The view for this try. Raises FileBusy, ChangedWhileReading if there is none just now; KnownErrors for good."""
    state = look(asked.real)
    if state.main is None:
        raise FileMissing("The file is gone.", path=asked.real, advice="It was moved or deleted while it was open.")
    if state.main.size == 0:
        return _empty(asked, state)
    file = open_file(asked.real)
    try:
        try:
            base = _aged(asked, facts_at_open(asked.real, file, state), file)
        except NotADatabase as error:
            return _unfinished(asked, state, file, error)
        # first the journal, then the locks: a writer that begins in between is seen by its lock
        found = journal.state_of(asked.real)
        others = _holders(file)
        if found is Journal.IN_USE and others is not None and not others.any:
            return _hot(asked, base, file)
        if _has_log(base):
            _refuse_replacing(asked.real, base, found, others)
            return _wal_view(asked, base, file)
        if others is None:
            return _without_locks(asked, base, file, found)
        return _rollback_view(asked, base, file, found, others)
    except BaseException:
        file.close()
        raise


def steady_view_of(asked: Asked) -> View:
    """A view under a lock or read mark, for the second phase of a copy. Raises as :func:`view_of`."""
    state = look(asked.real)
    if state.main is None or state.main.size == 0:
        raise ChangedWhileReading("The file was replaced while it was copied.", path=asked.real)
    file = open_file(asked.real)
    try:
        base = facts_at_open(asked.real, file, state)
        found = journal.state_of(asked.real)
        others = _holders(file)
        if _has_log(base):
            _refuse_replacing(asked.real, base, found, others)
            return _marked(asked, base, file)
        return _without_locks(asked, base, file, found) if others is None else _locked(asked, base, file)
    except BaseException:
        file.close()
        raise


def _unfinished(asked: Asked, state: Signature, file: Descriptor, error: NotADatabase) -> HotView:
    """The first page of a new database is written last: what begins with zeros may be its unfinished transaction."""
    found = journal.state_of(asked.real)
    others = _holders(file)
    if found is Journal.IN_USE and others is not None and not others.any:
        nothing_yet = ViewFacts(
            asked.real, AccessMode.AT_REST, "", state, "rollback", warnings=warnings_of(file, state)
        )
        return _hot(asked, nothing_yet, file)
    if others is not None and others.exclusive:
        raise busy(asked.real, "Another program is making this database.")
    if look(asked.real).data != state.data:
        raise ChangedWhileReading("The file was written to just now.", path=asked.real)
    raise error


def _has_log(base: ViewFacts) -> bool:
    """Rule 4: byte 19 of the header, or rows in a -wal."""
    return base.journal == "wal" or base.state.wal_size > 0


def _holders(file: Descriptor) -> Holders | None:
    """None on a file system without locks."""
    try:
        return lock_bytes.holders(file.fd)
    except NoLocksHere:
        return None


def _refuse_replacing(real: str, base: ViewFacts, found: Journal, others: Holders | None) -> None:
    """A program that puts another database in the place of this one, page by page, holds it exclusively.

    The header may say WAL by then. With a journal of its own (a restored backup) that is known for sure; without one
    it looks like a WAL program that keeps the file to itself, but that has a -wal, if only an empty one.
    """
    if found is Journal.IN_USE:
        raise busy(real, "Another program is replacing what is in the database.")
    if others is not None and others.exclusive and base.state.wal is None:
        raise busy(real, "Another program holds the database exclusively: what it says cannot be verified.")


def _empty(asked: Asked, state: Signature) -> EmptyView:
    why = "the file has no bytes"
    if state.wal_size:
        why += f"; the {state.wal_size:,} bytes of a -wal beside it belong to no page of it, and are left alone"
    return EmptyView(ViewFacts(asked.real, AccessMode.EMPTY, why, state))


def _wal_view(asked: Asked, base: ViewFacts, file: Descriptor) -> View:
    if asked.effort.rejected >= MARK_AFTER and not asked.throttle.wait_s():
        return _marked(asked, base, file)
    if base.state.wal_size:
        made = WalView(facts_of(AccessMode.LIVE_WAL, "there are rows in the -wal", base), file, asked.cancel, None)
    else:
        made = WalView(facts_of(AccessMode.AT_REST, "WAL database whose log is empty", base), file, asked.cancel, None)
    return _provable(made, asked)


def _marked(asked: Asked, base: ViewFacts, file: Descriptor) -> WalView:
    pause(asked.throttle.wait_s(), asked.cancel)
    why = "its log was copied into it while it was read: a read mark keeps that off"
    held = wal_view.marked(asked.log, asked.throttle)
    try:
        made = WalView(facts_of(AccessMode.LIVE_WAL, why, base), file, asked.cancel, held)
    except NoLocksHere:
        made = WalView(facts_of(AccessMode.LIVE_WAL, "there are rows in the -wal", base), file, asked.cancel, None)
    return _provable(made, asked)


def _provable(made: WalView, asked: Asked) -> WalView:
    """Without a -shm the times alone can tell: they must be old enough to."""
    if made.can_prove:
        return made
    state = made.facts.state
    made.close()
    _let_age(state, asked)
    raise ChangedWhileReading("The file was written to just now.", path=asked.real)


def _rollback_view(asked: Asked, base: ViewFacts, file: Descriptor, found: Journal, others: Holders) -> View:
    may_rest = not (others.may_write_now or base.state.main_young_for_s())
    if may_rest and asked.effort.rejected < LOCK_AFTER and not asked.lock_first:
        why = "a writer is at work, and has not written to the file yet" if others.reserved else "nobody writes to it"
        mode = AccessMode.LIVE_ROLLBACK if others.reserved else AccessMode.AT_REST
        return RestingView(facts_of(mode, why, base), file, asked.cancel)
    if others.may_write_now and (asked.holder_known or asked.effort.busy_s() > BUSY_S):
        return _beside_a_holder(asked, base, file, found)
    return _locked(asked, base, file)


def _aged(asked: Asked, base: ViewFacts, file: Descriptor) -> ViewFacts:
    """A file that was written to a moment ago is let age for a tick of the clock: that saves a lock."""
    young_s = 0 if _has_log(base) else base.state.main_young_for_s()
    if not 0 < young_s <= YOUNG_S or asked.lock_first or asked.effort.tried:
        return base
    pause(young_s, asked.cancel)
    state = look(asked.real)
    if state.main is None or state.wal_size:
        raise ChangedWhileReading("The file was written to just now.", path=asked.real)
    return facts_at_open(asked.real, file, state)


def _locked(asked: Asked, base: ViewFacts, file: Descriptor) -> LockedView:
    """Rule 8. What was seen before the lock may have changed until it was there: everything is looked at again."""
    _wait_for_shared(asked, file)
    why = "it was written to just now" if not asked.effort.rejected else "it was written to while it was read"
    held = rollback_views.locked(asked.log)
    made = LockedView(facts_of(AccessMode.LIVE_ROLLBACK, why, _again(base)), file, asked.cancel, held)
    try:
        if _is_as_it_was(made, base) and not _is_hot(asked.real, file):
            return made
        raise ChangedWhileReading("The file was written to before it could be locked for reading.", path=asked.real)
    except BaseException:
        made.finish()
        raise


def _wait_for_shared(asked: Asked, file: Descriptor) -> None:
    """Ask for the lock again and again: a writer that waits for readers is let in first by its PENDING lock.

    A WAL file is never locked: a program that closes it, or changes its journal mode, asks for EXCLUSIVE once, without
    waiting, and leaves its -wal and -shm behind if it does not get it.
    """
    while not _is_wal(file):
        if lock_bytes.take_shared(file.fd):
            if not _is_wal(file):
                return
            lock_bytes.give_back_shared(file.fd)
            break
        asked.effort.note_busy()
        if asked.effort.busy_s() > BUSY_S:
            raise busy(asked.real)
        pause(_LOCK_PAUSE_S, asked.cancel)
    raise ChangedWhileReading("The file has another journal mode now.", path=asked.real)


def _is_wal(file: Descriptor) -> bool:
    header = headers.parse(file.read(headers.SIZE, 0))
    return header is None or header.wal


def _is_hot(real: str, file: Descriptor) -> bool:
    return journal.state_of(real) is Journal.IN_USE and not lock_bytes.holders(file.fd).any


def _again(base: ViewFacts) -> ViewFacts:
    state = look(base.path)
    if state.main is None:
        raise ChangedWhileReading("The file has just gone.", path=base.path)
    return ViewFacts(base.path, base.mode, base.why, state, base.journal, base.encoding, base.warnings)


def _is_as_it_was(made: View, base: ViewFacts) -> bool:
    """Whether the lock is on the file that has the name, and it is journalled as it was."""
    assert base.state.main is not None
    same = made.main_stat.identity == base.state.main.identity
    return same and not _is_wal(made.file) and not made.facts.state.wal_size


def _hot(asked: Asked, base: ViewFacts, file: Descriptor) -> HotView:
    """Rule 7. While its times are young somebody may be rolling it back already."""
    if base.state.main_young_for_s():
        _let_age(base.state, asked)
        raise ChangedWhileReading("The file was written to just now.", path=asked.real)
    why = "a writer died and left a hot journal"
    return HotView(facts_of(AccessMode.HOT_JOURNAL, why, base), file, asked.cancel)


def _beside_a_holder(asked: Asked, base: ViewFacts, file: Descriptor, found: Journal) -> UnlockedView:
    """Rule 9. A journal that stays quiet beside the file tells that its owner is between two transactions."""
    if found is Journal.IN_USE:
        raise busy(asked.real, "Another program holds the database locked, in the middle of a change.")
    if found is Journal.NONE:
        raise busy(
            asked.real,
            "Another program holds the database exclusively, and no journal tells whether it is in the middle of a "
            "change: what it says cannot be verified.",
        )
    assert base.state.main is not None
    if base.state.journal is None or base.state.journal.mtime_ns < base.state.main.mtime_ns:
        # who ends a transaction writes to its journal last
        raise busy(
            asked.real,
            "Another program holds the database exclusively, and writes to it without the journal that stands beside "
            "it: what it says cannot be verified.",
        )
    if base.state.main_young_for_s():
        _let_age(base.state, asked)
        raise busy(asked.real)
    why = "a program holds it exclusively and its journal says that nothing is under way"
    return UnlockedView(facts_of(AccessMode.HELD, why, base), file, asked.cancel)


def _without_locks(asked: Asked, base: ViewFacts, file: Descriptor, found: Journal) -> RestingView:
    """A file system without locks: the times alone tell, and a writer in the middle of a change is not seen."""
    if base.state.main_young_for_s() or found is Journal.IN_USE:
        _let_age(base.state, asked)
        raise ChangedWhileReading("A writer is at work.", path=asked.real)
    warning = "This file system has no locks: whether a program is in the middle of a change shows by times alone."
    facts = ViewFacts(
        base.path, AccessMode.AT_REST, "nobody writes to it", base.state, base.journal, base.encoding,
        (*base.warnings, warning),
    )  # fmt: skip
    return RestingView(facts, file, asked.cancel)


def _let_age(state: Signature, asked: Asked) -> None:
    pause(min(state.main_young_for_s(), _AGE_S), asked.cancel)


def busy(path: str, what: str = "Another program holds the database locked.") -> FileBusy:
    """The error of a file that others keep to themselves."""
    return FileBusy(what, path=path, advice="It is read again as soon as the lock is gone.")
