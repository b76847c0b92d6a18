/* Models in the house layout. Each file is parsed, formatted and written by itself;
 * one that cannot be read does not keep the others from being done. */
#include <string.h>

#include "cli/cli.h"
#include "lang/lang.h"

static bool format(struct noe_cli *cli, const char *name, struct noe_source *source, struct noe_text *out) {
  const struct noe_front_end *front_end = noe_cli_front_end(cli, name);
  if (!front_end || !noe_cli_read(cli, name, source))
    return false;
  if (!front_end->format) {
    noe_cli_complain(cli, "%s: models in the language %s are not formatted", name, front_end->name);
    return false;
  }
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(cli->arena, source);
  noe_base_diagnostics_pedantic(diagnostics, cli->options->pedantic);
  bool good = front_end->format(cli->arena, source, diagnostics, out);
  noe_cli_print_diagnostics(cli, diagnostics);
  return good;
}

static bool is_changed(const struct noe_source *source, const struct noe_text *text) {
  return source->length != text->length || memcmp(source->bytes, noe_base_text_string(text), text->length);
}

static bool deliver(struct noe_cli *cli, const char *name, const struct noe_source *source,
                    const struct noe_text *text) {
  const struct noe_options *options = cli->options;
  if (options->check_only) {
    if (!is_changed(source, text))
      return true;
    noe_cli_complain(cli, "%s would change", name);
    return false;
  }
  if (options->in_place)
    return !is_changed(source, text) || noe_cli_write_file(cli, name, text);
  return noe_cli_write_file(cli, options->output ? options->output : "-", text) || cli->output_closed;
}

static bool do_file(struct noe_cli *cli, const char *name) {
  struct noe_source source;
  struct noe_text text = noe_base_text(cli->memory);
  bool good = format(cli, name, &source, &text) && deliver(cli, name, &source, &text);
  noe_base_text_free(&text);
  return good;
}

/* What the options and words contradict each other in, or NULL. */
static const char *contradiction(struct noe_cli *cli) {
  const struct noe_options *options = cli->options;
  if (options->in_place + options->check_only + (options->output != NULL) > 1)
    return "--in-place, --check and --output exclude each other";
  if (options->output && cli->word_count > 1)
    return "--output takes one model only; --in-place formats several";
  for (size_t i = 0; options->in_place && i < cli->word_count; i++)
    if (!strcmp(cli->words[i], "-"))
      return "--in-place cannot write back to standard input";
  return NULL;
}

int noe_cli_fmt(struct noe_cli *cli) {
  bool good = true;
  if (contradiction(cli))
    return noe_cli_usage(cli, "%s", contradiction(cli));
  for (size_t i = 0; i < cli->word_count && !atomic_load(cli->interrupted); i++)
    good = do_file(cli, cli->words[i]) && good;
  if (atomic_load(cli->interrupted))
    return NOE_STATUS_INTERRUPTED;
  return good ? NOE_STATUS_HOLDS : NOE_STATUS_MODEL;
}
