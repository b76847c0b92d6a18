/* The command line, word by word. Options may stand anywhere among the other
 * words; `--` ends them. */
#include <string.h>

#include "base/options.h"

struct parser {
  struct noe_command_line *line;
  const char *const *words;
  size_t count, next;
  size_t defines_before; /* defines that an earlier call has left */
};

struct noe_command_line noe_base_command_line(struct noe_arena *arena) {
  struct noe_command_line line = {.arena = arena, .options = noe_base_options()};
  line.given = NOE_NEW_ARRAY(arena, bool, noe_base_option_count);
  return line;
}

static bool fail(struct parser *parser, const char *format, ...) __attribute__((format(printf, 2, 3)));

static bool fail(struct parser *parser, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  parser->line->error = noe_base_arena_vformat(parser->line->arena, format, arguments);
  va_end(arguments);
  return false;
}

const struct noe_option_row *noe_base_option_find(const char *name, size_t length) {
  for (size_t i = 0; i < noe_base_option_count; i++)
    if (strlen(noe_base_option_rows[i].name) == length && !memcmp(noe_base_option_rows[i].name, name, length))
      return &noe_base_option_rows[i];
  return NULL;
}

static const struct noe_option_row *find_letter(char letter) {
  for (size_t i = 0; i < noe_base_option_count; i++)
    if (noe_base_option_rows[i].letter == letter)
      return &noe_base_option_rows[i];
  return NULL;
}

/* ---------------------------------------------------------------- values */

static bool number_problem(struct parser *parser, const struct noe_option_row *row, const char *text,
                           enum noe_number_status status) {
  const char *example = row->kind == NOE_OPTION_BYTES     ? "a size such as 512M or 4G"
                        : row->kind == NOE_OPTION_SECONDS ? "a time such as 500ms, 60s, 5m or 2h"
                                                          : "a whole number such as 20 or 5k";
  if (status == NOE_NUMBER_NEGATIVE)
    return fail(parser, "--%s cannot be negative: `%s`", row->name, text);
  if (status == NOE_NUMBER_TOO_LARGE)
    return fail(parser, "--%s: `%s` is too large", row->name, text);
  return fail(parser, "--%s needs %s, not `%s`", row->name, example, text);
}

/* `diff, full or off` */
static const char *choice_list(struct noe_arena *arena, const char *const *names, size_t count) {
  const char *list = names[0];
  for (size_t i = 1; i < count; i++)
    list = noe_base_arena_format(arena, "%s%s%s", list, i + 1 < count ? ", " : " or ", names[i]);
  return list;
}

static bool set_choice(struct parser *parser, const struct noe_option_row *row, const char *text, int *field) {
  char names[16][32];
  const char *candidates[16];
  size_t count = 0;
  for (; count < 16 && noe_base_option_choice(row->argument, count, names[count], sizeof names[0]); count++) {
    candidates[count] = names[count];
    if (!strcmp(names[count], text)) {
      *field = (int)count;
      return true;
    }
  }
  const char *near = noe_base_suggest(text, candidates, count);
  const char *list = choice_list(parser->line->arena, candidates, count);
  if (near)
    return fail(parser, "--%s must be %s, not `%s`; did you mean `%s`?", row->name, list, text, near);
  return fail(parser, "--%s must be %s, not `%s`", row->name, list, text);
}

/* One more value of an option that may have several. */
static bool add_value(struct parser *parser, const struct noe_option_row *row, const char *text,
                      struct noe_words *words) {
  const char **items = NOE_NEW_ARRAY(parser->line->arena, const char *, words->count + 1);
  if (words->count)
    memcpy(items, words->items, words->count * sizeof *items);
  items[words->count++] = text;
  words->items = items;
  return *text || fail(parser, "--%s needs %s, but the text is empty", row->name, row->argument);
}

static bool set(struct parser *parser, const struct noe_option_row *row, const char *text) {
  void *field = (char *)&parser->line->options + row->offset;
  enum noe_number_status status = NOE_NUMBER_OK;
  parser->line->given[row - noe_base_option_rows] = true;
  switch (row->kind) {
  case NOE_OPTION_FLAG: *(bool *)field = true; return true;
  case NOE_OPTION_TEXT:
    *(const char **)field = text;
    return *text || fail(parser, "--%s needs a %s, but the text is empty", row->name, row->argument);
  case NOE_OPTION_WORDS: return add_value(parser, row, text, field);
  case NOE_OPTION_CHOICE: return set_choice(parser, row, text, field);
  case NOE_OPTION_COUNT: status = noe_base_parse_count(text, field); break;
  case NOE_OPTION_BYTES: status = noe_base_parse_bytes(text, field); break;
  case NOE_OPTION_SECONDS: status = noe_base_parse_seconds(text, field); break;
  }
  return status == NOE_NUMBER_OK || number_problem(parser, row, text, status);
}

/* The word after an option that needs a value. A forgotten value must not swallow
 * the next option; a lone `-` is a file name. */
static const char *take_value(struct parser *parser) {
  if (parser->next == parser->count)
    return NULL;
  const char *word = parser->words[parser->next];
  bool looks_like_option = word[0] == '-' && word[1] && !(word[1] >= '0' && word[1] <= '9');
  if (looks_like_option)
    return NULL;
  parser->next++;
  return word;
}

static bool set_from_next(struct parser *parser, const struct noe_option_row *row) {
  const char *value = take_value(parser);
  if (!value)
    return fail(parser, "--%s needs a value: --%s=%s", row->name, row->name, row->argument);
  return set(parser, row, value);
}

/* --------------------------------------------------------------- defines */

