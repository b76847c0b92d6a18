# One Makefile for everything. Sources are globbed: a new file needs no edit here.
#
#   make            the release binary build/noether
#   make run        set up, build, check models/german.m
#   make quick      build, then the tests that one wants after each edit: under a minute
#   make check      set up, then lint and all tests
#   make lint       warnings as errors, cppcheck, clang-tidy
#   make format     clang-format on all sources
#   make coverage   which lines of src/ the tests run
#   make debug asan tsan hostile    variants of the binary, under build/VARIANT/
#   make fuzz       longer campaigns (see tools/fuzz/README.md)
#   make mutants    plants mistakes and sees whether the tests notice
#   make bench      seconds against Rumur, by model and size; BENCH=--quick, BENCH=german=3,4
#   make bench-canon  microseconds per canonical form
#   make bench-temporal  temporal claims: seconds and sizes, with and without symmetry
#   make bench-seeds  the tables of a paper on symbolic search with symmetry, row by row, by the counter engine
#   make bench-bdd  seconds and nodes of the engine bdd beside published figures; BENCH=--quick
#   make bench-directory  states per second on a directory protocol
#   make bench-store  states per second into the store, and bytes per state
#   make install    to $(PREFIX), default /usr/local
#   make library    libnoether, under build/shared/
#   make deb        Debian packages, under build/deb/

CC      ?= cc
PYTHON  ?= /usr/bin/python3
PREFIX  ?= /usr/local
VARIANT ?= release

FLAGS_release := -O2 -g -fno-plt
FLAGS_debug   := -O0 -g3
# Variants for tests are compiled quickly: of what debuggers ask for, they have functions and lines.
FLAGS_asan    := -Og -g1 -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined
FLAGS_tsan    := -O1 -g1 -fsanitize=thread
# Tiny tables, few hash bits: the rare paths run every day.
FLAGS_hostile := -O1 -g1 -DNOE_HOSTILE
FLAGS_lint    := -O2 -Werror
FLAGS_coverage := -O0 -g --coverage
FLAGS_shared  := -O2 -g -fPIC -fno-plt

WARN := -Wall -Wextra -Wshadow -Wstrict-prototypes -Wmissing-prototypes -Wpointer-arith -Wcast-qual -Wformat=2 -Wno-format-nonliteral -Wundef -Wwrite-strings -Wold-style-definition
ALL  := -std=c11 -D_GNU_SOURCE -Isrc $(WARN) $(WERROR) -pthread -MMD -MP $(FLAGS_$(VARIANT)) $(CFLAGS)
# BuDDy as an archive where there is one: its shared object has the C++ library with it, which takes longer to load
# than a small model to check. The archive does not fit into a shared object.
BDD  := $(if $(filter shared,$(VARIANT)),-lbdd,$(if $(filter /%,$(shell $(CC) -print-file-name=libbdd.a)),-l:libbdd.a,-lbdd))
LIBS := $(BDD) -lxxhash -lzstd -lm -ldl -pthread

# V=1 shows the commands
Q       := $(if $(V),,@)
DIR     := $(if $(filter release,$(VARIANT)),build,build/$(VARIANT))
SOURCES := $(shell find src -name '*.c' | LC_ALL=C sort)
OBJECTS := $(SOURCES:%.c=$(DIR)/obj/%.o)
# The switch of the hostile variant reaches some files; the other objects are those of the release.
ifeq ($(VARIANT),hostile)
REACHED := $(shell $(PYTHON) tools/reached NOE_HOSTILE)
COMMON  := $(patsubst %.c,build/obj/%.o,$(filter-out $(REACHED),$(SOURCES)))
OBJECTS := $(REACHED:%.c=$(DIR)/obj/%.o) $(COMMON)
endif
LIBRARY := $(filter-out $(DIR)/obj/src/cli/main.o,$(OBJECTS))
UNITS   := $(patsubst tests/unit/%.c,$(DIR)/unit/%,$(sort $(wildcard tests/unit/test_*.c)))

.PHONY: all release run quick check lint format coverage unit brute tiny engines debug asan tsan hostile fuzz mutants bench bench-bdd bench-canon bench-directory bench-seeds bench-store bench-temporal install clean setup setup-test library install-library deb
all: $(DIR)/noether

$(DIR)/noether: $(OBJECTS)
	@echo "  LD  $@"
	$(Q)$(CC) $(ALL) $(LDFLAGS) -o $@ $^ $(LIBS)

