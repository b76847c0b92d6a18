/* Which statements and branches ran, for people: a table by rule and function, then what never ran, the outermost
 * of it: what is inside a branch that was never taken has not run either. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/check_int.h"
#include "report/escape.h"
#include "report/fold.h"
#include "report/ink.h"
#include "report/number.h"

enum { NAME_COLUMNS = 38, MOST_TEXT = 44 };

struct noe_coverage_sum noe_report_coverage_sum(const struct noe_coverage *coverage,
                                                const struct noe_coverage_unit *unit) {
  struct noe_coverage_sum sum = {0};
  for (uint32_t i = unit->first; i < unit->first + unit->count; i++) {
    bool is_statement = coverage->points[i].kind == NOE_POINT_STATEMENT, ran = noe_coverage_ran(coverage, i);
    sum.statements += is_statement;
    sum.branches += !is_statement;
    sum.statements_ran += is_statement && ran;
    sum.branches_ran += !is_statement && ran;
  }
  return sum;
}

struct noe_coverage_sum noe_report_coverage_total(const struct noe_coverage *coverage) {
  return noe_report_coverage_sum(coverage, &(struct noe_coverage_unit){.count = coverage->point_count});
}

/* ------------------------------------------------------------------- table */

static bool is_inside_character(char byte) { return ((unsigned char)byte & 0xc0) == 0x80; }

/* `    12  rule "send"`, cut to the width of its column. */
static void unit_name(const struct noe_report *report, const struct noe_coverage_unit *unit, struct noe_text *out) {
  const struct noe_place place = unit->clause ? unit->clause->place : unit->function->place;
  struct noe_text name = noe_base_text(report->memory);
  if (!unit->clause) {
    noe_base_text_puts(&name, unit->function->result ? "function " : "procedure ");
    noe_report_escape_plain(&name, unit->function->name);
  } else if (unit->clause->kind == NOE_CLAUSE_PROPERTY) {
    noe_report_label(&(struct noe_finding){.kind = noe_model_finding_kind(unit->clause),
                                           .name = unit->clause->title,
                                           .place = unit->clause->place,
                                           .clause = unit->clause},
                     &name);
  } else {
    noe_report_instance(report->model, unit->clause, NULL, NULL, &name);
  }
  size_t columns = noe_report_columns(name.bytes, name.bytes + name.length);
  if (columns > NAME_COLUMNS) {
    size_t length = NAME_COLUMNS - 3;
    while (length && is_inside_character(name.bytes[length]))
      length--;
    name.length = length;
    noe_base_text_puts(&name, "...");
    columns = noe_report_columns(name.bytes, name.bytes + name.length);
  }
  noe_base_text_printf(out, "%6u  %.*s%*s", (unsigned)place.line, (int)name.length, name.bytes,
                       (int)(NAME_COLUMNS - columns), "");
  noe_base_text_free(&name);
}

/* Right-aligned. */
static void figure(struct noe_text *out, int columns, const char *text) {
  noe_base_text_printf(out, "%*s", columns, text);
}

static void part(const struct noe_report *report, struct noe_text *out, int columns, uint32_t ran, uint32_t all) {
  char text[48];
  snprintf(text, sizeof text, "%u / %u", (unsigned)ran, (unsigned)all);
  if (!all)
    snprintf(text, sizeof text, "-");
  noe_base_text_puts(out, ran < all ? noe_ink(report->colour, NOE_INK_YELLOW) : "");
  figure(out, columns, text);
  noe_base_text_puts(out, ran < all ? noe_ink(report->colour, NOE_INK_END) : "");
}

static bool is_rule(const struct noe_coverage_unit *unit) {
  return unit->clause && unit->clause->kind == NOE_CLAUSE_RULE;
}

static void row(const struct noe_report *report, const struct noe_coverage_unit *unit, struct noe_text *out) {
  struct noe_coverage_sum sum = noe_report_coverage_sum(report->result->coverage, unit);
  struct noe_text fired = noe_base_text(report->memory);
  unit_name(report, unit, out);
  if (is_rule(unit) && report->result->firings)
    noe_report_count(&fired, report->result->firings[unit->clause->id]);
  figure(out, 12, fired.length ? fired.bytes : "");
  part(report, out, 12, sum.statements_ran, sum.statements);
  part(report, out, 10, sum.branches_ran, sum.branches);
  noe_base_text_puts(out, "\n");
  noe_base_text_free(&fired);
}

/* ------------------------------------------------------------------- never */

