"""What the README of a sample world tells: what lies where, and what is wrong in it on purpose."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from inspector.sample.moments import iso
from inspector.sample.planted import Planted

README = "README.md"
"""Its name, in the folder of the sample."""

_HEAD = """# Sample databases

Made up from end to end: no person, chat or key in them is real. "Now" in them is {as_of}; tell it to the program with
`--as-of` to see what was due, stuck or stale then.

| where | what |
|---|---|
| `nanoclaw` | a NanoClaw install with its session pairs |
| `.state-memory-mcp` | two projects of state-memory |
| `nehanda` | the memory of a Nehanda agent |
| `wayfarer.db` | an application of no known system, with every kind of value |
"""
_CLEAN = """
What is wrong in other samples on purpose was repaired in this one: the health checks find nothing broken or suspicious.
"""
_FAULTS = """
## Wrong on purpose

{count} faults, each of which the health checks find; anything else that they call broken or suspicious would be an
error of theirs.

| where | what is wrong | check |
|---|---|---|
{rows}
"""


def readme(folder: Path, as_of: datetime, planted: tuple[Planted, ...]) -> str:
    """The README of the world in ``folder``, in Markdown."""
    head = _HEAD.format(as_of=iso(as_of))
    if not planted:
        return head + _CLEAN
    rows = "\n".join(f"| `{one.path.relative_to(folder)}` | {one.words} | `{one.check}` |" for one in planted)
    return head + _FAULTS.format(count=len(planted), rows=rows)
