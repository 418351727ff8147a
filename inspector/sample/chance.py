"""What varies in the sample world: one seeded source of choices and of the ids that each system gives."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from inspector.sample.moments import unix_ms

_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_PAIRS = tuple(a + b for a in _CROCKFORD for b in _CROCKFORD)
_BASE36 = "0123456789abcdefghijklmnopqrstuvwxyz"

DEFAULT_SEED = 2026


class Chance(random.Random):
    """A random source that also makes ids; the same seed and part give the same answers."""

    def __new__(cls, seed: int, part: str) -> Chance:
        return super().__new__(cls)

    def __init__(self, seed: int, part: str) -> None:
        super().__init__(f"{seed}/{part}")

    def ulid(self, moment: datetime) -> str:
        """A ULID: 48 bits of time and 80 of chance, 26 characters."""
        return ulid_time(unix_ms(moment)) + self.ulid_tail()

    def ulid_tail(self) -> str:
        """The 16 characters of chance of a ULID."""
        bits = self.getrandbits(80)
        return "".join(_PAIRS[bits >> shift & 1023] for shift in (70, 60, 50, 40, 30, 20, 10, 0))

    def uuid(self) -> str:
        """A version 4 UUID."""
        text = f"{self.getrandbits(128):032x}"
        variant = "89ab"[self.getrandbits(2)]
        return f"{text[:8]}-{text[8:12]}-4{text[13:16]}-{variant}{text[17:20]}-{text[20:]}"

    def stamped(self, prefix: str, moment: datetime) -> str:
        """An id such as ``sess-1777366931390-wxfjfx``: prefix, milliseconds, six base-36 characters."""
        bits = self.getrandbits(40)
        tail = ""
        for _ in range(6):
            bits, digit = divmod(bits, 36)
            tail += _BASE36[digit]
        return f"{prefix}-{unix_ms(moment)}-{tail}"

    def late(self, moment: datetime, minutes: float) -> datetime:
        """The moment, or up to so many minutes later: nothing happens on the full hour."""
        return moment + timedelta(milliseconds=self.randrange(1, round(minutes * 60_000)))

    def hex(self, digits: int) -> str:
        """That many lower-case hexadecimal digits."""
        return f"{self.getrandbits(digits * 4):0{digits}x}"


def ulid_time(milliseconds: int) -> str:
    """The ten characters of time of a ULID."""
    return "".join(_PAIRS[milliseconds >> shift & 1023] for shift in (40, 30, 20, 10, 0))