static void excerpt(const struct noe_report *report, const struct noe_expr *expr, struct noe_text *out) {
  struct noe_arena *arena = noe_base_arena_new(report->memory);
  const char *text = expr ? noe_report_excerpt(report, arena, expr, MOST_TEXT) : NULL;
  noe_report_escape_plain(out, text ? text : "...");
  noe_base_arena_delete(arena);
}

/* Columns are characters. */
static size_t offset_of(const struct noe_source *source, struct noe_place place) {
  size_t offset = source->lines[place.line - 1];
  for (uint32_t i = 1; i < place.column && offset < source->length; i++)
    for (offset++; is_inside_character(source->bytes[offset]);)
      offset++;
  return offset;
}

/* The source line from the statement on, up to the end of the line or of a few words. */
static void statement_text(const struct noe_report *report, struct noe_place place, struct noe_text *out) {
  const struct noe_source *source = report->source;
  char text[MOST_TEXT + 4] = "";
  if (!source || !place.line || place.line > source->line_count)
    return;
  size_t begin = offset_of(source, place), length = 0;
  while (begin + length < source->length && length < MOST_TEXT && source->bytes[begin + length] != '\n')
    length++;
  bool is_cut = begin + length < source->length && source->bytes[begin + length] != '\n';
  while (length && (is_inside_character(source->bytes[begin + length]) || source->bytes[begin + length - 1] == ' '))
    length--;
  memcpy(text, source->bytes + begin, length);
  memcpy(text + length, is_cut ? "..." : "", is_cut ? 4 : 1);
  noe_report_escape_plain(out, text);
}

static void branch_text(const struct noe_report *report, const struct noe_coverage_point *point, struct noe_text *out) {
  static const char *const heads[] = {
      [NOE_POINT_IF] = "`",   [NOE_POINT_ELSE] = "`", [NOE_POINT_CASE] = "case `", [NOE_POINT_NO_CASE] = "switch `",
      [NOE_POINT_THEN] = "`", [NOE_POINT_THAT] = "`"};
  static const char *const tails[] = {
      [NOE_POINT_IF] = "` was never true",     [NOE_POINT_ELSE] = "` was never false",
      [NOE_POINT_CASE] = "` was never met",    [NOE_POINT_NO_CASE] = "` never met another value",
      [NOE_POINT_THEN] = "` ? was never true", [NOE_POINT_THAT] = "` ? was never false"};
  noe_base_text_puts(out, heads[point->kind]);
  excerpt(report, point->condition, out);
  noe_base_text_puts(out, tails[point->kind]);
}

static uint32_t inside(const struct noe_coverage *coverage, uint32_t branch) {
  uint32_t count = 0;
  for (uint32_t i = branch + 1; i < coverage->point_count; i++) {
    uint32_t around = i;
    while (coverage->points[around].around && around != branch)
      around = coverage->points[around].around - 1;
    count += around == branch && coverage->points[i].kind == NOE_POINT_STATEMENT;
  }
  return count;
}

static void never_head(const struct noe_report *report, uint32_t line, struct noe_text *out) {
  noe_base_text_puts(out, "    ");
  noe_report_link(report, line, out);
  noe_base_text_printf(out, "line %u", (unsigned)line);
  noe_report_link_end(report, out);
  noe_base_text_puts(out, ": ");
}

static void never_line(const struct noe_report *report, uint32_t number, struct noe_text *out) {
  const struct noe_coverage *coverage = report->result->coverage;
  const struct noe_coverage_point *point = &coverage->points[number];
  bool is_statement = point->kind == NOE_POINT_STATEMENT;
  never_head(report, point->place.line, out);
  if (is_statement) {
    noe_base_text_puts(out, "`");
    statement_text(report, point->place, out);
    noe_base_text_puts(out, "` never ran");
  } else {
    branch_text(report, point, out);
  }
  uint32_t count = is_statement ? 0 : inside(coverage, number);
  if (count) {
    noe_base_text_puts(out, " (");
    noe_report_counted(out, count, "statement");
    noe_base_text_puts(out, ")");
  }
  noe_base_text_puts(out, "\n");
}

static bool has_run(const struct noe_coverage *coverage, const struct noe_coverage_unit *unit) {
  for (uint32_t i = unit->first; i < unit->first + unit->count; i++)
    if (noe_coverage_ran(coverage, i))
      return true;
  return !unit->count;
}

