"""The told sessions of the sample install: each shows one thing that goes right or wrong between two files."""

from __future__ import annotations

from datetime import timedelta

from inspector.sample.chance import Chance
from inspector.sample.making import compact
from inspector.sample.moments import Moments, iso, sql, unix_ms
from inspector.sample.nanoclaw import content
from inspector.sample.nanoclaw.cast import Cast
from inspector.sample.nanoclaw.pair import Pair

INES = ("telegram:530118", "Ines Duarte")
TOMAS = ("discord:4401", "Tomás Vidal")
MARA = ("slack:U0MARA1", "Mara Okafor")

_PDF = b"%PDF-1.4\n% a made-up invoice of the sample world\n%%EOF\n"


def books(cast: Cast, chance: Chance, moments: Moments) -> Pair:
    """Penny and Ines: a healthy talk, attachments, an edit, a reaction, recurring tasks, one with a bad schedule."""
    pair = Pair(cast, "books", chance)
    for days, ask, answer in (
        (6.2, "Which invoices are open?", "Three: Vale & Co 1,240.00 €, Norte Studio 310.50 €, Padaria Sol 88.00 €."),
        (5.1, "Remind Vale & Co, politely.", "Sent. Their bookkeeper answers on Mondays, I'll look again then."),
        (
            4.4,
            "How much VAT so far this quarter?",
            "2,318.77 € to pay, 604.10 € to get back. One receipt has no VAT id.",
        ),
        (3.0, "Which receipt?", "The taxi of the 14th, 23.40 €. The photo cuts off the bottom line."),
        (1.2, "Padaria paid in cash, book it.", "Booked 88.00 € to the cash book, receipt number 2026-0412."),
    ):
        pair.exchange(moments.ago(days=days), *INES, ask, answer)
    at = moments.ago(hours=5)
    number = "4119"
    path = f"inbox/{number}:{pair.agent.id}/invoice-0419.pdf"
    files = [content.attachment("invoice-0419.pdf", "application/pdf", len(_PDF), path)]
    heard = pair.hear(at, "Here is the printer's invoice.", *INES, number=number, more={"attachments": files})
    pair.attach(path, _PDF)
    pair.ack(heard, at + timedelta(seconds=30))
    sent = pair.say(at + timedelta(seconds=31), "Booked 419.00 €. I attach the journal page.", heard)
    pair.attach(f"outbox/{sent}/journal-page-12.md", "# Journal, page 12\n\n| day | text | € |\n".encode())
    edit = content.plain("Booked 419.00 € (not 491).", operation="edit", messageId=sent)
    pair.put_out(at + timedelta(seconds=80), "chat", edit, heard, "delivered")
    reaction = content.plain("", operation="reaction", messageId=heard, emoji="👍")
    pair.put_out(at + timedelta(seconds=82), "chat", reaction, heard, "delivered", platform_message_id=None)
    lost = pair.say(moments.ago(hours=4), "The office closes early today.", None, "delivered", platform_message_id=None)
    pair.say(moments.ago(hours=3), "Your quarterly summary is ready: 48 pages.", None, "failed")
    pair.say(moments.ago(minutes=-90), "Good evening: two payments came in.", lost, None,
             deliver_after=iso(moments.ago(minutes=-90)))  # fmt: skip
    pair.say(moments.ago(minutes=37), "Vale & Co has paid 1,240.00 €.", None, None)
    _books_tasks(pair, moments)
    _books_rest(pair, moments)
    return pair


