#include <assert.h>
#include <string.h>

#include "report/escape.h"
#include "report/ink.h"
#include "report/number.h"
#include "report/sweep.h"

/* Columns of figures; with what comes before them a row has 80 columns at most. */
enum { VERDICT = 8, STATES = 13, GROWTH = 7, TIME = 11, MEMORY = 9, MOST_NAMES = 22 };

static void spaces(struct noe_text *out, size_t count) { noe_base_text_printf(out, "%*s", (int)count, ""); }

static void right(struct noe_text *out, const struct noe_text *cell, size_t width) {
  spaces(out, 2);
  if (cell->length < width)
    spaces(out, width - cell->length);
  noe_base_text_puts(out, noe_base_text_string(cell));
}

static void right_word(struct noe_text *out, const char *word, size_t width) {
  noe_base_text_printf(out, "  %*s", (int)width, word);
}

/* ----------------------------------------------------------------- names */

static const char *short_name(const struct noe_sweep *sweep, const struct noe_sweep_row *row) {
  assert(strlen(row->file) >= sweep->prefix && "the prefix is that of all files");
  return row->file + sweep->prefix;
}

static size_t wider(size_t width, const char *text) {
  size_t length = strlen(text);
  return length > width ? length : width;
}

/* The directory that all files are in, as far as they are written alike. */
static size_t common_directory(const struct noe_sweep *sweep) {
  const char *first = sweep->rows[0].file;
  const char *slash = strrchr(first, '/');
  size_t length = slash ? (size_t)(slash - first) + 1 : 0;
  for (size_t i = 1; i < sweep->row_count; i++)
    while (length && strncmp(first, sweep->rows[i].file, length))
      for (length--; length && first[length - 1] != '/';)
        length--;
  return length;
}

/* `german.m N=2` */
static void whole_name(const struct noe_sweep *sweep, const struct noe_sweep_row *row, struct noe_text *out) {
  bool has_file = sweep->has_files || sweep->quiet || !*row->label;
  if (has_file)
    noe_report_escape_plain(out, sweep->quiet ? row->file : short_name(sweep, row));
  if (has_file && *row->label)
    noe_base_text_puts(out, " ");
  noe_report_escape_plain(out, row->label);
}

static size_t whole_width(const struct noe_sweep *sweep, const struct noe_sweep_row *row) {
  bool has_file = sweep->has_files || !*row->label;
  size_t file = has_file ? strlen(short_name(sweep, row)) : 0, label = strlen(row->label);
  return file + (file && label) + label;
}

/* Room for names beside the figures. */
static size_t room(const struct noe_sweep *sweep) { return MOST_NAMES + (sweep->column_count ? 0 : GROWTH + 2); }

static void measure_columns(struct noe_sweep *sweep) {
  size_t names = 0;
  sweep->name_width = strlen("model");
  for (size_t i = 0; i < sweep->row_count && sweep->has_files; i++)
    sweep->name_width = wider(sweep->name_width, short_name(sweep, &sweep->rows[i]));
  for (size_t j = 0; j < sweep->column_count; j++) {
    sweep->widths[j] = wider(2, sweep->columns[j]);
    for (size_t i = 0; i < sweep->row_count; i++)
      sweep->widths[j] = wider(sweep->widths[j], sweep->rows[i].values[j]);
    names += 2 + sweep->widths[j];
  }
  sweep->is_plain = !sweep->column_count || names + (sweep->has_files ? 2 + sweep->name_width : 0) > room(sweep);
}

void noe_report_sweep_measure(struct noe_sweep *sweep) {
  assert(sweep->row_count && "a sweep has runs");
  sweep->prefix = common_directory(sweep);
  measure_columns(sweep);
  if (!sweep->is_plain)
    return;
  sweep->name_width = strlen("model");
  for (size_t i = 0; i < sweep->row_count; i++) {
    size_t width = whole_width(sweep, &sweep->rows[i]);
    if (width + 2 <= room(sweep) && width > sweep->name_width) /* others have lines of their own */
      sweep->name_width = width;
  }
}