/* Nothing of it ran. */
static void never_unit(const struct noe_report *report, const struct noe_coverage_unit *unit, struct noe_text *out) {
  const uint32_t line = unit->clause ? unit->clause->place.line : unit->function->place.line;
  never_head(report, line, out);
  if (unit->clause)
    noe_report_instance(report->model, unit->clause, NULL, NULL, out);
  else
    noe_base_text_printf(out, "%s %s", unit->function->result ? "function" : "procedure", unit->function->name);
  const bool is_rule = unit->clause && unit->clause->kind == NOE_CLAUSE_RULE;
  noe_base_text_puts(out, is_rule ? " never fired (" : unit->clause ? " never ran (" : " was never called (");
  noe_report_counted(out, noe_report_coverage_sum(report->result->coverage, unit).statements, "statement");
  noe_base_text_puts(out, ")\n");
}

static bool is_hidden(const struct noe_coverage *coverage, const struct noe_coverage_point *point) {
  return point->around && !noe_coverage_ran(coverage, point->around - 1);
}

/* Of one kind or the other: a unit that did not run at all, or a point. */
struct missing {
  struct noe_place place;
  uint32_t number;
  bool is_unit;
};

static int by_place(const void *a, const void *b) {
  const struct missing *x = a, *y = b;
  if (x->place.line != y->place.line)
    return x->place.line < y->place.line ? -1 : 1;
  return x->place.column != y->place.column ? (x->place.column < y->place.column ? -1 : 1)
                                            : (x->number > y->number) - (x->number < y->number);
}

static uint32_t find_missing(const struct noe_coverage *coverage, struct missing *list) {
  uint32_t count = 0;
  for (uint32_t u = 0; u < coverage->unit_count; u++) {
    const struct noe_coverage_unit *unit = &coverage->units[u];
    bool ran = has_run(coverage, unit);
    if (!ran)
      list[count++] = (struct missing){unit->clause ? unit->clause->place : unit->function->place, u, true};
    for (uint32_t i = unit->first; ran && i < unit->first + unit->count; i++)
      if (!noe_coverage_ran(coverage, i) && !is_hidden(coverage, &coverage->points[i]))
        list[count++] = (struct missing){coverage->points[i].place, i, false};
  }
  return count;
}

/* In the order of the text. */
static void never(const struct noe_report *report, struct noe_text *out) {
  const struct noe_coverage *coverage = report->result->coverage;
  struct missing *list = noe_base_alloc(report->memory, (coverage->point_count + 1) * sizeof *list);
  uint32_t count = find_missing(coverage, list);
  qsort(list, count, sizeof *list, by_place);
  if (count)
    noe_base_text_puts(out, coverage->is_whole ? "  never:\n" : "  not so far:\n");
  for (uint32_t i = 0; i < count; i++)
    if (list[i].is_unit)
      never_unit(report, &coverage->units[list[i].number], out);
    else
      never_line(report, list[i].number, out);
  noe_base_free(report->memory, list);
}

/* -------------------------------------------------------------------- whole */

static void percent(struct noe_text *out, uint32_t ran, uint32_t all, const char *things) {
  noe_base_text_printf(out, "%u of %u %s", (unsigned)ran, (unsigned)all, things);
}

static void basis(const struct noe_coverage *coverage, struct noe_text *out) {
  noe_base_text_puts(out, "coverage of ");
  noe_report_counted(out, coverage->looked, "state");
  if (coverage->looked < coverage->states) {
    noe_base_text_puts(out, " out of ");
    noe_report_count(out, coverage->states);
    noe_base_text_puts(out, ", which is all that time allowed");
  } else if (!coverage->is_whole) {
    noe_base_text_puts(out, ", which are not all that there are");
  }
}

void noe_report_coverage(const struct noe_report *report, struct noe_text *out) {
  const struct noe_coverage *coverage = report->result->coverage;
  if (!coverage) {
    if (report->options->coverage)
      noe_base_text_puts(out,
                         "  no coverage: there was no memory, or no search of the states by the explicit engine\n");
    return;
  }
  struct noe_coverage_sum sum = noe_report_coverage_total(coverage);
  noe_base_text_puts(out, "\n");
  basis(coverage, out);
  noe_base_text_puts(out, ": ");
  percent(out, sum.statements_ran, sum.statements, "statements, ");
  percent(out, sum.branches_ran, sum.branches, "branches\n");
  noe_base_text_printf(out, "%6s  %*s%12s%12s%10s\n", "line", NAME_COLUMNS, "", "fired", "statements", "branches");
  for (uint32_t i = 0; i < coverage->unit_count; i++)
    row(report, &coverage->units[i], out);
  never(report, out);
  if (coverage->is_rough)
    noe_base_text_puts(out, "  inside loops over interchangeable values this is not exact: start states prefer some of "
                            "them, or their symmetry is not proved\n");
}