def _books_tasks(pair: Pair, moments: Moments) -> None:
    prompt = "Look for new payments and tell Ines only if one of them is open."
    first = pair.task(moments.ago(days=2), prompt, None, status="completed")
    for days in (1.0, 0.05):
        run = pair.task(moments.ago(days=days), prompt, None, status="completed", series=first)
        pair.ack(run, moments.ago(days=days, minutes=-1))
        pair.put_out(moments.ago(days=days, minutes=-1), "task_log", content.plain("nothing new"), run, "delivered",
                     platform_message_id=None)  # fmt: skip
        pair.spend(moments.ago(days=days), prompt, first)
    next_run = iso(moments.ago(hours=-11))
    pair.task(moments.ago(hours=1), prompt, "15 7 * * 1-5", series=first, process_after=next_run)
    pair.task(moments.ago(days=9), "Pay the rent on the first.", "0 9 32 * *", process_after=iso(moments.ago(days=8)))
    paused = pair.task(moments.ago(days=30), "Ask about holiday plans.", "0 18 * * 5", status="paused")
    pair.task(moments.ago(days=3), "Ask about holiday plans, again.", "0 18 * * 5", series=paused,
              process_after=iso(moments.ago(days=-2)))  # fmt: skip
    pair.task(moments.ago(days=30), "Weekly joke.", "0 8 * * 1", status="cancelled")
    pair.task(moments.ago(days=4), "Old reminder that was done but never cleared.", "0 8 * * *", status="completed")


def _books_rest(pair: Pair, moments: Moments) -> None:
    at = moments.ago(minutes=50)
    pair.hear(at, "Only for the record: rent is 640 now.", *INES, trigger=0, status="pending")
    pair.hear(at, "Try the bank again later.", *INES, status="pending", tries=2,
              process_after=iso(moments.ago(minutes=-0.5)))  # fmt: skip
    pair.hear(at, "When you wake up, read the new rules.", *INES, status="pending", on_wake=1)
    pair.hear(moments.ago(minutes=44), "Kind and status from the future", *INES, kind="hologram", status="archived")
    pair.state = [
        {"key": "continuation:claude", "value": pair.chance.uuid(), "updated_at": iso(moments.ago(minutes=38))},
        {"key": "token_usage", "value": '{"input":18211,"output":4120}', "updated_at": iso(moments.ago(minutes=38))},
    ]
    pair.heartbeat = moments.ago(minutes=38)


def alarm(cast: Cast, chance: Chance, moments: Moments) -> Pair:
    """Rack is running a long Bash command that it announced: slow, but not stuck."""
    pair = Pair(cast, "alarm", chance)
    pair.exchange(moments.ago(days=2), *TOMAS, "@rack is the pool healthy?", "DEGRADED: ada2 has 14 pending sectors.")
    pair.exchange(moments.ago(hours=20), *TOMAS, "@rack disk is in, replace it", "Resilvering, 4 h to go.", 40)
    busy = pair.hear(moments.ago(minutes=7), "@rack scrub both pools and count errors", *TOMAS, status="pending")
    pair.ack(busy, moments.ago(minutes=6.9), "processing")
    started = iso(moments.ago(minutes=6))
    pair.container = {"id": 1, "current_tool": "Bash", "tool_declared_timeout_ms": 1_200_000,
                      "tool_started_at": started, "updated_at": started}  # fmt: skip
    pair.say(moments.ago(minutes=6.5), "Scrubbing, about fifteen minutes.", busy)
    pair.hear(moments.ago(minutes=2), "@rack and the fans?", *TOMAS, status="pending")
    pair.heartbeat = moments.ago(minutes=6)
    pair.state = [{"key": "current_in_reply_to", "value": busy, "updated_at": iso(moments.ago(minutes=7))}]
    return pair


