"""The examples of docs/rest.md and README.md, to be run as they stand against a real server.

A line `#> text` in an example promises that the commands since the promise before it print `text`.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Mapping

import pytest

from tracker.env import CHECKOUT

PAGES = {"docs/rest.md": 25, "README.md": 3}
"""Page -> how many promises it makes at least."""
WALK = "docs/rest-walk.md"
"""The page that starts a server of its own."""
EXAMPLE = re.compile(r"```sh\n(.*?)```", re.DOTALL)
MARK = "@promised@ "
needs_shell = pytest.mark.skipif(
    not (shutil.which("bash") and shutil.which("curl")), reason="bash and curl run the examples"
)


def script(page: str) -> str:
    """All examples in order, each promise as a mark in the output."""
    lines = "".join(EXAMPLE.findall((CHECKOUT / page).read_text(encoding="utf-8"))).splitlines()
    marked = [
        f"echo; echo {shlex.quote(MARK + line[3:])}" if line.startswith("#> ") else line for line in lines
    ]
    return "\n".join(["set -e", *marked])


def keeps_its_promises(page: str, address: str, token: str) -> None:
    """Runs the page's script. Fails at the first promise that is not kept."""
    printed_as_promised(page, {**os.environ, "HOST": address, "TOKEN": token}, PAGES[page])


def printed_as_promised(page: str, surroundings: Mapping[str, str], least: int) -> None:
    """The same with these variables; the page makes at least so many promises."""
    done = subprocess.run(
        ["bash", "-c", script(page)],
        cwd=CHECKOUT,
        env={**surroundings, "NO_PROXY": "*", "no_proxy": "*"},
        capture_output=True,
        text=True,
        timeout=120,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr + done.stdout
    printed, promises = "", 0
    for line in done.stdout.splitlines():
        if line.startswith(MARK):
            assert line.removeprefix(MARK) in printed, f"{line} is not in {printed}"
            printed, promises = "", promises + 1
        else:
            printed += line + "\n"
    assert promises == script(page).count(MARK) >= least
