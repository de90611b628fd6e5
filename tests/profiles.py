"""The examples that Hypothesis tries: fewer with ``dev``, all with ``--hypothesis-profile=ci``.

It times each example by the wall clock unless told otherwise, and a busy machine then fails a good
test; and the same commit must give the same result.
"""

from hypothesis import settings

FEWER = 10
"""The divisor of ``dev``."""

settings.register_profile("ci", deadline=None, derandomize=True, max_examples=100)
settings.register_profile(
    "dev", settings.get_profile("ci"), max_examples=settings.get_profile("ci").max_examples // FEWER
)
settings.load_profile("dev")


def examples(number: int) -> int:
    """Return how many examples to try where ``ci`` tries this number."""
    return number if settings.get_current_profile_name() == "ci" else max(1, number // FEWER)
