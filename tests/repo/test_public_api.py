"""The public API changes when somebody means it to."""

from public_api import LIST, public_api


def test_the_public_api_is_what_the_list_says():
    """If this is meant: ``python tests/repo/public_api.py``, and a line in CHANGELOG.md."""
    assert public_api() == LIST.read_text("utf-8")
