"""`status`: how the installation is: database, broker, jobs, rows behind, ratings, faults, seals, disk, copies."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import Any

import msgspec

from games.rulebook import Text
from tracker.management.tool import Tool
from tracker.selectors import health
from tracker.selectors.health import Status

NEVER = Text("never", "ни разу")


class Command(Tool):
    help = "How the installation is. Exit code 1 when somebody should look."

    def handle(self, *args: Any, **options: Any) -> None:
        found, language = health.status(), options["lang"]
        wrong = [one.to(language) for one in found.wrong]
        if options["json"]:
            self.print_json(msgspec.to_builtins(found) | {"ok": not wrong, "wrong": wrong})
        else:
            for name, value in told(found):
                self.stdout.write(f"{name.to(language) + ':':<22}{value.to(language)}")
            self.stdout.write("\n".join(["", *wrong]) if wrong else "")
        self.finish(bool(wrong))


def told(found: Status) -> Iterator[tuple[Text, Text]]:
    """The lines for people."""
    away = Text("does not answer", "не отвечает")
    quick = Text(
        f"{found.database}, {found.seconds * 1000:.0f} ms", f"{found.database}, {found.seconds * 1000:.0f} мс"
    )
    yield Text("database", "база данных"), quick if found.answers else away
    if found.answers:
        yield Text("broker", "брокер"), _broker(found)
        if found.broker:
            yield Text("worker heard", "исполнитель был"), _moment(found.worker)
            yield Text("beat heard", "планировщик был"), _moment(found.beat)
        yield Text("streams behind", "отстают"), _plain(found.behind_count)
        for late in found.behind:
            yield Text("", ""), _late(late)
        if found.anew:
            yield Text("streams made anew", "пересчитываются"), _plain(found.anew)
        yield Text("ratings", "рейтинги"), _ratings(found)
        yield Text("streams failing", "не обработать"), _plain(len(found.failing))
        for one in found.failing:
            yield Text("", ""), _failing(one)
        yield Text("last seal", "последняя печать"), _seal(found)
        yield Text("last backup", "последняя копия"), _moment(found.copied_at)
    megabytes = found.free_bytes // 1_000_000
    yield Text("free disk", "свободно на диске"), Text(f"{megabytes} MB", f"{megabytes} МБ")


def _plain(value: object) -> Text:
    return Text(str(value), str(value))


def _moment(at: datetime | None) -> Text:
    return NEVER if at is None else _plain(at.isoformat(timespec="seconds"))


def _broker(found: Status) -> Text:
    if not found.broker:
        return Text("none: jobs run in the web process", "нет: задания выполняет сам веб-процесс")
    if not found.broker_answers:
        return Text(f"{found.broker}, does not answer", f"{found.broker}, не отвечает")
    waiting = "?" if found.waiting_jobs is None else found.waiting_jobs
    return Text(f"{found.broker}, {waiting} jobs wait", f"{found.broker}, заданий в очереди: {waiting}")


def _ratings(found: Status) -> Text:
    waiting = sum(found.uncounted.values())
    if not waiting:
        return Text("all counted", "все посчитаны")
    since = found.counted_at.isoformat(timespec="seconds") if found.counted_at else ""
    return Text(
        f"{waiting} matches wait to be counted, " + (f"since {since}" if since else "none ever was"),
        f"ждут пересчёта партий: {waiting}, " + (f"с {since}" if since else "пересчёта ещё не было"),
    )


def _late(late: health.Late) -> Text:
    since = late.since.isoformat(timespec="seconds") if late.since else "?"
    return Text(
        f"{late.stream} ({late.kind}): shows event {late.shown} of {late.version}, since {since}",
        f"{late.stream} ({late.kind}): показано записей {late.shown} из {late.version}, с {since}",
    )


def _failing(one: health.Failing) -> Text:
    since, again = (at.isoformat(timespec="seconds") for at in (one.since, one.again))
    return Text(
        f"{one.stream}: since {since}, {one.tries} tries, the next after {again}: {one.what}",
        f"{one.stream}: с {since}, попыток {one.tries}, следующая после {again}: {one.what}",
    )


def _seal(found: Status) -> Text:
    if found.seal is None:
        return Text(f"none; {found.unsealed} streams wait", f"нет; ждут потоков: {found.unsealed}")
    at = found.sealed_at.isoformat(timespec="seconds") if found.sealed_at else "?"
    return Text(
        f"{found.seal} at {at}; {found.unsealed} streams have moved since",
        f"{found.seal} от {at}; с тех пор изменилось потоков: {found.unsealed}",
    )