static void names(const struct noe_sweep *sweep, const struct noe_sweep_row *row, struct noe_text *out) {
  size_t width = whole_width(sweep, row);
  if (sweep->is_plain) {
    noe_base_text_puts(out, "  ");
    whole_name(sweep, row, out);
    if (width > sweep->name_width)
      noe_base_text_puts(out, "\n  ");
    spaces(out, width > sweep->name_width ? sweep->name_width : sweep->name_width - width);
    return;
  }
  if (sweep->has_files)
    noe_base_text_printf(out, "  %-*s", (int)sweep->name_width, short_name(sweep, row));
  for (size_t i = 0; i < sweep->column_count; i++)
    right_word(out, row->values[i], sweep->widths[i]);
}

static void title(const struct noe_sweep *sweep, struct noe_text *out) {
  if (sweep->has_files) {
    noe_report_counted(out, sweep->row_count, "run");
    if (sweep->prefix)
      noe_base_text_printf(out, " of models in %.*s", (int)sweep->prefix, sweep->rows[0].file);
  } else {
    noe_report_escape_plain(out, sweep->rows[0].file);
    noe_base_text_puts(out, ": ");
    noe_report_counted(out, sweep->row_count, "run");
  }
  noe_base_text_puts(out, "\n");
}

static void name_heads(const struct noe_sweep *sweep, struct noe_text *out) {
  if (sweep->is_plain || sweep->has_files)
    noe_base_text_printf(out, "  %-*s", (int)sweep->name_width, sweep->has_files ? "model" : "run");
  for (size_t i = 0; i < sweep->column_count && !sweep->is_plain; i++)
    right_word(out, sweep->columns[i], sweep->widths[i]);
}

void noe_report_sweep_head(const struct noe_sweep *sweep, struct noe_text *out) {
  if (sweep->quiet)
    return;
  title(sweep, out);
  noe_base_text_puts(out, noe_ink(sweep->colour, NOE_INK_BOLD));
  name_heads(sweep, out);
  noe_base_text_printf(out, "  %-*s", VERDICT, "verdict");
  right_word(out, "states", STATES);
  if (sweep->column_count)
    right_word(out, "growth", GROWTH);
  right_word(out, "time", TIME);
  right_word(out, "memory", MEMORY);
  noe_base_text_printf(out, "%s\n", noe_ink(sweep->colour, NOE_INK_END));
}

/* ------------------------------------------------------------------ rows */

/* Of a search that was cut short the number of states says nothing. */
static void growth_cell(const struct noe_sweep_row *row, struct noe_text *cell) {
  const struct noe_sweep_row *before = row->before;
  if (before && before->state == NOE_ROW_DONE && before->complete && row->complete && before->states)
    noe_base_text_printf(cell, "x%.3g", (double)row->states / (double)before->states);
}

static void figures(const struct noe_sweep *sweep, const struct noe_sweep_row *row, struct noe_text *out) {
  struct noe_text cell = noe_base_text(sweep->memory);
  noe_report_count(&cell, row->states);
  right(out, &cell, STATES);
  noe_base_text_clear(&cell);
  if (sweep->column_count) {
    growth_cell(row, &cell);
    right(out, &cell, GROWTH);
    noe_base_text_clear(&cell);
  }
  noe_report_seconds(&cell, row->seconds);
  right(out, &cell, TIME);
  noe_base_text_clear(&cell);
  noe_report_bytes(&cell, row->bytes);
  right(out, &cell, MEMORY);
  noe_base_text_free(&cell);
}

/* A failure that was expected, an expectation that was met: nothing to explain. */
static void remarks(const struct noe_sweep *sweep, const struct noe_sweep_row *row, struct noe_text *out) {
  if (row->reason && (!row->expected || row->unmet)) {
    noe_base_text_puts(out, "      ");
    noe_report_escape_plain(out, row->reason);
    noe_base_text_puts(out, "\n");
  }
  if (row->unmet) {
    noe_base_text_printf(out, "      %snot as expected:%s ", noe_ink(sweep->colour, NOE_INK_RED),
                         noe_ink(sweep->colour, NOE_INK_END));
    noe_report_escape_plain(out, row->unmet);
    noe_base_text_puts(out, "\n");
  }
}

