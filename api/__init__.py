"""REST below `/api/v1/`: every read through `tracker.selectors`, every write through `tracker.commands`.

The way of a request: `urls.py` finds the view; `endpoint.py` (or, on the hot addresses, `plain_views.py`) refuses
bodies that are too large, names the caller (`auth.py`), counts the request (`throttle.py`) and calls the view in
`views/`; the view reads its input (`inputs.py`), asks the tracker and answers a struct of `shapes/` (`answers.py`).
Whatever is refused on the way becomes one problem body (`errors.py`, sentences in `problems.py`). `openapi.py`
describes it all.
"""
