/* The command line: options, values, suggestions; and the memory that the machine or
 * a control group allows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/limits.h"
#include "base/options.h"

struct fixture {
  struct noe_memory *memory;
  struct noe_arena *arena;
};

static int set_up(void **state) {
  struct fixture *fixture = calloc(1, sizeof *fixture);
  fixture->memory = noe_base_memory_new(0);
  fixture->arena = noe_base_arena_new(fixture->memory);
  *state = fixture;
  return 0;
}

static int tear_down(void **state) {
  struct fixture *fixture = *state;
  noe_base_arena_delete(fixture->arena);
  assert_int_equal(noe_base_memory_used(fixture->memory), 0);
  noe_base_memory_delete(fixture->memory);
  free(fixture);
  return 0;
}

/* Parses the words up to the NULL. */
static bool parse(void **state, struct noe_command_line *line, const char *const *words) {
  struct fixture *fixture = *state;
  size_t count = 0;
  while (words[count])
    count++;
  *line = noe_base_command_line(fixture->arena);
  return noe_base_command_line_parse(line, words, count);
}

#define PARSE(state, line, ...) parse(state, line, (const char *const[]){__VA_ARGS__, NULL})

static void defaults_are_those_of_the_table(void **state) {
  struct noe_command_line line;
  assert_true(PARSE(state, &line, "check", "m.m"));
  assert_int_equal(line.word_count, 2);
  assert_int_equal(line.options.steps, 0);
  assert_int_equal(line.options.max_errors, 1);
  assert_false(line.options.quiet);
  assert_null(line.options.json);
}

static void options_stand_anywhere(void **state) {
  struct noe_command_line line;
  assert_true(PARSE(state, &line, "--time", "5m", "check", "-q", "m.m", "--json=out", "--mem", "2G", "-"));
  assert_int_equal(line.word_count, 3);
  assert_string_equal(line.words[0], "check");
  assert_string_equal(line.words[2], "-");
  assert_true(line.options.quiet);
  assert_string_equal(line.options.json, "out");
  assert_true(line.options.time == 300.0);
  assert_int_equal(line.options.mem, (uint64_t)2 << 30);
}

static void two_dashes_end_options(void **state) {
  struct noe_command_line line;
  assert_true(PARSE(state, &line, "check", "--", "--quiet", "--help"));
  assert_int_equal(line.word_count, 3);
  assert_false(line.options.quiet);
  assert_false(line.help);
}

static void help_wins_over_mistakes(void **state) {
  struct noe_command_line line;
  assert_false(PARSE(state, &line, "check", "--bogus", "-h"));
  assert_true(line.help);
  assert_false(line.version);
  assert_true(PARSE(state, &line, "-V"));
  assert_true(line.version);
}

static void constants_are_defined_in_two_ways(void **state) {
  struct noe_command_line line;
  assert_true(PARSE(state, &line, "-D", "N=8", "-DM=true"));
  assert_int_equal(line.options.define_count, 2);
  assert_string_equal(line.options.defines[0].name, "N");
  assert_string_equal(line.options.defines[0].value, "8");
  assert_string_equal(line.options.defines[1].value, "true");
  assert_false(PARSE(state, &line, "-D", "N"));
  assert_false(PARSE(state, &line, "-D", "=3"));
  assert_false(PARSE(state, &line, "-DN="));
  assert_false(PARSE(state, &line, "-D"));
  assert_false(PARSE(state, &line, "-DN=1", "-DN=2"));
  assert_true(PARSE(state, &line, "-DN=1", "-DN=1"));
}

static void a_later_call_wins(void **state) {
  struct noe_command_line line;
  const char *const again[] = {"-DN=2", "--steps=7"};
  assert_true(PARSE(state, &line, "-DN=1", "-DK=5", "--steps=3"));
  assert_true(noe_base_command_line_parse(&line, again, 2));
  assert_int_equal(line.options.define_count, 2);
  assert_string_equal(line.options.defines[0].value, "2");
  assert_int_equal(line.options.steps, 7);
}

