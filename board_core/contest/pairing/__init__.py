"""Who meets whom: Swiss, round robin, gauntlet, knockout, match."""
