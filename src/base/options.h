/* Values of the options, made from the table options.def. */
#ifndef NOE_BASE_OPTIONS_H
#define NOE_BASE_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"

/* Of check_symmetry, if it is not given: some states, as time permits. */
#define NOE_SOME_SAMPLES UINT64_MAX

enum {
  NOE_FOR_CHECK = 1 << 0,
  NOE_FOR_SIM = 1 << 1,
  NOE_FOR_REPLAY = 1 << 2,
  NOE_FOR_GRAPH = 1 << 3,
  NOE_FOR_FMT = 1 << 4,
  NOE_FOR_EXPLAIN = 1 << 5,
  NOE_FOR_SYMMETRY = 1 << 6,
  NOE_FOR_LOWER = 1 << 7,
  NOE_FOR_VALIDATE = 1 << 8,
  NOE_FOR_LSP = 1 << 9,
  NOE_FOR_EXPLORE = 1 << 10,
  NOE_FOR_EXPORT = 1 << 11,
  NOE_FOR_COUNTER = 1 << 12,
  NOE_FOR_MODEL = NOE_FOR_CHECK | NOE_FOR_SIM | NOE_FOR_REPLAY | NOE_FOR_GRAPH | NOE_FOR_SYMMETRY | NOE_FOR_LOWER |
                  NOE_FOR_VALIDATE | NOE_FOR_LSP | NOE_FOR_EXPLORE | NOE_FOR_EXPORT | NOE_FOR_COUNTER,
  NOE_FOR_ALL = NOE_FOR_MODEL | NOE_FOR_FMT | NOE_FOR_EXPLAIN,
};

/* The values of an option that may be given several times. */
struct noe_words {
  const char *const *items;
  size_t count;
};

/* One `-D NAME=VALUE`. */
struct noe_define {
  const char *name, *value;
};

struct noe_options {
#define FLAG(field, name, letter, argument, initial, commands, help) bool field;
#define COUNT(field, name, letter, argument, initial, commands, help) uint64_t field;
#define BYTES(field, name, letter, argument, initial, commands, help) uint64_t field;
#define SECONDS(field, name, letter, argument, initial, commands, help) double field;
#define TEXT(field, name, letter, argument, initial, commands, help) const char *field;
#define WORDS(field, name, letter, argument, initial, commands, help) struct noe_words field;
#define CHOICE(field, name, letter, argument, initial, commands, help) int field;
#include "base/options.def"
#undef FLAG
#undef COUNT
#undef BYTES
#undef SECONDS
#undef TEXT
#undef WORDS
#undef CHOICE
  const struct noe_define *defines;
  size_t define_count;
};

/* Indices of the choices, in the order of the table. */
enum { NOE_ENCODING_AUTO, NOE_ENCODING_VECTORS, NOE_ENCODING_COUNTERS };
enum { NOE_SYMMETRY_EXACT, NOE_SYMMETRY_FAST, NOE_SYMMETRY_OFF };
enum { NOE_DETECT_ON, NOE_DETECT_OFF };
enum { NOE_COMPILE_AUTO, NOE_COMPILE_ALWAYS, NOE_COMPILE_NEVER };
enum { NOE_DEADLOCK_STUTTERING, NOE_DEADLOCK_STUCK, NOE_DEADLOCK_OFF };
enum { NOE_STORED_FULL, NOE_STORED_TREE, NOE_STORED_COMPACT };
enum { NOE_TRACE_DIFF, NOE_TRACE_ALL, NOE_TRACE_BRIEF, NOE_TRACE_FULL, NOE_TRACE_OFF };
enum { NOE_LINKS_AUTO, NOE_LINKS_OFF };
enum { NOE_PUT_TRACE, NOE_PUT_ALL, NOE_PUT_OFF };
enum { NOE_AUTO, NOE_ON, NOE_OFF };
enum { NOE_UNDEFINED_MURPHI, NOE_UNDEFINED_STRICT, NOE_UNDEFINED_LENIENT };
enum { NOE_VALUE_PARAMS_REFERENCE, NOE_VALUE_PARAMS_COPY };
enum { NOE_SWEEP_AUTO, NOE_SWEEP_TO_VIOLATION, NOE_SWEEP_TO_LIMIT, NOE_SWEEP_TO_ANY, NOE_SWEEP_ALL };
enum { NOE_PRIORITIES_ON, NOE_PRIORITIES_OFF };

/* The defaults of the table. */
struct noe_options noe_base_options(void);

enum noe_option_kind {
  NOE_OPTION_FLAG,
  NOE_OPTION_COUNT,
  NOE_OPTION_BYTES,
  NOE_OPTION_SECONDS,
  NOE_OPTION_TEXT,
  NOE_OPTION_WORDS,
  NOE_OPTION_CHOICE,
};

/* The rows of the table, for parsing and for help. */
struct noe_option_row {
  enum noe_option_kind kind;
  size_t offset; /* of the field in struct noe_options */
  const char *name;
  char letter;
  const char *argument;
  const char *default_text; /* as written in the table */
  unsigned commands;
  const char *help;
};
extern const struct noe_option_row noe_base_option_rows[];
extern const size_t noe_base_option_count;

/* Name number `index` of an "a|b|c" list of choices, copied to `out`; false if
 * there is no such choice. */
bool noe_base_option_choice(const char *choices, size_t index, char *out, size_t room);

/* The name by which the value of a CHOICE option is known, copied to `out`. */
void noe_base_option_chosen(const struct noe_options *options, const char *name, char *out, size_t room);

/* Row of the option `name` (without dashes), or NULL. */
const struct noe_option_row *noe_base_option_find(const char *name, size_t length);

/* A command line as it was understood. */
struct noe_command_line {
  struct noe_arena *arena;
  struct noe_options options;
  bool *given;        /* by row: the user wrote this option */
  const char **words; /* what is neither an option nor its value */
  size_t word_count;
  bool help, version; /* --help (-h) or --version (-V) stands somewhere */
  const char *error;  /* why parsing failed: one line, without a full stop */
};

/* Everything at its default, no words. */
struct noe_command_line noe_base_command_line(struct noe_arena *arena);

/* Reads words on top of what `line` already holds: options given now win over
 * those given by an earlier call. False, and `error` set, at the first mistake. */
bool noe_base_command_line_parse(struct noe_command_line *line, const char *const *words, size_t count);

/* How the arguments of options are read (options_value.c). */
enum noe_number_status { NOE_NUMBER_OK, NOE_NUMBER_JUNK, NOE_NUMBER_NEGATIVE, NOE_NUMBER_TOO_LARGE };
enum noe_number_status noe_base_parse_count(const char *text, uint64_t *value);
enum noe_number_status noe_base_parse_bytes(const char *text, uint64_t *value);
enum noe_number_status noe_base_parse_seconds(const char *text, double *value);

/* The candidate that `word` was probably meant to be, or NULL: one letter differs,
 * in long words at most a third of them, or it is the only candidate that starts
 * with `word`. */
const char *noe_base_suggest(const char *word, const char *const *candidates, size_t count);

/* What an option of another tool is called here, or NULL. */
const char *noe_base_option_of_others(const char *word, size_t length);

#endif
