#!/bin/sh
# Random formulas and their automata against their meaning on words.
#
#   tools/fuzz/logic.sh [FORMULAS [SEED]]
#
# The unit test of the translation with more cases: 100000 formulas take about two
# minutes. Exit status: that of the tests.
cd "$(dirname "$0")/../.." || exit 1
NOE_LOGIC_CASES=${1:-100000} NOE_LOGIC_SEED=${2:-1}
export NOE_LOGIC_CASES NOE_LOGIC_SEED
make --no-print-directory build/unit/test_logic || exit 77
build/unit/test_logic 2>&1 || { echo "FAILED formulas, seed $NOE_LOGIC_SEED"; exit 1; }
echo "$NOE_LOGIC_CASES formulas, seed $NOE_LOGIC_SEED"
