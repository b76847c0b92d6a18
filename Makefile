# One Makefile for everything. Sources are globbed: a new file needs no edit here.
#
#   make            the release binary build/noether
#   make run        set up, build, check models/german.m
#   make check      set up, then all tests
#   make debug asan tsan hostile    variants of the binary, under build/VARIANT/
#   make fuzz       longer campaigns (see tools/fuzz/README.md)
#   make mutants    plants mistakes and sees whether the tests notice
#   make bench      seconds against Rumur, by model and size; BENCH=--quick, BENCH=german=3,4
#   make bench-canon  microseconds per canonical form
#   make bench-temporal  temporal claims: seconds and sizes, with and without symmetry
#   make bench-directory  states per second on a directory protocol
#   make bench-store  states per second into the store, and bytes per state
#   make install    to $(PREFIX), default /usr/local

CC      ?= cc
PYTHON  ?= /usr/bin/python3
PREFIX  ?= /usr/local
VARIANT ?= release

FLAGS_release := -O2 -g -fno-plt
FLAGS_debug   := -O0 -g3
FLAGS_asan    := -O1 -g -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined
FLAGS_tsan    := -O1 -g -fsanitize=thread
# Tiny tables, few hash bits: the rare paths run every day.
FLAGS_hostile := -O1 -g -DNOE_HOSTILE

WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wcast-qual
ALL  := -std=c11 -D_GNU_SOURCE -Isrc $(WARN) -pthread -MMD -MP $(FLAGS_$(VARIANT)) $(CFLAGS)
LIBS := -lcjson -lxxhash -lzstd -lm -ldl -pthread

# V=1 shows the commands
Q       := $(if $(V),,@)
DIR     := $(if $(filter release,$(VARIANT)),build,build/$(VARIANT))
SOURCES := $(shell find src -name '*.c' | LC_ALL=C sort)
OBJECTS := $(SOURCES:%.c=$(DIR)/obj/%.o)
LIBRARY := $(filter-out $(DIR)/obj/src/cli/main.o,$(OBJECTS))
UNITS   := $(patsubst tests/unit/%.c,$(DIR)/unit/%,$(sort $(wildcard tests/unit/test_*.c)))

.PHONY: all run check unit brute debug asan tsan hostile fuzz mutants bench bench-canon bench-directory bench-store bench-temporal install clean setup setup-test
all: $(DIR)/noether

$(DIR)/noether: $(OBJECTS)
	@echo "  LD  $@"
	$(Q)$(CC) $(ALL) $(LDFLAGS) -o $@ $^ $(LIBS)

$(DIR)/obj/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC  $<"
	$(Q)$(CC) $(ALL) -c -o $@ $<

$(DIR)/unit/%: $(DIR)/obj/tests/unit/%.o $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  LD  $@"
	$(Q)$(CC) $(ALL) $(LDFLAGS) -o $@ $^ -lcmocka $(LIBS)

unit: $(UNITS)

# The naive judge of temporal claims that noether is crossed with (tests/brute).
BRUTE := $(patsubst %.c,$(DIR)/obj/%.o,$(sort $(wildcard tests/brute/*.c)))
brute: $(DIR)/brute
$(DIR)/brute: $(BRUTE) $(LIBRARY)
	@echo "  LD  $@"
	$(Q)$(CC) $(ALL) $(LDFLAGS) -o $@ $^ $(LIBS)

debug asan tsan hostile:
	$(MAKE) VARIANT=$@ all

setup:
	@tools/deps build

setup-test:
	@tools/deps test

run: setup
	@$(MAKE) --no-print-directory -j$$(nproc) all
	build/noether check models/german.m

check: setup-test
	@$(MAKE) --no-print-directory -j2 all unit brute
	@$(MAKE) --no-print-directory -j2 VARIANT=asan all unit
	@$(MAKE) --no-print-directory -j2 VARIANT=hostile all
	$(PYTHON) tests/run.py

fuzz:
	@tools/deps fuzz
	@$(MAKE) --no-print-directory -j2 all brute unit
	tools/fuzz/run

mutants: setup-test
	tools/mutants

$(DIR)/bench/%: $(DIR)/obj/bench/%.o $(LIBRARY)
	@mkdir -p $(@D)
	@echo "  LD  $@"
	$(Q)$(CC) $(ALL) $(LDFLAGS) -o $@ $^ $(LIBS)

$(DIR)/bench/peak: $(DIR)/obj/bench/peak.o
	@mkdir -p $(@D)
	@echo "  LD  $@"
	$(Q)$(CC) $(ALL) $(LDFLAGS) -o $@ $^

$(DIR)/bench/canon: ALL += -Itests/unit
bench-canon: setup $(DIR)/bench/canon
	$(DIR)/bench/canon

bench:
	@tools/deps bench
	@$(MAKE) --no-print-directory -j$$(nproc) all $(DIR)/bench/peak
	$(PYTHON) bench/run.py $(BENCH)

bench-temporal: setup
	@$(MAKE) --no-print-directory -j$$(nproc) all $(DIR)/bench/peak
	$(PYTHON) bench/temporal.py $(BENCH)

bench-directory: setup
	@$(MAKE) --no-print-directory -j$$(nproc) all $(DIR)/bench/peak
	$(PYTHON) bench/directory.py $(BENCH)

bench-store: setup $(DIR)/bench/store
	$(DIR)/bench/store

install: all
	install -D -m 755 build/noether $(DESTDIR)$(PREFIX)/bin/noether
	install -D -m 644 docs/noether.1 $(DESTDIR)$(PREFIX)/share/man/man1/noether.1

clean:
	rm -rf build

.SECONDARY:
-include $(wildcard $(DIR)/obj/bench/*.d) $(BRUTE:.o=.d) $(OBJECTS:.o=.d) $(UNITS:$(DIR)/unit/%=$(DIR)/obj/tests/unit/%.d)
