"""Saved pictures are whole: everything that is shown, labels inside the page, texts escaped."""

import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
from PySide6.QtGui import QImage

from inspector.cancel import CancelToken
from inspector.graph.model import build_graph
from inspector.ui.graph.export import svg_text
from inspector.ui.graph.saving import GraphSaver
from inspector.ui.graph.scene import GraphScene
from inspector.workspace.opening.open_source import open_source

SVG = "{http://www.w3.org/2000/svg}"


def parsed(scene, theme):
    return ET.fromstring(svg_text(scene, theme.tokens, CancelToken()))


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
    for save, name in ((saver.save_png, "graph.png"), (saver.save_svg, "graph.svg")):
        with qtbot.waitSignal(saver.saved, timeout=20_000) as said:
            save(str(tmp_path / name))
        assert said.args == [f"Saved {name}"]
    image = QImage(str(tmp_path / "graph.png"))
    assert image.width() > 2 * 400
    assert image.pixelColor(0, 0) == theme.colour("background")
    assert ET.parse(tmp_path / "graph.svg").getroot().tag == f"{SVG}svg"


def test_a_file_that_cannot_be_written_is_said(canvas, theme, context, runner, qtbot, tmp_path):
    saver = GraphSaver(canvas, context, canvas)
    for save in (saver.save_png, saver.save_svg):
        with qtbot.waitSignal(runner.failed, timeout=20_000) as failed:
            save(str(tmp_path / "missing" / "graph.out"))
        assert "could not be written" in failed.args[0].what


def test_no_picture_replaces_an_open_database(canvas, context, runner, qtbot, tmp_path):
    path = tmp_path / "graph.png"
    path.touch()
    graph_source = open_source(str(path))
    context.workspace.sources = (graph_source,)
    saver = GraphSaver(canvas, context, canvas)
    before = Path(graph_source.path).stat()
    for save in (saver.save_png, saver.save_svg):
        with qtbot.waitSignal(runner.failed, timeout=20_000) as failed:
            save(graph_source.path)
        assert "open here" in failed.args[0].what
    after = Path(graph_source.path).stat()
    assert (before.st_ino, before.st_mtime_ns, before.st_size) == (after.st_ino, after.st_mtime_ns, after.st_size)


def test_five_thousand_nodes_are_all_in_the_file(theme):
    graph = build_graph(
        [(i, "task", "open", f"Task {i}") for i in range(5_000)], [(i, i // 2, "x") for i in range(5_000)]
    )
    places = np.random.default_rng(0).uniform(-4_000, 4_000, (5_000, 2)).astype(np.float32)
    page = parsed(GraphScene(graph, places), theme)
    assert len(list(page.iter(f"{SVG}text"))) == 5_000
