/* From a file name to a text or a model, or to one clear sentence. */
#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "lang/lang.h"
#include "report/report.h"

/* `german` for `german.m` is the slip of a hurried hand: the file that was meant, or NULL. */
static const char *with_ending(struct noe_cli *cli, const char *name) {
  size_t count;
  const struct noe_front_end *const *front_ends = noe_lang_all(&count);
  for (size_t i = 0; i < count; i++)
    for (size_t k = 0; k < NOE_MOST_ENDINGS && front_ends[i]->endings[k]; k++) {
      const char *with = noe_base_arena_format(cli->arena, "%s%s", name, front_ends[i]->endings[k]);
      if (access(with, R_OK) == 0)
        return with;
    }
  return NULL;
}

/* A hyphen as word processors make it of two: U+2013, U+2014 or U+2212. */
static bool has_wide_hyphen(const char *name) {
  return !strncmp(name, "\xE2\x80\x93", 3) || !strncmp(name, "\xE2\x80\x94", 3) || !strncmp(name, "\xE2\x88\x92", 3);
}

static void no_such_file(struct noe_cli *cli, const char *name, int why) {
  const char *meant = why == ENOENT ? with_ending(cli, name) : NULL;
  if (meant)
    noe_cli_complain(cli, "cannot read %s: %s; did you mean %s?", name, strerror(why), meant);
  else if (!*name)
    noe_cli_complain(cli, "cannot read a file without a name: an argument is empty");
  else if (has_wide_hyphen(name))
    noe_cli_complain(cli, "cannot read %s: %s; did you mean `--%s`?", name, strerror(why), name + 3);
  else
    noe_cli_complain(cli, "cannot read %s: %s", name, strerror(why));
}

bool noe_cli_read(struct noe_cli *cli, const char *name, struct noe_source *source) {
  switch (noe_base_source_read(cli->arena, name, source)) {
  case NOE_READ_OK:
    if (source->length)
      return true;
    noe_cli_complain(cli, "%s is empty", source->name);
    return false;
  case NOE_READ_CANNOT_OPEN: no_such_file(cli, name, errno); return false;
  case NOE_READ_IS_DIRECTORY: noe_cli_complain(cli, "cannot read %s: it is a directory", name); return false;
  case NOE_READ_FAILED: noe_cli_complain(cli, "cannot read %s: %s", name, strerror(errno)); return false;
  case NOE_READ_TOO_LARGE:
    noe_cli_complain(cli, "cannot read %s: it is larger than %zu MB", name, NOE_SOURCE_LIMIT >> 20);
    return false;
  }
  return false;
}

void noe_cli_print_diagnostics(struct noe_cli *cli, const struct noe_diagnostics *diagnostics) {
  if (cli->options->quiet && !noe_base_error_count(diagnostics))
    return;
  struct noe_text text = noe_base_text(cli->memory);
  noe_base_diagnostics_print(diagnostics, &text, cli->colour_error);
  if (!cli->said || strcmp(noe_base_text_string(cli->said), noe_base_text_string(&text)))
    noe_cli_print_error(&text);
  if (cli->said) {
    noe_base_text_clear(cli->said);
    noe_base_text_puts(cli->said, noe_base_text_string(&text));
  }
  noe_base_text_free(&text);
}

const char *noe_cli_languages(struct noe_cli *cli) {
  size_t count;
  const struct noe_front_end *const *front_ends = noe_lang_all(&count);
  const char *text = front_ends[0]->name;
  for (size_t i = 1; i < count; i++)
    text = noe_base_arena_format(cli->arena, "%s%s%s", text, i + 1 < count ? ", " : " or ", front_ends[i]->name);
  return text;
}

const struct noe_front_end *noe_cli_front_end(struct noe_cli *cli, const char *name) {
  const char *wanted = cli->options->language;
  const struct noe_front_end *found = wanted ? noe_lang_named(wanted) : noe_lang_for_file(name);
  if (!found)
    noe_cli_complain(cli, "the name of %s does not tell its language: say --language=%s", name, noe_cli_languages(cli));
  return found;
}

bool noe_cli_load(struct noe_cli *cli, const char *name, struct noe_source *source, struct noe_report *report) {
  *source = (struct noe_source){.name = name};
  report->error = "the model could not be read";
  const struct noe_front_end *front_end = noe_cli_front_end(cli, name);
  if (!front_end || !noe_cli_read(cli, name, source))
    return false;
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(cli->arena, source);
  noe_base_diagnostics_pedantic(diagnostics, cli->options->pedantic);
  report->front_end = front_end;
  report->model = front_end->load(cli->arena, source, cli->options, diagnostics);
  noe_cli_print_diagnostics(cli, diagnostics);
  report->diagnostics = noe_base_diagnostics_list(diagnostics, &report->diagnostic_count);
  size_t errors = noe_base_error_count(diagnostics);
  report->error =
      errors == 1 ? "the model has an error" : noe_base_arena_format(cli->arena, "the model has %zu errors", errors);
  return report->model != NULL;
}
