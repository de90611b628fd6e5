"""``board why``: what one code of a reason means, and what to do about it."""

from __future__ import annotations

import sys
from typing import Annotated

from board_cli.language import _, words
from board_cli.option_values import Value, argument, refusal

MORE_HELP = (_("The code is printed below the reason by 'match' and 'check'."),)

EXAMPLES = (("board why held-back", ""), ("board why", _("all codes")))


def run(
    *,
    code: Annotated[str, argument(Value.NAME, _("The code; without one all are listed."))] = "",
) -> None:
    from difflib import get_close_matches

    from rich.text import Text

    from board_cli.commands.docs import row_of_code
    from board_cli.report import reason_sure
    from board_cli.screen import console_for, folded
    from board_core.author.doctor import examining  # noqa: F401  it and what it imports have rows
    from board_core.diagnosis.rows import CAUSE_ADVICE
    from board_core.game.player import Cause
    from board_core.game.rules import BLAMES_A_PLAYER
    from board_core.games.chess import mistakes  # noqa: F401  imported when a game is lost so
    from board_core.match.known_games import HOSTED_GAMES
    from board_core.text.findings import ROWS, page_of
    from board_core.text.sentence import TEMPLATE_FIELD

    console = console_for(sys.stdout)

    def show(text: str, style: str = "") -> None:
        console.print(Text(folded(text, console.width, "  "), style=style), soft_wrap=True)

    [*HOSTED_GAMES.values()]  # whose rules have rows
    causes = {cause.value: cause for cause in Cause}
    reasons = {reason.value for reason in BLAMES_A_PLAYER}
    known = sorted({*ROWS, *causes, *reasons})
    if code and code not in known:
        near = get_close_matches(code, known, n=1)
        meant = _("; did you mean {code}?", code=near[0]) if near else ""
        raise refusal("NAME", _("{text} is no code of a reason", text=repr(code)) + meant)
    for each in [code] if code else known:
        row = ROWS.get(each)
        if row is None:
            said, cause = row_of_code(each), causes.get(each)
            advice = None if cause is None else CAUSE_ADVICE.get(cause)
            show(_("{heading}: {text}", heading=each, text=said), "" if code else "dim")
        else:
            said = TEMPLATE_FIELD.sub("…", words.text(row.words)).lstrip("…;；:：，, ")
            advice = row.advice
            show(_("{heading}: {text}", heading=each, text=said))
        if code and advice is not None:
            show(f"→ {words.sentence(advice)}", "bold")
        if code and row is not None:
            for line in reason_sure(row.certainty, row.to_be_sure):
                show(line, "dim")
        if code:
            page = page_of(code) if code in ROWS or code in causes else "diagnoses#reasons"
            command = f"board docs {page.replace('.md', '')}"
            show(_("more: {command}", command=command), "dim")
