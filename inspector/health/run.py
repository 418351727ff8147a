"""Making checks: each on its own, so that one that fails or takes too long says so and the others go on."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice

from inspector.cancel import Cancelled, CancelToken
from inspector.clock import Clock
from inspector.db.catalog import Catalog
from inspector.db.database import Database
from inspector.db.pause import pause
from inspector.db.reader import Reader
from inspector.db.rows import RowRef
from inspector.db.values import Parameters, Value
from inspector.errors import FileBusy, KnownError
from inspector.health.check import CheckContext, HealthCheck
from inspector.health.finding import Evidence, Finding
from inspector.health.limit import LimitToken

EVIDENCE_LIMIT = 200
"""Rows of evidence that are kept of each finding; all are counted."""
CHECK_S = 10.0
"""Seconds that one check may take, unless a thorough look was asked for."""
TOTAL_S = 60.0
"""Seconds that all checks of one database may take, unless a thorough look was asked for."""
LEAST_S = 1.0
"""Seconds that even the last check has."""
_YIELD = 0.8
"""Share of its time after which a check that goes through much stops by itself, and says how far it came."""
STEP_S = 0.12
"""Seconds after which a read begins no further check: what is made again for a slow one is little."""
SECOND_LOOK_S = 0.3
"""Seconds between the two reads on which a find in what lives must hold."""


def time_parameters(sql: str, clock: Clock) -> dict[str, str | int]:
    """The ``:now``, ``:now_ms`` and ``:now_s`` of the clock that a statement uses."""
    known: dict[str, str | int] = {"now": clock.now_iso(), "now_ms": clock.now_ms(), "now_s": clock.now_ms() // 1000}
    return {name: value for name, value in known.items() if f":{name}" in sql}


def _silent(words: str) -> None:
    return


def _nothing(table: str, column: str) -> str:
    return ""


def _unheard(made: int, found: Sequence[Finding]) -> None:
    return


@dataclass(frozen=True)
class Circumstances:
    """What is the same for all checks of one database."""

    clock: Clock
    """The "as of" time."""
    folder: str
    """Folder of the file, pair or install."""
    read_along: tuple[str, ...] = ()
    """Schemas that are checked elsewhere."""
    documented: Callable[[str, str], str] = _nothing
    """(table, column) -> the kind of its documented meaning."""
    thorough: bool = False
    """Whether checks may take as long as they need, and those are made that are left out else."""
    tell: Callable[[str], None] = field(default=_silent)
    """Hears which check is being made; called on the thread of the checks."""
    hear: Callable[[int, Sequence[Finding]], None] = field(default=_unheard)
    """Hears, read by read, how many checks were made and what they found; what must be seen twice is heard last."""


def run_checks(
    database: Database,
    checks: Sequence[HealthCheck],
    clock: Clock,
    folder: str,
    cancel: CancelToken | None = None,
    *,
    read_along: tuple[str, ...] = (),
    documented: Callable[[str, str], str] = _nothing,
) -> tuple[Finding, ...]:
    """:func:`make_checks` under plain circumstances."""
    return make_checks(database, checks, Circumstances(clock, folder, read_along, documented), cancel)


def make_checks(
    database: Database, checks: Sequence[HealthCheck], around: Circumstances, cancel: CancelToken | None = None
) -> tuple[Finding, ...]:
    """The findings of all checks whose needs are met, the worst first.

    Quick ones share a read, so that they speak of one state of all files; one that takes longer has its own. A check
    that fails gives a finding with its ``problem``; one that is marked ``twice`` must find again what it found.
    Raises Cancelled, and FileBusy if the file cannot be read.
    """
    catalog = database.catalog(cancel)
    met = [c for c in checks if c.needs.met_by(catalog) and (around.thorough or not c.thorough)]
    first = _Looks(database, catalog, around, cancel)
    found = first.make(met)
    doubted = [c for c in met if c.twice and found.get(c.id) is not None and not found[c.id].problem]
    if doubted:
        if around.clock.as_of is None:
            around.tell("waiting to look once more")
            # the other checks took some time already
            pause(max(0.0, SECOND_LOOK_S - first.since(doubted)), cancel or CancelToken())
        again = _Looks(database, catalog, around, cancel, second=True).make(doubted)
        for check in doubted:
            held = _held(found.pop(check.id), again.get(check.id))
            if held is not None:
                found[check.id] = held
        around.hear(len(doubted), [found[check.id] for check in doubted if check.id in found])
    return tuple(sorted(found.values(), key=lambda f: (-f.level, bool(f.problem), f.title)))


class _Looks:
    """Makes checks in as few reads as their time allows."""

    def __init__(
        self,
        database: Database,
        catalog: Catalog,
        around: Circumstances,
        cancel: CancelToken | None,
        *,
        second: bool = False,
    ) -> None:
        self._second = second
        self._made_at: dict[str, float] = {}
        self._database, self._catalog, self._around, self._cancel = database, catalog, around, cancel
        self._files = {schema: file.real for schema, file in database.files.items()}
        self._began = time.monotonic()
        self._token = LimitToken(cancel)
        self._too_slow: dict[str, float] = {}
        self._running, self._given = "", 0.0

    def make(self, checks: Sequence[HealthCheck]) -> dict[str, Finding]:
        """Check id -> its finding, for those that found something or could not be made."""
        found: dict[str, Finding] = {}
        place, most = 0, len(checks)
        while place < len(checks):
            asked = checks[place : place + most]
            try:
                made = self._read(asked)
            except Cancelled:
                if not self._token.over:
                    raise
                self._too_slow[self._running] = self._given
                continue
            except FileBusy:
                if len(asked) == 1:
                    raise
                # a writer leaves no room for all of them: each in a read of its own
                most = 1
                continue
            self._hear(list(zip(asked, made, strict=False)))
            found |= {one.check: one for one in made if one is not None}
            place += len(made)
        return found

    def since(self, checks: Sequence[HealthCheck]) -> float:
        """Seconds since the last of these was made."""
        return time.monotonic() - max(self._made_at[check.id] for check in checks)

    def _hear(self, made: Sequence[tuple[HealthCheck, Finding | None]]) -> None:
        if self._second:
            return
        doubted = [one for check, one in made if check.twice and one is not None and not one.problem]
        certain = [one for _, one in made if one is not None and one not in doubted]
        self._around.hear(len(made) - len(doubted), certain)

    def _read(self, checks: Sequence[HealthCheck]) -> list[Finding | None]:
        def work(reader: Reader) -> list[Finding | None]:
            began = time.monotonic()
            made: list[Finding | None] = []
            for check in checks:
                made.append(self._one(check, reader))
                self._made_at[check.id] = time.monotonic()
                # what comes before and after a check (opening, copying, validating) has limits of its own
                self._token.give(float("inf"))
                if time.monotonic() - began > STEP_S:
                    break
            return made

        self._token.give(float("inf"))
        return self._database.read(work, self._token)

    def _left(self) -> float:
        """Seconds that the next check may take."""
        if self._around.thorough:
            return float("inf")
        return max(LEAST_S, min(CHECK_S, TOTAL_S - (time.monotonic() - self._began)))

    def _one(self, check: HealthCheck, reader: Reader) -> Finding | None:
        if check.id in self._too_slow:
            given = self._too_slow[check.id]
            return _finding(check, problem=f"It was not finished within {given:.0f} s. A thorough look takes its time.")
        left = self._left()
        self._running, self._given = check.id, left
        self._token.give(left)
        self._around.tell(f"{check.title}, once more" if self._second else check.title)
        around = self._around
        ends = time.monotonic() + _YIELD * left
        context = CheckContext(
            reader, self._catalog, around.clock, around.folder, around.read_along, self._files, around.documented,
            around.thorough, ends,
        )  # fmt: skip
        return _make_one(check, context)


def _make_one(check: HealthCheck, context: CheckContext) -> Finding | None:
    try:
        count, evidence = _counted(check.run(context) if check.run else evidence_of(context, check.sql), context)
    except FileBusy:
        raise
    except KnownError as error:
        return _finding(check, problem=_why_not(error))
    count += sum(context.beyond)
    left_out = " ".join(context.remarks)
    if not count:
        return _finding(check, problem=left_out) if left_out else None
    return _finding(check, count, evidence, partial=left_out)


def _finding(
    check: HealthCheck, count: int = 0, evidence: tuple[Evidence, ...] = (), *, problem: str = "", partial: str = ""
) -> Finding:
    return Finding(
        check.id,
        check.title,
        check.level,
        count,
        check.rule,
        evidence,
        problem,
        partial=partial,
        advice=check.advice,
        method=check.how,
        known=check.known,
    )


def _held(first: Finding, second: Finding | None) -> Finding | None:
    """What of a find is there on both reads; None if nothing is. What was not kept as evidence is counted only."""
    if second is None or second.problem:
        return None
    seen = {_identity(evidence) for evidence in second.evidence}
    both = tuple(evidence for evidence in first.evidence if _identity(evidence) in seen)
    rest = min(first.count - len(first.evidence), second.count - len(second.evidence))
    return replace(first, evidence=both, count=len(both) + rest) if both else None


def _identity(evidence: Evidence) -> object:
    """By which a find is known again: its words tell an age, which moves on."""
    return (evidence.ref, evidence.path) if evidence.ref or evidence.path else re.sub(r"\d+", "", evidence.text)


def _why_not(error: KnownError) -> str:
    """Why a check could not be made; a fork may lack what every known version has."""
    words = error.details or error.what
    found = re.search(r"no such (?:column|table): (\S+)", words)
    return f"It needs {found.group(1)}, which this file does not have." if found else words


def _counted(found: Iterable[Evidence], context: CheckContext) -> tuple[int, tuple[Evidence, ...]]:
    items = iter(found)
    kept = tuple(replace(one, text=" ".join(one.text.split())) for one in islice(items, EVIDENCE_LIMIT))
    more = 0
    for _ in items:
        more += 1
        if more % 1_000 == 0:
            context.reader.cancel.check()
    return len(kept) + more, kept


def listed(context: CheckContext, sql: str, params: Parameters | None = None) -> Iterator[tuple[Value, ...]]:
    """The rows of a SELECT that a check tells as evidence; where there are more, these are counted and not read.

    Without ``params`` it is given those of the clock. A file of which every row breaks a rule takes no memory so.
    """
    bound = time_parameters(sql, context.clock) if params is None else params
    first = context.reader.rows(sql, bound, limit=EVIDENCE_LIMIT)
    yield from first
    if first.truncated:
        total = context.reader.value(f"SELECT count(*) FROM ({sql})", bound)
        context.count_more(total - len(first.rows) if isinstance(total, int) else 0)


def evidence_of(context: CheckContext, sql: str) -> Iterator[Evidence]:
    """The evidence of a SELECT with columns ``tbl, key, text[, at]``; for checks that make several."""
    for row in listed(context, sql):
        table, key, text = row[:3]
        yield Evidence(
            str(text), _ref(context.catalog, table, key), when=str(row[3]) if len(row) > 3 and row[3] else ""
        )


def _ref(catalog: Catalog, table: Value, key: Value) -> RowRef | None:
    """The row that a check names; it names the rowid of a rowid table, else the primary key."""
    found = catalog.table(str(table))
    return RowRef(found.schema, found.name, (key,)) if found and key is not None else None