$(COMMON): release ;
release:
	@$(MAKE) -s VARIANT=release $(COMMON)

$(DIR)/obj/%.o: %.c
	@mkdir -p $(@D)
	@echo "  CC  $<"
	$(Q)$(CC) $(ALL) -c -o $@ $<

# Files that the assembler includes (src/compile/runtime.c).
$(DIR)/obj/src/compile/runtime.o: $(wildcard src/compile/runtime/*.h) src/compile/native.h src/base/mix.h
$(DIR)/obj/src/report/assets.o: $(wildcard src/report/html/*)

# Of an archive the linker takes what a program needs: many programs are linked with it.
ARCHIVE := $(DIR)/noether.a
$(ARCHIVE): $(LIBRARY)
	@echo "  AR  $@"
	@rm -f $@
	$(Q)$(AR) rcsT $@ $^

$(DIR)/unit/%: $(DIR)/obj/tests/unit/%.o $(ARCHIVE)
	@mkdir -p $(@D)
	@echo "  LD  $@"
	$(Q)$(CC) $(ALL) $(LDFLAGS) -o $@ $^ -lcmocka $(LIBS)

unit: $(UNITS)

# The naive judge of temporal claims that noether is crossed with (tests/brute).
BRUTE := $(patsubst %.c,$(DIR)/obj/%.o,$(sort $(wildcard tests/brute/*.c)))
brute: $(DIR)/brute
$(DIR)/brute: $(BRUTE) $(ARCHIVE)
	@echo "  LD  $@"
	$(Q)$(CC) $(ALL) $(LDFLAGS) -o $@ $^ $(LIBS)

# noether with one more input language, to test what it takes to add one (tests/tiny). Its table
# of languages is found before that of src/.
TINY := $(DIR)/tests/noether-tiny
$(DIR)/obj/tests/tiny/lang.o: src/lang/lang.c tests/tiny/lang/languages.def src/lang/languages.def
	@mkdir -p $(@D)
	@echo "  CC  $< for tests/tiny"
	$(Q)$(CC) -iquote tests/tiny $(ALL) -c -o $@ $<
$(TINY): $(DIR)/obj/tests/tiny/tiny.o $(DIR)/obj/tests/tiny/lang.o $(filter-out $(DIR)/obj/src/lang/lang.o,$(OBJECTS))
	@mkdir -p $(@D)
	@echo "  LD  $@"
	$(Q)$(CC) $(ALL) $(LDFLAGS) -o $@ $^ $(LIBS)
tiny: $(TINY)

# noether with more engines, one of them honest, to test what it takes to add one (tests/engine).
ENGINES := $(DIR)/tests/noether-engines
$(DIR)/obj/tests/engine/engines.o: src/cli/engines.c tests/engine/cli/engines.def src/cli/engines.def
	@mkdir -p $(@D)
	@echo "  CC  $< for tests/engine"
	$(Q)$(CC) -iquote tests/engine $(ALL) -c -o $@ $<
$(ENGINES): $(patsubst %.c,$(DIR)/obj/%.o,$(sort $(wildcard tests/engine/*.c))) $(DIR)/obj/tests/engine/engines.o $(filter-out $(DIR)/obj/src/cli/engines.o,$(OBJECTS))
	@mkdir -p $(@D)
	@echo "  LD  $@"
	$(Q)$(CC) $(ALL) $(LDFLAGS) -o $@ $^ $(LIBS)
engines: $(ENGINES)

debug asan tsan hostile:
	$(MAKE) VARIANT=$@ all

setup:
	@tools/deps build

setup-test:
	@tools/deps test

run: setup
	@$(MAKE) --no-print-directory -j$$(nproc) all
	build/noether check models/german.m

# What one wants after each edit. QUICK adds suites: make quick QUICK="symmetry temporal"
quick:
	@$(MAKE) --no-print-directory -j$$(nproc) all unit
	$(PYTHON) tests/run.py kit tree semantics diagnostics models docs $(QUICK)
	$(PYTHON) tests/run.py variants -k 'unit build/unit/(?!test_(compile|store|build)$$)'

lint:
	@tools/deps lint
	@$(MAKE) --no-print-directory -j$$(nproc) VARIANT=lint all
	tools/lint

format:
	@tools/deps lint
	find src tests bench -name '*.[ch]' | xargs clang-format -i

# Which suites run the lines is up to COVERED; the rest would take long without the optimiser.
COVERED ?= models semantics diagnostics cli symmetry temporal variants
coverage: setup-test
	@$(MAKE) --no-print-directory -j$$(nproc) VARIANT=coverage all unit brute
	@find build/coverage -name '*.gcda' -delete
	NOE_TEST_BUILD=build/coverage $(PYTHON) tests/run.py $(COVERED)
	tools/coverage

# What is not built yet is built with warnings as errors: `make lint` would compile all of it once more.
check: setup-test
	@tools/deps lint
	@$(MAKE) --no-print-directory -j2 WERROR=-Werror all
	@$(MAKE) --no-print-directory -j2 unit brute tiny engines
	@$(MAKE) --no-print-directory -j2 VARIANT=asan all unit tiny engines
	@$(MAKE) --no-print-directory -j2 VARIANT=hostile all
	tools/lint
	$(PYTHON) tests/run.py --complete

fuzz:
	@tools/deps fuzz
	@$(MAKE) --no-print-directory -j2 all brute unit
	tools/fuzz/run

mutants: setup-test
	tools/mutants

$(DIR)/bench/%: $(DIR)/obj/bench/%.o $(ARCHIVE)
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

bench-seeds: setup
	@$(MAKE) --no-print-directory -j$$(nproc) all
	$(PYTHON) bench/seeds.py --html $(DIR)/bench-seeds.html $(BENCH)

bench-temporal: setup
	@$(MAKE) --no-print-directory -j$$(nproc) all $(DIR)/bench/peak
	$(PYTHON) bench/temporal.py --html $(DIR)/bench-temporal.html $(BENCH)

bench-bdd: setup
	@$(MAKE) --no-print-directory -j$$(nproc) all $(DIR)/bench/peak
	$(PYTHON) bench/bdd.py --html $(DIR)/bench-bdd.html $(BENCH)

bench-directory: setup
	@$(MAKE) --no-print-directory -j$$(nproc) all $(DIR)/bench/peak
	$(PYTHON) bench/directory.py --html $(DIR)/bench-directory.html $(BENCH)

bench-store: setup $(DIR)/bench/store
	$(DIR)/bench/store

# libnoether: the same sources; only the names of include/noether.h can be seen.
VERSION := $(shell sed -n 's/.*NOE_VERSION "\(.*\)".*/\1/p' src/base/version.h)
LIBDIR  ?= $(PREFIX)/lib
build/shared/libnoether.so: $(if $(filter shared,$(VARIANT)),$(LIBRARY)) include/libnoether.map
	@echo "  LD  $@"
	$(Q)$(CC) $(ALL) $(LDFLAGS) -shared -Wl,-soname,libnoether.so.0 -Wl,--version-script=include/libnoether.map -o $@ $(LIBRARY) $(LIBS)
library:
	@$(MAKE) --no-print-directory VARIANT=shared build/shared/libnoether.so

install-library: library
	install -D -m 755 build/shared/libnoether.so $(DESTDIR)$(LIBDIR)/libnoether.so.0
	ln -sf libnoether.so.0 $(DESTDIR)$(LIBDIR)/libnoether.so
	install -D -m 644 include/noether.h $(DESTDIR)$(PREFIX)/include/noether.h
	@mkdir -p $(DESTDIR)$(LIBDIR)/pkgconfig
	tools/pkgconfig $(VERSION) $(PREFIX) $(LIBDIR) > $(DESTDIR)$(LIBDIR)/pkgconfig/noether.pc

deb: all library
	@tools/deps deb
	tools/deb $(VERSION)

install: all
	install -D -m 755 build/noether $(DESTDIR)$(PREFIX)/bin/noether
	install -D -m 644 docs/noether.1 $(DESTDIR)$(PREFIX)/share/man/man1/noether.1
	@mkdir -p $(DESTDIR)$(PREFIX)/share/bash-completion/completions $(DESTDIR)$(PREFIX)/share/zsh/site-functions $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d
	build/noether completions bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/noether
	build/noether completions zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_noether
	build/noether completions fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/noether.fish

clean:
	rm -rf build

.SECONDARY:
-include $(wildcard $(DIR)/obj/bench/*.d $(DIR)/obj/tests/tiny/*.d $(DIR)/obj/tests/engine/*.d) $(BRUTE:.o=.d) $(OBJECTS:.o=.d) $(UNITS:$(DIR)/unit/%=$(DIR)/obj/tests/unit/%.d)
