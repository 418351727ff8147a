"""Why is a row a hit: which words it holds, after which tokenizer, in which columns, and how it was ranked?"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class PhraseMatch:
    """One word or phrase of what was asked, as it was found in a row."""

    text: str
    """As it was typed."""
    tokens: tuple[str, ...] = ()
    """What the tokenizer of the index makes of it: ("handl",) of "handling"; empty where no tokenizer was asked."""
    columns: tuple[str, ...] = ()
    """The columns of the row that hold it."""

    @property
    def words(self) -> str:
        """ "handling -> handl in title, content"; the arrow only where the tokenizer changed something."""
        made = " ".join(self.tokens)
        arrow = f" → {made}" if made and made != self.text else ""
        return f"{self.text}{arrow}" + (f" in {', '.join(self.columns)}" if self.columns else "")


@dataclass(frozen=True)
class Why:
    """Why a row is a hit."""

    phrases: tuple[PhraseMatch, ...] = ()
    """What was found in it; of an expert query with OR not all of what was asked."""
    index: str = ""
    """Name of the full-text index that gave it; empty where its text was looked through."""
    scan: str = ""
    """Why its text was looked through; empty where an index gave it."""
    rank: float = 0.0
    """What bm25 says of it in its index: smaller is better; 0 where nothing ranks."""
    place: int = 0
    """Its place among the hits of its source, from 1: the best of an index, the newest of a scan."""
    tokenizer: str = ""
    """The tokenizer of the index, with its options."""
    key_only: bool = False
    """Whether only the name of a member of JSON matches, none of its values and no other text."""

    def at(self, place: int) -> Why:
        """The same at a place."""
        return Why(self.phrases, self.index, self.scan, self.rank, place, self.tokenizer, self.key_only)

    @property
    def words(self) -> tuple[str, ...]:
        """The same in lines for people."""
        by = f"index {self.index}, place {self.place}" + (f", bm25 {self.rank:.3g}" if self.rank else "")
        found = by if self.index else f"found by looking through the text: {self.scan}" if self.scan else ""
        name = "only the name of a JSON member matches, none of its values" if self.key_only else ""
        return tuple(line for line in (*(phrase.words for phrase in self.phrases), found, name) if line)
