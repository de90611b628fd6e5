"""What both frontends share: the user's settings, and the thread that asks an adviser."""
