"""Places of nodes survive a restart; what cannot be read is nothing kept; the store stays small and whole."""

import json
import os
import subprocess
import sys
import time

import numpy as np
import pytest

from inspector.cancel import CancelToken
from inspector.graph import kept_places
from inspector.graph.kept_places import KeptPlaces, PlacesKey
from inspector.graph.layout.arrange import arrange
from inspector.graph.model import build_graph

KEY = PlacesKey("/data/graph.db", "state", "force")
IDS = ("a", "b", "ünï\n", "d")
PLACES = np.array([[1, 2], [3.5, -4], [0, 0], [1e6, 7]], np.float32)


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "config" / "places"


def kept(folder, key=KEY):
    """What a new run finds."""
    return KeptPlaces(folder).load(key)


def save(folder, key=KEY, ids=IDS, positions=PLACES, pinned=None):
    assert KeptPlaces(folder).save(key, ids, positions, pinned)


def test_places_and_pins_survive_a_restart(folder):
    save(folder, pinned=np.array([False, True, False, False]))
    found = kept(folder)
    assert found.ids == IDS
    np.testing.assert_array_equal(found.positions, PLACES)
    assert found.pinned.tolist() == [False, True, False, False]


def test_nothing_is_kept_at_first(folder):
    assert kept(folder) is None
    KeptPlaces(folder).forget(KEY)


@pytest.mark.parametrize("other", [("/data/other.db", "state", "force"), ("/data/graph.db", "all", "force")])
def test_each_picture_has_its_own_places(folder, other):
    save(folder)
    save(folder, PlacesKey(*other), ("z",), np.zeros((1, 2)))
    assert kept(folder).ids == IDS
    assert kept(folder, PlacesKey(*other)).ids == ("z",)
    assert kept(folder, KEY._replace(layout="layered")) is None


def test_later_places_replace_earlier_ones(folder):
    save(folder)
    save(folder, ids=("a",), positions=np.array([[9, 9]]))
    assert kept(folder).ids == ("a",)
    assert len(list(folder.iterdir())) == 1


def test_forgotten_places_are_gone(folder):
    save(folder)
    KeptPlaces(folder).forget(KEY)
    assert kept(folder) is None


def test_a_path_that_is_no_utf8_has_places_too(folder):
    key = KEY._replace(database="/data/\udcff\udc00.db")
    save(folder, key)
    assert kept(folder, key).ids == IDS


