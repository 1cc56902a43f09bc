"""What proves the log against whoever could change the database: seals, their file, and the verification of everything.

`seals` signs the heads of all streams, `seal_file` keeps a copy beside the database, `anchors` bridges a lost key;
`verify` and `witness` find what does not fit together. `docs/security.md` tells what each of them proves.
"""
