"""The page of every option is what the commands say of themselves."""

import runpy

import pytest
from blocks import DOCS

OPTIONS = runpy.run_path(str(DOCS / "options.py"))


@pytest.mark.parametrize("language", OPTIONS["PAGES"])
def test_the_page_of_options_is_that_of_the_commands(language: str):
    page = OPTIONS["PAGES"][language].read_text(encoding="utf-8")
    assert page == OPTIONS["made"](language), "run: python docs/options.py"


@pytest.mark.parametrize("language", OPTIONS["PAGES"])
def test_every_option_of_every_command_is_explained(language: str):
    from typer.main import get_command

    from board_cli.app import app

    page = OPTIONS["PAGES"][language].read_text(encoding="utf-8")
    board = get_command(app)
    contexts = [board.context_class(board, info_name="board")]
    for context in contexts:  # grows
        contexts += OPTIONS["commands_below"](context)
        path = context.command_path
        section = page.partition(f"\n## `{path}`\n")[2].partition("\n## ")[0]
        assert section, path
        for parameter in context.command.params:
            if path != "board gui" and parameter.param_type_name == "option":
                for name in parameter.opts:
                    assert f"`{name}`" in section, (path, name)
    assert len(contexts) > 20
