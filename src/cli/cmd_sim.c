/* sim: random walks, many of them to find a violation, or one to look at (--show). */
#include <inttypes.h>
#include <stdlib.h>
#include <sys/random.h>
#include <time.h>

#include "cli/check.h"
#include "hunt/hunt.h"
#include "hunt/walk.h"
#include "report/escape.h"
#include "report/ink.h"
#include "report/number.h"

/* Small enough to be typed again. */
static uint64_t pick_seed(void) {
  uint32_t drawn = 0;
  if (getrandom(&drawn, sizeof drawn, GRND_NONBLOCK) != sizeof drawn)
    drawn = (uint32_t)time(NULL) * 2654435761u;
  return drawn ? drawn : 1;
}

static void headline(struct noe_session *session, const struct noe_shown_walk *walk, uint64_t seed,
                     struct noe_text *out) {
  bool colour = session->report.colour;
  noe_base_text_puts(out, noe_ink(colour, NOE_INK_BOLD));
  noe_report_escape_plain(out, session->report.file);
  noe_base_text_printf(out, ":%s ", noe_ink(colour, NOE_INK_END));
  if (walk->finding) {
    noe_base_text_printf(out, "%sVIOLATED%s  ", noe_ink(colour, NOE_INK_RED), noe_ink(colour, NOE_INK_END));
    noe_report_label(walk->finding, out);
    noe_report_label_line(walk->finding, out);
    noe_base_text_puts(out, ", ");
  }
  noe_report_counted(out, walk->trace ? walk->trace->count - 1 : 0, "step");
  if (walk->ended && !walk->finding)
    noe_base_text_printf(out, ": %s", walk->ended);
  noe_base_text_printf(out, " (seed %" PRIu64 ")\n", seed);
}

/* Shows a walk; its exit status. */
static int show(struct noe_session *session, const struct noe_shown_walk *walk, uint64_t seed) {
  struct noe_cli *cli = session->cli;
  if (walk->error) {
    noe_cli_complain(cli, "%s; please report it (seed %" PRIu64 ")", walk->error, seed);
    return NOE_STATUS_INTERNAL;
  }
  struct noe_text text = noe_base_text(cli->memory);
  headline(session, walk, seed, &text);
  if (walk->trace && !cli->options->quiet)
    noe_report_trace(&session->report, walk->trace, &text);
  noe_cli_print(cli, &text);
  noe_base_text_free(&text);
  return walk->finding ? noe_cli_failure_status(walk->finding->kind) : NOE_STATUS_HOLDS;
}

static void save(struct noe_session *session, const struct noe_shown_walk *walk) {
  struct noe_text text = noe_base_text(session->cli->memory);
  noe_cli_write_trace(session, walk ? walk->trace : NULL, walk ? walk->finding : NULL);
  noe_cli_trace_note(session, walk && walk->trace, &text);
  noe_cli_print(session->cli, &text);
  noe_base_text_free(&text);
}

/* Walk number i has seed + i, so each can be repeated alone. The run that is saved is the
 * first that fails, or else the first. */
static int show_walks(struct noe_session *session) {
  struct noe_cli *cli = session->cli;
  const struct noe_options *options = cli->options;
  const struct noe_shown_walk *kept = NULL;
  struct noe_task task = noe_cli_task(session);
  int status = NOE_STATUS_HOLDS;
  uint64_t walks = options->walks ? options->walks : 1, steps = options->steps ? options->steps : 20;
  for (uint64_t i = 0; i < walks && !atomic_load(cli->interrupted); i++) {
    const struct noe_shown_walk *walk = noe_hunt_walk(&task, options->seed + i, steps);
    int shown = show(session, walk, options->seed + i);
    if (!kept || (status == NOE_STATUS_HOLDS && shown != NOE_STATUS_HOLDS))
      kept = walk;
    status = status == NOE_STATUS_HOLDS ? shown : status;
  }
  save(session, kept);
  return atomic_load(cli->interrupted) && status == NOE_STATUS_HOLDS ? NOE_STATUS_INTERRUPTED : status;
}

/* -------------------------------------------------------------------- hunt */

static const double usual_time = 10; /* seconds */
enum { USUAL_STEPS = 1000 };

static int hunt(struct noe_cli *cli) {
  struct noe_options *options = &cli->line.options;
  if (!options->steps)
    options->steps = USUAL_STEPS;
  if (!options->walks && !(options->time > 0))
    options->time = usual_time;
  struct noe_run run = {.file = cli->words[0], .options = options};
  struct noe_check check = {.run = &run, .engine = &noe_hunt_engine, .tell = noe_cli_show_check};
  return noe_cli_check_once(cli, &check);
}

int noe_cli_sim(struct noe_cli *cli) {
  struct noe_session session;
  if (!cli->line.options.seed)
    cli->line.options.seed = pick_seed();
  if (!cli->options->show)
    return hunt(cli);
  if (noe_cli_session(cli, cli->words[0], &session))
    return show_walks(&session);
  noe_cli_write_trace(&session, NULL, NULL);
  return NOE_STATUS_MODEL;
}
