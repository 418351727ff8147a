"""How a search leaves the window: the newest text wins, hits come as they are found, with what filters ask of them."""

from __future__ import annotations

from dataclasses import dataclass, field

from PySide6.QtCore import QObject, Signal

from inspector.cancel import CancelToken
from inspector.db.rows import RowRef
from inspector.errors import FileBusy, KnownError
from inspector.search.hit import SearchAnswer
from inspector.search.run import LIMIT, Drift
from inspector.ui.changes.line import ChangedLine, databases_of
from inspector.ui.search import words
from inspector.ui.search.row import HitRow, hit_row, ordered
from inspector.ui.view import ViewContext
from inspector.workspace.answers.row_kinds import Kinds, kinds_of_rows
from inspector.workspace.answers.search_sources import SourceHit, WorkspaceAnswer, search_sources
from inspector.workspace.source import Source


@dataclass(frozen=True)
class Asked:
    """What is searched, and where."""

    text: str = ""
    """As typed, without blanks around it."""
    sources: tuple[Source, ...] = ()
    """Where."""
    limit: int = LIMIT
    """Hits of each table that are wanted."""


@dataclass(frozen=True)
class Answered:
    """What a search gave."""

    asked: Asked
    """What was searched."""
    answer: WorkspaceAnswer
    """What was found, and what was not searched."""
    rows: list[HitRow] = field(default_factory=list)
    """Its hits, the best first."""


class Asking(QObject):
    """One search at a time; a newer one gives up the older."""

    arrived = Signal(object)
    """More rows of the search that runs, a list; no row twice."""
    finished = Signal(object)
    """An :class:`Answered`."""
    failed = Signal(object)
    """The KnownError that ended it."""
    stopped = Signal()
    """It was stopped before its end."""

    def __init__(self, context: ViewContext, changed: ChangedLine, owner: QObject) -> None:
        super().__init__(owner)
        self._context = context
        self._changed = changed
        self._owner = owner
        self._drift = Drift()
        self._round = 0
        self._names: dict[str, str] = {}

    def ask(self, asked: Asked, *, keep_busy: bool) -> None:
        """Search. ``keep_busy``: where every file is busy the search fails, for an older answer is shown."""
        self.give_up()
        round, runner, drift, clock = self._round, self._context.runner, self._drift, self._context.clock
        names = words.source_names(asked.sources)

        def work(cancel: CancelToken) -> Answered:
            kinds: dict[tuple[str, RowRef], Kinds] = {}

            def row_of(found: SourceHit) -> HitRow:
                return hit_row(found, names, kinds.get((found.source.path, found.hit.ref)))

            def told(source: Source, answer: SearchAnswer) -> None:
                refs = [hit.ref for hit in answer.hits]
                for ref, found in kinds_of_rows(source, refs, clock, cancel).items():
                    kinds[source.path, ref] = found
                runner.deliver(self, self._deliver, (round, [row_of(SourceHit(source, hit)) for hit in answer.hits]))

            answer = search_sources(
                asked.sources, asked.text, limit=asked.limit, cancel=cancel, found=told, drift=drift
            )
            _refuse_busy(answer, keep_busy)
            return Answered(asked, answer, ordered(row_of(found) for found in answer.hits))

        self._changed.run(
            databases_of(asked.sources),
            work,
            self.finished.emit,
            self.failed.emit,
            owner=self._owner,
            key="search",
            title="Searching",
            cancelled=self.stopped.emit,
        )

    def give_up(self) -> None:
        """Nothing more is heard of the search that runs."""
        self._round += 1
        self._context.runner.cancel(self._owner, "search")

    def _deliver(self, parcel: tuple[int, list[HitRow]]) -> None:
        round, rows = parcel
        if round == self._round and rows:
            self.arrived.emit(rows)


def _refuse_busy(answer: WorkspaceAnswer, keep_busy: bool) -> None:
    """Raises KnownError where an older answer says more than one that could read nothing."""
    busy = next((problem for problem in answer.coverage.skipped if problem.busy), None)
    if keep_busy and busy is not None and not answer.searched:
        error: KnownError = FileBusy(busy.what, path=busy.path, advice=busy.advice, details=busy.details)
        raise error
