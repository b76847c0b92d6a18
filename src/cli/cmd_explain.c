/* What a code means, at some length. */
#include "cli/cli.h"
#include "report/ink.h"

static void list_codes(struct noe_text *out) {
  for (int code = 0; code < NOE_DIAGNOSTIC_COUNT; code++)
    noe_base_text_printf(out, "%s  %s\n", noe_base_diagnostic_name((enum noe_diagnostic_code)code),
                         noe_base_diagnostic_title((enum noe_diagnostic_code)code));
}

static void explain(struct noe_cli *cli, enum noe_diagnostic_code code, struct noe_text *out) {
  if (out->length)
    noe_base_text_puts(out, "\n");
  noe_base_text_printf(out, "%s%s%s  %s\n\n", noe_ink(cli->colour_out, NOE_INK_BOLD), noe_base_diagnostic_name(code),
                       noe_ink(cli->colour_out, NOE_INK_END), noe_base_diagnostic_title(code));
  noe_cli_fill(out, noe_base_diagnostic_explanation(code), 0, 0, 78);
}

static int unknown_code(struct noe_cli *cli, const char *name) {
  const char *names[NOE_DIAGNOSTIC_COUNT];
  for (int code = 0; code < NOE_DIAGNOSTIC_COUNT; code++)
    names[code] = noe_base_diagnostic_name((enum noe_diagnostic_code)code);
  const char *near = noe_base_suggest(name, names, NOE_DIAGNOSTIC_COUNT);
  if (near)
    noe_cli_complain(cli, "there is no code `%s`; did you mean `%s`?", name, near);
  else
    noe_cli_complain(cli, "there is no code `%s`", name);
  noe_cli_complain(cli, "`noether explain` lists all codes");
  return NOE_STATUS_USAGE;
}

int noe_cli_explain(struct noe_cli *cli) {
  struct noe_text text = noe_base_text(cli->memory);
  if (!cli->word_count)
    list_codes(&text);
  for (size_t i = 0; i < cli->word_count; i++) {
    enum noe_diagnostic_code code = noe_base_diagnostic_find(cli->words[i]);
    if (code == NOE_DIAGNOSTIC_COUNT)
      return unknown_code(cli, cli->words[i]);
    explain(cli, code, &text);
  }
  noe_cli_print_result(cli, &text);
  noe_base_text_free(&text);
  return NOE_STATUS_HOLDS;
}
