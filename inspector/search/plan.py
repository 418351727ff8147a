"""What is an index asked for these words: only what its tokenizer keeps of them, each word safe inside quotes?"""

from __future__ import annotations

from dataclasses import dataclass

from inspector.db.catalog import FtsStructure
from inspector.db.fts_tokens import tokens_of
from inspector.db.quoting import name
from inspector.db.reader import Reader
from inspector.errors import UnsupportedSchema
from inspector.search.question import Question
from inspector.search.terms import Term, ends_in_cjk, is_cjk, is_lost

_LONGEST = 2_000
"""Characters of a term that an index is asked for."""


@dataclass(frozen=True)
class AskedTerm:
    """One term, as an index can be asked for it."""

    term: Term
    """The term."""
    tokens: tuple[str, ...]
    """What the tokenizer makes of it; empty if nothing."""
    lost: bool
    """Whether the tokenizer loses a part of it, so that only its text can tell."""
    query: str
    """How the index is asked for it alone; empty where it cannot be."""


@dataclass(frozen=True)
class IndexPlan:
    """One search, as an index is asked it."""

    terms: tuple[AskedTerm, ...] = ()
    """Its terms, in the order in which the query has them: those to be found first."""
    expert: str = ""
    """The query as a person wrote it; empty in simple mode."""
    only: tuple[str, ...] = ()
    """The columns that are asked, where some are secret: whether they hold a word is what is hidden. Empty for all."""

    @property
    def wanted(self) -> tuple[AskedTerm, ...]:
        """Those that are not exclusions."""
        return tuple(asked for asked in self.terms if not asked.term.exclude)

    @property
    def query(self) -> str:
        """Every row that matches satisfies it; empty where the index cannot tell."""
        if self.expert:
            return self.within(self.expert)
        wanted = [asked.query for asked in self.wanted if asked.query]
        unwanted = [a.query for a in self.terms if a.term.exclude and a.query and not a.lost]
        if not wanted:
            return ""
        query = " AND ".join(wanted)
        return self.within(f"({query}) NOT ({' OR '.join(unwanted)})" if unwanted else query)

    def within(self, query: str) -> str:
        """The query, asked of the columns that are no secret."""
        return f"{{{' '.join(map(name, self.only))}}} : ({query})" if self.only else query

    @property
    def phrases(self) -> tuple[AskedTerm, ...]:
        """The terms of the query, in its order."""
        kept = [a for a in self.wanted if a.query]
        return (*kept, *(a for a in self.terms if a.term.exclude and a.query and not a.lost))

    @property
    def lost(self) -> tuple[Term, ...]:
        """The terms of which only the text can tell."""
        return tuple(asked.term for asked in self.terms if asked.lost)


def plan_for(reader: Reader, structure: FtsStructure, question: Question, table: str) -> IndexPlan:
    """What an index with this structure over a table is asked. Raises SqlError where its tokenizer is not here.

    Raises UnsupportedSchema where a column is secret and the index cannot be asked without it.
    """
    visible = question.searchable(table, structure.columns)
    only = visible if len(visible) < len(structure.columns) else ()
    if len(visible) < len(structure.columns) and (structure.version != 5 or not visible):
        raise UnsupportedSchema("A column of the index is secret.", details="a column of the index is secret")
    if question.expert:
        return IndexPlan(expert=question.expert, only=only)
    asked = [_asked(reader, structure, term) for term in question.terms]
    return IndexPlan(tuple(sorted(asked, key=lambda one: one.term.exclude)), only=only)


def _asked(reader: Reader, structure: FtsStructure, term: Term) -> AskedTerm:
    text = term.text[:_LONGEST].replace("\0", " ")
    found = tokens_of(reader, structure, text, query=True)
    tokens = tuple(token.text for token in found)
    covered = bytearray(len(text))
    for token in found:
        covered[token.start : token.end] = b"\1" * (token.end - token.start)
    lost = not tokens or any(
        (not kept and (char.isalnum() or is_lost(char))) for char, kept in zip(text, covered, strict=True)
    )
    # a run of CJK is one token: words inside it are found by looking, but for tokenizers that cut it
    whole_runs = structure.tokenizer.partition(" ")[0].lower() not in _CUTS_CJK
    lost = lost or (whole_runs and any(map(is_cjk, text)))
    return AskedTerm(term, tokens, lost, _query(structure, term, text, whole_runs) if tokens else "")


_CUTS_CJK = ("trigram",)


def _query(structure: FtsStructure, term: Term, text: str, whole_runs: bool) -> str:
    """A CJK word at the start of its run is found as a prefix of it."""
    prefix = term.prefix or (whole_runs and ends_in_cjk(text))
    quoted = text.replace('"', '""') if structure.version == 5 else text.replace('"', " ").rstrip("* ")
    if structure.version == 5:
        return f'"{quoted}"' + (" *" if prefix else "")
    return f'"{quoted}{"*" if prefix else ""}"'