static void mistakes_are_named(void **state) {
  static const struct {
    const char *word, *message;
  } cases[] = {
      {"--sede=3", "unknown option `--sede`; did you mean `--seed`?"},
      {"--zzzzzzzz", "unknown option `--zzzzzzzz`"},
      {"-x", "unknown option `-x`"},
      {"--steps=-1", "--steps cannot be negative: `-1`"},
      {"--steps=1x", "--steps needs a whole number such as 20 or 5k, not `1x`"},
      {"--steps=", "--steps needs a whole number such as 20 or 5k, not ``"},
      {"--steps=18446744073709551616", "--steps: `18446744073709551616` is too large"},
      {"--mem=1e9", "--mem needs a size such as 512M or 4G, not `1e9`"},
      {"--mem=99999999T", "--mem: `99999999T` is too large"},
      {"--time=nan", "--time needs a time such as 500ms, 60s, 5m or 2h, not `nan`"},
      {"--deadlock=stuk", "--deadlock must be stuttering, stuck or off, not `stuk`; did you mean `stuck`?"},
      {"--json=", "--json needs a FILE, but the text is empty"},
      {"--json", "--json needs a value: --json=FILE"},
      {"--quiet=yes", "--quiet takes no value"},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    struct noe_command_line line;
    assert_false(PARSE(state, &line, cases[i].word));
    assert_string_equal(line.error, cases[i].message);
  }
}

static void a_missing_value_swallows_no_option(void **state) {
  struct noe_command_line line;
  assert_false(PARSE(state, &line, "--json", "--quiet"));
  assert_true(PARSE(state, &line, "--json", "-"));
  assert_string_equal(line.options.json, "-");
}

static void numbers_are_exact(void **state) {
  (void)state;
  uint64_t value;
  double seconds;
  assert_int_equal(noe_base_parse_count("18446744073709551615", &value), NOE_NUMBER_OK);
  assert_true(value == UINT64_MAX);
  assert_int_equal(noe_base_parse_count("5k", &value), NOE_NUMBER_OK);
  assert_int_equal(value, 5000);
  assert_int_equal(noe_base_parse_count("18446744073709552k", &value), NOE_NUMBER_TOO_LARGE);
  assert_int_equal(noe_base_parse_count("+1", &value), NOE_NUMBER_JUNK);
  assert_int_equal(noe_base_parse_count(" 1", &value), NOE_NUMBER_JUNK);
  assert_int_equal(noe_base_parse_bytes("4GiB", &value), NOE_NUMBER_OK);
  assert_int_equal(value, (uint64_t)4 << 30);
  assert_int_equal(noe_base_parse_seconds("1.5h", &seconds), NOE_NUMBER_OK);
  assert_true(seconds == 5400.0);
  assert_int_equal(noe_base_parse_seconds("100ms", &seconds), NOE_NUMBER_OK);
  assert_true(seconds == 0.1);
  assert_int_equal(noe_base_parse_seconds("2", &seconds), NOE_NUMBER_OK);
  assert_true(seconds == 2.0);
  assert_int_equal(noe_base_parse_seconds("9999999999999h", &seconds), NOE_NUMBER_TOO_LARGE);
  assert_int_equal(noe_base_parse_seconds("1.", &seconds), NOE_NUMBER_JUNK);
}

static void suggestions_are_near(void **state) {
  (void)state;
  static const char *const names[] = {"check", "sim", "replay", "explain", "fmt"};
  assert_string_equal(noe_base_suggest("chekc", names, 4), "check");
  assert_string_equal(noe_base_suggest("expl", names, 4), "explain");
  assert_string_equal(noe_base_suggest("SIM", names, 4), "sim");
  assert_null(noe_base_suggest("verify", names, 4));
  assert_null(noe_base_suggest("", names, 4));
  assert_string_equal(noe_base_suggest("fmr", names, 5), "fmt");
  assert_null(noe_base_suggest("foo", names, 5));
  assert_null(noe_base_suggest("x", names, 5));
}

