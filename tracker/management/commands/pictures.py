"""`manage.py pictures [--out DIR | --docs [NAME ...]]`: every kind of page, at three sizes and in both languages.

Serves a demo on a free port from a folder of its own, walks it as a visitor and as its organiser, and writes the
pictures with an `index.html`; with `--docs` those of the guides instead (`tracker.tests.doc_pictures`). Exits with 1
when a page is wider than its window or a script fails.
"""

from __future__ import annotations

import os
import re
import shutil
import socket
import sys
import tempfile
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from playwright.sync_api import sync_playwright

from tracker import env
from tracker.tests import doc_pictures
from tracker.tests.children import Children
from tracker.tests.pictures import CHROMIUM, Album, take

READY = 600.0
PASSWORD = "pictures of every page"


class Command(BaseCommand):
    help = "Pictures of every kind of page at 390x844, 1280x800 and 1920x1080, in English and Russian. Needs Chromium."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--out", type=Path, default=Path("pictures"), help="folder for them (default pictures)"
        )
        parser.add_argument(
            "--docs",
            nargs="*",
            metavar="NAME",
            help="instead those of the guides (all, or these) into docs/images",
        )
        parser.add_argument(
            "--most", type=int, default=200, help="kinds of pages for each person (default 200)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        chromium = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
        if chromium is None:
            raise CommandError("There is no Chromium on the PATH: `apt install chromium`.", returncode=2)
        children, album = Children(), Album(options["out"])
        with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
            try:
                address, once = served(children, Path(data))
                browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
                for who, cookies in (("visitor", []), ("organiser", signed_in(browser, address, once))):
                    if options["docs"] is not None:
                        for shown in doc_pictures.take(browser, address, who, cookies, options["docs"]):
                            self.stdout.write(f"{who}: {shown.name}")
                        continue
                    for page in take(browser, address, album, who, cookies, options["most"]):
                        self.stdout.write(f"{who}: {page.name}  {page.path}")
                browser.close()
            finally:
                children.end()
        for fault in album.faults:
            self.stderr.write(fault)
        if options["docs"] is not None:
            return
        self.stdout.write(f"{len(album.pages)} kinds of pages: {album.index()}")
        if album.faults:
            raise CommandError(f"{len(album.faults)} faults", returncode=1)


def served(children: Any, data: Path) -> tuple[str, str]:
    """The address of a demo that runs, and its administrator's one-time password."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    command = [sys.executable, str(env.CHECKOUT / "manage.py"), "up", "--port", str(port)]
    child = children.start(command, {**_clean(), "WARLEDGER_DATA": str(data)})
    child.until("ready: ", READY)
    found = re.search(r"one-time password: (\S+)", child.output)
    if found is None:
        raise CommandError("The demo told no password of its administrator.")
    return f"http://127.0.0.1:{port}", found[1]


def _clean() -> dict[str, str]:
    ours = ("WARLEDGER_", "DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")
    return {name: value for name, value in os.environ.items() if not name.startswith(ours)}


def signed_in(browser: Any, address: str, once: str) -> list[Any]:
    """The cookies of the administrator, whose one-time password is changed first."""
    page = browser.new_context(locale="en-GB").new_page()
    page.goto(f"{address}/sign-in/")
    page.locator("main [name=username]").fill("admin")
    page.locator("main [name=password]").fill(once)
    page.locator("main button.main-action").first.click()
    page.wait_for_load_state()
    for box in page.locator("input[type=password]").all():
        box.fill(once if box.get_attribute("name") == "old_password" else PASSWORD)
    page.locator("main button.main-action").first.click()
    page.wait_for_load_state()
    cookies: list[Any] = page.context.cookies()
    page.context.close()
    return cookies
