"""The written conversations of the sample ona-session.db: what people asked, what the agent did, what went wrong."""

from __future__ import annotations

from inspector.sample.making import compact
from inspector.sample.moments import Moments
from inspector.sample.nehanda.recorder import Call, Recorder
from inspector.sample.nehanda.remembered import BOOKS, LAB, TRAVEL


def tell(recorder: Recorder, moments: Moments) -> None:
    """Tell all of them, oldest first."""
    _disk(recorder, moments)
    _retry(recorder, moments)
    _ferry(recorder, moments)
    _slow(recorder, moments)
    _running(recorder, moments)


def _read(path: str, text: str) -> Call:
    return Call("Read", {"file_path": path}, text, ms=90)


def _bash(command: str, result: str, **more: object) -> Call:
    return Call("Bash", {"command": command}, result, ms=2_300, **more)  # type: ignore[arg-type]


def _disk(tell: Recorder, moments: Moments) -> None:
    tell.begin(tell.chance.late(moments.ago(days=19, hours=3), 40), LAB)
    tell.open_session()
    tell.user("One disk of the photo pool is unhappy. Find out which and what to order.")
    tell.assistant(
        "I'll ask the pool and the disks themselves.",
        _bash("zpool status photos", "pool: photos\n state: DEGRADED\n  ada1 ONLINE 0 0 0\n  ada2 ONLINE 14 0 3"),
        _bash("smartctl -A /dev/ada2", "197 Current_Pending_Sector 14\n  9 Power_On_Hours 41228", ask=True),
    )
    tell.assistant(
        "The shop's page would tell the price.",
        Call("WebFetch", {"url": "https://disks.example/4tb"}, "Denied by permission rules", "denied"),
    )
    tell.assistant("ada2 is wearing out: 14 pending sectors after 41,228 hours. Order a 4 TB disk of the same kind.")
    tell.user("Ordered. Clear the old snapshots meanwhile.")
    tell.assistant(
        "Listing them first, oldest on top.",
        _bash("zfs list -t snapshot -o name,used", "photos@2023-01 12G\nphotos@2023-02 9G\nphotos@2024-11 1G"),
        _bash("rm -rf /photos/.zfs/snapshot/2023-01", "", outcome="blocked"),
    )
    tell.assistant("A hook refused to delete below /photos. `zfs destroy photos@2023-01` is the right way anyway.")
    tell.close_session(killed=True)


def _retry(tell: Recorder, moments: Moments) -> None:
    tell.begin(tell.chance.late(moments.ago(days=6, hours=5), 40), BOOKS)
    tell.open_session()
    tell.user("A timeout books the payment twice. Make the retry safe.")
    tell.phase("planning")
    tell.assistant(
        "Reading the sender and its tests before I plan anything.",
        _read("src/pay/send.py", "41\tdef send(payment):\n42\t    for attempt in range(3):\n43\t        post(payment)"),
        Call("Grep", {"pattern": "idempotency", "path": "src"}, "no matches", ms=60),
        thinking="The loop posts again after a timeout although the first post may have arrived.",
    )
    tell.assistant("Plan: one key per payment, sent with every attempt; backoff of 1, 2, 4 seconds.")
    tell.user("Good. Approved.")
    tell.phase("implement")
    tell.assistant(
        "",
        Call(
            "Edit",
            {"file_path": "src/pay/send.py", "old": "post(payment)", "new": "post(payment, key)"},
            "ok",
            ask=True,
        ),
        Call("Write", {"file_path": "tests/test_send.py", "content": "def test_same_key(): ..."}, "12 lines", ask=True),
    )
    _review(tell)
    tell.assistant(
        "Running the tests.",
        _bash("pytest -q tests/test_send.py", "..F\n--- stderr ---\nAssertionError: key changed\n", outcome="hidden"),
    )
    tell.assistant(
        "The key was made inside the loop. Moving it out.",
        Call("Edit", {"file_path": "src/pay/send.py", "old": "key = new_key()", "new": ""}, "no such text", "error"),
        Call("Edit", {"file_path": "src/pay/send.py", "old": "    key = uuid()", "new": ""}, "ok", ask=True),
        _bash("pytest -q", "412 passed, 3 skipped in 18.2s"),
    )
    tell.phase("test")
    _criteria(tell)
    tell.collapse("Retry sends one key per payment; 412 tests pass; open: document the backoff.", 14)
    tell.user("Now write it down for Ines, two sentences.")
    tell.assistant("A payment carries one key for all its attempts, so the bank books it once. Retries wait 1, 2, 4 s.")
    tell.phase("done")
    tell.close_session()


def _review(tell: Recorder) -> None:
    """A subagent looks at the change in a session of its own."""
    with tell.subagent("reviewer") as reviewer:
        tell.user("Review the change in src/pay/send.py: correctness first, then names.")
        tell.assistant(
            "Looking at the difference.",
            _bash("git diff --stat", " src/pay/send.py | 9 ++++--\n tests/test_send.py | 12 ++++++"),
        )
        tell.assistant("The key must be made once per payment, not per attempt. Names are fine.")
        tell.event("task_output", "review: one finding, key is made per attempt", session=reviewer)


