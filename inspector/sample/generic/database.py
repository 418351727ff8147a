"""How the sample application's own database is made, small with everything in it or with millions of rows."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

from inspector import resources
from inspector.sample import words
from inspector.sample.chance import DEFAULT_SEED, Chance
from inspector.sample.generic import values
from inspector.sample.making import Making, Writer, database
from inspector.sample.moments import Moments, sql, unix

_STREETS = ("Rua da Alegria", "Gran Vía", "Rue du Lac", "四条通", "Havnegata", "Alte Gasse", "Mill Lane", "Via Roma")


def make_rows_db(
    path: Path,
    *,
    rows: int = 2_000,
    as_of: datetime | None = None,
    seed: int = DEFAULT_SEED,
    making: Making | None = None,
) -> Path:
    """Write an application's database whose table ``positions`` has ``rows`` rows (one every 20 s up to "as of")."""
    making = making or Making()
    moments = Moments(as_of)
    chance = Chance(seed, "wayfarer")
    with database(path, resources.text("schemas", "wayfarer.sql"), making) as writer:
        making.say(f"Application database: writing {rows} positions")
        writer.rows("positions", "id,trip,at,lat,lon,speed,place,note", _positions(chance, moments, rows))
        _write_travel(writer, moments)
        _write_odd(writer, moments)
    return path


def _positions(chance: Chance, moments: Moments, count: int) -> Iterator[tuple[Any, ...]]:
    """A walk over the map; most rows say little, one in seven carries a note."""
    facts = words.THEMES[2].facts
    first = unix(moments.as_of) - 20 * count
    lat, lon, random = 41.15, -8.61, chance.random
    for index in range(count):
        a, b, c = random(), random(), random()
        lat += (a - 0.5) / 500
        lon += (b - 0.5) / 500
        speed = round(c * 120, 1) if c > 0.05 else None
        note = facts[index // 7 % len(facts)] if index % 7 == 0 else None
        place = f"{_STREETS[int(a * 8)]} {1 + int(b * 200)}"
        yield index + 1, index // 500, first + index * 20, round(lat, 6), round(lon, 6), speed, place, note


def _write_travel(writer: Writer, moments: Moments) -> None:
    writer.rows("countries", "code,name,currency", values.COUNTRIES)
    writer.many("INSERT INTO stations VALUES(?,?,?,?,?,jsonb(?))", values.STATIONS)
    writer.rows("trips", "year,number,title,budget_cents,notes", values.TRIPS)
    legs = []
    for trip, start, end, days, hours, cents, follows in values.LEGS:
        departs, arrives = moments.ago(days=-days), moments.ago(days=-days, hours=-hours)
        legs.append((*trip, start, end, sql(departs), sql(arrives), cents, follows))
    columns = "trip_year,trip_number,from_station,to_station,departs,arrives,price_cents,follows"
    writer.rows("legs", columns, legs)
    writer.rows("places", "id,inside,name,details", values.PLACES)
    # No trigger keeps the index in step with a change.
    writer.run("UPDATE places SET details = 'a market hall, and a bridge that shakes' WHERE id = 3")
    writer.rows("bookings", "code,leg,traveller,state,receipt", values.BOOKINGS)


def _write_odd(writer: Writer, moments: Moments) -> None:
    writer.rows("odd_values", "what,value", values.odd_values())
    bad = [("text that is not UTF-8", b"\xffA\xfe"), ("half a surrogate pair as text", b"\xed\xa0\x80")]
    writer.many("INSERT INTO odd_values(what, value) VALUES(?, CAST(? AS TEXT))", bad)
    writer.many("INSERT INTO odd_values(what, value) VALUES(?, jsonb(?))", [("JSONB", '{"a":[1,2],"b":{"c":true}}')])
    writer.rows("odd_values", "what,value", [("a row after the bad ones", "still here")])
    writer.rows("odd_times", "what,value", values.odd_times(moments))
    writer.many('INSERT INTO "select" VALUES(?,?,?,?,?)', values.ODD_NAMES)
