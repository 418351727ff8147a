"""The vocabulary of the sample world: sentences that read like the work of agents, put together by chance.

Three themes run through all databases: a small bookkeeping assistant, a home lab, a travel planner.
"""

from __future__ import annotations

from dataclasses import dataclass

from inspector.sample.chance import Chance


@dataclass(frozen=True)
class Theme:
    """The words of one field of work."""

    name: str
    """One word, used as a tag."""
    things: tuple[str, ...]
    """What one works on, with an article where it needs one."""
    files: tuple[str, ...]
    """Files that belong to it."""
    facts: tuple[str, ...]
    """Whole sentences that are true in it."""


THEMES = (
    Theme(
        "books",
        (
            "the receipt matcher",
            "the bank importer",
            "the VAT report",
            "the period lock",
            "the journal export",
            "the list of unpaid invoices",
            "the cash book",
            "the exchange rate table",
            "the mileage log",
            "the reminder letters",
        ),
        ("src/match/score.py", "src/import/camt.py", "src/vat/boxes.py", "src/ledger/lock.py", "src/export/journal.py"),
        (
            "The bank books its fee one day after the payment.",
            "Receipts of the same shop differ in the way they write the date.",
            "A retry after a timeout must not book the payment twice.",
            "Totals are compared in cents, never as floating point.",
            "The accountant wants the journal sorted by account, then by day.",
            "Credit notes carry a negative amount and the number of their invoice.",
            "Error handling belongs to the importer: wrap the error, keep the line number.",
            "The tax office rejects files with a byte order mark.",
        ),
    ),
    Theme(
        "lab",
        (
            "the backup job",
            "the reverse proxy",
            "the disk monitor",
            "the guest network",
            "the photo library",
            "the battery script",
            "the name server",
            "the certificate renewal",
            "the temperature graph",
            "the media server",
        ),
        (
            "roles/backup/tasks.yml",
            "roles/dns/zone.j2",
            "scripts/scrub.sh",
            "compose/photos.yml",
            "firewall/rules.toml",
        ),
        (
            "The switch forgets its VLANs after a power cut.",
            "Disk ada2 reports pending sectors and has to go.",
            "Backups run at 03:15 and take eleven minutes.",
            "The certificate is renewed by a hook, not by a timer.",
            "Never restart the database container while a backup runs.",
            "The attic reaches 42 degrees in August.",
            "A container that fails its health check three times is restarted.",
            "Retries use exponential backoff with a little noise, at most five times.",
        ),
    ),
    Theme(
        "travel",
        (
            "the route planner",
            "the hotel comparison",
            "the packing list",
            "the ferry timetable",
            "the night train search",
            "the visa checklist",
            "the budget sheet",
            "the map tiles",
            "the weather notice",
            "the booking mails",
        ),
        ("app/route.ts", "app/hotels.ts", "app/ferries.ts", "app/pack.ts", "data/stations.json"),
        (
            "Ferries to the island do not run on Tuesdays in winter.",
            "Prices change with the currency of the browser, not of the card.",
            "The night train sells its last beds a week before.",
            "Change trains with at least twelve minutes between them.",
            "The hotel answers mails in Portuguese faster than in English.",
            "A passport must be valid six months after the return.",
            "Cache timetables for a day, fares for ten minutes.",
            "The map service allows one request a second.",
        ),
    ),
)

_VERBS = ("Fix", "Speed up", "Test", "Document", "Rewrite", "Simplify", "Measure", "Translate", "Clean up", "Extend")
_ENDS = (
    "",
    " before the next release",
    " for large inputs",
    " on slow machines",
    " after the first review",
    " without losing history",
    " when the network is away",
    " for people without a mouse",
    " with real data",
    " in one transaction",
)
_CHOICES = ("Keep", "Replace", "Split", "Cache", "Leave out", "Generate")
_REASONS = (
    "because it is read more often than written",
    "because nobody could explain the old way",
    "since a second copy always goes stale",
    "so that a failed run can be repeated",
    "as long as fewer than three people use it",
    "until somebody measures that it matters",
)
_HINDRANCES = ("waits for", "breaks on", "cannot be tested without", "has no owner, like", "is too slow beside")


def task(chance: Chance, theme: Theme) -> str:
    """A title of a task, e.g. "Speed up the bank importer on slow machines"."""
    return f"{chance.choice(_VERBS)} {chance.choice(theme.things)}{chance.choice(_ENDS)}"


def decision(chance: Chance, theme: Theme) -> str:
    """A title of a decision, with its reason."""
    return f"{chance.choice(_CHOICES)} {chance.choice(theme.things)} {chance.choice(_REASONS)}"


def blocker(chance: Chance, theme: Theme) -> str:
    """A title of a blocker."""
    first, second = chance.sample(theme.things, 2)
    return f"{first[:1].upper()}{first[1:]} {chance.choice(_HINDRANCES)} {second}"


def fact(chance: Chance, theme: Theme) -> str:
    """One sentence."""
    return chance.choice(theme.facts)


def paragraph(chance: Chance, theme: Theme, sentences: int) -> str:
    """Several different sentences of one theme (at most as many as it has)."""
    return " ".join(chance.sample(theme.facts, min(sentences, len(theme.facts))))
