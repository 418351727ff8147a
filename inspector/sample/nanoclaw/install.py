"""How a sample NanoClaw install is laid out: the central file, a folder per session, and what does not belong."""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path

from inspector.sample.chance import DEFAULT_SEED, Chance
from inspector.sample.making import Making, Shape
from inspector.sample.moments import Moments
from inspector.sample.nanoclaw.bulk import exchanges
from inspector.sample.nanoclaw.cast import Cast, Session
from inspector.sample.nanoclaw.central import write_central
from inspector.sample.nanoclaw.pair import Pair
from inspector.sample.nanoclaw.sessions import TOLD


def make_nanoclaw_install(
    folder: Path,
    *,
    shape: Shape = "real",
    messages: int = 0,
    as_of: datetime | None = None,
    seed: int = DEFAULT_SEED,
    making: Making | None = None,
) -> Path:
    """Write an install into ``folder`` (data/v2.db and data/v2-sessions); answers ``folder``.

    ``messages``: so many messages in, and as many out, are added to the first session.
    """
    making = making or Making()
    moments = Moments(as_of)
    chance = Chance(seed, "nanoclaw")
    cast = Cast(chance, moments)
    pairs = [tell(cast, chance, moments) for tell in TOLD]
    making.say("NanoClaw install: central file")
    write_central(folder / "data" / "v2.db", cast, pairs, chance, moments, shape, making)
    sessions = folder / "data" / "v2-sessions"
    for index, pair in enumerate(pairs):
        making.say(f"NanoClaw install: session {index + 1} of {len(pairs)}")
        _project_destinations(pair, cast)
        filling = exchanges(pair, chance, moments, messages) if messages and index == 0 else None
        pair.write(sessions, shape, making, filling)
    _write_stray(sessions, cast, chance, moments, shape, making)
    return folder


def _project_destinations(pair: Pair, cast: Cast) -> None:
    """What the host copies into a session's own destinations; one session has not been woken since the last change."""
    chats = {"penny": ("ines", "books"), "rack": ("alerts", "lab"), "marco": ("trips", "mara"), "scout": ()}
    agents = {"scout": ("marco", "penny"), "marco": ("scout",), "rack": ("penny",), "penny": ()}
    for key in chats[pair.agent.folder]:
        chat = cast.chats[key]
        place = {"channel_type": chat.channel, "platform_id": chat.platform}
        pair.destinations.append({"name": key, "display_name": chat.name, "type": "channel", **place})
    for key in agents[pair.agent.folder]:
        agent = cast.agents[key]
        record = {"name": key, "display_name": agent.name, "type": "agent", "agent_group_id": agent.id}
        pair.destinations.append(record)


def _write_stray(sessions: Path, cast: Cast, chance: Chance, moments: Moments, shape: Shape, making: Making) -> None:
    """A session folder that no row knows, and folders of the host that hold no session."""
    made = moments.ago(days=6)
    lost = Session(chance.stamped("sess", made), "marco", "mara", None, "active", "stopped", made, made)
    pair = Pair(cast, "mara", chance)
    pair.session = lost
    pair.exchange(
        made, "telegram:530940", "Mara Okafor", "Is anybody there?", "Yes, but nobody will find this session."
    )
    pair.state = [{"key": "sdk_session_id", "value": chance.uuid(), "updated_at": f"{made:%Y-%m-%d %H:%M:%S}"}]
    pair.heartbeat = made + timedelta(minutes=30)
    _project_destinations(pair, cast)
    pair.write(sessions, shape, making)
    group = sessions / cast.agents["penny"].id
    (group / ".claude-shared").mkdir(parents=True, exist_ok=True)
    (group / ".claude-shared" / "settings.json").write_text("{}\n", encoding="utf-8")
    (group / "agent-runner-src").mkdir(exist_ok=True)
    (group / "agent-runner-src" / "index.ts").write_text("// the agent's own runner\n", encoding="utf-8")
