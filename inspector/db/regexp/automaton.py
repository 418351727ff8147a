"""Does a text match a pattern? All ways to match are followed at once, so that time grows with the text alone.

Sets of states are made as they are met and kept, so most characters cost one look into a table.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from inspector.db.regexp.pattern import Choice, Edge, Letter, Node, Repeat, Sequence, is_word, parse_pattern
from inspector.errors import InvalidInput

MOST_STATES = 1_000
"""States of a pattern, its repeats written out."""
_KEPT = 2_000
"""Sets of states that are kept."""
_NEW_PER_TEXT = 20_000
"""Characters of one text that may lead to what was not met before."""

_START, _WORD, _OTHER, _END = "start", "word", "other", "end"


class TooMuchWork(Exception):
    """A text led to more new sets of states than one text may."""


@dataclass
class _State:
    """What follows when it is reached."""

    reads: Callable[[str], bool] | None = None
    """Reads a character of this kind, then :attr:`to`."""
    edge: str = ""
    """Goes on to :attr:`to` only where this edge is."""
    to: list[int] = field(default_factory=list)
    """The next ones; without ``reads`` all at once."""


class _Set(dict[str, "_Set | None"]):
    """The states that may be met at a place: character -> the next set, None where the pattern is found."""

    def __init__(self, states: frozenset[int], before: str) -> None:
        super().__init__()
        self.states = states
        self.before = before
        self.at_end: bool | None = None


class Automaton:
    """One pattern, ready to be looked for. Raises InvalidInput for a pattern with a fault, or too large a one."""

    def __init__(self, pattern: str) -> None:
        self._states: list[_State] = [_State()]
        self._sets: dict[tuple[frozenset[int], str], _Set] = {}
        (begin,) = self._build(parse_pattern(pattern), [0])
        self._begin = begin
        self._first = self._set(frozenset((begin,)), _START)

    def search(self, text: str) -> bool:
        """Whether the pattern is found anywhere in the text."""
        now = self._first
        new = 0
        for char in text:
            try:
                following = now[char]
            except KeyError:
                new += 1
                if new > _NEW_PER_TEXT:
                    raise TooMuchWork from None
                following = self._step(now, char)
            if following is None:
                return True
            now = following
        if now.at_end is None:
            now.at_end = 0 in self._closure(now, _END)
        return now.at_end

    def _step(self, now: _Set, char: str) -> _Set | None:
        kind = _WORD if is_word(char) else _OTHER
        reached = self._closure(now, kind)
        if 0 in reached:
            now[char] = None
            return None
        states = self._states
        moved = {to for state in reached if (reads := states[state].reads) and reads(char) for to in states[state].to}
        following = self._set(frozenset((*moved, self._begin)), kind)
        now[char] = following
        return following

    def _set(self, states: frozenset[int], before: str) -> _Set:
        key = (states, before)
        found = self._sets.get(key)
        if found is None:
            if len(self._sets) >= _KEPT:
                # they are met again soon enough; sets that are in use go on as they are
                self._sets.clear()
            found = self._sets[key] = _Set(states, before)
        return found

    def _closure(self, now: _Set, after: str) -> set[int]:
        """All states that are reached without reading; 0 is the end of the pattern."""
        reached: set[int] = set()
        waiting = list(now.states)
        while waiting:
            number = waiting.pop()
            if number in reached:
                continue
            reached.add(number)
            state = self._states[number]
            if state.reads is None and (not state.edge or _holds(state.edge, now.before, after)):
                waiting += state.to
        return reached

    # --- building: each part is given where to go on, and gives where it begins ---

    def _add(self, state: _State) -> int:
        if len(self._states) >= MOST_STATES:
            raise InvalidInput("The regular expression is too large.", advice="Repeat less, or write it shorter.")
        self._states.append(state)
        return len(self._states) - 1

    def _build(self, node: Node, to: list[int]) -> list[int]:
        match node:
            case Letter(accepts=accepts):
                return [self._add(_State(reads=accepts, to=to))]
            case Edge(kind=kind):
                return [self._add(_State(edge=kind, to=to))]
            case Sequence(parts=parts):
                for part in reversed(parts):
                    to = self._build(part, to)
                return to if len(to) == 1 else [self._add(_State(to=to))]
            case Choice(parts=parts):
                return [self._add(_State(to=[begin for part in parts for begin in self._build(part, to)]))]
            case Repeat():
                return self._repeat(node, to)
        raise AssertionError(node)

    def _repeat(self, node: Repeat, to: list[int]) -> list[int]:
        if node.most is None:
            loop = self._add(_State())
            self._states[loop].to = [*self._build(node.part, [loop]), *to]
            begin = [loop]
        else:
            begin = to
            for _ in range(node.most - node.least):
                begin = [self._add(_State(to=[*self._build(node.part, begin), *to]))]
        for _ in range(node.least):
            begin = self._build(node.part, begin)
        return begin if len(begin) == 1 else [self._add(_State(to=begin))]


def _holds(edge: str, before: str, after: str) -> bool:
    if edge == "^":
        return before == _START
    if edge == "$":
        return after == _END
    return ((before == _WORD) != (after == _WORD)) == (edge == "b")
