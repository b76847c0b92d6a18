/* Models in the house layout. Each file is parsed, formatted and written by itself;
 * one that cannot be read does not keep the others from being done. */
#include <string.h>

#include "cli/cli.h"
#include "lang/murphi/format.h"
#include "lang/murphi/parse.h"

static bool format(struct noe_cli *cli, const char *name, struct noe_source *source, struct noe_text *out) {
  if (!noe_cli_read(cli, name, source))
    return false;
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(cli->arena, source);
  noe_base_diagnostics_pedantic(diagnostics, cli->options->pedantic);
  const struct noe_ast *ast = noe_murphi_parse(cli->arena, source, diagnostics);
  noe_cli_print_diagnostics(cli, diagnostics);
  if (noe_base_error_count(diagnostics))
    return false;
  noe_murphi_format(ast, out);
  return true;
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