def _criteria(tell: Recorder) -> None:
    checks = (
        ("Given a timeout, when the payment is sent again, then the same key is sent", True, "1 passed"),
        ("Given three failures, when the last one fails, then the error names the payment", True, "1 passed"),
        ("Given a slow bank, when it answers after the retry, then one booking stands", False, "2 bookings found"),
    )
    for criterion, passed, output in checks:
        tell.wait(20)
        detail = {"criterion": criterion, "template": "tool_contract", "passed": passed, "output": output}
        tell.event("test_result", detail, session=tell.session)


def _ferry(tell: Recorder, moments: Moments) -> None:
    tell.begin(tell.chance.late(moments.ago(days=2, hours=7), 40), TRAVEL)
    tell.open_session()
    tell.user("島へのフェリーは火曜日に出ますか? And please keep the total under 900 € 🙏", plain=True)
    tell.assistant("I will look at the timetable for Tuesdays first.", plain=True)
    tell.assistant(
        "Two sources, since the first one is from last year.",
        _read("data/ferries.json", '{"island":{"winter":{"tue":[]},"summer":{"tue":["08:10","17:40"]}}}'),
        Call("WebSearch", {"query": "island ferry tuesday winter timetable"}, "3 results, newest from October", ms=900),
        Call(
            "Bash",
            {"_parseError": True, "_raw": '{"command": "node app/route.ts --from "port"'},
            "bad arguments",
            "error",
        ),
        thinking="Winter timetable has no Tuesday at all. Offer Monday evening.",
    )
    tell.entry("assistant", '{"_t":"assistant","uuid":"cut off while writing","content":[{"type":"te')
    tell.entry("tool_result", "", "toolu_empty")
    tell.assistant(
        "No ferry on Tuesdays in winter. Monday 17:40 works and the night at the port costs 64 €: total 871 €."
    )
    tell.user("Take Monday. 🛳️")
    tell.event("CwdChanged", {"from": TRAVEL, "to": f"{TRAVEL}/trips/island"}, session=tell.session)
    tell.assistant(
        "Booked in the plan; the real booking needs your card.",
        Call("Write", {"file_path": "trips/island/plan.md", "content": "Mon 17:40 ferry"}, "1 line", ask=True),
        Call("mcp__booking__hold", {"ferry": "Mon 17:40", "people": 2}, "asked, not allowed", "denied", ask=True),
    )
    tell.phase("idle")
    tell.close_session()


def _slow(tell: Recorder, moments: Moments) -> None:
    tell.begin(tell.chance.late(moments.ago(days=1, hours=4), 40), BOOKS)
    tell.open_session()
    tell.user("Matching 5,000 receipts takes 41 s on Ines's laptop. Where does the time go?")
    tell.phase("implement")
    profile = "\n".join(
        f"{100 - line:3d} calls {line * 7 % 97:5.2f} s  src/match/score.py:{88 + line}" for line in range(90)
    )
    tell.assistant(
        "Measuring instead of guessing.",
        _bash("python -m cProfile -s tottime -m match data/5000.json", profile),
        thinking="Anything that is called 25 million times is the culprit.",
    )
    tell.assistant(
        "`similar()` compares every receipt with every payment. Sorting by day first leaves 30 of 5,000.",
        Call(
            "Edit",
            {"file_path": "src/match/score.py", "old": "for p in payments", "new": "for p in near(payments)"},
            "ok",
        ),
        _bash("python -m match data/5000.json --time", "matched 4,871 of 5,000 in 1.9 s"),
    )
    tell.event("task_output", {"task_id": "t1", "output": "41 s became 1.9 s"}, session=tell.session)
    tell.assistant("1.9 s instead of 41. The 129 left over are the same ones as before.")
    tell.phase("test")
    tell.event(
        "test_result", {"criterion": "Same pairs as before", "template": "regression", "passed": True, "output": "="}
    )
    tell.close_session(slow=True)
    tell.wait(1_800)
    tell.open_session()
    tell.close_session()


def _running(tell: Recorder, moments: Moments) -> None:
    tell.begin(moments.ago(minutes=9), BOOKS)
    tell.open_session()
    tell.user("Rebuild the review screen so that a receipt can be dragged onto its payment.")
    tell.phase("planning")
    tell.assistant(
        "Starting the screen to see it as it is.",
        _read("src/review/screen.py", "1\tclass ReviewScreen:\n2\t    rows = 12"),
        Call("Bash", {"command": "python -m review --demo", "timeout": 600_000}, outcome="dangling", ask=True),
    )


def settings() -> str:
    """The effective settings; every secret in them is a made-up one."""
    hook = {"hook_event_name": "PreToolUse", "matcher": "Bash", "command": "bash .ona/guard.sh"}
    return compact(
        {
            "model_config": {
                "provider": "sample",
                "model_id": "sample-large",
                "base_url": "https://models.example/v1",
                "api_key": "sk-sample-0000-not-a-real-key",
            },
            "permissions": {"defaultMode": "default", "allow": ["Read", "Grep"], "deny": ["WebFetch"], "ask": ["Bash"]},
            "hooks": [hook, {**hook, "hook_event_name": "PostToolUse", "matcher": "*", "command": ".ona/log-tool.sh"}],
            "mcp_servers": {
                "booking": {
                    "command": "npx",
                    "args": ["-y", "booking-mcp"],
                    "env": {"BOOKING_TOKEN": "tok-sample-1111-not-real", "REGION": "eu"},
                }
            },
        }
    )
