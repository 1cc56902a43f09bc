"""Runs a Python module for a parent whose death it does not outlive: no web, worker or beat is left behind.

The parent holds the other end of standard input. When that end is gone (killed, too, which tells nobody anything),
the whole group of processes is asked to end, and a moment later is killed. Called by `tracker.embedded.processes`.

python -m tracker.embedded.tether PYTHON -m MODULE ARGUMENTS
"""

from __future__ import annotations

import os
import runpy
import signal
import subprocess
import sys
import threading
import time

GRACE_SECONDS = 3.0


def main(command: list[str]) -> None:
    """`command` is that of a Python module: the interpreter, `-m`, the module, its arguments."""
    module, sys.argv = command[2], command[2:]
    threading.Thread(target=_watch, args=(os.dup(sys.stdin.fileno()),), name="tether", daemon=True).start()
    _let_go_of_input()
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _let_go_of_input() -> None:
    """What we start must not read from the parent."""
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)


def _watch(held: int) -> None:
    while os.read(held, 1):
        pass
    _end()


def _end() -> None:
    if sys.platform == "win32":
        subprocess.run(["taskkill", "/F", "/T", "/PID", str(os.getpid())], capture_output=True)
        return
    group = os.getpgrp()
    os.killpg(group, signal.SIGTERM)
    time.sleep(GRACE_SECONDS)
    os.killpg(group, signal.SIGKILL)


if __name__ == "__main__":
    main(sys.argv[1:])
