"""docker-compose.yml and the Dockerfile fit the Compose specification and this program. No container engine needed."""

from __future__ import annotations

import importlib
import re
import shutil
import stat
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml

from tracker import env

COMPOSE = yaml.safe_load((env.CHECKOUT / "docker-compose.yml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OURS = {"migrate", "web", "worker", "beat", "backup"}

# The part of the Compose specification that the file uses; a misspelt key is none of these.
TOP_LEVEL = {"name", "services", "volumes"}
SERVICE_KEYS = {
    "build", "image", "restart", "init", "environment", "volumes", "depends_on", "command", "ports",
    "healthcheck", "stop_grace_period",
}  # fmt: skip
HEALTH_KEYS = {"test", "interval", "timeout", "retries", "start_period"}
CONDITIONS = {"service_started", "service_healthy", "service_completed_successfully"}
RESTARTS = {"no", "always", "on-failure", "unless-stopped"}
DURATION = re.compile(r"^(\d+(h|m|s|ms))+$")
PORT = re.compile(r"^(\$\{[A-Z_]+:-127\.0\.0\.1\}:)(\d+|\$\{[A-Z_]+:-\d+\}):\d+$")
"""Published to this machine alone, unless a variable says otherwise."""
VARIABLE = re.compile(r"\$\{([A-Z_]+)(?:(:-|:\?)([^}]*))?\}")

each_service = pytest.mark.parametrize("name", sorted(SERVICES))


def test_nothing_is_misspelt_at_the_top() -> None:
    assert {key for key in COMPOSE if not key.startswith("x-")} == TOP_LEVEL


def test_it_has_web_worker_beat_database_and_broker() -> None:
    assert set(SERVICES) == OURS | {"db", "redis"}


@each_service
def test_a_service_uses_only_keys_of_the_specification(name: str) -> None:
    service = SERVICES[name]
    assert set(service) <= SERVICE_KEYS
    assert "image" in service or "build" in service
    assert service.get("restart", "no") in RESTARTS
    assert DURATION.match(service.get("stop_grace_period", "10s"))
    assert all(PORT.match(port) for port in service.get("ports", []))


@each_service
def test_dependencies_exist_and_can_be_met(name: str) -> None:
    for other, wait in SERVICES[name].get("depends_on", {}).items():
        assert set(wait) == {"condition"} and wait["condition"] in CONDITIONS
        if wait["condition"] == "service_healthy":
            assert "healthcheck" in SERVICES[other]
        if wait["condition"] == "service_completed_successfully":
            assert SERVICES[other]["restart"] == "no"


def test_dependencies_have_no_circle() -> None:
    def behind(name: str, way: tuple[str, ...] = ()) -> None:
        assert name not in way
        for other in SERVICES[name].get("depends_on", {}):
            behind(other, (*way, name))

    for name in SERVICES:
        behind(name)


@pytest.mark.parametrize("name", sorted(set(SERVICES) - {"migrate"}))
def test_every_lasting_service_has_a_health_check(name: str) -> None:
    check = SERVICES[name]["healthcheck"]
    assert set(check) <= HEALTH_KEYS
    assert check["test"][0] in {"CMD", "CMD-SHELL"} and all(isinstance(part, str) for part in check["test"])
    assert check["test"][0] == "CMD" or len(check["test"]) == 2
    assert isinstance(check["retries"], int)
    assert all(DURATION.match(check[key]) for key in ("interval", "timeout", "start_period") if key in check)


def test_named_volumes_are_declared_and_used() -> None:
    used = {mount.split(":")[0] for service in SERVICES.values() for mount in service.get("volumes", [])}
    assert used == set(COMPOSE["volumes"])


@pytest.mark.parametrize("name", sorted(OURS))
def test_every_variable_of_ours_is_one_that_the_settings_read(name: str) -> None:
    sources = [env.CHECKOUT / "tracker" / file for file in ("env.py", "settings.py", "web/serving.py")]
    sources.append(env.CHECKOUT / "api" / "throttle.py")
    code = "".join(path.read_text(encoding="utf-8") for path in sources)
    unread = [variable for variable in SERVICES[name]["environment"] if f'"{variable}"' not in code]
    assert unread == []


def test_secrets_have_no_default() -> None:
    text = (env.CHECKOUT / "docker-compose.yml").read_text(encoding="utf-8")
    found = {name: (operator, value) for name, operator, value in VARIABLE.findall(text)}
    assert {found[name][0] for name in ("SECRET_KEY", "POSTGRES_PASSWORD")} == {":?"}
    assert len(VARIABLE.findall(text)) == text.count("${")


def test_the_settings_understand_the_addresses_of_the_file(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    surroundings = SERVICES["web"]["environment"]
    monkeypatch.setenv("DATABASE_URL", VARIABLE.sub("secret", surroundings["DATABASE_URL"]))
    monkeypatch.setenv("REDIS_URL", surroundings["REDIS_URL"])
    database, broker = env.database(tmp_path), env.broker(tmp_path)
    assert (database["HOST"], database["PORT"], database["PASSWORD"]) == ("db", "5432", "secret")
    assert broker is not None and broker[0].startswith("redis://redis:")


def test_what_the_containers_start_exists() -> None:
    assert importlib.import_module("tracker.celery").app.main == "warledger"
    assert callable(importlib.import_module("tracker.wsgi").application)
    for name in ("worker", "beat"):
        assert SERVICES[name]["command"].startswith(f"celery -A tracker.celery {name} ")


def test_what_the_image_copies_exists() -> None:
    dockerfile = (env.CHECKOUT / "Dockerfile").read_text(encoding="utf-8")
    copied = [source for line in re.findall(r"^COPY (.+) \S+$", dockerfile, re.M) for source in line.split()]
    assert {"requirements.txt", "games", "tracker", "api", "templates"} <= set(copied)
    assert [source for source in copied if not (env.CHECKOUT / source).exists()] == []
    assert "--require-hashes" in dockerfile and re.search(r"^USER warledger$", dockerfile, re.M)


def guide(language: str) -> str:
    """The commands of the page for Compose."""
    text = (env.CHECKOUT / "docs" / language / "operators.md").read_text(encoding="utf-8")
    found = re.search(r"^## [^\n]*Compose$\n.*?```sh\n(.*?)```", text, re.M | re.S)
    assert found
    return found[1]


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl makes the secrets")
def test_the_guide_writes_the_secrets_that_the_file_demands(language: str, tmp_path: Path) -> None:
    """The page's own command, run: whoever reads along is asked by Compose for nothing more."""
    command = re.search(r"^\(umask 077; printf .*?> \.env\)$", guide(language), re.M | re.S)
    assert command
    subprocess.run(["bash", "-euc", command[0]], cwd=tmp_path, check=True, timeout=20)
    written = tmp_path / ".env"
    told = dict(line.split("=", 1) for line in written.read_text(encoding="utf-8").splitlines())
    text = (env.CHECKOUT / "docker-compose.yml").read_text(encoding="utf-8")
    demanded = {name for name, operator, _ in VARIABLE.findall(text) if operator == ":?"}
    assert demanded and demanded <= told.keys() and all(len(told[name]) > 40 for name in demanded)
    assert stat.S_IMODE(written.stat().st_mode) == 0o600
    known = {name for name, _, _ in VARIABLE.findall(text)}
    assert told.keys() <= known, "what no service reads"


@pytest.mark.parametrize("language", ["en", "ru"])
def test_the_guide_names_services_that_there_are(language: str) -> None:
    text = (env.CHECKOUT / "docs" / language / "operators.md").read_text(encoding="utf-8")
    named = re.findall(r"docker compose (?:exec|logs) ([a-z]+)|docker compose cp ([a-z]+):", text)
    assert len(named) > 3 and {one or other for one, other in named} <= set(SERVICES)