def test_a_path_counts_however_it_is_written(folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    save(folder, KEY._replace(database="graph.db"))
    assert kept(folder, KEY._replace(database=str(tmp_path / "graph.db"))).ids == IDS


def test_nodes_without_a_place_are_not_kept(folder):
    save(folder, positions=np.array([[1, 2], [np.nan, 1], [np.inf, 0], [3, 4]]))
    assert kept(folder).ids == ("a", "d")


def test_places_are_found_by_id_whatever_the_order(folder):
    save(folder, pinned=np.array([True, False, False, False]))
    positions, pinned = kept(folder).of(["d", "new", "a"])
    assert positions[[0, 2]].tolist() == [[1e6, 7], [1, 2]]
    assert np.isnan(positions[1]).all()
    assert pinned.tolist() == [False, False, True]


def test_c89_a_graph_read_again_stands_where_it_stood(folder):
    nodes = [(f"n{i}",) for i in range(40)]
    edges = [(f"n{i}", f"n{i // 2}") for i in range(1, 40)]
    graph = build_graph(nodes, edges)
    before = arrange(graph, "force", CancelToken())
    save(folder, ids=graph.ids, positions=before)
    more = build_graph([("new",), *reversed(nodes)], [*edges, ("new", "n7")])
    start, pinned = kept(folder).of(more.ids)
    after = arrange(more, "force", CancelToken(), start=start, pinned=pinned)
    for i, id in enumerate(graph.ids):
        assert after[more.index[id]].tolist() == before[i].tolist()


@pytest.mark.parametrize(
    "spoil",
    [
        lambda content: b"",
        lambda content: b"\x00" * 100,
        lambda content: content[:-5],
        lambda content: content[:20],
        lambda content: content + b"more",
        lambda content: content[:-1] + bytes([content[-1] ^ 1]),
        lambda content: content.replace(b'"version":1', b'"version":99'),
        lambda content: content.replace(b'"ids":["a",', b'"ids":[["a"],'),
        lambda content: content.replace(b'"pinned":[]', b'"pinned":[77]'),
        lambda content: content.replace(b'"pinned":[]', b'"pinned":["x"]'),
        lambda content: content.replace(b'"ids"', b'"names"'),
        lambda content: b"[" * 100_000,
        lambda content: b"null\n",
    ],
)
def test_a_file_that_is_spoilt_is_nothing_kept(folder, spoil):
    save(folder)
    (file,) = folder.iterdir()
    file.write_bytes(spoil(file.read_bytes()))
    assert kept(folder) is None
    save(folder)
    assert kept(folder).ids == IDS


def test_a_file_of_another_picture_under_this_name_is_nothing_kept(folder):
    save(folder)
    (file,) = folder.iterdir()
    head, numbers = file.read_bytes().split(b"\n", 1)
    told = json.loads(head) | {"key": ["/data/other.db", "state", "force"]}
    file.write_bytes(json.dumps(told).encode() + b"\n" + numbers)
    assert kept(folder) is None


def test_the_oldest_files_are_dropped(folder, monkeypatch):
    monkeypatch.setattr(kept_places, "MOST_FILES", 3)
    keys = [KEY._replace(projection=f"p{i}") for i in range(5)]
    for age, key in enumerate(keys):
        save(folder, key)
        for file in folder.iterdir():
            os.utime(file, (file.stat().st_mtime - 100, file.stat().st_mtime - 100))
        assert age < 3 or len(list(folder.iterdir())) == 3
    assert [kept(folder, key) is not None for key in keys] == [False, False, True, True, True]


def test_all_together_take_no_more_than_the_limit(folder, monkeypatch):
    monkeypatch.setattr(kept_places, "MOST_BYTES", 500)
    for i in range(8):
        save(folder, KEY._replace(projection=f"p{i}"))
    assert sum(file.stat().st_size for file in folder.iterdir()) <= 500
    assert kept(folder, KEY._replace(projection="p7")) is not None


def test_of_a_graph_that_is_too_large_only_pins_are_kept(folder, monkeypatch):
    monkeypatch.setattr(kept_places, "MOST_NODES", 3)
    save(folder, pinned=np.array([False, False, True, False]))
    assert kept(folder).ids == ("ünï\n",)


def test_a_folder_that_cannot_be_made_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    assert not KeptPlaces(tmp_path / "file" / "places").save(KEY, IDS, PLACES)
    assert KeptPlaces(tmp_path / "file" / "places").load(KEY) is None


def test_what_a_crashed_run_left_is_cleared_away(folder):
    folder.mkdir(parents=True)
    old, new = folder / "old.part", folder / "new.part"
    for file in (old, new):
        file.write_bytes(b"x")
    os.utime(old, (time.time() - 9_000, time.time() - 9_000))
    save(folder)
    assert not old.exists()
    assert new.exists()


WRITER = """
import sys, numpy as np
from pathlib import Path
from inspector.graph.kept_places import KeptPlaces, PlacesKey
who, folder = int(sys.argv[1]), Path(sys.argv[2])
for turn in range(120):
    n = 50 + 400 * who
    KeptPlaces(folder).save(PlacesKey("/d", "p", "f"), [f"{who}-{i}" for i in range(n)], np.full((n, 2), who + 1.0))
"""


def test_runs_at_the_same_time_never_mix(folder):
    runs = [subprocess.Popen([sys.executable, "-c", WRITER, str(who), str(folder)]) for who in (0, 1)]
    seen = set()
    while any(run.poll() is None for run in runs):
        found = kept(folder, PlacesKey("/d", "p", "f"))
        if found is not None:
            who = int(found.ids[0].split("-")[0])
            seen.add(who)
            assert len(found.ids) == 50 + 400 * who
            assert (found.positions == who + 1.0).all()
    assert [run.returncode for run in runs] == [0, 0]
    assert seen
    assert len(list(folder.iterdir())) == 1


def test_a_hundred_thousand_places_are_read_at_once(folder):
    ids = [f"node-{i:08}" for i in range(100_000)]
    save(folder, ids=ids, positions=np.random.default_rng(1).normal(0, 1, (100_000, 2)))
    began = time.process_time()
    positions, _ = kept(folder).of(ids)
    assert time.process_time() - began < 2
    assert np.isfinite(positions).all()