/* One line for each run, as of a run alone. */
static void quiet_row(const struct noe_sweep *sweep, const struct noe_sweep_row *row, struct noe_text *out) {
  whole_name(sweep, row, out);
  noe_base_text_puts(out, ": ");
  noe_report_verdict(row->verdict, sweep->colour, out);
  if (row->reason) {
    noe_base_text_puts(out, "  ");
    noe_report_escape_plain(out, row->reason);
  }
  if (row->unmet) {
    noe_base_text_puts(out, "  not as expected: ");
    noe_report_escape_plain(out, row->unmet);
  }
  noe_base_text_puts(out, "\n");
}

void noe_report_sweep_row(const struct noe_sweep *sweep, const struct noe_sweep_row *row, struct noe_text *out) {
  if (sweep->quiet) {
    quiet_row(sweep, row, out);
    return;
  }
  names(sweep, row, out);
  noe_base_text_puts(out, "  ");
  noe_report_verdict(row->verdict, sweep->colour, out);
  if (row->verdict != NOE_VERDICT_ERROR) {
    spaces(out, VERDICT - strlen(noe_report_verdict_word(row->verdict)));
    figures(sweep, row, out);
  }
  noe_base_text_puts(out, "\n");
  remarks(sweep, row, out);
}

/* ------------------------------------------------------------------- end */

/* `, 2 violated` */
static void tally(const struct noe_sweep *sweep, enum noe_verdict verdict, const char *word, const char **before,
                  struct noe_text *out) {
  size_t count = 0;
  for (size_t i = 0; i < sweep->row_count; i++)
    count += sweep->rows[i].state == NOE_ROW_DONE && sweep->rows[i].verdict == verdict;
  if (!count)
    return;
  noe_base_text_printf(out, "%s%zu %s", *before, count, word);
  *before = ", ";
}

static void tallies(const struct noe_sweep *sweep, double seconds, struct noe_text *out) {
  size_t done = 0, unmet = 0, expected = 0;
  const char *before = ": ";
  for (size_t i = 0; i < sweep->row_count; i++) {
    done += sweep->rows[i].state == NOE_ROW_DONE;
    expected += sweep->rows[i].expected != NULL;
    unmet += sweep->rows[i].unmet != NULL;
  }
  noe_base_text_puts(out, "  ");
  noe_report_counted(out, done, "run");
  noe_base_text_puts(out, " in ");
  noe_report_seconds(out, seconds);
  tally(sweep, NOE_VERDICT_HOLDS, "HOLDS", &before, out);
  tally(sweep, NOE_VERDICT_VIOLATED, "VIOLATED", &before, out);
  tally(sweep, NOE_VERDICT_UNKNOWN, "UNKNOWN", &before, out);
  tally(sweep, NOE_VERDICT_ERROR, "ERROR", &before, out);
  if (unmet)
    noe_base_text_printf(out, "; %zu not as expected", unmet);
  else if (expected)
    noe_base_text_puts(out, expected == done ? "; all as expected" : "; as expected where something is");
  noe_base_text_puts(out, "\n");
}

/* Rows are left out in stretches, each for one reason. */
static void left_out(const struct noe_sweep *sweep, struct noe_text *out) {
  for (size_t i = 0, end; i < sweep->row_count; i = end) {
    const char *why = sweep->rows[i].left_out;
    for (end = i + 1; why && end < sweep->row_count && sweep->rows[end].left_out == why;)
      end++;
    if (!why)
      continue;
    noe_base_text_puts(out, "  ");
    noe_report_counted(out, end - i, "run");
    noe_base_text_printf(out, " left out: %s\n", why);
  }
}

/* Of each stretch of rows on the last column, the last that says how it grows. */
static void growths(const struct noe_sweep *sweep, struct noe_text *out) {
  struct noe_growth growth, best;
  bool found = false;
  for (size_t i = 0; i < sweep->row_count; i++) {
    const struct noe_sweep_row *row = &sweep->rows[i];
    if (row->state == NOE_ROW_DONE && noe_report_growth(sweep, row, &growth)) {
      best = growth;
      found = true;
    }
    bool is_last = i + 1 == sweep->row_count || strcmp(row->file, row[1].file);
    if (found && is_last)
      noe_report_growth_text(sweep, &best, out);
    found = found && !is_last;
  }
}

void noe_report_sweep_end(const struct noe_sweep *sweep, double seconds, struct noe_text *out) {
  if (sweep->quiet)
    return;
  tallies(sweep, seconds, out);
  left_out(sweep, out);
  growths(sweep, out);
}
