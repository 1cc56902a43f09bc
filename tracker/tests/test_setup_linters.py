"""The linters' own settings keep up with the tree."""

from __future__ import annotations

import tomllib

import grimp
import networkx

from tracker import env

SETTINGS = tomllib.loads((env.CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_game_is_named_in_the_contract_that_no_game_imports_another() -> None:
    contracts = SETTINGS["tool"]["importlinter"]["contracts"]
    named = next(set(one["modules"]) for one in contracts if one["type"] == "independence")
    folders = {path.parent for path in (env.CHECKOUT / "games").glob("*/rules.toml")}
    assert named == {f"games.{folder.name}" for folder in folders if (folder / "__init__.py").exists()}


def test_no_module_imports_itself_by_way_of_others() -> None:
    """Neither when it runs nor for types alone: of two that need each other neither can be read by itself."""
    found = grimp.build_graph(
        *SETTINGS["tool"]["importlinter"]["root_packages"],
        exclude_type_checking_imports=False,
        cache_dir=None,
    )
    imports = networkx.DiGraph(
        (one, other)
        for one in found.modules
        for other in found.find_modules_directly_imported_by(one)
        if ".tests." not in one + other
    )
    assert [sorted(ring) for ring in networkx.strongly_connected_components(imports) if len(ring) > 1] == []
