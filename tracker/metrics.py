"""What a process counts of its own work, for Prometheus. `selectors.health` tells of the whole installation.

The web processes of a server count into files of one folder (`PROMETHEUS_MULTIPROC_DIR`, set by `manage.py web`), so
that whichever of them is asked tells the sum. An environment that was made before prometheus-client was required has
none: nothing is counted there, and `written` says so.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

try:
    import prometheus_client
except ImportError:
    prometheus: Any = None
else:
    prometheus = prometheus_client

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"


class Gauge(NamedTuple):
    """A figure of the moment: its name without our prefix, what it means, its value, and what it is of."""

    name: str
    meaning: str
    value: float
    labels: dict[str, str] = {}


class _Counted:
    """The metrics of this process."""

    def __init__(self, library: Any) -> None:
        self.requests = library.Histogram(
            "warledger_request_seconds",
            "Requests by view, method and class of the answer, with the time that each took",
            ("view", "method", "answer"),
            buckets=SECONDS,
        )
        self.refused = library.Counter(
            "warledger_refused", "Requests that no thread took: busy, slow, too_large", ("why",)
        )
        self.events = library.Counter("warledger_events", "Events appended to the log by web processes")
        self.live = library.Gauge(
            "warledger_live_streams", "Readers of live streams", multiprocess_mode="livesum"
        )


# With the module, so that no two threads make it at once.
_counted: _Counted | None = _Counted(prometheus) if prometheus is not None else None


@cache
def _request(view: str, method: str, answer: str) -> Any:
    return _counted.requests.labels(view, method, answer) if _counted else None


def answered(view: str, method: str, status: int, seconds: float) -> None:
    """A request has its answer. Views and methods are ours: no visitor can make up new ones."""
    if (one := _request(view, method, f"{status // 100}xx")) is not None:
        one.observe(seconds)


def refused(why: str) -> None:
    """A request was passed on to nobody."""
    if _counted:
        _counted.refused.labels(why).inc()


def appended(count: int) -> None:
    """So many events stand in the log since now."""
    if _counted:
        _counted.events.inc(count)


def following(change: int) -> None:
    """One reader of a live stream more, or less."""
    if _counted:
        _counted.live.inc(change)


def written(gauges: Iterable[Gauge]) -> bytes | None:
    """Everything that was counted, and the figures of the moment, as Prometheus reads it. None without its library."""
    if _counted is None:
        return None
    from prometheus_client.multiprocess import MultiProcessCollector

    registry = prometheus.CollectorRegistry()
    counts = prometheus.REGISTRY
    if os.environ.get(FOLDER):
        counts = prometheus.CollectorRegistry()
        MultiProcessCollector(counts)
    registry.register(_Now(gauges))
    return bytes(prometheus.generate_latest(counts)) + bytes(prometheus.generate_latest(registry))


class _Now:
    """The figures of the moment, as the library asks for them."""

    def __init__(self, gauges: Iterable[Gauge]) -> None:
        self._gauges = list(gauges)

    def collect(self) -> Iterator[Any]:
        from prometheus_client.core import GaugeMetricFamily

        families: dict[str, Any] = {}
        for one in self._gauges:
            name = f"warledger_{one.name}"
            if name not in families:
                families[name] = GaugeMetricFamily(name, one.meaning, labels=list(one.labels))
            families[name].add_metric(list(one.labels.values()), one.value)
        yield from families.values()
