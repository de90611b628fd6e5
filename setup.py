"""``BOARD_COMPILE=1`` compiles the search of the AI `hard`; all else is in pyproject.toml."""

import os

from setuptools import setup

SEARCH = [
    f"board_core/ais/hard/{name}.py"
    for name in ("encoding", "evaluation", "position", "exchange", "judgement", "search")
]

if os.environ.get("BOARD_COMPILE") != "1":
    setup()
else:
    try:
        from mypyc.build import mypycify
    except ImportError:  # pip asks first what it takes to build
        setup(setup_requires=["mypy>=1.15", "chess>=1.11.2,<2"])
    else:
        setup(ext_modules=mypycify(SEARCH, opt_level="3"))
