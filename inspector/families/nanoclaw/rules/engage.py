"""Does a message engage an agent that is wired to its chat? By pattern, by mention; what cannot be told is not told."""

from __future__ import annotations

from inspector.db.regexp.automaton import TooMuchWork
from inspector.db.regexp.function import MOST_CHARACTERS, automaton_of
from inspector.errors import InvalidInput


def engaged(mode: str, pattern: str, text: str, mentioned: bool | None) -> tuple[bool | None, str]:
    """Whether a wiring is engaged by a message, and why; None where it cannot be told.

    ``mentioned``: whether the message mentions the bot; None where it does not say.
    """
    match mode:
        case "pattern":
            return _by_pattern(pattern, text)
        case "mention":
            if mentioned is None:
                return None, "it engages when it is mentioned, and the message does not say whether it is"
            return mentioned, "it engages when it is mentioned" + ("" if mentioned else ", and was not")
        case "mention-sticky":
            told = "it engages when it is mentioned, and from then on in that thread"
            return (True, told) if mentioned else (None, told)
        case "":
            return None, "how it engages is not set"
    return None, f"'{mode}' is not a known way to engage"


def _by_pattern(pattern: str, text: str) -> tuple[bool | None, str]:
    if not pattern:
        return None, "it engages on a pattern, which is not set"
    if pattern == ".":
        return True, "it engages on every message (pattern .)"
    told = f"it engages on the pattern {pattern}"
    try:
        alike = automaton_of(pattern).search(text[:MOST_CHARACTERS])
        exact = automaton_of(f"(?-i){pattern}").search(text[:MOST_CHARACTERS])
    except (InvalidInput, TooMuchWork):
        return None, f"{told}, which cannot be read here (a bad pattern lets everything in)"
    if alike != exact:
        return None, f"{told}, which matches if small and capital letters are the same"
    return exact, told + ("" if exact else ", which does not match")
