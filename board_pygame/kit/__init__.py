"""A small widget kit on pygame-ce: buttons, fields, tables, dialogs. It knows no game."""
