"""Benchmarks: every figure is a ratio against its limit, measured in the same run, turn by turn.

`harness.py` measures and prints; `scratch.py` lends databases that nobody else uses; the other modules hold the
figures. Called by `manage.py bench`. An absolute speed says more about the machine than about the program, so a
figure compares with the least that any program would have to do for the same work.
"""
