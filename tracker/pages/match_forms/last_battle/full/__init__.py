"""Last Battle at full detail on the pages.

`said/` the sentences of its events · `terms.py` cards, figures and conditions in words · `form.py` what every form of
the score pad starts from, `*_forms.py` the forms by what happens at the table, `steps.py` which of them are open ·
`view.py` the table as the match page shows it, `duels.py` its duels.
"""
