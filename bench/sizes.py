"""Which models are measured, and how large.

A row: model, the constant that grows, its values, values for --quick, other constants.
A tool that passes the time limit at one size is not asked for larger ones.
"""

SIZES = [
    # few orbits, many processes
    ("mutex", "N", [10, 20, 40, 80], [10], {}),
    ("resource_controller", "N", [10, 20, 40, 80], [], {}),
    ("readers_writers", "N", [5, 10, 15, 20], [8], {}),
    ("futurebus", "N", [4, 8, 12, 16], [], {}),
    # coherence and commit: large and nearly flat
    ("german", "N", [3, 4, 5, 6], [3, 4], {}),
    ("two_phase_commit", "N", [3, 4, 5, 6], [4], {}),
    ("arbiter", "N", [4, 5, 6, 7, 8], [], {}),
    # processes that hold names of processes: canonical forms take work
    ("peterson", "N", [4, 5, 6, 7], [5], {}),
    ("mcs_lock", "N", [4, 5, 6, 7], [4], {}),
    ("leader_election", "N", [3, 4, 5, 6], [], {}),
    # no symmetry: the plain speed of search and store
    ("dining_philosophers", "N", [4, 5, 6, 7], [5], {}),
]

# Why the other models are not in the table.
SKIPPED = {
    "abp": "Rumur has no multisets",
    "msi_directory": "Rumur has no multisets and no unions",
    "dining_deadlock": "ends at the first error",
}
