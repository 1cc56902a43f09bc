"""A bot that tells a chat about an event, by one stream: python3 bot.py HOST EVENT

It prints what it would post, each line once; a stream that ends before the event is taken up again.
"""

import json
import sys
from urllib.request import urlopen


def parts(host, event):
    """The event itself and its rounds, at once and whenever either has changed."""
    while True:
        with urlopen(f"{host}/api/v1/live/{event}/?expand=rounds,tournament", timeout=60) as stream:
            name = ""
            for line in stream:
                field, _, value = line.decode().rstrip("\n").partition(": ")
                if field == "data" and name in ("rounds", "tournament"):
                    yield name, json.loads(value)
                name = value if field == "event" else ""


def news(round_):
    """Everything that a round has to tell by now."""
    yield f"Round {round_['round']} is drawn: {len(round_['pairings'])} tables"
    for table in round_["pairings"]:
        if table["match"] and table["result"]:
            vp = table["result"]["vp"]
            told = " : ".join(f"{players[0]['name']} {vp[side]}" for side, players in table["sides"].items())
            yield f"Round {round_['round']}, table {table['table']}: {told}"


said = set()
for name, told in parts(*sys.argv[1:]):
    for line in [one for round_ in told for one in news(round_)] if name == "rounds" else []:
        print(line, flush=True) if line not in said else None
        said.add(line)
    if name == "tournament" and told["status"] == "finished":
        break
