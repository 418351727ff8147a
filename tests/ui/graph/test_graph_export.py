"""Saved pictures are whole: everything that is shown, labels inside the page, texts escaped."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage

from inspector.cancel import CancelToken
from inspector.graph.model import build_graph
from inspector.ui.graph.drawing.scene import GraphScene
from inspector.ui.graph.files.png import drawn_at_once
from inspector.ui.graph.files.saving import GraphSaver
from inspector.ui.graph.files.svg import svg_parts
from inspector.ui.graph.files.whole import MOST_PIXELS
from inspector.workspace.opening.open_source import open_source

SVG = "{http://www.w3.org/2000/svg}"


def parsed(scene, theme):
    return ET.fromstring("".join(svg_parts(scene, theme.tokens, CancelToken(), "A <graph>")))


def test_an_svg_holds_every_node_edge_and_label_as_text(canvas, theme):
    page = parsed(canvas.scene, theme)
    texts = [text.text for text in page.iter(f"{SVG}text")]
    assert {"Alpha", "Gamma", "Delta", "Epsilon", "gone"} <= set(texts)
    titles = [title.text for title in page.iter(f"{SVG}title")]
    assert titles.count("blocks") == 1
    assert "Beta <b>bold</b>" in titles


def test_labels_stay_inside_the_page(canvas, theme):
    page = parsed(canvas.scene, theme)
    width, height = float(page.get("width")), float(page.get("height"))
    for text in page.iter(f"{SVG}text"):
        half = 3.5 * len(text.text)
        assert half <= float(text.get("x")) <= width - half
        assert 0 < float(text.get("y")) < height


def test_an_svg_leaves_out_what_is_filtered_out(canvas, theme):
    canvas.set_filter(np.arange(6) != 4, np.ones(7, bool))
    texts = [text.text for text in parsed(canvas.scene, theme).iter(f"{SVG}text")]
    assert "Epsilon" not in texts
    assert "Alpha" in texts


def test_wild_labels_make_a_valid_document(theme):
    labels = ["<script>&\"'", "a\x00b\x1b", "caf\udce9", "👩‍💻 naïve", "ltr \u202e rtl", "\ufffe"]
    graph = build_graph([(i, "task", "done", label) for i, label in enumerate(labels)], [(0, 1, "<&>")])
    page = parsed(GraphScene(graph, np.zeros((6, 2), np.float32)), theme)
    assert "<script>&\"'" in [title.text for title in page.iter(f"{SVG}title")]


def test_nothing_shown_is_an_empty_page(theme):
    page = parsed(GraphScene(build_graph([], []), np.zeros((0, 2), np.float32)), theme)
    assert not list(page.iter(f"{SVG}text"))


def test_files_are_written_and_said(canvas, theme, context, runner, qtbot, tmp_path):
    saver = GraphSaver(canvas, context, canvas)
    saver.title = "Something"
    for form in ("png", "svg", "graphml", "json"):
        with qtbot.waitSignal(saver.saved, timeout=20_000) as said:
            saver.save(str(tmp_path / f"graph.{form}"), form)
        assert said.args == [f"Saved graph.{form}: 6 nodes, 7 edges"]
    image = QImage(str(tmp_path / "graph.png"))
    assert image.width() > 2 * 400
    assert image.pixelColor(0, 0) == theme.colour("background")
    assert ET.parse(tmp_path / "graph.svg").getroot().tag == f"{SVG}svg"
    assert ET.parse(tmp_path / "graph.graphml").getroot().tag.endswith("graphml")
    assert len(json.loads((tmp_path / "graph.json").read_text())["edges"]) == 7


def test_every_form_leaves_out_what_is_filtered_out_and_says_so(canvas, context, runner, qtbot, tmp_path):
    saver = GraphSaver(canvas, context, canvas)
    canvas.set_filter(np.arange(6) != 4, np.ones(7, bool))
    for form in ("svg", "graphml", "json"):
        with qtbot.waitSignal(saver.saved, timeout=20_000) as said:
            saver.save(str(tmp_path / f"graph.{form}"), form)
        assert "5 of 6 nodes" in said.args[0]
        assert "Epsilon" not in (tmp_path / f"graph.{form}").read_text(encoding="utf-8")


def test_a_file_that_cannot_be_written_is_said(canvas, theme, context, runner, qtbot, tmp_path):
    saver = GraphSaver(canvas, context, canvas)
    for form in ("png", "svg", "graphml", "json"):
        with qtbot.waitSignal(runner.failed, timeout=20_000) as failed:
            saver.save(str(tmp_path / "missing" / "graph.out"), form)
        assert "could not be written" in failed.args[0].what


def test_no_picture_replaces_an_open_database(canvas, context, runner, qtbot, tmp_path):
    path = tmp_path / "graph.png"
    path.touch()
    graph_source = open_source(str(path))
    context.workspace.sources = (graph_source,)
    saver = GraphSaver(canvas, context, canvas)
    before = Path(graph_source.path).stat()
    for form in ("png", "svg", "graphml", "json"):
        with qtbot.waitSignal(runner.failed, timeout=20_000) as failed:
            saver.save(graph_source.path, form)
        assert "open here" in failed.args[0].what
    after = Path(graph_source.path).stat()
    assert (before.st_ino, before.st_mtime_ns, before.st_size) == (after.st_ino, after.st_mtime_ns, after.st_size)


def test_c94_five_thousand_nodes_are_all_in_the_file(theme):
    graph = build_graph(
        [(i, "task", "open", f"Task {i}") for i in range(5_000)], [(i, i // 2, "x") for i in range(5_000)]
    )
    places = np.random.default_rng(0).uniform(-4_000, 4_000, (5_000, 2)).astype(np.float32)
    page = parsed(GraphScene(graph, places), theme)
    texts = list(page.iter(f"{SVG}text"))
    assert {text.text for text in texts} == {f"Task {i}" for i in range(5_000)}
    small = [text for text in texts if text.get("font-size")]
    assert 0 < len(small) < 5_000, "those that have no room are small, those that have are not"


def test_a_picture_of_a_vast_graph_can_be_opened(canvas, theme):
    graph = build_graph([(i, "task", "open", f"Task {i}") for i in range(100)], [])
    places = np.array([(i % 10 * 900, i // 10 * 900) for i in range(100)], np.float32)
    image = drawn_at_once(canvas.painter, GraphScene(graph, places), theme)
    assert 10_000_000 < image.width() * image.height() <= 1.1 * MOST_PIXELS


def test_labels_of_usual_size_stand_on_no_other(theme):
    graph = build_graph([(i, "task", "open", f"Some label {i}") for i in range(300)], [])
    places = np.random.default_rng(1).uniform(-500, 500, (300, 2)).astype(np.float32)
    page = parsed(GraphScene(graph, places), theme)
    usual = [text for text in page.iter(f"{SVG}text") if not text.get("font-size")]
    at = np.array([(float(text.get("x")), float(text.get("y"))) for text in usual])
    apart = np.abs(at[:, None] - at[None, :])
    over = (apart[:, :, 0] < 60) & (apart[:, :, 1] < 9)
    assert over.sum() == len(at)
    assert len(at) > 50
