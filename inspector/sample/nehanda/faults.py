"""What is wrong in the sample ona-session.db on purpose, and how each of it is repaired."""

from __future__ import annotations

from inspector.sample.planted import Fault

MEMORY = "ona-session.db"
"""Place of the faults."""

_IN_SECONDS = ", ".join(f"{name} = {name} / iif({name} > 100000000000, 1000, 1)" for name in (
    "created_at",
    "updated_at",
    "last_accessed",
))  # fmt: skip
_RELATED = "DELETE FROM memory_edges WHERE dst_id NOT IN (SELECT id FROM memories)"

_TALK = (
    Fault(
        "nehanda.malformed_payload",
        MEMORY,
        "An answer was cut off while it was written, and a result is empty.",
        """UPDATE transcript_entries SET payload_json = iif(entry_type = 'assistant',
        '{"_t":"assistant","content":[]}', '{"_t":"tool_result","content":""}') WHERE NOT json_valid(payload_json)""",
        2,
    ),
    Fault(
        "nehanda.orphan_result",
        MEMORY,
        "The empty result answers no call.",
        "UPDATE transcript_entries SET entry_type = 'user', tool_use_id = NULL, "
        """payload_json = '{"_t":"user","content":"Go on."}' WHERE tool_use_id = 'toolu_empty'""",
    ),
    Fault(
        "nehanda.unparsed_arguments",
        MEMORY,
        "The arguments of a call could not be parsed.",
        "UPDATE transcript_entries SET payload_json = "
        """replace(payload_json, '"_parseError":true,"_raw":', '"command":')""",
    ),
    Fault(
        "nehanda.hidden_failure",
        MEMORY,
        "A test run failed, and its result says that all went well.",
        "UPDATE transcript_entries SET payload_json = json_set(payload_json, '$.is_error', json('true')) "
        "WHERE entry_type = 'tool_result' AND instr(payload_json, '--- stderr ---')",
    ),
    Fault(
        "nehanda.dangling_call",
        MEMORY,
        "A call has no result: its program runs, or was killed.",
        """
        INSERT INTO transcript_entries(session_id, sequence, entry_type, payload_json, tool_use_id, created_at)
        SELECT session_id, (SELECT max(sequence) + 1 FROM transcript_entries s WHERE s.session_id = t.session_id),
          'tool_result', json_object('_t', 'tool_result', 'tool_use_id', call, 'content', 'started', 'is_error',
          json('false')), call, created_at
        FROM (SELECT session_id, created_at, json_extract(b.value, '$.id') AS call
          FROM transcript_entries, json_each(payload_json, '$.content') b
          WHERE entry_type = 'assistant' AND b.type = 'object' AND json_extract(b.value, '$.type') = 'tool_use') t
        WHERE call NOT IN (SELECT tool_use_id FROM transcript_entries WHERE tool_use_id IS NOT NULL)
          AND call NOT IN (SELECT tool_use_id FROM hook_invocations WHERE exit_code = 2 AND tool_use_id IS NOT NULL)""",
    ),
)

_HOOKS = (
    Fault(
        "nehanda.failing_hooks",
        MEMORY,
        "Hooks fail: a command is not there, a script crashes.",
        "UPDATE hook_invocations SET exit_code = 0 WHERE exit_code NOT IN (0, 2)",
        3,
    ),
    Fault(
        "nehanda.killed_hooks",
        MEMORY,
        "A hook was killed: it ended without an exit code.",
        "UPDATE hook_invocations SET exit_code = 0 WHERE exit_code IS NULL AND completed_at IS NOT NULL",
    ),
    Fault(
        "nehanda.unfinished_hooks",
        MEMORY,
        "A hook never ended.",
        "UPDATE hook_invocations SET exit_code = 0, completed_at = started_at "
        "WHERE completed_at IS NULL AND skipped_reason IS NULL",
    ),
)

_MEMORIES = (
    Fault(
        "nehanda.hot_unused",
        MEMORY,
        "Memories weigh much and were never found.",
        "UPDATE memories SET access_count = 1, last_accessed = updated_at WHERE attention_score >= 0.7 "
        "AND access_count = 0",
        5,
    ),
    Fault(
        "nehanda.mixed_times",
        MEMORY,
        "Some memories count milliseconds, the others seconds.",
        f"UPDATE memories SET {_IN_SECONDS}",
        7,
    ),
    Fault(
        "nehanda.lost_relations",
        MEMORY,
        "A relation leads to a memory that is gone.",
        _RELATED,
        1,
        ("real",),
    ),
    Fault("generic.references", MEMORY, "That relation breaks a foreign key too.", _RELATED, 1, ("real",)),
    Fault(
        "nehanda.index_drift",
        MEMORY,
        "The search index misses one memory and has the old text of another.",
        "DELETE FROM memories_fts; INSERT INTO memories_fts(rowid, title, content, keywords, anticipated_queries) "
        "SELECT rowid, title, content, keywords, anticipated_queries FROM memories",
        2,
        ("real",),
    ),
)

FAULTS = (*_TALK, *_HOOKS, *_MEMORIES)
"""All of them, in the order in which they are repaired."""
