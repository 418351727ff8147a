"""How are memories told apart: by attention, use, age, doubles, corrections, units of time, type and project?

The conditions are those of the checks; what a list here counts, a check counts too.
"""

from __future__ import annotations

from inspector.db.needs import needs
from inspector.families.nehanda.checks.memory import CORRECTED, HOT, MS, UNTOUCHED_DAYS, WARM, in_seconds
from inspector.families.row_facets import MemoryShelf, RowChoice, RowFacet, ShelfOrder

_T = "memories"
_UNUSED = "coalesce(access_count, 0) = 0"
_TOUCHED = f"max({in_seconds('updated_at')}, coalesce({in_seconds('last_accessed')}, 0))"


def _doubled(*columns: str) -> str:
    """Whether another row has the same values; NULLs are the same, which IN does not say by itself."""
    same = ", ".join(f"coalesce({column}, char(0))" for column in columns)
    return f"({same}) IN (SELECT {same} FROM memories GROUP BY {same} HAVING count(*) > 1)"


TIER = RowFacet(
    "tier",
    "Attention",
    _T,
    (
        RowChoice("hot", "HOT", f"attention_score >= {HOT}", f"Attention score of {HOT} or more."),
        RowChoice(
            "warm",
            "WARM",
            f"attention_score >= {WARM} AND attention_score < {HOT}",
            f"Attention score from {WARM} to below {HOT}.",
        ),
        RowChoice("cold", "COLD", f"attention_score < {WARM}", f"Attention score below {WARM}."),
    ),
    needs=needs("memories.attention_score"),
)
USE = RowFacet(
    "use",
    "Use",
    _T,
    (
        RowChoice("never", "Never used", _UNUSED, "It was never read (access_count is 0)."),
        RowChoice(
            "hot-never",
            "High attention, never used",
            f"attention_score >= {HOT} AND {_UNUSED}",
            f"Attention score of {HOT} or more, and never read.",
        ),
    ),
    needs=needs("memories.access_count", "memories.attention_score"),
)
AGE = RowFacet(
    "age",
    "Age",
    _T,
    (
        RowChoice(
            "stale",
            f"Untouched for {UNTOUCHED_DAYS} days",
            f":now_s - {_TOUCHED} > {UNTOUCHED_DAYS} * 86400",
            f"Neither read nor changed within {UNTOUCHED_DAYS} days before the time of the clock.",
        ),
    ),
    needs=needs("memories.updated_at", "memories.last_accessed"),
)
DOUBLES = RowFacet(
    "doubles",
    "Doubles",
    _T,
    (
        RowChoice(
            "title",
            "Same title",
            _doubled("type", "title", "project_scope"),
            "Another memory of the same type and project has the same title.",
            "title, type, project_scope",
        ),
        RowChoice(
            "text",
            "Same text",
            f"coalesce(content, '') <> '' AND {_doubled('content')}",
            "Another memory has the same content, whatever its title.",
            "content",
        ),
    ),
    needs=needs("memories.type", "memories.title", "memories.content", "memories.project_scope"),
    whole=True,
)
CORRECTIONS = RowFacet(
    "corrections",
    "Corrections",
    _T,
    (
        RowChoice("corrected", "Corrected", "correction_count > 1", "A new memory counts one correction, this more."),
        RowChoice(
            "often",
            f"Corrected {CORRECTED} times or more",
            f"correction_count >= {CORRECTED}",
            "What changes so often is hardly a fact.",
        ),
    ),
    needs=needs("memories.correction_count"),
)
UNITS = RowFacet(
    "unit",
    "Times in",
    _T,
    (
        RowChoice("s", "Seconds", f"created_at <= {MS} AND updated_at <= {MS}", "Unix seconds."),
        RowChoice("ms", "Milliseconds", f"created_at > {MS} OR updated_at > {MS}", "Unix milliseconds."),
    ),
    needs=needs("memories.created_at", "memories.updated_at"),
)
MEMORY_TYPE = RowFacet("kind", "Type", _T, value="type", needs=needs("memories.type"))

_OF_CONVERSATION = "(SELECT c.project_dir FROM conversations c WHERE c.id = {}.conversation_id)"
_OF_SESSION = (
    "(SELECT c.project_dir FROM sessions s JOIN conversations c ON c.id = s.conversation_id "
    "WHERE s.session_id = {}.session_id)"
)


def _project(table: str, sql: str, *names: str) -> RowFacet:
    value = f"nullif({sql.format(table)}, '')"
    return RowFacet("project", "Project", table, value=value, needs=needs(*(f"{table}.{name}" for name in names)))


PROJECT = _project(_T, "project_scope", "project_scope")

_ABOUT = """
type || coalesce(' · attention ' || round(attention_score, 3), '')
|| CASE coalesce(access_count, 0) WHEN 0 THEN ' · never used' WHEN 1 THEN ' · used once'
   ELSE ' · used ' || access_count || ' times' END
|| CASE WHEN correction_count > 1 THEN ' · ' || correction_count || ' corrections' ELSE '' END
|| coalesce(' · ' || nullif(project_scope, ''), '')"""

MEMORIES = MemoryShelf(
    table=_T,
    title="title",
    about=_ABOUT,
    touched=_TOUCHED,
    facets=(TIER, USE, AGE, DOUBLES, CORRECTIONS, MEMORY_TYPE, PROJECT, UNITS),
    orders=(
        ShelfOrder("attention", "Attention, most first", "attention_score DESC, rowid"),
        ShelfOrder("cold", "Attention, least first", "attention_score, rowid"),
        ShelfOrder("touched", "Touched last", f"{_TOUCHED} DESC, rowid"),
        ShelfOrder("untouched", "Untouched for longest", f"{_TOUCHED}, rowid"),
        ShelfOrder("used", "Used most", "access_count DESC, rowid"),
        ShelfOrder("corrected", "Corrected most", "correction_count DESC, rowid"),
        ShelfOrder("title", "Title", "title, rowid"),
    ),
    needs=needs(
        *(f"memories.{column}" for column in ("type", "title", "updated_at", "last_accessed", "access_count")),
        *(f"memories.{column}" for column in ("attention_score", "correction_count", "project_scope")),
    ),
    search="Memories",
)

ROW_FACETS = (
    TIER,
    USE,
    AGE,
    PROJECT,
    *(_project(table, _OF_CONVERSATION, "conversation_id") for table in ("plans", "summaries", "events", "state")),
    _project("transcript_entries", _OF_SESSION, "session_id"),
    _project("hook_invocations", _OF_SESSION, "session_id"),
    _project("tool_permission_log", _OF_SESSION, "session_id"),
    _project("conversations", "project_dir", "project_dir"),
)
"""What hits can be filtered by."""
