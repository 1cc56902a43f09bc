"""The table of a league over several events, by one request: python3 league.py HOST EVENT EVENT ...

Each player's league points are the first figure of the standings, added up; whoever came first more often stands above.
"""

import json
import sys
from collections import defaultdict
from fractions import Fraction
from urllib.request import urlopen

FIELDS = "results.name,results.expanded.standings.rows"


def read(host, events):
    asked = f"{host}/api/v1/tournaments/?id={','.join(events)}&expand=standings&fields={FIELDS}"
    with urlopen(asked, timeout=30) as answer:
        return json.load(answer)["results"]


def table(events):
    """Name, points, first places, events of each: a player has one id in all of them."""
    names, points, firsts, played = {}, defaultdict(Fraction), defaultdict(int), defaultdict(int)
    for row in (row for event in events for row in event["expanded"]["standings"]["rows"]):
        who, figure = row["player"], row["figures"][0]
        names[who] = row["name"]
        points[who] += Fraction(figure["top"], figure["bottom"])
        firsts[who] += row["rank"] == 1
        played[who] += 1
    order = sorted(points, key=lambda who: (-points[who], -firsts[who], names[who]))
    return [(names[who], points[who], firsts[who], played[who]) for who in order]


if __name__ == "__main__":
    host, *events = sys.argv[1:]
    for place, (who, total, firsts, played) in enumerate(table(read(host, events)), start=1):
        print(f"{place}. {who}: {float(total):g} points, first {firsts} times in {played} events")
