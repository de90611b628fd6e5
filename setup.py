"""``BOARD_COMPILE=1`` compiles the search of the AI `hard`; all else is in pyproject.toml."""

import os
import sys
from importlib.util import find_spec

from setuptools import setup

SEARCH = [
    f"board_core/ais/hard/{name}.py"
    for name in (
        *("encoding", "evaluation", "position", "exchange", "endings"),
        *("judgement", "table", "sight", "search"),
    )
]

DESCRIBES = {"egg_info", "dist_info"}
"""What pip asks for before it builds, each in a process that would compile for nothing."""

if os.environ.get("BOARD_COMPILE") != "1":
    setup()
elif find_spec("mypyc") is None:  # pip asks first what it takes to build
    setup(setup_requires=["mypy>=1.15", "chess>=1.11.2,<2"])
elif DESCRIBES.intersection(sys.argv):
    setup()
else:
    from mypyc.build import mypycify

    setup(ext_modules=mypycify(SEARCH, opt_level="3"))
