#include "cli/expect.h"

#include <assert.h>
#include <ctype.h>
#include <stddef.h>
#include <string.h>

/* `line` is where the first code, or else the failed property, stands. */
static const struct key {
  const char *name;
  size_t offset;
  bool in_model_only;
} keys[] = {
#define KEY(name, field, in_model_only)                                                                                \
  { name, offsetof(struct noe_expectation, field), in_model_only }
    KEY("verdict", verdict, false), KEY("kind", kind, false),        KEY("property", property, false),
    KEY("states", states, false),   KEY("stored", stored, false),    KEY("rules", rules, false),
    KEY("depth", depth, false),     KEY("code", code, false),        KEY("line", place, false),
    KEY("prints", prints, false),   KEY("symmetry", symmetry, true), KEY("options", options, true),
#undef KEY
};
enum { KEYS = sizeof keys / sizeof *keys };

static const char *const verdicts[] = {"holds", "violated", "unknown", "rejected"};
enum { VERDICTS = sizeof verdicts / sizeof *verdicts };

struct reader {
  struct noe_arena *arena;
  struct noe_expectation *expectation;
  bool in_model;
  NOE_LIST(struct noe_define) constants;
  const char *problem;
};

static bool is_verdict(const char *word) {
  for (size_t i = 0; i < VERDICTS; i++)
    if (!strcmp(word, verdicts[i]))
      return true;
  return false;
}

static const struct key *find_key(const struct reader *reader, const char *name) {
  for (size_t i = 0; i < KEYS; i++)
    if (!strcmp(keys[i].name, name) && (reader->in_model || !keys[i].in_model_only))
      return &keys[i];
  return NULL;
}

/* ----------------------------------------------------------------- words */

/* The word at `*text` without its quotes, and `*text` behind it and its separator;
 * NULL if there is none, or (with a problem) if a quote is not closed. */
static const char *take_word(struct reader *reader, const char **text) {
  const char *from = *text;
  while (*from && (isspace((unsigned char)*from) || (*from == ',' && !reader->in_model)))
    from++;
  if (!*from)
    return NULL;
  char *word = noe_base_arena_text(reader->arena, from, strlen(from)), *end = word, quote = 0;
  for (; *from; from++) {
    if (quote ? *from == quote : *from == '"' || *from == '\'')
      quote = quote ? 0 : *from;
    else if (!quote && (isspace((unsigned char)*from) || (*from == ',' && !reader->in_model)))
      break;
    else
      *end++ = *from;
  }
  *end = 0;
  *text = from;
  if (quote)
    reader->problem = noe_base_arena_format(reader->arena, "a quote is not closed: %s", word);
  return quote ? NULL : word;
}

static const char *unknown_key(const struct reader *reader, const char *name) {
  const char *names[KEYS + VERDICTS];
  size_t count = 0;
  for (size_t i = 0; i < KEYS; i++)
    if (reader->in_model || !keys[i].in_model_only)
      names[count++] = keys[i].name;
  for (size_t i = 0; i < VERDICTS; i++)
    names[count++] = verdicts[i];
  assert(count <= KEYS + VERDICTS && "there is room for all keys and verdicts");
  const char *near = noe_base_suggest(name, names, count);
  if (near)
    return noe_base_arena_format(reader->arena, "`%s` is no verdict and no key; did you mean `%s`?", name, near);
  return noe_base_arena_format(reader->arena, "`%s` is no verdict and no key such as states=1234", name);
}

static const char *set_key(struct reader *reader, const struct key *key, const char *value) {
  const char **field = (const char **)(void *)((char *)reader->expectation + key->offset);
  bool is_count = !strcmp(key->name, "states") || !strcmp(key->name, "stored") || !strcmp(key->name, "rules") ||
                  !strcmp(key->name, "depth") || !strcmp(key->name, "line");
  if (*field)
    return noe_base_arena_format(reader->arena, "`%s` is given twice", key->name);
  if (is_count && (!*value || value[strspn(value, "0123456789")]))
    return noe_base_arena_format(reader->arena, "%s=%s: a number is needed, in digits alone", key->name, value);
  if (!strcmp(key->name, "verdict") && !is_verdict(value))
    return noe_base_arena_format(reader->arena, "verdict=%s: it must be holds, violated, unknown or rejected", value);
  *field = value;
  return NULL;
}

