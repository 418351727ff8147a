"""What a message says, in one line, whatever shape its JSON has."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from inspector.families.json_prefix import read_json

LINE = 240
"""Characters of a line."""
_SPACE = re.compile(r"\s+")


def message_line(content: str) -> str:
    """The line of a message, in or out; what cannot be read comes back as it is."""
    found = read_json(content)
    if isinstance(found, dict):
        return clip(_line(found)) or clip(content)
    return clip(found) if isinstance(found, str) else clip(content)


def clip(text: str, length: int = LINE) -> str:
    """Any text on one line, shortened."""
    line = _SPACE.sub(" ", text[: 4 * length]).strip()
    return line if len(line) <= length else line[: length - 1] + "…"


def word(found: Mapping[str, Any], *names: str) -> str:
    """The first of these members that is a text or number and not empty."""
    for name in names:
        value = found.get(name)
        if isinstance(value, str | int | float) and not isinstance(value, bool) and value != "":
            return str(value)
    return ""


def words(value: object) -> list[str]:
    """The texts of a list; empty for anything else."""
    return [str(item) for item in value if isinstance(item, str | int)] if isinstance(value, list) else []


def _line(found: dict[str, Any]) -> str:
    for member, tell in (("operation", _operation), ("action", action_line), ("type", _typed)):
        if isinstance(found.get(member), str) and (line := tell(found)):
            return line
    if isinstance(found.get("prompt"), str):
        return f"Task: {found['prompt']}" + (" [script]" if found.get("script") else "")
    return _chat(found)


def _operation(found: dict[str, Any]) -> str:
    target = word(found, "messageId")
    match found["operation"]:
        case "edit":
            return f"Edits {target}: {word(found, 'text')}"
        case "reaction":
            return f"Reacts with {word(found, 'emoji')} to {target}"
        case other:
            return f"{other} {target}".strip()


def action_line(found: Mapping[str, Any]) -> str:
    """The line of a request that the agent makes of the host."""
    action = word(found, "action")
    tell = _ACTIONS.get(action)
    return tell(found) if tell else f"{action.replace('_', ' ')} {word(found, 'taskId', 'name', 'requestId')}".strip()


def _schedule(found: Mapping[str, Any]) -> str:
    when = word(found, "recurrence") or word(found, "processAfter")
    return "Schedules a task" + (f" ({when})" if when else "") + f": {word(found, 'prompt')}"


def _task(verb: str) -> Callable[[Mapping[str, Any]], str]:
    return lambda found: (
        f"{verb} task {word(found, 'taskId')}" + (f": {prompt}" if (prompt := word(found, "prompt")) else "")
    )


def command_line(found: Mapping[str, Any]) -> str:
    """The command of a ``cli_request`` or of the frame held for approval."""
    args = found.get("args")
    told = (
        " ".join(f"{key}={value}" for key, value in args.items()) if isinstance(args, dict) else " ".join(words(args))
    )
    return f"Command {word(found, 'command')} {told}".strip()


def packages_line(found: Mapping[str, Any]) -> str:
    """Which packages an agent wants."""
    lists = [f"{kind} {', '.join(names)}" for kind in ("apt", "npm") if (names := words(found.get(kind)))]
    reason = word(found, "reason")
    return "Install packages: " + ("; ".join(lists) or "none") + (f" ({reason})" if reason else "")


def server_line(found: Mapping[str, Any]) -> str:
    """Which MCP server an agent wants."""
    started = " ".join([word(found, "command", "url"), *words(found.get("args"))]).strip()
    return f"Add MCP server {word(found, 'name')}" + (f": {started}" if started else "")


def agent_line(found: Mapping[str, Any]) -> str:
    """Which agent is to be made."""
    told = word(found, "instructions")
    return f"Create agent {word(found, 'name')}" + (f": {told}" if told else "")


_ACTIONS: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "schedule_task": _schedule,
    "cancel_task": _task("Cancels"),
    "pause_task": _task("Pauses"),
    "resume_task": _task("Resumes"),
    "update_task": _task("Updates"),
    "cli_request": command_line,
    "install_packages": packages_line,
    "add_mcp_server": server_line,
    "create_agent": agent_line,
}


def _typed(found: dict[str, Any]) -> str:
    match found["type"]:
        case "ask_question":
            head = ": ".join(part for part in (word(found, "title"), word(found, "question")) if part)
            return f"Asks {head}{options_tail(found.get('options'))}"
        case "card":
            return f"Card {word(found, 'fallbackText') or _card(found.get('card'))}"
        case "question_response":
            return f"Answer {word(found, 'selectedOption')} to {word(found, 'questionId')}"
        case "cli_response":
            return _response(found.get("frame"))
    return ""


def options_tail(options: object) -> str:
    """`` [Approve | Reject]`` of the options of a question; empty if it has none."""
    labels = [
        word(option, "label", "value") if isinstance(option, dict) else str(option)
        for option in (options if isinstance(options, list) else [])
    ]
    return f" [{' | '.join(labels)}]" if labels else ""


def _card(card: object) -> str:
    return ": ".join(p for p in (word(card, "title"), word(card, "description")) if p) if isinstance(card, dict) else ""


def _response(frame: object) -> str:
    if not isinstance(frame, dict):
        return "Command answered"
    if frame.get("ok"):
        data = frame.get("data")
        rows = f": {len(data)} row{'s' if len(data) != 1 else ''}" if isinstance(data, list) else ""
        return f"Command done{rows}"
    error = frame.get("error")
    told = (
        f"{word(error, 'code')}: {word(error, 'message')}"
        if isinstance(error, dict)
        else str(error or "no reason given")
    )
    return f"Command failed: {told}"


def _chat(found: dict[str, Any]) -> str:
    text = word(found, "text")
    reply = found.get("replyTo")
    parts = [
        f"{sender}:" if (sender := _sender(found)) else "",
        f"(to “{clip(word(reply, 'text'), 40)}”)" if isinstance(reply, dict) and reply.get("text") else "",
        text,
        _attached(found),
        "[echo of another conversation]" if isinstance(found.get("echo"), dict) else "",
        "[edited]" if isinstance(found.get("metadata"), dict) and found["metadata"].get("edited") else "",
    ]
    known = text or _attached(found)
    return " ".join(part for part in parts if part) if known or "text" in found else ""


def _sender(found: dict[str, Any]) -> str:
    author = found.get("author")
    named = word(author, "fullName", "userName") if isinstance(author, dict) else ""
    return named or word(found, "senderName", "sender")


def _attached(found: dict[str, Any]) -> str:
    attached = found.get("attachments")
    names = [
        word(item, "name", "filename", "type") or "file"
        for item in (attached if isinstance(attached, list) else [])
        if isinstance(item, dict)
    ]
    names += [name for name in words(found.get("files")) if name not in names]
    return f"[{', '.join(names)}]" if names else ""
