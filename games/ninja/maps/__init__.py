"""Maps of castles: imported, sketched, or played on a printed board alone."""
