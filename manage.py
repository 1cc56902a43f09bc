#!/usr/bin/env python3
"""The one command line of Warledger: `python3 manage.py up`, `test`, `help`. Needs only Python 3.11 or newer.

This file must stay readable for older Pythons too, so that they can say what is missing.
"""

import sys

MINIMUM = (3, 11)


def main():  # type: () -> int
    if sys.version_info[:2] < MINIMUM:
        sys.stderr.write(
            "Warledger needs Python %d.%d or newer, and this is Python %s.\n"
            "Install a newer one from https://www.python.org/downloads/ or your system's packages,\n"
            "then start this command with it, for example: python3.12 manage.py up\n"
            % (MINIMUM + (sys.version.split()[0],))
        )
        return 2
    from tracker import bootstrap

    return bootstrap.run(sys.argv)


if __name__ == "__main__":
    sys.exit(main())
