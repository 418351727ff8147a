"""What does a JSON cell of ona-session.db say in one line: an entry of the transcript, a hook's input, a todo item?"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from inspector.families.json_prefix import one_line, read_json

_ARGUMENTS = (
    "command",
    "file_path",
    "path",
    "pattern",
    "query",
    "url",
    "description",
    "prompt",
    "output",
    "content",
    "name",
)
"""Names under which tools take what they are about, the most telling first."""


def payload(text: str) -> str:
    """One entry of the transcript: what was said, which tools were called with what, what came back."""
    value = read_json(text)
    if not isinstance(value, dict):
        return one_line(text)
    kind = value.get("_t") or value.get("type")
    if kind == "tool_result":
        return _result(value)
    if kind == "tool_use":
        return _call(value)
    if kind == "collapse_commit":
        count = value.get("compacted_count")
        head = f"compacted {count} entries" if count is not None else "compacted"
        return one_line(f"{head}: {value.get('summary', '')}")
    if "content" in value:
        return _content(value["content"])
    return _other(value, text)


def _content(content: object) -> str:
    if isinstance(content, str):
        return one_line(content) or "(empty)"
    if isinstance(content, list):
        return one_line(" · ".join(filter(None, map(_block, content)))) or "(empty)"
    return one_line(str(content))


def _block(block: object) -> str:
    if not isinstance(block, dict):
        return str(block)
    kind = block.get("type")
    if kind == "text":
        return str(block.get("text", ""))
    if kind == "thinking":
        return f"(thinking) {block.get('thinking', '')}"
    if kind == "tool_use":
        return _call(block)
    if kind == "tool_result":
        return _result(block)
    if kind in ("image", "document"):
        return _attachment(str(kind), block.get("source"))
    return f"({kind})" if kind else "(block of no type)"


def _call(block: Mapping[str, object]) -> str:
    name, given = str(block.get("name", "tool")), block.get("input")
    if not isinstance(given, dict) or not given:
        return name
    if given.get("_parseError"):
        return one_line(f"{name} (its arguments could not be parsed) {given.get('_raw', '')}")
    return one_line(f"{name} {argument(given)}")


def argument(given: Mapping[str, object]) -> str:
    """The most telling argument of a tool call."""
    for key in _ARGUMENTS:
        value = given.get(key)
        if isinstance(value, str) and value:
            return value
    for key, value in given.items():
        if isinstance(value, list):
            return f"{len(value)} {key}"
        if isinstance(value, str | int | float) and value != "":
            return f"{key} {value}"
    return ""


def _result(value: Mapping[str, object]) -> str:
    content = _content(value.get("content", ""))
    if value.get("is_error"):
        return f"failed: {content}"
    return f"(stderr) {content}" if "--- stderr ---" in str(value.get("content", "")) else f"→ {content}"


def _attachment(kind: str, source: object) -> str:
    data = source.get("data") if isinstance(source, dict) else None
    if not isinstance(data, str):
        return f"({kind})"
    size = len(data) * 3 / 4
    return f"({kind}, {size / 1e6:.1f} MB)" if size >= 1e5 else f"({kind}, {size / 1e3:.1f} kB)"


def _other(value: Mapping[str, object], text: str) -> str:
    """Entries of the kinds that only some versions write: titles, progress, attachments, notices."""
    inner = (
        value.get("attachment")
        or value.get("data")
        or {key: part for key, part in value.items() if key not in ("_t", "uuid", "type", "timestamp")}
    )
    if not isinstance(inner, dict):
        return one_line(str(inner))
    words = [f"{key} {part}" for key, part in inner.items() if isinstance(part, str | int | float) and part != ""]
    return one_line(", ".join(words)) or one_line(text)


def hook_input(text: str) -> str:
    """What a hook was asked about: its event, the tool and its argument, or the prompt."""
    value = read_json(text)
    if not isinstance(value, dict):
        return one_line(text)
    words = [str(value.get("hook_event_name", ""))]
    tool, given = value.get("tool_name"), value.get("tool_input")
    if tool:
        words.append(f"{tool} {argument(given)}".strip() if isinstance(given, dict) else str(tool))
    for key in ("prompt", "source", "file_path", "reason", "message"):
        if isinstance(value.get(key), str) and value[key]:
            words.append(str(value[key]))
            break
    return one_line(" · ".join(filter(None, words))) or one_line(text)


def event_detail(text: str) -> str:
    """What an event tells: a phase, a subagent's task, the outcome of a test, the output of a task."""
    value = read_json(text)
    if not isinstance(value, dict):
        return one_line(text)
    if "criterion" in value:
        outcome = {True: "passed", False: "failed"}.get(bool(value.get("passed")), "")
        return one_line(f"{outcome}: {value['criterion']}")
    for key in ("description", "output", "summary", "message", "title", "path", "cwd"):
        if isinstance(value.get(key), str) and value[key]:
            return one_line(str(value[key]))
    return _other(value, text)


def state_value(text: str) -> str:
    """A todo item by its status and words, or whatever else the state keeps."""
    value = read_json(text)
    if not isinstance(value, dict):
        return one_line(text)
    words = value.get("content") or value.get("title")
    if words:
        return one_line(f"{value['status']}: {words}" if value.get("status") else str(words))
    return _other(value, text)


def reason(text: str) -> str:
    """Why a permission was given or refused."""
    value = read_json(text)
    if not isinstance(value, dict):
        return one_line(text)
    if value.get("interactive") is True:
        return "asked in an interactive session"
    if value.get("source") == "permission_rules":
        return "by the permission rules"
    return _other(value, text)


def settings(text: str) -> str:
    """Which model the settings name, and how much else they set; no value that could be a secret."""
    value = read_json(text)
    if not isinstance(value, dict):
        return one_line(text)
    model = value.get("model_config")
    words = [str(model[key]) for key in ("model_id", "provider") if key in model] if isinstance(model, dict) else []
    for key in ("hooks", "mcp_servers", "mcpServers"):
        part = value.get(key)
        if isinstance(part, dict | list) and part:
            words.append(f"{len(part)} {key}")
    return one_line(", ".join(words)) or f"{len(value)} settings"


SUMMARIES: Mapping[tuple[str, str], Callable[[str], str]] = MappingProxyType(
    {
        ("transcript_entries", "payload_json"): payload,
        ("hook_invocations", "input_json"): hook_input,
        ("events", "detail"): event_detail,
        ("state", "value"): state_value,
        ("tool_permission_log", "reason_json"): reason,
        ("settings_snapshot", "json"): settings,
    }
)
"""(table, column) -> what reads it. Each takes prefixes of cells and gives back what it cannot read."""
