"""The page of every option is what the commands say of themselves."""

import functools
import runpy

import pytest
from blocks import DOCS, ROOT

OPTIONS = runpy.run_path(str(DOCS / "options.py"))
made = functools.cache(OPTIONS["made"])


@pytest.mark.parametrize("language", OPTIONS["PAGES"])
def test_every_option_of_every_command_is_explained(language: str):

    from board_cli.app import app

    contexts = [app.context_class(app, info_name="board")]
    for context in contexts:  # grows
        contexts += OPTIONS["commands_below"](context)
        path = context.command_path
        section = made(language).partition(f"\n## `{path}`\n")[2].partition("\n## ")[0]
        assert section, path
        for parameter in context.command.params:
            if path != "board gui" and parameter.param_type_name == "option":
                for name in parameter.opts:
                    assert f"`{name}`" in section, (path, name)
    assert len(contexts) > 20


def test_each_language_has_its_own_words():
    english, chinese = (made(language) for language in OPTIONS["PAGES"])
    assert english.startswith("# Command options\n")
    assert chinese.startswith("# 命令选项\n")
    assert english.count("\n## ") == chinese.count("\n## ")
    assert english.count("\n| `") == chinese.count("\n| `")
    assert "Games to play" not in chinese


@pytest.mark.parametrize("path", OPTIONS["PAGES"].values())
def test_the_page_is_made_when_the_site_is_built_and_is_in_no_repository(path: str):
    assert not (DOCS / path).exists(), "board COMMAND --help says the same"
    hooks = (ROOT / "mkdocs.yml").read_text(encoding="utf-8").partition("\nhooks:\n")[2]
    assert "docs/options.py\n" in hooks.partition("\n\n")[0]
