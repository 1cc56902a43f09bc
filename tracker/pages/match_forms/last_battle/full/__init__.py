"""Last Battle at full detail: `*_forms.py` what no schema makes, `view.py` the table, `duels.py` its duels."""
