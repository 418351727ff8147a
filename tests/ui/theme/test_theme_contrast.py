"""Every colour of both themes can be read on every background that it may stand on."""

from __future__ import annotations

import pytest

from inspector import resources
from inspector.ui.theme.contrast import contrast, hashed_colour, oklch
from inspector.ui.theme.tokens import Tokens, load

THEMES = ("dark", "light")
BACKGROUNDS = ("background", "panel", "raised", "selection")
SURFACES = {*BACKGROUNDS, "border", "match", "tip", "tip_text", "accent_text", "selection_text"}
STATE_MEMORY_EDGES = (
    "depends_on blocks produces references updates contradicts part_of child_of implements decided_in renders_state "
    "blocked_by_visual_state drifts_from extends modifies satisfies specifies verifies verifies_visual_state violates "
    "visualizes_spec"
).split()
STATE_MEMORY_NODES = (
    "task decision artifact plan milestone blocker observation spec requirement acceptance_criterion contract "
    "visual_state"
).split()
KINDS = "user chat agent_group session message approval conversation memory tool".split()


@pytest.fixture(params=THEMES)
def tokens(request: pytest.FixtureRequest) -> Tokens:
    return load(request.param)


def marks(tokens: Tokens) -> dict[str, str]:
    """Every colour that text or a mark is drawn in."""
    found = {f"role {role}": colour for role, colour in tokens.roles.items() if role not in SURFACES}
    found.update({f"node {type}": look.colour for type, look in tokens.nodes.items()})
    found.update({f"edge {type}": look.colour for type, look in tokens.edges.items()})
    found.update({f"status {status}": look.colour for status, look in tokens.status.items()})
    found.update({f"syntax {token}": colour for token, colour in tokens.syntax.items()})
    return found


def test_every_mark_stands_out_on_every_background_and_on_the_selection(tokens: Tokens) -> None:
    weak = {
        f"{mark} on {ground}": round(contrast(colour, tokens.roles[ground]), 2)
        for mark, colour in marks(tokens).items()
        for ground in BACKGROUNDS
        if contrast(colour, tokens.roles[ground]) < 4.5
    }
    assert weak == {}


@pytest.mark.parametrize(
    ("text", "ground"),
    [
        ("accent_text", "accent"),
        ("selection_text", "selection"),
        ("tip_text", "tip"),
        ("text", "match"),
    ],
)
def test_text_stands_out_on_its_own_ground(tokens: Tokens, text: str, ground: str) -> None:
    assert contrast(tokens.roles[text], tokens.roles[ground]) >= 4.5


def test_unknown_types_stand_out_whatever_their_name(tokens: Tokens) -> None:
    for number in range(720):
        colour = tokens.node(f"type {number}").colour
        assert min(contrast(colour, tokens.roles[ground]) for ground in BACKGROUNDS) >= 4.5, colour
        assert tokens.edge(f"type {number}").colour == colour


def test_an_unknown_type_keeps_its_colour_between_runs() -> None:
    assert hashed_colour("widget", 0.76, 0.12) == hashed_colour("widget", 0.76, 0.12) == "#d9a850"
    assert hashed_colour("widget", 0.76, 0.12) != hashed_colour("gadget", 0.76, 0.12)


def test_every_known_type_has_a_look_of_its_own(tokens: Tokens) -> None:
    assert set(STATE_MEMORY_NODES) | set(KINDS) <= set(tokens.nodes)
    assert set(STATE_MEMORY_EDGES) <= set(tokens.edges)
    assert len(STATE_MEMORY_EDGES) == 21
    twelve = {tokens.nodes[type].colour for type in STATE_MEMORY_NODES}
    assert len(twelve) == 12
    glyphs = [look.glyph for look in tokens.nodes.values()]
    assert len(set(glyphs)) == len(glyphs)


def test_statuses_differ_without_colour(tokens: Tokens) -> None:
    forms = {(look.fill, look.ring, look.mark, look.faint) for look in tokens.status.values()}
    # "open" and "no status" are both a plain filled shape: neither says anything that needs a mark
    assert len(forms) == len(tokens.status) - 1
    assert tokens.state("never heard of") == tokens.status["unknown"]


def test_both_themes_name_the_same_things() -> None:
    dark, light = load("dark"), load("light")
    for part in ("roles", "nodes", "edges", "status", "syntax"):
        assert list(getattr(dark, part)) == list(getattr(light, part)), part
    assert dark.dark
    assert not light.dark


def test_every_theme_file_is_loaded() -> None:
    names = {path.stem for path in resources.listing("themes", suffix=".toml")}
    assert names == {*THEMES, "marks"}


def test_contrast_is_that_of_the_definition() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#123456", "#123456") == 1


def test_colours_that_do_not_exist_in_srgb_are_brought_into_it() -> None:
    assert oklch(1.0, 0.4, 30) == "#ffffff"
    assert oklch(0.0, 0.0, 0) == "#000000"
