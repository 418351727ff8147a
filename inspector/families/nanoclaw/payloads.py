"""What the JSON columns of the central database say, in one line each."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from inspector.families.json_prefix import read_json
from inspector.families.nanoclaw.contents import (
    agent_line,
    clip,
    command_line,
    message_line,
    options_tail,
    packages_line,
    server_line,
    word,
    words,
)


def payload_line(text: str) -> str:
    """What an approval would allow."""
    found = read_json(text)
    return clip(_payload(found)) if isinstance(found, dict) and _payload(found) else clip(text)


def _payload(found: Mapping[str, Any]) -> str:
    if isinstance(found.get("frame"), dict):
        return command_line(found["frame"])
    if "apt" in found or "npm" in found:
        return packages_line(found)
    if "host" in found:
        path = word(found, "path")
        return f"{word(found, 'method')} {word(found, 'host')}{path}".strip()
    if "content" in found:
        return f"Message to {word(found, 'platform_id')}: {message_line(word(found, 'content'))}"
    if "command" in found or "url" in found:
        return server_line(found)
    return agent_line(found) if "name" in found else ""


def event_line(text: str) -> str:
    """What the message said that waits for an approval (an inbound event with the message in it)."""
    found = read_json(text)
    message = found.get("message") if isinstance(found, dict) else None
    content = message.get("content") if isinstance(message, dict) else None
    if isinstance(content, str):
        return message_line(content)
    return message_line(text)


def options_line(text: str) -> str:
    """The labels of the choices."""
    found = read_json(text)
    return clip(options_tail(found).strip(" []")) if isinstance(found, list) and found else clip(text)


def list_line(text: str) -> str:
    """A list of names, or the one word that stands for it (``"all"``)."""
    found = read_json(text)
    if isinstance(found, str):
        return clip(found)
    if isinstance(found, list):
        return clip(", ".join(words(found)) or ("none" if not found else text))
    return clip(text)


def servers_line(text: str) -> str:
    """The names of MCP servers and how each is started."""
    found = read_json(text)
    if not isinstance(found, dict):
        return clip(text)
    told = [
        f"{name} ({started})"
        if isinstance(server, dict)
        and (started := " ".join([word(server, "command", "url"), *words(server.get("args"))]))
        else str(name)
        for name, server in found.items()
    ]
    return clip("; ".join(told) or "none")


def mounts_line(text: str) -> str:
    """Which folders of the host a container sees."""
    found = read_json(text)
    if not isinstance(found, list) or not all(isinstance(mount, dict) for mount in found):
        return clip(text)
    told = [
        f"{word(mount, 'hostPath')} as {word(mount, 'containerPath')}"
        + (" (read-only)" if mount.get("readonly") else "")
        for mount in found
    ]
    return clip("; ".join(told) or "none")


SUMMARIES: Mapping[tuple[str, str], Callable[[str], str]] = {
    ("messages_in", "content"): message_line,
    ("messages_out", "content"): message_line,
    ("pending_approvals", "payload"): payload_line,
    ("pending_approvals", "options_json"): options_line,
    ("pending_questions", "options_json"): options_line,
    ("pending_sender_approvals", "original_message"): event_line,
    ("pending_sender_approvals", "options_json"): options_line,
    ("pending_channel_approvals", "original_message"): event_line,
    ("pending_channel_approvals", "options_json"): options_line,
    ("container_configs", "skills"): list_line,
    ("container_configs", "packages_apt"): list_line,
    ("container_configs", "packages_npm"): list_line,
    ("container_configs", "mcp_servers"): servers_line,
    ("container_configs", "additional_mounts"): mounts_line,
}
