"""Which setting counts, and where it comes from: the session over the container settings over the agent."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from inspector.families.card import CardLine, CardReader, shown_text
from inspector.families.json_prefix import read_json
from inspector.families.nanoclaw.contents import words
from inspector.families.nanoclaw.payloads import list_line, mounts_line, servers_line

SETTINGS = "container settings"
"""What a row of container_configs is called."""
_PLAIN = (
    ("model", "the provider's default"),
    ("effort", "the provider's default"),
    ("assistant_name", "the system's default name"),
    ("max_messages_per_prompt", "the system's default, 10"),
    ("image_tag", "the system's image"),
    ("timezone", "the host's time zone"),
)
"""Columns that may be NULL, and what then holds."""
_LISTS: tuple[tuple[str, Callable[[str], str]], ...] = (
    ("mcp_servers", servers_line),
    ("packages_apt", list_line),
    ("packages_npm", list_line),
    ("additional_mounts", mounts_line),
)


def effective(name: str, steps: Sequence[tuple[str, str]], otherwise: str) -> CardLine:
    """The first of ``steps`` (where, value) that holds a value, with what it stands over; else what holds then."""
    held = [(where, value) for where, value in steps if value]
    asked = " nor in ".join(where for where, _ in steps)
    if not held:
        return CardLine(name, otherwise, f"not set in {asked}" if len(steps) > 1 else "not set", tone="muted")
    (where, value), *others = held
    over = "".join(f"; over {other}: {set_}" for other, set_ in others)
    return CardLine(name, value, f"from {where}{over}")


def container_settings(card: CardReader, agent: str) -> dict[str, str] | None:
    """The container settings of the agent whose id the SQL parameter ``agent`` names; None where there is no row."""
    if not card.has("container_configs.agent_group_id"):
        return None
    found = card.first(f"SELECT * FROM container_configs WHERE agent_group_id = {agent}")
    return None if found is None else {name.lower(): shown_text(value) for name, value in found.items()}


def settings_lines(card: CardReader, settings: dict[str, str] | None) -> Iterable[CardLine]:
    """All container settings but the provider, each with its source."""
    if not card.has("container_configs.agent_group_id"):
        yield CardLine("container settings", "unknown", "this version has no table of them", tone="muted")
        return
    if settings is None:
        yield CardLine("container settings", "no row", "all of them are the system's defaults", tone="warning")
        return
    for name, otherwise in _PLAIN:
        if name in settings:
            yield effective(name, ((SETTINGS, settings[name]),), otherwise)
    if "cli_scope" in settings:
        yield CardLine("cli_scope", settings["cli_scope"], f"from {SETTINGS}")
    if "skills" in settings:
        yield skills_line(settings["skills"])
    for name, line in _LISTS:
        if name in settings:
            told = line(settings[name])
            yield CardLine(name, told, f"from {SETTINGS}", tone="muted" if told == "none" else "")


def skills_line(stored: str) -> CardLine:
    """The skills: the JSON text ``"all"`` is no list, and stands for every skill."""
    found = read_json(stored)
    if found == "all":
        return CardLine("skills", "all of them", f'from {SETTINGS}: the JSON text "all", which is no list')
    if isinstance(found, list):
        listed = words(found)
        return CardLine("skills", ", ".join(listed) or "none", f"from {SETTINGS}: a list of {len(found)}")
    return CardLine("skills", stored, f'from {SETTINGS}: neither a list nor "all"', tone="warning")
