/* Diagnostics as a list, for result files. They are printed in one fixed form, which
 * is read back here line by line:
 *   NAME:LINE:COLUMN: error[CODE]: message
 * without the place if there is none. Source lines, notes and hints do not fit it. */
#include <ctype.h>
#include <string.h>

#include "cli/cli.h"
#include "report/report.h"

static bool skip(const char **text, const char *word) {
  size_t length = strlen(word);
  if (strncmp(*text, word, length))
    return false;
  *text += length;
  return true;
}

static bool skip_number(const char **text, uint32_t *number) {
  if (!isdigit((unsigned char)**text))
    return false;
  for (*number = 0; isdigit((unsigned char)**text); ++*text)
    *number = *number * 10 + (uint32_t)(**text - '0');
  return true;
}

/* `line` ends with a zero byte. */
static bool read_line(struct noe_arena *arena, const char *name, const char *line,
                      struct noe_reported *reported) {
  *reported = (struct noe_reported){0};
  if (!skip(&line, name) || !skip(&line, ":"))
    return false;
  if (skip_number(&line, &reported->line) &&
      !(skip(&line, ":") && skip_number(&line, &reported->column) && skip(&line, ":")))
    return false;
  reported->is_error = skip(&line, " error[");
  if (!reported->is_error && !skip(&line, " warning["))
    return false;
  size_t length = strcspn(line, "]");
  reported->code = noe_base_arena_text(arena, line, length);
  line += length;
  if (!skip(&line, "]: "))
    return false;
  reported->message = noe_base_arena_text(arena, line, strlen(line));
  return true;
}

const struct noe_reported *noe_cli_list_diagnostics(struct noe_cli *cli, const char *name,
                                                    const struct noe_diagnostics *diagnostics,
                                                    size_t *count) {
  NOE_LIST(struct noe_reported) list = {0};
  struct noe_text text = noe_base_text(cli->memory);
  noe_base_diagnostics_print(diagnostics, &text, false);
  for (char *line = text.bytes, *end; line && *line; line = end) {
    struct noe_reported reported;
    end = line + strcspn(line, "\n");
    if (*end)
      *end++ = 0;
    if (read_line(cli->arena, name, line, &reported))
      NOE_LIST_PUSH(cli->arena, &list, reported);
  }
  noe_base_text_free(&text);
  *count = list.count;
  return list.items;
}
