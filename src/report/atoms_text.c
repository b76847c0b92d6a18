/* The conditions inside a claim about runs, and where in the run that refutes it each of them is true:
 *
 *   where its conditions hold:
 *     state[p] = Trying     after steps 2 to 9, and in the loop always
 *     state[p] = Critical   never
 *     taken("enter", p)     by step 4
 *
 * They are evaluated by the interpreter in every state of the run. */
#include <assert.h>
#include <string.h>

#include "model/print.h"
#include "model/visit.h"
#include "report/check_int.h"
#include "report/escape.h"

enum { MOST_ROWS = 12, MOST_TEXT = 40, MOST_PIECES = 6, MOST_VARIABLES = 8 };

struct table {
  const struct noe_report *report;
  const struct noe_finding *finding;
  struct noe_arena *arena;
  struct noe_machine *machine;
  int64_t values[MOST_VARIABLES]; /* of names that quantifiers of the formula bind */
  uint32_t rows;
  struct noe_text *out;
};

/* ----------------------------------------------------------------- variables */

static bool is_read(const struct noe_visit *visit, const struct noe_expr *expr) {
  return expr->kind == NOE_EXPR_LOCAL && expr->slot == visit->slot;
}

/* Arguments of a step are what the step says. */
static bool depends_on(const struct noe_expr *atom, const struct noe_formula_variable *variable) {
  if (variable->is_argument)
    return false;
  struct noe_visit visit = {.expr = is_read, .slot = variable->slot};
  return noe_model_visit_expr(&visit, atom);
}

/* --------------------------------------------------------------------- rows */

static const struct noe_step_atom *step_atom(const struct table *table, uint32_t atom) {
  const struct noe_temporal *temporal = table->finding->clause->temporal;
  return temporal->steps ? temporal->steps[atom] : NULL;
}

/* Of a condition on a state, after the step; of one on steps, of the step itself. */
static enum noe_outcome value_after(struct table *table, uint32_t atom, uint32_t step) {
  const struct noe_finding *finding = table->finding;
  const struct noe_trace_step *steps = finding->trace->steps;
  if (step_atom(table, atom))
    return !step ? NOE_OUTCOME_FALSE
                 : noe_model_machine_taken(table->machine, finding->clause, finding->arguments, table->values, atom,
                                           steps[step - 1].state, steps[step].clause, steps[step].arguments);
  return noe_model_machine_atom(table->machine, finding->clause, finding->arguments, table->values, atom,
                                finding->trace->steps[step].state);
}

struct pieces {
  uint32_t count;
  bool always, never;
};

/* `2 to 9, 12`: steps between `from` and `to` after which it is true. */
static struct pieces write_pieces(const struct table *table, const enum noe_outcome *after, uint32_t from, uint32_t to,
                                  struct noe_text *out) {
  struct pieces pieces = {.always = from < to, .never = true};
  assert(to <= table->finding->trace->count && "steps are those of the run");
  for (uint32_t i = from, end; i < to; i = end) {
    for (end = i + 1; end < to && after[end] == after[i]; end++)
      ;
    pieces.always &= after[i] == NOE_OUTCOME_TRUE;
    pieces.never &= after[i] != NOE_OUTCOME_TRUE;
    if (after[i] != NOE_OUTCOME_TRUE || pieces.count > MOST_PIECES)
      continue;
    if (++pieces.count > MOST_PIECES)
      noe_base_text_puts(out, ", ...");
    else if (end == i + 1)
      noe_base_text_printf(out, "%s%u", pieces.count > 1 ? ", " : "", (unsigned)i);
    else
      noe_base_text_printf(out, "%s%u to %u", pieces.count > 1 ? ", " : "", (unsigned)i, (unsigned)(end - 1));
  }
  (void)table;
  return pieces;
}