static bool store_define(struct parser *parser, struct noe_define define) {
  struct noe_options *options = &parser->line->options;
  struct noe_define *copy = NOE_NEW_ARRAY(parser->line->arena, struct noe_define, options->define_count + 1);
  size_t count = options->define_count, place = count;
  for (size_t i = 0; i < count; i++) {
    copy[i] = options->defines[i];
    if (!strcmp(copy[i].name, define.name))
      place = i;
  }
  if (place < count && place >= parser->defines_before && strcmp(copy[place].value, define.value))
    return fail(parser, "-D gives %s two values: %s and %s", define.name, copy[place].value, define.value);
  copy[place] = define;
  options->defines = copy;
  options->define_count = place < count ? count : count + 1;
  return true;
}

static bool add_define(struct parser *parser, const char *text) {
  if (!text)
    return fail(parser, "-D needs a constant and its value: -D NAME=VALUE");
  const char *equals = strchr(text, '=');
  if (!equals || equals == text || !equals[1])
    return fail(parser, "-D needs NAME=VALUE, such as -D N=8, not `%s`", text);
  struct noe_define define = {noe_base_arena_text(parser->line->arena, text, (size_t)(equals - text)), equals + 1};
  return store_define(parser, define);
}

/* --------------------------------------------------------------- options */

static bool unknown_option(struct parser *parser, const char *word, size_t length) {
  const char *here = noe_base_option_of_others(word, length);
  if (here)
    return fail(parser, "unknown option `%.*s`; here it is `%s`", (int)length, word, here);
  struct noe_arena *arena = parser->line->arena;
  const char **names = NOE_NEW_ARRAY(arena, const char *, noe_base_option_count + 2);
  for (size_t i = 0; i < noe_base_option_count; i++)
    names[i] = noe_base_option_rows[i].name;
  names[noe_base_option_count] = "help";
  names[noe_base_option_count + 1] = "version";
  const char *bare = noe_base_arena_text(arena, word + 2, length - 2);
  const char *near = noe_base_suggest(bare, names, noe_base_option_count + 2);
  if (near)
    return fail(parser, "unknown option `--%s`; did you mean `--%s`?", bare, near);
  return fail(parser, "unknown option `--%s`", bare);
}

static bool long_option(struct parser *parser, const char *word) {
  const char *equals = strchr(word, '=');
  size_t length = equals ? (size_t)(equals - word) : strlen(word);
  const struct noe_option_row *row = noe_base_option_find(word + 2, length - 2);
  if (!row)
    return unknown_option(parser, word, length);
  if (row->kind == NOE_OPTION_FLAG && equals)
    return fail(parser, "--%s takes no value", row->name);
  if (row->kind == NOE_OPTION_FLAG)
    return set(parser, row, NULL);
  return equals ? set(parser, row, equals + 1) : set_from_next(parser, row);
}

/* `-ndl`, `-m4000`, and `-time` for `--time`. */
static bool unknown_short(struct parser *parser, const char *word) {
  size_t length = strcspn(word, "=0123456789");
  const char *here = noe_base_option_of_others(word, length);
  const struct noe_option_row *row = length > 2 ? noe_base_option_find(word + 1, length - 1) : NULL;
  if (here)
    return fail(parser, "unknown option `%s`; here it is `%s`", word, here);
  if (row)
    return fail(parser, "unknown option `%s`; did you mean `--%s`?", word, row->name);
  return fail(parser, "unknown option `%s`", word);
}

/* `-q`, `-o FILE`, `-oFILE`, `-iq`, `-D N=8`, `-DN=8`. */
static bool short_options(struct parser *parser, const char *word) {
  for (const char *letter = word + 1; *letter; letter++) {
    if (*letter == 'D')
      return add_define(parser, letter[1] ? letter + 1 : take_value(parser));
    const struct noe_option_row *row = find_letter(*letter);
    if (!row)
      return unknown_short(parser, word);
    if (row->kind != NOE_OPTION_FLAG)
      return letter[1] ? set(parser, row, letter + 1) : set_from_next(parser, row);
    if (!set(parser, row, NULL))
      return false;
  }
  return true;
}

static void add_word(struct parser *parser, const char *word) {
  struct noe_command_line *line = parser->line;
  const char **words = NOE_NEW_ARRAY(line->arena, const char *, line->word_count + 1);
  if (line->word_count)
    memcpy(words, line->words, line->word_count * sizeof *words);
  words[line->word_count++] = word;
  line->words = words;
}

static bool is_help(const char *word) { return !strcmp(word, "--help") || !strcmp(word, "-h"); }

static bool is_version(const char *word) { return !strcmp(word, "--version") || !strcmp(word, "-V"); }

/* Who asks for help gets it, whatever else is wrong. */
static void look_for_help(struct noe_command_line *line, const char *const *words, size_t count) {
  for (size_t i = 0; i < count && strcmp(words[i], "--"); i++) {
    line->help = line->help || is_help(words[i]);
    line->version = line->version || is_version(words[i]);
  }
}

static bool parse_word(struct parser *parser, const char *word) {
  if (is_help(word) || is_version(word))
    return true;
  if (word[0] == '-' && word[1] == '-')
    return long_option(parser, word);
  if (word[0] == '-' && word[1])
    return short_options(parser, word);
  add_word(parser, word);
  return true;
}

bool noe_base_command_line_parse(struct noe_command_line *line, const char *const *words, size_t count) {
  struct parser parser = {line, words, count, 0, line->options.define_count};
  look_for_help(line, words, count);
  while (parser.next < count) {
    const char *word = words[parser.next++];
    if (!strcmp(word, "--"))
      break;
    if (!parse_word(&parser, word))
      return false;
  }
  while (parser.next < count)
    add_word(&parser, words[parser.next++]);
  return true;
}