/* ---------------------------------------------------------------- limits */

/* Writes `text` to root/path, making folders. */
static void plant(const char *root, const char *path, const char *text) {
  char name[512];
  snprintf(name, sizeof name, "%s/%s", root, path);
  for (char *slash = name + strlen(root) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
    *slash = 0;
    mkdir(name, 0700);
  }
  FILE *file = fopen(name, "w");
  assert_non_null(file);
  fputs(text, file);
  fclose(file);
}

static int root_up(void **state) {
  char *root = strdup("/tmp/noether-limits-XXXXXX");
  *state = mkdtemp(root);
  plant(root, "proc/meminfo", "MemFree: 5 kB\nMemTotal:       4096 kB\n");
  return 0;
}

static int root_down(void **state) {
  char command[256];
  snprintf(command, sizeof command, "rm -rf '%s'", (char *)*state);
  int status = system(command);
  free(*state);
  return status;
}

static void the_machine_sets_a_limit(void **state) {
  assert_int_equal(noe_base_memory_allowed(*state), 4096 * 1024);
  assert_int_equal(noe_base_memory_allowed("/nonexistent"), 0);
}

static void version_2_groups_are_walked_up(void **state) {
  plant(*state, "proc/self/cgroup", "0::/a/b/c\n");
  plant(*state, "sys/fs/cgroup/a/b/c/memory.max", "max\n");
  plant(*state, "sys/fs/cgroup/a/memory.max", "1000000\n");
  assert_int_equal(noe_base_memory_allowed(*state), 1000000);
  plant(*state, "sys/fs/cgroup/a/b/memory.max", "500000\n");
  assert_int_equal(noe_base_memory_allowed(*state), 500000);
  plant(*state, "sys/fs/cgroup/memory.max", "400000\n");
  assert_int_equal(noe_base_memory_allowed(*state), 400000);
}

static void version_1_groups_are_walked_up(void **state) {
  plant(*state, "proc/self/cgroup", "12:cpu,cpuacct:/x\n3:hugetlb,memory:/docker/7f\n1:name=systemd:/y\n");
  plant(*state, "sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");
  assert_int_equal(noe_base_memory_allowed(*state), 4096 * 1024);
  plant(*state, "sys/fs/cgroup/memory/docker/memory.limit_in_bytes", "3000000\n");
  assert_int_equal(noe_base_memory_allowed(*state), 3000000);
}

static void nonsense_groups_are_ignored(void **state) {
  plant(*state, "proc/self/cgroup", "\n:\nx\n0:\n7:memoryx:/\n0::\n");
  plant(*state, "sys/fs/cgroup/memory.max", "junk\n");
  assert_int_equal(noe_base_memory_allowed(*state), 4096 * 1024);
}

int main(void) {
#define OPTIONS(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
#define LIMITS(test) cmocka_unit_test_setup_teardown(test, root_up, root_down)
  const struct CMUnitTest tests[] = {
      OPTIONS(defaults_are_those_of_the_table),
      OPTIONS(options_stand_anywhere),
      OPTIONS(two_dashes_end_options),
      OPTIONS(help_wins_over_mistakes),
      OPTIONS(constants_are_defined_in_two_ways),
      OPTIONS(a_later_call_wins),
      OPTIONS(mistakes_are_named),
      OPTIONS(a_missing_value_swallows_no_option),
      OPTIONS(numbers_are_exact),
      OPTIONS(suggestions_are_near),
      LIMITS(the_machine_sets_a_limit),
      LIMITS(version_2_groups_are_walked_up),
      LIMITS(version_1_groups_are_walked_up),
      LIMITS(nonsense_groups_are_ignored),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