/* A loop of one state stands still; else the state after its last step is the one in which it begins. */
static void where(const struct table *table, const enum noe_outcome *after, bool is_step) {
  const struct noe_trace *trace = table->finding->trace;
  struct noe_text steps = noe_base_text(table->report->memory), unused = noe_base_text(table->report->memory);
  struct pieces all = write_pieces(table, after, is_step, trace->count, &steps);
  uint32_t loop = trace->has_loop ? trace->loop + is_step : trace->count;
  struct pieces looped = write_pieces(table, after, loop, trace->count, &unused);
  if (all.always)
    noe_base_text_puts(table->out, "always");
  else if (all.never)
    noe_base_text_puts(table->out, "never");
  else
    noe_base_text_printf(table->out, "%s %s %s", is_step ? "by" : "after",
                         all.count == 1 && !memchr(steps.bytes, 't', steps.length) ? "step" : "steps",
                         noe_base_text_string(&steps));
  if (trace->has_loop && !all.always && !all.never)
    noe_base_text_puts(table->out, looped.always  ? ", and for ever"
                                   : looped.never ? ", and no more in the loop"
                                                  : ", again and again");
  noe_base_text_free(&steps);
  noe_base_text_free(&unused);
}

static void name_values(const struct table *table, const struct noe_expr *atom, struct noe_text *out) {
  const struct noe_temporal *temporal = table->finding->clause->temporal;
  for (uint32_t i = 0; i < temporal->variable_count; i++) {
    if (!depends_on(atom, &temporal->variables[i]))
      continue;
    noe_base_text_printf(out, ", %s = ", temporal->variables[i].name);
    noe_model_print_value(temporal->variables[i].type, table->values[i], out);
  }
}

static void row(struct table *table, uint32_t atom) {
  const struct noe_trace *trace = table->finding->trace;
  const struct noe_expr *expr = table->finding->clause->temporal->atoms[atom];
  const char *text = noe_report_excerpt(table->report, table->arena, expr, MOST_TEXT);
  enum noe_outcome *after = NOE_NEW_ARRAY(table->arena, enum noe_outcome, trace->count);
  bool is_step = step_atom(table, atom);
  if ((expr->kind == NOE_EXPR_CONSTANT && !is_step) || !text || ++table->rows > MOST_ROWS)
    return;
  for (uint32_t i = 0; i < trace->count; i++)
    after[i] = value_after(table, atom, i);
  noe_base_text_puts(table->out, table->rows == 1 ? "  where its conditions hold:\n    " : "    ");
  noe_report_escape_plain(table->out, text);
  name_values(table, expr, table->out);
  noe_base_text_puts(table->out, ": ");
  where(table, after, is_step);
  noe_base_text_puts(table->out, "\n");
}

/* A row for each value of the names that the condition speaks of. */
static void rows(struct table *table, uint32_t atom, uint32_t variable) {
  const struct noe_temporal *temporal = table->finding->clause->temporal;
  assert(variable <= temporal->variable_count && temporal->variable_count <= MOST_VARIABLES &&
         "there is room for the value of each name");
  const struct noe_formula_variable *next = &temporal->variables[variable];
  if (variable == temporal->variable_count) {
    row(table, atom);
    return;
  }
  table->values[variable] = next->low;
  if (!depends_on(temporal->atoms[atom], next)) {
    rows(table, atom, variable + 1);
    return;
  }
  assert(next->step > 0 && "values go up, whichever way they were written");
  for (int64_t value = next->low; value <= next->high; value += next->step) {
    table->values[variable] = value;
    rows(table, atom, variable + 1);
    bool is_last = (uint64_t)next->high - (uint64_t)value < (uint64_t)next->step;
    if (is_last || table->rows > MOST_ROWS)
      return;
  }
}

void noe_report_atoms(const struct noe_report *report, const struct noe_finding *finding, struct noe_text *out) {
  const struct noe_trace *trace = finding->trace;
  bool is_run = finding->kind == NOE_FINDING_LTL || finding->kind == NOE_FINDING_SEQUENCE;
  if (!is_run || !finding->clause || !trace || !trace->count || trace->has_fault ||
      !trace->steps[trace->count - 1].state || finding->clause->temporal->variable_count > MOST_VARIABLES)
    return;
  struct table table = {.report = report, .finding = finding, .arena = noe_base_arena_new(report->memory), .out = out};
  table.machine = noe_model_machine_new(report->memory, report->model);
  for (uint32_t i = 0; i < finding->clause->temporal->atom_count; i++)
    rows(&table, i, 0);
  if (table.rows > MOST_ROWS)
    noe_base_text_puts(out, "    and others\n");
  noe_model_machine_delete(table.machine);
  noe_base_arena_delete(table.arena);
}