def trip(cast: Cast, chance: Chance, moments: Moments) -> Pair:
    """Marco is stuck: a claim eleven minutes old, no tool running, no heartbeat since."""
    pair = Pair(cast, "trip", chance)
    pair.exchange(
        moments.ago(days=9), *MARA, "@marco find trains to Porto, two people", "07:40, one change, 58 € each."
    )
    pair.exchange(moments.ago(days=8), *MARA, "@marco and back on Sunday?", "16:12 direct, 61 € each. 日曜日も可。")
    to_scout = content.plain("Please compare three hotels near the river, under 110 € a night.")
    scout = cast.agents["scout"]
    asked = pair.put_out(moments.ago(days=1.5), "chat", to_scout, None, "delivered", channel_type="agent",
                         platform_id=scout.id, thread_id=None, platform_message_id=None)  # fmt: skip
    back = content.plain("Ribeira 104 €, Bolhão 88 €, Cais 109 €. Bolhão is quietest.", sender="Scout")
    columns = {"kind": "chat", "channel_type": "agent", "platform_id": scout.id, "status": "completed", "content": back}
    research_session = cast.sessions["research"].id
    pair.put_in(f"a2a-{asked}", moments.ago(days=1.4878), {**columns, "source_session_id": research_session})
    pair.ack(f"a2a-{asked}", moments.ago(days=1.4878, seconds=-8))
    stuck = pair.hear(moments.ago(minutes=12), "@marco book the quiet one 🙏", *MARA, status="pending")
    pair.ack(stuck, moments.ago(minutes=11), "processing")
    question = pair.chance.stamped("msg", moments.ago(minutes=14))
    card = content.question(question, "Breakfast", "With breakfast for 9 € more?", ("Yes", "No", "Ask again later"))
    pair.put_out(moments.ago(minutes=14), "chat-sdk", card, None, "delivered", id=question)
    pair.say(moments.ago(minutes=13), "I may also post the plan in #general.", None, "failed",
             channel_type="discord", platform_id="discord:88001:99999")  # fmt: skip
    pair.heartbeat = moments.ago(minutes=12)
    pair.state = [{"key": "sdk_session_id", "value": pair.chance.uuid(), "updated_at": iso(moments.ago(minutes=14))}]
    return pair


def night(cast: Cast, chance: Chance, moments: Moments) -> Pair:
    """The container of this session died two hours ago and nobody noticed."""
    pair = Pair(cast, "night", chance)
    tomas = ("telegram:440100", "Tomás Vidal")
    pair.exchange(moments.ago(days=3), *tomas, "rack, how warm is the attic?", "38 °C, fans at 60 %.")
    pair.exchange(moments.ago(hours=9), *tomas, "rack, renew the certificate", "Done, valid for 90 days.")
    dead = pair.hear(moments.ago(minutes=133), "rack, restart the media server", *tomas, status="pending", tries=1)
    pair.ack(dead, moments.ago(minutes=132), "processing")
    pair.hear(moments.ago(minutes=70), "rack? 👀", *tomas, status="pending")
    pair.container = {"id": 1, "current_tool": "WebFetch", "tool_declared_timeout_ms": None,
                      "tool_started_at": iso(moments.ago(minutes=131)),
                      "updated_at": iso(moments.ago(minutes=131))}  # fmt: skip
    pair.heartbeat = moments.ago(minutes=130)
    pair.state = [{"key": "continuation:codex", "value": "thr-77", "updated_at": sql(moments.ago(minutes=140))}]
    return pair


def receipts(cast: Cast, chance: Chance, moments: Moments) -> Pair:
    """Stopped, with an orphan claim, a message given up after five tries and one that nobody answered."""
    pair = Pair(cast, "receipts", chance)
    ana = ("whatsapp:351900111222@s.whatsapp.net", "Ana")
    pair.exchange(moments.ago(days=11), *ana, "Here is the lunch receipt", "Booked 18.90 €, matched with the card.")
    gave_up = pair.hear(moments.ago(days=1), "And this one (12 MB photo)", *ana, status="failed", tries=5)
    pair.ack(gave_up, moments.ago(days=0.99), "failed")
    orphan = pair.hear(moments.ago(hours=5), "Did you get the two from Friday?", *ana, status="pending")
    pair.ack(orphan, moments.ago(hours=5, seconds=-20), "processing")
    silent = pair.hear(moments.ago(hours=6), "Thanks!", *ana)
    pair.ack(silent, moments.ago(hours=5.9))
    deny = content.plain("Only members may send receipts here.")
    pair.put_out(moments.ago(days=2), "chat", deny, None, "delivered", id=f"deny-{chance.uuid()}")
    pair.delivered.append({"message_out_id": "msg-gone", "platform_message_id": "77", "status": "delivered",
                           "delivered_at": sql(moments.ago(days=20)), "reason_code": None})  # fmt: skip
    pair.acks.append({"message_id": "4471:gone", "status": "pondering", "status_changed": sql(moments.ago(days=20))})
    pair.heartbeat = moments.ago(minutes=300)
    pair.state = [{"key": "continuation:claude", "value": chance.uuid(), "updated_at": iso(moments.ago(hours=5))}]
    pair.attach("inbox/9999:nobody/left-behind.jpg", b"\xff\xd8\xff\xe0 not really a photo")
    return pair