static const char *read_word(struct reader *reader, const char *word) {
  const char *equals = strchr(word, '=');
  if (!equals)
    return is_verdict(word) ? set_key(reader, find_key(reader, "verdict"), word) : unknown_key(reader, word);
  const char *name = noe_base_arena_text(reader->arena, word, (size_t)(equals - word));
  const struct key *key = find_key(reader, name);
  if (key)
    return set_key(reader, key, equals + 1);
  if (!reader->in_model || !*name)
    return unknown_key(reader, name);
  struct noe_define constant = {name, equals + 1};
  NOE_LIST_PUSH(reader->arena, &reader->constants, constant);
  return NULL;
}

bool noe_cli_expect_read(struct noe_arena *arena, const char *text, bool in_model, struct noe_expectation *expectation,
                         const char **problem) {
  struct reader reader = {.arena = arena, .expectation = expectation, .in_model = in_model};
  const char *rest = text, *word;
  *expectation = (struct noe_expectation){.text = text};
  while (!reader.problem && (word = take_word(&reader, &rest)))
    reader.problem = read_word(&reader, word);
  if (!reader.problem && !expectation->verdict && in_model)
    reader.problem = "the verdict is missing: verdict=holds, violated, unknown or rejected";
  expectation->constants = reader.constants.items;
  expectation->constant_count = reader.constants.count;
  *problem = reader.problem;
  return !reader.problem;
}

/* ---------------------------------------------------------------- models */

/* What stands behind `-- expect:` on a line, or NULL. */
static const char *after_mark(const char *line) {
  line += strspn(line, " \t");
  if (strncmp(line, "--", 2))
    return NULL;
  line += 2 + strspn(line + 2, " \t");
  return strncmp(line, "expect:", 7) ? NULL : line + 7 + strspn(line + 7, " \t");
}

size_t noe_cli_expect_lines(struct noe_arena *arena, const struct noe_source *source, struct noe_expectation **list,
                            const char **problem) {
  NOE_LIST(struct noe_expectation) found = {0};
  *problem = NULL;
  for (size_t i = 0; i < source->line_count && !*problem; i++) {
    const char *text = after_mark(source->bytes + source->lines[i]);
    struct noe_expectation expectation;
    if (!text)
      continue;
    text = noe_base_arena_text(arena, text, strcspn(text, "\r\n"));
    if (!noe_cli_expect_read(arena, text, true, &expectation, problem))
      *problem = noe_base_arena_format(arena, "%s:%zu: `-- expect:`: %s", source->name, i + 1, *problem);
    expectation.line = (uint32_t)i + 1;
    NOE_LIST_PUSH(arena, &found, expectation);
  }
  *list = found.items;
  return found.count;
}

/* All texts are names of files, or go with them, but those of engines. */
static bool names_a_file(const struct noe_command_line *line) {
  for (size_t i = 0; i < noe_base_option_count; i++)
    if (line->given[i] && noe_base_option_rows[i].kind == NOE_OPTION_TEXT &&
        strcmp(noe_base_option_rows[i].name, "engine"))
      return true;
  return line->word_count;
}

bool noe_cli_expect_options(struct noe_arena *arena, const struct noe_options *options,
                            const struct noe_expectation *expectation, struct noe_options *out, const char **problem) {
  struct reader reader = {.arena = arena, .in_model = true};
  struct noe_command_line line = noe_base_command_line(arena);
  NOE_LIST(const char *) words = {0};
  line.options = *options;
  for (size_t i = 0; i < expectation->constant_count; i++)
    NOE_LIST_PUSH(
        arena, &words,
        noe_base_arena_format(arena, "-D%s=%s", expectation->constants[i].name, expectation->constants[i].value));
  const char *rest = expectation->options ? expectation->options : "", *word;
  while ((word = take_word(&reader, &rest)))
    NOE_LIST_PUSH(arena, &words, word);
  if (expectation->symmetry)
    NOE_LIST_PUSH(arena, &words, noe_base_arena_format(arena, "--symmetry=%s", expectation->symmetry));
  *problem = NULL;
  if (!noe_base_command_line_parse(&line, words.items, words.count))
    *problem = line.error;
  else if (names_a_file(&line))
    *problem = "options in a model cannot name files";
  *out = line.options;
  return !*problem;
}
