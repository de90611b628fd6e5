"""``board settings``: show or change settings."""

from __future__ import annotations

import sys
from typing import Annotated

from board_cli.language import _
from board_cli.option_values import Value, ValueKind, argument, flag, option, refusal
from board_core.text.languages import N_

EXAMPLES = (
    ("board settings", N_("all of them")),
    ("board settings language zh_CN", N_("choose")),
    ("board settings --reset adviser", N_("back to the default")),
)


def run(
    name: Annotated[
        str | None, argument(Value.SETTING, _("A setting; by default all of them."))
    ] = None,
    value: Annotated[str | None, argument(ValueKind("VALUE"), _("Its new value."))] = None,
    reset: Annotated[
        str | None, option(Value.SETTING, _("Set this setting back to its default."))
    ] = None,
    path: Annotated[bool, flag(_("Print only the path of the file."))] = False,
) -> None:
    from board_cli.resolve_options import adviser_of, refusals, settings
    from board_cli.settings import change, show_all, show_one
    from board_core.frontend.settings import require_name
    from board_core.frontend.settings_file import settings_file

    file = settings_file()
    if path:
        print(file)
        return
    if reset is not None and name is not None:
        raise refusal("--reset", _("give a setting or --reset, not both"))
    for hint, named in (("--reset", reset), ("NAME", name)):
        if named is not None:
            with refusals(hint):
                require_name(named)
    chosen = settings()
    if value is reset is None and name in (None, "adviser"):
        adviser_of(chosen)  # it warns if the file names no player
    try:
        with refusals("VALUE"):
            if reset is not None:
                change(chosen, reset, None, file, sys.stdout)
            elif name is None:
                show_all(chosen, file, sys.stdout)
            elif value is None:
                show_one(chosen, name, sys.stdout)
            else:
                change(chosen, name, value, file, sys.stdout)
    except OSError as error:
        shown, why = repr(str(file)), error.strerror
        print(_("{path} cannot be written: {why}", path=shown, why=why), file=sys.stderr)
        sys.exit(1)
