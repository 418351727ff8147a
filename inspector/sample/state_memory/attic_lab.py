"""The second sample project: a home lab in an attic, smaller, with a ledger that somebody edited by hand."""

from __future__ import annotations

from inspector.sample.state_memory.story import E, N, Story, Talk, Twist, Visit

_NODES = (
    N("p-lab", "plan", "One quiet rack that survives a power cut", 80, "active", tags="roadmap"),
    N("m-power", "milestone", "Ten minutes on battery", 78, "in_progress", ((50, "reached"),), "power"),
    N("m-store", "milestone", "Photos stand on two disks", 70, "upcoming", ((20, "in_progress"),), "storage"),
    N("m-net", "milestone", "Guests cannot see the printer", 60, "upcoming", tags="network"),
    N(
        "t-ups",
        "task",
        "Wire the battery to the shutdown script",
        77,
        "pending",
        ((60, "in_progress"), (51, "done")),
        "power",
    ),
    N("t-pool", "task", "Build the mirrored pool", 68, "pending", ((40, "in_progress"), (30, "done")), "storage"),
    N("t-move", "task", "Move 1.8 TB of photos", 40, "pending", ((15, "in_progress"),), "storage", {"estimate": 6}),
    N("t-scrub", "task", "Monthly scrub with a mail on errors", 39, "pending", tags="storage"),
    N("t-vlan", "task", "Guest network of its own", 59, "pending", tags="network", branch="net/vlans"),
    N(
        "t-wall",
        "task",
        "Firewall rules from a file, not by clicking",
        58,
        "pending",
        tags="network",
        branch="net/vlans",
    ),
    N("t-fan", "task", "Fan curve below 30 decibels", 33, "pending", ((12, "done"),), "noise"),
    N("t-temp", "task", "Graph of attic temperature", 32, "pending", tags="monitoring"),
    N("d-zfs", "decision", "Mirror, not RAID-Z: two disks are enough", 69, "accepted", tags="storage"),
    N("d-mdns", "decision", "Printer answers on the home network only", 57, "accepted", tags="network"),
    N("d-open", "decision", "Printer is reachable from everywhere", 21, "accepted", tags="network"),
    N("b-switch", "blocker", "Switch forgets its VLANs at every reboot", 25, "active", tags="network"),
    N("b-disk", "blocker", "Disk ada2 reports 14 pending sectors", 5, "active", tags="storage"),
    N("a-rules", "artifact", "firewall/rules.toml", 20, "draft", tags="code", branch="net/vlans"),
    N("o-heat", "observation", "42 °C under the roof on the hottest day", 14, "active", tags="monitoring"),
    N("o-hum", "observation", "Humming comes from the old transformer, not the fans", 9, "active", tags="noise"),
    N("o-alone", "observation", "Spare parts lie in the blue box", 8, "active"),
)

_EDGES = (
    *(E(milestone, "part_of", "p-lab") for milestone in ("m-power", "m-store", "m-net")),
    E("t-ups", "child_of", "m-power"),
    E("t-pool", "child_of", "m-store"),
    E("t-move", "child_of", "m-store"),
    E("t-scrub", "child_of", "m-store"),
    E("t-vlan", "child_of", "m-net"),
    E("t-wall", "child_of", "m-net"),
    E("t-move", "depends_on", "t-pool"),
    E("t-scrub", "depends_on", "t-move"),
    E("t-wall", "depends_on", "t-vlan"),
    E("b-switch", "blocks", "t-vlan"),
    E("b-disk", "blocks", "t-move"),
    E("b-disk", "blocks", "m-store"),
    E("t-pool", "decided_in", "d-zfs"),
    E("d-open", "contradicts", "d-mdns"),
    E("t-vlan", "decided_in", "d-mdns"),
    E("t-wall", "produces", "a-rules"),
    E("o-heat", "references", "t-fan"),
    E("o-hum", "references", "t-fan"),
    E("t-temp", "references", "o-heat"),
    E("t-fan", "implements", "p-lab"),
    E("d-mdns", "updates", "d-open"),
)

_VISITS = (
    Visit(80, 2, "user", {"note": "typed in by hand"}),
    Visit(40.2, 7, "claude-code", {"agent_role": "coder", "goal": "Storage"}),
    Visit(5.1, 1.5, "claude-code", {"agent_role": "reviewer"}),
)

_TALKS = (
    Talk(5, "claude-code", "reviewer", "storage", "Stop the move until ada2 has been replaced.", 24 * 14),
    Talk(4, "user", None, "storage", "New disk comes on Thursday.", 24),
)


def _twists(_: Twist) -> None:
    """Nothing but rows happens here; the edited event is made when the chain is written."""


ATTIC_LAB = Story("attic-lab", _NODES, _EDGES, _VISITS, _TALKS, _twists, (50, 10))
