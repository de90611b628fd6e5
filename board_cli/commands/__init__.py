"""The commands of ``board``, a file each; :mod:`board_cli.app` puts them together."""
