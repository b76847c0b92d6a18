/* export: a model for other tools, as a sequential circuit. */
#include <string.h>

#include "aiger/aiger.h"
#include "cli/session.h"
#include "verdict/plan.h"

/* What the circuit does not speak about, so that nobody takes it for proved. */
static void name_left_out(struct noe_cli *cli, const struct noe_aiger *aiger) {
  for (uint32_t i = 0; i < aiger->left_out_count && !cli->options->quiet; i++)
    noe_cli_complain(cli, "note: left out, since it is about runs: %s (line %u)",
                     noe_verdict_question_name(&aiger->left_out[i]), (unsigned)aiger->left_out[i].clause->place.line);
}

static bool ends_in(const char *name, const char *end) {
  size_t length = strlen(name), tail = strlen(end);
  return length >= tail && !strcmp(name + length - tail, end);
}

static void write_circuit(struct noe_session *session, const struct noe_aiger *aiger) {
  struct noe_cli *cli = session->cli;
  const char *name = cli->options->aiger;
  struct noe_text text = noe_base_text(cli->memory);
  noe_aiger_write(aiger, ends_in(name, ".aag") || !strcmp(name, "-"), cli->typed, &text);
  noe_cli_write_file(cli, name, &text);
  noe_base_text_free(&text);
  name_left_out(cli, aiger);
}

int noe_cli_export(struct noe_cli *cli) {
  struct noe_session session;
  if (!cli->options->aiger)
    return noe_cli_usage(cli, "export needs --aiger FILE: a name that ends in .aag is written in ASCII");
  if (!noe_cli_session(cli, cli->words[0], &session))
    return NOE_STATUS_MODEL;
  struct noe_aiger *aiger = noe_aiger_new(cli->memory, cli->arena, session.report.model, cli->options);
  if (aiger->refused)
    noe_cli_complain(cli, "%s: %s", cli->words[0], aiger->refused);
  else
    write_circuit(&session, aiger);
  int status = aiger->refused ? NOE_STATUS_UNKNOWN : NOE_STATUS_HOLDS;
  noe_aiger_delete(aiger);
  return status;
}
