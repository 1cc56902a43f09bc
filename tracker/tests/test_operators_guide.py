"""What the guide for operators says of variables, services and commands is what the program reads and has."""

from __future__ import annotations

import configparser
import re
import shlex
from pathlib import Path

import pytest
import yaml
from django.core.management import get_commands, load_command_class

from tracker import env

ROOT = env.CHECKOUT
GUIDES = [ROOT / "docs" / language / "operators.md" for language in ("en", "ru")]
READ = re.compile(
    r'(?:os\.environ(?:\.get|\.pop)?[\[(]|flag\(|number\(|listed\(|choice\(|token\(|mail\(|_setting\()\s*"([A-Z_]+)"'
)
"""How the program asks for a variable by name."""
OURS_ALONE = {
    "DJANGO_SETTINGS_MODULE", "PYTHONUTF8", "PYTHONUNBUFFERED", "PATH", "CI",
    "WARLEDGER_JOBS",  # set by `up` for its own processes
    "WARLEDGER_HALL",
    "WARLEDGER_VENV",  # named in the units and the image
}  # fmt: skip
COMPOSE_ALONE = {
    "POSTGRES_PASSWORD",
    "WARLEDGER_ADDRESS",
    "WARLEDGER_PORT",
    "WORKER_CONCURRENCY",
    "BACKUP_KEEP",
}
NOT_IN_CONTAINERS = {"WARLEDGER_DATA", "DEBUG"}
"""The image says where data lie; no server shows its errors to visitors."""
UNITS = sorted((ROOT / "deploy" / "systemd").glob("warledger-*"))


def read_by_the_program() -> set[str]:
    files = [*ROOT.glob("tracker/**/*.py"), *ROOT.glob("api/**/*.py")]
    code = [path.read_text(encoding="utf-8") for path in files if not {"tests", "bench"} & set(path.parts)]
    return {name for text in code for name in READ.findall(text)} - OURS_ALONE


def in_tables(guide: Path) -> set[str]:
    rows = [line for line in guide.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    return {name for row in rows for name in re.findall(r"`([A-Z][A-Z_]+)`", row.split("|")[1])}


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.parent.name)
def test_every_variable_has_a_row_and_every_row_a_variable(guide: Path) -> None:
    compose = set(re.findall(r"\$\{([A-Z_]+)", (ROOT / "docker-compose.yml").read_text(encoding="utf-8")))
    assert read_by_the_program() | COMPOSE_ALONE <= in_tables(guide)
    assert in_tables(guide) - read_by_the_program() <= COMPOSE_ALONE and compose >= COMPOSE_ALONE


def test_every_variable_of_the_guide_reaches_the_containers() -> None:
    """What stands in `.env` and in no service is read by nobody, without a word."""
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
    assert in_tables(GUIDES[0]) - set(compose["x-app"]["environment"]) - COMPOSE_ALONE == NOT_IN_CONTAINERS


@pytest.mark.parametrize("unit", UNITS, ids=lambda path: path.name)
def test_units_of_systemd_start_what_there_is(unit: Path) -> None:
    parser = configparser.ConfigParser(strict=True, interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string(unit.read_text(encoding="utf-8"))
    if unit.suffix == ".timer":
        assert unit.with_suffix(".service") in UNITS and parser["Timer"]["OnCalendar"]
        return
    program, *words = shlex.split(parser["Service"]["ExecStart"])
    assert Path(program).name in ("python", "celery") and program.startswith("/srv/warledger/.venv/bin/")
    if words[0] == "manage.py":
        command = load_command_class(get_commands()[words[1]], words[1])
        command.create_parser("manage.py", words[1]).parse_args(words[2:])
    else:
        compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
        assert compose["services"][words[2]]["command"].startswith(" ".join(["celery", *words[:3]]))
    assert parser["Service"]["EnvironmentFile"] == "/etc/warledger.env"


def test_the_file_of_variables_names_only_known_ones() -> None:
    lines = (ROOT / "deploy" / "systemd" / "warledger.env").read_text(encoding="utf-8").splitlines()
    named = {line.partition("=")[0] for line in lines if line and not line.startswith("#")}
    assert named - {"WARLEDGER_VENV"} <= read_by_the_program() and "SECRET_KEY" in named


@pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.parent.name)
def test_every_command_of_the_guide_exists_with_its_options(guide: Path) -> None:
    found = re.findall(r"manage\.py ([a-z-]+)((?: --[a-z-]+)*)", guide.read_text(encoding="utf-8"))
    known = get_commands()
    assert len(found) > 10
    for name, options in found:
        assert name in known, name
        parser = load_command_class(known[name], name).create_parser("manage.py", name)
        told = {option for action in parser._actions for option in action.option_strings}
        assert set(options.split()) <= told, (name, options)
