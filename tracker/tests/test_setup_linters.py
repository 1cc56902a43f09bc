"""The linters' own settings keep up with the tree."""

from __future__ import annotations

import tomllib

from tracker import env

SETTINGS = tomllib.loads((env.CHECKOUT / "pyproject.toml").read_text(encoding="utf-8"))


def test_every_game_is_named_in_the_contract_that_no_game_imports_another() -> None:
    contracts = SETTINGS["tool"]["importlinter"]["contracts"]
    named = next(set(one["modules"]) for one in contracts if one["type"] == "independence")
    folders = {path.parent for path in (env.CHECKOUT / "games").glob("*/rules.toml")}
    assert named == {f"games.{folder.name}" for folder in folders if (folder / "__init__.py").exists()}
