"""SQL of what things are called on cards, whatever is missing of them."""

from __future__ import annotations

from inspector.families.nanoclaw.addresses import address


def chat(alias: str, id: str) -> str:
    """A chat by its name, else its address, else the id that leads to it."""
    return f"COALESCE({alias}.name, {address(alias)}, {id})"


def person(alias: str, id: str) -> str:
    """A person by name, else by id."""
    return f"COALESCE({alias}.display_name, {id})"


def agent(alias: str, id: str) -> str:
    """An agent by name, else by id."""
    return f"COALESCE({alias}.name, {id})"


TASKS = "system:tasks:"
"""How the thread of a session of tasks begins."""


def session(alias: str, chat_alias: str) -> str:
    """What a session is about: its chat, its task, its thread, or other agents."""
    task = f"substr({alias}.thread_id, length('{TASKS}') + 1)"
    return (
        f"CASE WHEN {alias}.thread_id LIKE '{TASKS}%' THEN 'task ' || {task} "
        f"WHEN {alias}.messaging_group_id IS NULL THEN 'between agents' ELSE "
        f"{chat(chat_alias, f'{alias}.messaging_group_id')} || COALESCE(', thread ' || {alias}.thread_id, '') END"
    )