def research(cast: Cast, chance: Chance, moments: Moments) -> Pair:
    """Scout works for Marco: agent-to-agent messages, one refused, one held because a policy wants a person's word."""
    pair = Pair(cast, "research", chance)
    marco, trip_session = cast.agents["marco"], cast.sessions["trip"].id
    where = {"channel_type": "agent", "platform_id": marco.id, "thread_id": None}
    source = {"kind": "chat", "source_session_id": trip_session, "channel_type": "agent", "platform_id": marco.id}
    for days, ask, answer in (
        (9.2, "Which stations near Porto have lockers?", "São Bento and Campanhã, 4 € a day."),
        (1.49, "Compare three hotels near the river.", "Ribeira 104 €, Bolhão 88 €, Cais 109 €."),
    ):
        at = moments.ago(days=days)
        id = pair.put_in(
            chance.stamped("a2a", at), at, {"status": "completed", "content": content.plain(ask), **source}
        )
        pair.ack(id, at + timedelta(minutes=3))
        pair.say(at + timedelta(minutes=3), answer, id, "delivered", platform_message_id=None, **where)
        pair.spend(at, ask)
    forgotten = {**source, "source_session_id": f"sess-{unix_ms(moments.ago(days=70))}-nobody"}
    at = moments.ago(days=8)
    old = pair.put_in(chance.stamped("a2a", at), at, {"content": content.plain("Any news?"), **forgotten})
    pair.ack(old, at + timedelta(minutes=1), "failed")
    at = moments.ago(hours=2)
    rack = {"channel_type": "agent", "platform_id": cast.agents["rack"].id}
    pair.say(at, "Please open port 8443 for my crawler.", None, "refused", reason_code="no_destination", **rack)
    pair.say(moments.ago(hours=1), "May I send the client list to Penny?", None, None, channel_type="agent",
             platform_id=cast.agents["penny"].id)  # fmt: skip
    install = compact({"action": "install_packages", "apt": ["ripgrep"], "npm": [], "reason": "search pages"})
    pair.put_out(moments.ago(minutes=33), "system", install, None, "delivered", platform_message_id=None)
    pair.attach("inbox/a2a-brief/brief.md", b"# Hotels\n\nUnder 110 euros, quiet, near the river.\n")
    pair.heartbeat = moments.ago(minutes=0.3)
    pair.container["updated_at"] = iso(moments.ago(minutes=4))
    pair.state = [{"key": "continuation:claude", "value": chance.uuid(), "updated_at": iso(moments.ago(minutes=4))}]
    return pair


def mara(cast: Cast, chance: Chance, moments: Moments) -> Pair:
    """A starved queue: old system rows fill every batch and the person behind them waits."""
    pair = Pair(cast, "mara", chance)
    person = ("telegram:530940", "Mara Okafor")
    pair.exchange(moments.ago(days=14), *person, "旅行の予算は?", "871 € of 900 € are planned; 29 € are left.")
    for index in range(12):
        at = moments.ago(days=2, minutes=-index * 7)
        frame = {"id": f"cli-{index}", "ok": index % 3 != 0, "data": {"line": index}}
        body = compact({"type": "cli_response", "requestId": f"req-{index:03d}", "frame": frame})
        pair.put_in(chance.stamped("sys", at), at, {"kind": "system", "status": "pending", "content": body})
    pair.hear(moments.ago(minutes=55), "Marco, is the ferry booked?", *person, status="pending")
    pair.hear(moments.ago(minutes=54), "The time of this one does not parse", *person, status="pending")
    pair.inbound[-1]["timestamp"] = "yesterday, after lunch"
    pair.heartbeat = moments.ago(days=2)
    pair.state = [{"key": "continuation:claude", "value": chance.uuid(), "updated_at": iso(moments.ago(days=2))}]
    return pair


TOLD = (books, alarm, trip, night, receipts, research, mara)
"""All told sessions; the session ``closed`` has a row in the central file and no folder."""
