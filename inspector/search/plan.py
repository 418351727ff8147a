"""What is an index asked for these words: only what its tokenizer keeps of them, each word safe inside quotes?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from inspector.db.catalog import FtsStructure
from inspector.db.fts_tokens import tokens_of
from inspector.db.reader import Reader
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

    @property
    def wanted(self) -> tuple[AskedTerm, ...]:
        """Those that are not exclusions."""
        return tuple(asked for asked in self.terms if not asked.term.exclude)

    @property
    def query(self) -> str:
        """Every row that matches satisfies it; empty where the index cannot tell."""
        if self.expert:
            return self.expert
        wanted = [asked.query for asked in self.wanted if asked.query]
        unwanted = [a.query for a in self.terms if a.term.exclude and a.query and not a.lost]
        if not wanted:
            return ""
        query = " AND ".join(wanted)
        return f"({query}) NOT ({' OR '.join(unwanted)})" if unwanted else query

    @property
    def phrases(self) -> tuple[AskedTerm, ...]:
        """The terms of the query, in its order."""
        kept = [a for a in self.wanted if a.query]
        return (*kept, *(a for a in self.terms if a.term.exclude and a.query and not a.lost))

    @property
    def lost(self) -> tuple[Term, ...]:
        """The terms of which only the text can tell."""
        return tuple(asked.term for asked in self.terms if asked.lost)


def plan_for(reader: Reader, structure: FtsStructure, terms: Sequence[Term]) -> IndexPlan:
    """What an index with this structure is asked. Raises SqlError where its tokenizer is not here."""
    asked = [_asked(reader, structure, term) for term in terms]
    return IndexPlan(tuple(sorted(asked, key=lambda one: one.term.exclude)))


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
