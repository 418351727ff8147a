"""Are the files of a family as documented: journal mode, foreign keys, waiting time? What no file stores is said."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from inspector.db.catalog import Catalog, SchemaFacts, Table
from inspector.families.docs import Characteristic, FamilyDocs

Verdict = Literal["as documented", "differs", "not stored in the file", "not looked at"]

_JOURNALS = {"wal": "WAL", "rollback": "rollback journal"}
"""The two kinds of journal that a header can tell, in words."""
_HEADER = {"delete": "rollback", "truncate": "rollback", "persist": "rollback"}
"""Journal modes that a header cannot tell apart."""


@dataclass(frozen=True)
class CharacteristicFound:
    """One documented property, and what was found of it."""

    what: str
    """Its name."""
    documented: str
    """What the document says."""
    found: str
    """What the file says; the verdict in words where the file says nothing."""
    verdict: Verdict
    """Whether the two agree."""
    words: str = ""
    """What a difference means; empty where there is none."""
    warning: bool = False
    """Whether the difference may do harm."""


def characteristics(
    catalog: Catalog, docs: FamilyDocs, part: str = "", schema: str = "main"
) -> tuple[CharacteristicFound, ...]:
    """The documented properties of one file, each against what its header and catalog say."""
    facts = next((one for one in catalog.facts if one.schema == schema), None)
    return tuple(_compare(one, facts, catalog, schema) for one in docs.characteristics if one.part in ("", part))


def _compare(one: Characteristic, facts: SchemaFacts | None, catalog: Catalog, schema: str) -> CharacteristicFound:
    if not one.stored:
        return _result(one, "not stored in the file", "not stored in the file", one.otherwise)
    found = _found(one, facts, catalog, schema)
    if found is None:
        return _result(one, "not looked at", "not looked at")
    shown, fits = found
    if fits:
        return _result(one, shown, "as documented")
    return _result(one, shown, "differs", one.otherwise, warning=one.level == "warning")


def _result(
    one: Characteristic, found: str, verdict: Verdict, words: str = "", *, warning: bool = False
) -> CharacteristicFound:
    return CharacteristicFound(one.what, one.documented, found, verdict, words, warning)


def _found(one: Characteristic, facts: SchemaFacts | None, catalog: Catalog, schema: str) -> tuple[str, bool] | None:
    """What the file says in words, and whether the document holds; None where neither header nor catalog tells."""
    if one.objects:
        return _objects(one.objects, catalog, schema)
    if facts is None:
        return None
    if one.pragma == "journal_mode" and facts.journal:
        return _JOURNALS.get(facts.journal, facts.journal), facts.journal == _HEADER.get(one.expected, one.expected)
    known = {
        "encoding": facts.encoding,
        "page_size": str(facts.page_size),
        "user_version": str(facts.user_version),
        "application_id": str(facts.application_id),
    }
    value = known.get(one.pragma)
    return (value, not one.differs(value)) if value else None


def _objects(names: tuple[str, ...], catalog: Catalog, schema: str) -> tuple[str, bool]:
    present = {name.lower() for table in catalog if table.schema == schema for name in _names_of(table)}
    missing = [name for name in names if name.lower() not in present]
    if not missing:
        return ", ".join(names), True
    return f"no {', '.join(missing)}", False


def _names_of(table: Table) -> tuple[str, ...]:
    return (table.name, *(t.name for t in table.triggers), *(i.name for i in table.indexes))
