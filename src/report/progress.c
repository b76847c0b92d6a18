#include "report/progress.h"

#include <string.h>

#include "report/escape.h"
#include "report/fold.h"
#include "report/number.h"

/* -------------------------------------------------------------- estimates */

/* With levels of sizes a, b, c and the next ones c q, c q^2, … where q = c / b, there are
 * c q / (1 - q) states to come beyond those that are stored. Two levels that shrink are the
 * least to go by. */
double noe_report_progress_left(const struct noe_progress *progress) {
  double a = (double)progress->levels[0], b = (double)progress->levels[1], c = (double)progress->levels[2];
  double expanded = (double)(progress->states - progress->frontier);
  if (progress->phase != NOE_PHASE_SEARCH || c <= 0 || c >= b || b >= a || expanded <= 0)
    return -1;
  double shrink = c / b, level_left = c - (double)progress->level_done;
  double to_come = (level_left > 0 ? level_left : 0) + c * shrink / (1 - shrink);
  return to_come * progress->seconds / expanded;
}

static double percent(double part, double whole) { return part < whole ? 100 * part / whole : 100; }

static const char *phase_name(const struct noe_progress *progress) {
  static const char *const names[] = {[NOE_PHASE_SEARCH] = "search",
                                      [NOE_PHASE_LIVENESS] = "liveness",
                                      [NOE_PHASE_SAMPLES] = "--check-symmetry",
                                      [NOE_PHASE_TEMPORAL] = "temporal claim",
                                      [NOE_PHASE_COVERAGE] = "coverage"};
  return names[progress->phase];
}

/* ------------------------------------------------------------------ short */

/* `9,999`, `12.3k`, `1.23M` */
static void short_count(struct noe_text *out, uint64_t number) {
  static const char *const units[] = {"", "k", "M", "G", "T"};
  double amount = (double)number;
  int unit = 0;
  if (number < 10000) {
    noe_report_count(out, number);
    return;
  }
  for (; amount >= 999.5 && unit < 4; unit++)
    amount /= 1000;
  noe_base_text_printf(out, amount < 9.995 ? "%.2f%s" : amount < 99.95 ? "%.1f%s" : "%.0f%s", amount, units[unit]);
}

/* Pieces in the order in which they stand on the line. */
enum piece { HEAD, NAME, STATES, PAIRS, PACE, TO_DO, DEPTH, MEMORY, LEFT, PIECES };

/* The same, in the order in which there is room for them. */
static const enum piece by_weight[PIECES] = {HEAD, STATES, LEFT, MEMORY, NAME, TO_DO, PAIRS, PACE, DEPTH};

enum { MOST_NAME = 24 };

static void head(struct noe_text *out, const struct noe_progress *progress, const struct noe_progress_view *view) {
  if (view->label && *view->label) {
    noe_report_escape_plain(out, view->label);
    noe_base_text_puts(out, ": ");
  }
  noe_base_text_puts(out, phase_name(progress));
  if (progress->claim_count)
    noe_base_text_printf(out, " %u of %u", progress->claim_number, progress->claim_count);
  noe_base_text_puts(out, " ");
  noe_report_seconds(out, view->seconds);
}

/* The beginning of a long name, in whole characters. */
static void short_name(struct noe_text *out, const char *name) {
  char kept[MOST_NAME + 1] = "";
  size_t length = strnlen(name, MOST_NAME);
  while (length && name[length] && ((unsigned char)name[length] & 0xc0) == 0x80)
    length--;
  memcpy(kept, name, length);
  noe_base_text_puts(out, "\"");
  noe_report_escape_plain(out, kept);
  noe_base_text_puts(out, name[length] ? "...\"" : "\"");
}

static void memory(struct noe_text *out, const struct noe_progress *progress, const struct noe_progress_view *view,
                   const char *between) {
  noe_report_bytes(out, progress->bytes);
  if (!view->memory_limit)
    return;
  noe_base_text_puts(out, between);
  noe_report_bytes(out, view->memory_limit);
}

static void short_states(struct noe_text *out, const struct noe_progress *progress) {
  if (progress->total)
    noe_base_text_printf(out, "%.0f%% of ", percent((double)progress->done, (double)progress->total));
  short_count(out, progress->total ? progress->total : progress->states);
  noe_base_text_puts(out, " states");
}

/* Of two guesses the one that has seen a whole run counts. */
static void short_left(struct noe_text *out, const struct noe_progress *progress,
                       const struct noe_progress_view *view) {
  double left = noe_report_progress_left(progress);
  if (progress->phase == NOE_PHASE_SEARCH && view->high > 0) {
    noe_base_text_printf(out, "~%.0f%%", percent((double)progress->states, (view->low + view->high) / 2));
  } else if (left >= 0) {
    noe_base_text_puts(out, "~");
    noe_report_seconds(out, left);
    noe_base_text_puts(out, " left");
  }
}

