/* Why a condition is true or false, for people:
 *
 *   why it is false, for p = Process_2, q = Process_3:
 *     true   p != q
 *     true   Inside(p)
 *       true   state[p] = Critical
 *     ...
 *
 * The value stands in front of each part; behind it stand the values that were compared,
 * unless the part says them itself. */
#include "report/escape.h"
#include "report/why_int.h"

static void why_false(const struct noe_report *report, const struct noe_finding *finding, const int64_t *state,
                      struct noe_text *out) {
  struct noe_arena *arena = noe_base_arena_new(report->memory);
  struct noe_why_writer writer = {
      .report = report, .arena = arena, .out = out, .lines = NOE_MOST_WHY_LINES, .knows_names = true};
  const struct noe_why *why = noe_model_why(arena, report->model, finding->clause, finding->arguments, state);
  if (why && !why->value) {
    noe_base_text_puts(out, "  why it is false");
    size_t length = out->length;
    noe_base_text_puts(out, ", for ");
    noe_report_arguments(report->model, finding->clause, finding->arguments, state, out);
    if (out->length == length + 6)
      noe_base_text_cut(out, length);
    if (noe_report_inner_witness(why)) {
      noe_base_text_puts(out, out->length == length ? ", for " : ", ");
      why = noe_report_witnesses(&writer, noe_report_inner_witness(why));
    }
    noe_base_text_puts(out, ":\n");
    noe_report_why_parts(&writer, why, 0);
  }
  noe_base_arena_delete(arena);
}

void noe_report_why_disabled(const struct noe_report *report, const struct noe_clause *clause, const int64_t *arguments,
                             const int64_t *state, struct noe_text *out) {
  struct noe_arena *arena = noe_base_arena_new(report->memory);
  struct noe_why_writer writer = {
      .report = report, .arena = arena, .out = out, .lines = NOE_MOST_WHY_LINES, .knows_names = true};
  const struct noe_why *why = noe_model_why(arena, report->model, clause, arguments, state);
  if (why && !why->value)
    noe_report_why_parts(&writer, why, 0);
  noe_base_arena_delete(arena);
}

void noe_report_why(const struct noe_report *report, const struct noe_finding *finding, struct noe_text *out) {
  const struct noe_trace *trace = finding->trace;
  if (!trace || !trace->count || trace->has_fault || !trace->steps[trace->count - 1].state)
    return;
  const int64_t *state = trace->steps[trace->count - 1].state;
  if (finding->kind == NOE_FINDING_DEADLOCK)
    noe_report_blocked(report, state, out);
  else if (finding->clause && (finding->kind == NOE_FINDING_INVARIANT || finding->kind == NOE_FINDING_LIVENESS))
    why_false(report, finding, state, out);
}

static void write_call(const struct noe_why_writer *writer, const struct noe_why_call *call) {
  const struct noe_function *function = call->function;
  noe_base_text_printf(writer->out, "  in %s %s", function->result ? "function" : "procedure", function->name);
  for (uint32_t i = 0; i < function->parameter_count; i++) {
    noe_base_text_printf(writer->out, "%s%s = ", i ? ", " : ", with ", function->parameters[i].name);
    noe_report_why_value(writer, call->values[i]);
  }
  noe_base_text_printf(writer->out, ", called on line %u\n", call->place.line);
}

void noe_report_autopsy(const struct noe_report *report, const struct noe_trace *trace, struct noe_text *out) {
  struct noe_arena *arena = noe_base_arena_new(report->memory);
  struct noe_why_writer writer = {.report = report, .arena = arena, .out = out, .lines = NOE_MOST_WHY_LINES};
  struct noe_autopsy autopsy;
  if (noe_model_autopsy(arena, report->model, trace, &autopsy)) {
    for (uint32_t i = 0; i < autopsy.call_count; i++) {
      if (autopsy.calls_left_out && i == autopsy.first_part)
        noe_base_text_printf(out, "  ... %u more calls ...\n", autopsy.calls_left_out);
      write_call(&writer, &autopsy.calls[i]);
    }
    if (autopsy.condition) {
      noe_base_text_puts(out, "  why it is false:\n");
      noe_report_why_parts(&writer, autopsy.condition, 0);
    }
  }
  noe_base_arena_delete(arena);
}
