#!/bin/sh
# Fuzzes the front end (front_end.c) for some minutes: with AFL++ where it is
# installed, by mutations without feedback where it is not.
#
#   tools/fuzz/front_end.sh MINUTES FOLDER
#
# AFL++ runs a fast build; what it found worth keeping then goes through a build
# with sanitizers, which sees more. Texts that break something stay in FOLDER.
# The last line is `N texts tried, M broke something`.
set -u

minutes=$1 folder=$2
cd "$(dirname "$0")/../.." || exit 1
mkdir -p "$folder/seeds" "$folder/broken"
rm -f "$folder"/broken/* "$folder"/seeds/*
dictionary=tools/fuzz/murphi.dict

build() { # compiler, program, files and flags...
  compiler=$1 program=$2
  shift 2
  # shellcheck disable=SC2046
  $compiler -std=c11 -D_GNU_SOURCE -Isrc -Itools/fuzz -g -pthread -o "$program" "$@" \
    tools/fuzz/front_end.c $(find src -name '*.c' ! -path 'src/cli/*') -lxxhash -lm \
    >"$program.log" 2>&1 || { cat "$program.log"; exit 1; }
}

for model in models/*.m tests/language/*.m tests/diagnostics/*.m tests/semantics/*.m tests/symmetry/*.m; do
  cp "$model" "$folder/seeds/$(basename "$(dirname "$model")")-$(basename "$model")"
done
build "${CC:-cc}" "$folder/sanitized" -O1 -fno-omit-frame-pointer -fsanitize=address,undefined \
  -fno-sanitize-recover=undefined tools/fuzz/mutate.c

# One text at a time, so that one that breaks does not hide the others.
sift() {
  for text in "$@"; do
    [ -f "$text" ] || continue
    "$folder/sanitized" "$text" >"$folder/last.log" 2>&1 && continue
    copy=$folder/broken/$(cksum <"$text" | cut -d ' ' -f 1).m
    cp "$text" "$copy"
    echo "BROKEN $copy: $(grep -m 1 -E 'front_end:|runtime error|ERROR|Assertion' "$folder/last.log" || echo no answer)"
  done
}

sift "$folder"/seeds/*.m # AFL++ would quietly leave out what breaks from the start
if command -v afl-fuzz >/dev/null && command -v afl-clang-fast >/dev/null; then
  build afl-clang-fast "$folder/instrumented" -O2
  rm -rf "$folder/afl"
  AFL_NO_UI=1 AFL_SKIP_CPUFREQ=1 AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES=1 AFL_NO_AFFINITY=1 \
    afl-fuzz -i "$folder/seeds" -o "$folder/afl" -m none -t 1000+ -x "$dictionary" \
    -V $((minutes * 60)) -- "$folder/instrumented" >"$folder/afl.log" 2>&1 ||
    { tail -n 20 "$folder/afl.log"; exit 1; }
  found=$folder/afl/default
  tried=$(sed -n 's/^execs_done *: *//p' "$found/fuzzer_stats")
  # Together first: the queue is long, and normally nothing in it breaks.
  find "$found/queue" -maxdepth 1 -type f -name 'id:*' -print0 |
    xargs -0 "$folder/sanitized" >"$folder/queue.log" 2>&1 || sift "$found"/queue/id:*
  sift "$found"/crashes/id:* "$found"/hangs/id:*
else
  # What breaks ends the program: it starts again, with other random numbers.
  end=$(($(date +%s) + minutes * 60)) tried=0 seed=1
  while left=$((end - $(date +%s))) && [ "$left" -gt 0 ]; do
    "$folder/sanitized" --mutate "$left" --seed "$seed" --keep "$folder/last-$seed.m" \
      --dictionary "$dictionary" "$folder"/seeds/*.m >"$folder/mutate.log" 2>&1 || sift "$folder/last-$seed.m"
    passed=$(sed -n 's/ texts passed//p' "$folder/mutate.log")
    tried=$((tried + ${passed:-0})) seed=$((seed + 1))
    rm -f "$folder"/last-*.m
  done
fi

broken=$(find "$folder/broken" -type f | wc -l)
echo "${tried:-some} texts tried, $broken broke something"
[ "$broken" = 0 ]
