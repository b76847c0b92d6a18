"""One module for each suite; each has `tests()`."""
