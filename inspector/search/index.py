"""Searching by a full-text index: its matches, the best first, as rows that hold what was asked for."""

from __future__ import annotations

from dataclasses import dataclass, field

from inspector.db.catalog import Catalog, Table
from inspector.db.fts_match import ask_index
from inspector.db.quoting import qualified
from inspector.db.reader import Reader
from inspector.search.beyond import parts_around
from inspector.search.filter_sql import filter_condition
from inspector.search.hit import After, Hit, Unjoined
from inspector.search.joining import Joined, JoinedRow, Joining
from inspector.search.plan import IndexPlan, plan_for
from inspector.search.present import make_hit
from inspector.search.question import Question
from inspector.search.row_place import row_place
from inspector.search.source import SearchSource

_FEW = 2_000
"""Rows outside an index that are kept by name."""
_MOST = 50_000
"""Entries of an index that are looked at for one answer, where a filter or lost signs leave most of them out."""
_GROWTH = 8


@dataclass
class IndexResult:
    """What the index gave."""

    hits: list[Hit] = field(default_factory=list)
    """Hits that could be joined to their rows."""
    more: bool = False
    """Whether there are more."""
    notes: list[str] = field(default_factory=list)
    """What the reader must know."""
    unjoined: list[Unjoined] = field(default_factory=list)
    """Matches that lead to no row, or to another."""
    entries: frozenset[int] = frozenset()
    """Numbers of the entries that were looked at, those of earlier pages too."""
    plan: IndexPlan = field(default_factory=IndexPlan)
    """What the index was asked."""


@dataclass(frozen=True)
class Unindexed:
    """Rows of a table that its index does not know."""

    count: int = 0
    """How many."""
    rowids: tuple[int, ...] | None = None
    """Which, by the numbers that rows are walked by; None where they are many."""


def search_index(
    reader: Reader, catalog: Catalog, source: SearchSource, question: Question, after: After | None = None
) -> IndexResult:
    """Hits of one source through its index. Raises SqlError, UnsupportedSchema where the index cannot be asked."""
    index, table = index_of(catalog, source)
    assert index.fts is not None
    plan = plan_for(reader, index.fts, question, table.name)
    result = IndexResult(plan=plan, entries=after.entries if after else frozenset())
    condition = filter_condition(table, source, question.filter)
    if plan.query and condition != "0" and not (after and after.index_done):
        joining = Joining(reader, index, table, source, question, plan, condition)
        asked = _Asked(reader, index, table, source, question, joining, result)
        asked.ask(after.indexed if after else 0)
    return result


@dataclass
class _Asked:
    """One page of hits: more entries are asked for until it is full."""

    reader: Reader
    """Reads."""
    index: Table
    """The index."""
    table: Table
    """Its table."""
    source: SearchSource
    """As what they are searched."""
    question: Question
    """What is asked."""
    joining: Joining
    """Finds the rows."""
    result: IndexResult
    """What is found."""

    def ask(self, place: int) -> None:
        """Fill the page; ``place`` hits were given before."""
        limit, seen = self.question.limit, set(self.result.entries)
        before, wanted, joined = len(seen), limit, Joined()
        columns = self.question.searchable(self.table.name, self.source.columns)
        while True:
            answer = ask_index(self.reader, self.index, self.result.plan.query, before + wanted + 1)
            new = [match for match in answer.matches if match.rowid not in seen]
            used = new[: wanted - (len(seen) - before)] if len(new) > wanted - (len(seen) - before) else new
            part = self.joining.join(used, answer.phrases)
            joined.rows += part.rows
            joined.unjoined += part.unjoined
            seen |= {match.rowid for match in used}
            exhausted = len(answer.matches) <= before + wanted and len(used) == len(new)
            if len(joined.rows) >= limit or exhausted or len(seen) - before >= _MOST:
                break
            wanted = min(wanted * _GROWTH, _MOST)
        self.result.more = not exhausted or len(joined.rows) > limit
        for extra in joined.rows[limit:]:
            seen.discard(extra.match.rowid)
        self.result.entries = frozenset(seen)
        self.result.hits = [self._hit(row, place + at, columns) for at, row in enumerate(joined.rows[:limit], 1)]
        self._tell_unjoined(joined.unjoined)

    def _hit(self, row: JoinedRow, place: int, columns: tuple[str, ...]) -> Hit:
        around = parts_around(self.reader, self.table, row.key, row.values, columns, self.question)
        why = row.why.at(place)
        return make_hit(
            self.source,
            self.table,
            row.key,
            row.values,
            self.question,
            rank=row.match.rank,
            around=around,
            because=why,
        )

    def _tell_unjoined(self, unjoined: list[Unjoined]) -> None:
        self.result.unjoined = unjoined
        lost = sum(one.row is None for one in unjoined)
        false = len(unjoined) - lost
        if lost:
            hits = "1 hit of the index has" if lost == 1 else f"{lost} hits of the index have"
            self.result.notes.append(f"{hits} no row in {self.table.name}: the index has drifted")
        if false:
            hits = "1 hit of the index leads" if false == 1 else f"{false} hits of the index lead"
            self.result.notes.append(f"{hits} to a row of {self.table.name} with other text: the index has drifted")


def index_of(catalog: Catalog, source: SearchSource) -> tuple[Table, Table]:
    """The index of a source, and the table whose rows it indexes: the index itself where it leads to no other."""
    index = catalog.table(source.fts, source.schema or None)
    table = catalog.table(source.table, source.schema or None)
    assert index is not None
    assert index.fts is not None
    assert table is not None
    return index, table


def find_unindexed(reader: Reader, index: Table, table: Table, indexed: str) -> Unindexed:
    """The rows of the table that the index does not know."""
    place = row_place(table, index.fts)
    condition = f"FROM {qualified(table.schema, table.name)} WHERE {place.join} NOT IN {indexed}"
    few = [row[0] for row in reader.rows(f"SELECT {place.number} {condition} LIMIT {_FEW + 1}")]
    if len(few) <= _FEW:
        return Unindexed(len(few), tuple(rowid for rowid in few if isinstance(rowid, int)))
    count = reader.value(f"SELECT count(*) {condition}")
    return Unindexed(count if isinstance(count, int) else len(few))