static void short_piece(enum piece piece, const struct noe_progress *progress, const struct noe_progress_view *view,
                        struct noe_text *out) {
  bool searches = progress->phase == NOE_PHASE_SEARCH;
  switch (piece) {
  case HEAD: head(out, progress, view); return;
  case STATES: short_states(out, progress); return;
  case NAME:
    if (progress->claim)
      short_name(out, progress->claim);
    return;
  case LEFT: short_left(out, progress, view); return;
  case MEMORY: memory(out, progress, view, "/"); return;
  case TO_DO:
    if (!progress->total) {
      short_count(out, progress->frontier);
      noe_base_text_puts(out, " to do");
    }
    return;
  case PAIRS:
    if (progress->pairs) {
      short_count(out, progress->pairs);
      noe_base_text_puts(out, " pairs");
    }
    return;
  case PACE:
    if (searches && progress->seconds > 0) {
      short_count(out, (uint64_t)((double)progress->states / progress->seconds));
      noe_base_text_puts(out, "/s");
    }
    return;
  case DEPTH:
    if (searches)
      noe_base_text_printf(out, "depth %u", progress->depth);
    return;
  case PIECES: return;
  }
}

void noe_report_progress_short(const struct noe_progress *progress, const struct noe_progress_view *view, size_t width,
                               struct noe_text *out) {
  struct noe_text pieces[PIECES];
  bool shown[PIECES] = {false};
  size_t used = 0;
  for (int i = 0; i < PIECES; i++) {
    pieces[i] = noe_base_text(out->memory);
    short_piece((enum piece)i, progress, view, &pieces[i]);
  }
  for (int i = 0; i < PIECES; i++) {
    const struct noe_text *piece = &pieces[by_weight[i]];
    if (!piece->length || (i && used + 2 + piece->length > width))
      continue;
    shown[by_weight[i]] = true;
    used += piece->length + 2;
  }
  for (int i = 0; i < PIECES; i++) {
    if (shown[i])
      noe_base_text_printf(out, "%s%s",
                           i == HEAD     ? ""
                           : i == NAME   ? " "
                           : i == STATES ? ": "
                                         : ", ",
                           noe_base_text_string(&pieces[i]));
    noe_base_text_free(&pieces[i]);
  }
}

/* ------------------------------------------------------------------- full */

static void figures(struct noe_text *out, const struct noe_progress *progress) {
  if (progress->total) {
    noe_base_text_printf(out, "%.0f%% of ", percent((double)progress->done, (double)progress->total));
    noe_report_counted(out, progress->total, "state");
    noe_base_text_puts(out, " in this sweep");
    return;
  }
  noe_report_counted(out, progress->states, "state");
  if (progress->phase == NOE_PHASE_SEARCH && progress->seconds > 0) {
    noe_base_text_puts(out, " (");
    noe_report_count(out, (uint64_t)((double)progress->states / progress->seconds));
    noe_base_text_puts(out, "/s)");
  }
  noe_base_text_puts(out, ", ");
  noe_report_count(out, progress->frontier);
  noe_base_text_puts(out, " to do");
  if (progress->phase == NOE_PHASE_SEARCH)
    noe_base_text_printf(out, ", depth %u", progress->depth);
  if (progress->pairs) {
    noe_base_text_puts(out, ", ");
    noe_report_count(out, progress->pairs);
    noe_base_text_puts(out, " pairs with the automaton");
  }
}

/* What is left, with what that rests on; or that nothing is known. */
static void outlook(struct noe_text *out, const struct noe_progress *progress, const struct noe_progress_view *view) {
  double left = noe_report_progress_left(progress);
  const uint64_t *levels = progress->levels;
  if (progress->phase != NOE_PHASE_SEARCH)
    return;
  if (view->high > 0) {
    noe_base_text_printf(out, "; about %.0f%% to %.0f%%", percent((double)progress->states, view->high),
                         percent((double)progress->states, view->low));
    noe_base_text_puts(out, " of what smaller runs make one expect");
  }
  if (left >= 0) {
    noe_base_text_puts(out, "; about ");
    noe_report_seconds(out, left);
    noe_base_text_printf(out, " left, if levels go on shrinking (x%.2g)", (double)levels[2] / (double)levels[1]);
  } else if (levels[1] && levels[2] >= levels[1]) {
    noe_base_text_printf(out, "; levels still grow (x%.3g)%s", (double)levels[2] / (double)levels[1],
                         view->high > 0 ? "" : ": no end in sight");
  }
}

void noe_report_progress(const struct noe_progress *progress, const struct noe_progress_view *view,
                         struct noe_text *out) {
  size_t from = out->length;
  head(out, progress, view);
  if (progress->claim) {
    noe_base_text_puts(out, ", \"");
    noe_report_escape_plain(out, progress->claim);
    noe_base_text_puts(out, "\"");
  }
  noe_base_text_puts(out, ": ");
  figures(out, progress);
  noe_base_text_puts(out, ", ");
  memory(out, progress, view, " of ");
  outlook(out, progress, view);
  noe_base_text_puts(out, "\n");
  noe_report_fold(out, from);
}
