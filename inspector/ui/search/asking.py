"""How a search leaves the window: the newest text wins, hits come as they are found, more of them on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import TypeVar

from PySide6.QtCore import QObject, Signal

from inspector.cancel import CancelToken
from inspector.clock import Clock
from inspector.db.rows import RowRef
from inspector.errors import FileBusy, KnownError
from inspector.search.expert import ExpertProblem, check_expert
from inspector.search.filter import SearchFilter
from inspector.search.hit import After, SearchAnswer
from inspector.search.related import more_like
from inspector.search.run import LIMIT, Drift, Looking
from inspector.ui.changes.line import ChangedLine, databases_of
from inspector.ui.search import words
from inspector.ui.search.filter import HitFilter
from inspector.ui.search.narrowing import narrowed, narrowed_sources
from inspector.ui.search.row import HitRow, hit_row, lost_row, ordered
from inspector.ui.view import ViewContext
from inspector.workspace.answers import search_sources as searching
from inspector.workspace.answers.coverage import coverage
from inspector.workspace.answers.row_kinds import Kinds, kinds_of_rows
from inspector.workspace.answers.search_sources import SourceHit, SourceSearched, WorkspaceAnswer, expert_columns
from inspector.workspace.source import Source

T = TypeVar("T")

Part = tuple[Source, SearchFilter, After | None]
"""A source, which of its rows may be hits, where to go on; None: from the beginning, in all its tables."""

MORE = 200
"""Hits of each table that are looked for on demand."""
_LONG_S = 20.0
"""Seconds of looking through a table for more."""


@dataclass(frozen=True)
class Like:
    """A row whose likes are looked for."""

    source: Source
    """Where it is."""
    ref: RowRef
    """The row."""
    title: str
    """What names it."""


@dataclass(frozen=True)
class Asked:
    """What is searched, and where."""

    text: str = ""
    """As typed, without blanks around it."""
    sources: tuple[Source, ...] = ()
    """Where."""
    expert: bool = False
    """Whether it is a query in the language of FTS5."""
    like: Like | None = None
    """Rows like this one are wanted, in place of those that hold the text."""


@dataclass(frozen=True)
class Answered:
    """What a search gave."""

    asked: Asked
    """What was searched."""
    answer: WorkspaceAnswer
    """What was found in all, and what was not searched."""
    rows: list[HitRow] = field(default_factory=list)
    """The hits that it brought, the best first."""


@dataclass(frozen=True)
class Kept:
    """What a filter keeps of the hits beyond those that were given."""

    rows: list[HitRow] = field(default_factory=list)
    """Hits, those among them that were given before too."""
    further: tuple[Part, ...] = ()
    """Where there are more of them."""


@dataclass
class _Rows:
    """Makes rows of hits, in the worker."""

    names: dict[str, str]
    clock: Clock
    cancel: CancelToken
    kinds: dict[tuple[str, RowRef], Kinds] = field(default_factory=dict)

    def look(self, source: Source, answer: SearchAnswer) -> list[HitRow]:
        """The rows of hits of one source, with what filters ask of them."""
        for ref, found in kinds_of_rows(source, [hit.ref for hit in answer.hits], self.clock, self.cancel).items():
            self.kinds[source.path, ref] = found
        rows = [self.row(SourceHit(source, hit)) for hit in answer.hits]
        return rows + [lost_row(source, one, self.names) for one in answer.unjoined]

    def row(self, found: SourceHit) -> HitRow:
        return hit_row(found, self.names, self.kinds.get((found.source.path, found.hit.ref)))


class Asking(QObject):
    """One search at a time; a newer one gives up the older."""

    arrived = Signal(object)
    """More rows of the search that runs, a list; no row twice."""
    looked = Signal(object)
    """``(Source, Looking)``: how far a look through the text has come."""
    finished = Signal(object)
    """An :class:`Answered` of :meth:`ask`."""
    wentOn = Signal(object)
    """An :class:`Answered` of :meth:`go_on`: rows behind those that were given."""
    narrowed = Signal(object)
    """A :class:`Kept`."""
    refused = Signal(object)
    """The :class:`~inspector.search.expert.ExpertProblem` of a query that cannot be asked."""
    failed = Signal(object)
    """The KnownError that ended it."""
    stopped = Signal()
    """It was stopped before its end."""

    def __init__(self, context: ViewContext, changed: ChangedLine, owner: QObject) -> None:
        super().__init__(owner)
        self._context = context
        self._changed = changed
        self._owner = owner
        self._round = 0
        self.drift = Drift()
        """What is known of the indexes."""

    def ask(self, asked: Asked, *, keep_busy: bool) -> None:
        """Search. ``keep_busy``: where every file is busy the search fails, for an older answer is shown."""
        self.give_up()
        round, runner, drift, clock = self._round, self._context.runner, self.drift, self._context.clock

        def work(cancel: CancelToken) -> Answered | ExpertProblem:
            if asked.expert:
                problem = check_expert(asked.text, expert_columns(asked.sources, cancel))
                if problem is not None:
                    return problem
            rows = _Rows(words.source_names(asked.sources), clock, cancel)

            def told(source: Source, answer: SearchAnswer) -> None:
                runner.deliver(self, self._deliver, (round, rows.look(source, answer)))

            def looked(source: Source, far: Looking) -> None:
                runner.deliver(self, self._tell_looked, (round, source, far))

            if asked.like is not None:
                answer = _like(asked.like, drift, cancel)
                for source in {one.source.path: one.source for one in answer.hits}.values():
                    rows.look(source, SearchAnswer(tuple(one.hit for one in answer.hits)))
            else:
                answer = searching.search_sources(
                    asked.sources,
                    asked.text,
                    cancel=cancel,
                    found=told,
                    drift=drift,
                    expert=asked.expert,
                    looking=looked,
                )
            _refuse_busy(answer, keep_busy)
            lost = [lost_row(one.source, one.unjoined, rows.names) for one in answer.unjoined]
            return Answered(asked, answer, ordered([*(rows.row(found) for found in answer.hits), *lost]))

        self._changed.run(
            databases_of(asked.sources),
            work,
            self._answer,
            self.failed.emit,
            owner=self._owner,
            key="search",
            title="Searching",
            cancelled=self.stopped.emit,
        )

    def go_on(self, answered: Answered) -> None:
        """Look for the hits behind those that were given, in every table that has more."""
        self._round += 1
        asked, before, drift, clock = answered.asked, answered.answer, self.drift, self._context.clock
        asking = searching.Asking(MORE, asked.expert, scan_limit_s=_LONG_S)

        def work(cancel: CancelToken) -> Answered:
            rows = _Rows(words.source_names(asked.sources), clock, cancel)
            told, found = [], []
            for one in before.searched:
                if one.searched.after is None:
                    told.append(one)
                    continue
                answer = searching.search_more(
                    one.source, asked.text, one.searched.after, asking=asking, cancel=cancel, drift=drift
                )
                found += rows.look(one.source, answer)
                told += [replace(one, searched=searched) for searched in answer.searched]
            return Answered(asked, replace(before, searched=tuple(told)), found)

        self._run(work, self.wentOn.emit, "Looking for more hits")

    def narrow(self, asked: Asked, kept: HitFilter, before: Kept | None = None) -> None:
        """Look for hits that a filter keeps, whatever place they have among all; ``before``: for those behind."""
        self._round += 1
        drift, clock = self.drift, self._context.clock

        def work(cancel: CancelToken) -> Kept:
            rows = _Rows(words.source_names(asked.sources), clock, cancel)
            found, further = Kept(), []
            parts = before.further if before is not None else tuple(_parts(asked, kept, clock.now(), cancel))
            for source, filter, after in parts:
                asking = searching.Asking(MORE, asked.expert, filter, _LONG_S)
                try:
                    if after is None:
                        answer = _search_one(source, asked.text, asking, cancel, drift)
                    else:
                        answer = searching.search_more(
                            source, asked.text, after, asking=asking, cancel=cancel, drift=drift
                        )
                except FileBusy:
                    continue  # the search itself told of it
                found.rows.extend(rows.look(source, SearchAnswer(answer.hits)))
                further += [(source, filter, one.after) for one in answer.searched if one.after is not None]
            return replace(found, further=tuple(further))

        self._run(work, self.narrowed.emit, "Looking for more hits of the filter")

    def give_up(self) -> None:
        """Nothing more is heard of the search that runs."""
        self._round += 1
        self._context.runner.cancel(self._owner, "search")

    def _run(self, work: Callable[[CancelToken], T], done: Callable[[T], None], title: str) -> None:
        self._context.runner.run(
            work,
            done,
            self.failed.emit,
            owner=self._owner,
            key="search",
            title=title,
            cancelled=self.stopped.emit,
        )

    def _answer(self, answered: Answered | ExpertProblem) -> None:
        if isinstance(answered, ExpertProblem):
            self.refused.emit(answered)
        else:
            self.finished.emit(answered)

    def _deliver(self, parcel: tuple[int, list[HitRow]]) -> None:
        round, rows = parcel
        if round == self._round and rows:
            self.arrived.emit(rows)

    def _tell_looked(self, parcel: tuple[int, Source, Looking]) -> None:
        round, source, far = parcel
        if round == self._round:
            self.looked.emit((source, far))


def _parts(asked: Asked, kept: HitFilter, now: datetime, cancel: CancelToken) -> Iterator[Part]:
    """The sources in which a filter keeps hits, and which rows of each."""
    for source in narrowed_sources(asked.sources, kept):
        assert source.database is not None
        try:
            rows = narrowed(source, kept, now, source.database.catalog(cancel))
        except KnownError:
            continue  # the search itself told of it
        if rows is not None:
            yield source, rows, None


def _search_one(source: Source, text: str, asking: searching.Asking, cancel: CancelToken, drift: Drift) -> SearchAnswer:
    answer = searching.search_sources(
        (source,),
        text,
        limit=asking.limit,
        cancel=cancel,
        drift=drift,
        expert=asking.expert,
        narrowed=asking.narrowed,
    )
    return SearchAnswer(tuple(one.hit for one in answer.hits), tuple(one.searched for one in answer.searched))


def _like(like: Like, drift: Drift, cancel: CancelToken) -> WorkspaceAnswer:
    """Rows like one, from its own source. Raises what reading raises."""
    source = like.source
    assert source.database is not None
    found = more_like(
        source.database,
        source.family.search,
        like.ref,
        source.redactor,
        without=source.context,
        cancel=cancel,
        drift=drift,
        limit=LIMIT,
    )
    searched = tuple(SourceSearched(source, replace(one, after=None, more=False)) for one in found.searched)
    return WorkspaceAnswer(tuple(SourceHit(source, hit) for hit in found.hits), searched, coverage(source))


def _refuse_busy(answer: WorkspaceAnswer, keep_busy: bool) -> None:
    """Raises KnownError where an older answer says more than one that could read nothing."""
    busy = next((problem for problem in answer.coverage.skipped if problem.busy), None)
    if keep_busy and busy is not None and not answer.searched:
        error: KnownError = FileBusy(busy.what, path=busy.path, advice=busy.advice, details=busy.details)
        raise error
