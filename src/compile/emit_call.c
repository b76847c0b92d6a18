/* Functions of the model are C functions that get a pointer for each parameter. There are
 * variants of each, written when something calls them. */
#include <assert.h>
#include <string.h>

#include "compile/emit_int.h"

static uint32_t deepest_call(const struct noe_emitter *emitter) {
  return emitter->model->call_depth < NOE_DEEPEST_CALL ? emitter->model->call_depth : NOE_DEEPEST_CALL;
}

/* With packed keys nothing depends on whether what is done may last. */
static int variant_of(const struct noe_emitter *emitter) {
  return (emitter->in->pure && emitter->block_count ? NOE_VARIANT_PURE : 0) |
         (emitter->in->watching ? NOE_VARIANT_WATCHED : 0);
}

static const char *suffix_of(int variant) {
  static const char *const suffixes[NOE_VARIANTS] = {"", "p", "w", "pw"};
  return suffixes[variant];
}

void noe_compile_call(struct noe_emitter *emitter, const struct noe_low_op *op) {
  assert(op->number >= 0 && (uint64_t)op->number < emitter->model->function_count &&
         "the function called is the model's");
  const struct noe_low_function *callee = &emitter->form->functions[op->number];
  int variant = variant_of(emitter);
  struct noe_emit_call *known = &emitter->calls[variant][callee->function->id];
  const char *passed = "f, w";
  for (uint32_t i = 0; i < callee->location_count; i++)
    passed =
        noe_base_arena_format(emitter->arena, "%s, %s", passed, noe_compile_term_of(emitter, op->arguments[i])->text);
  known->wanted = true;
  if (known->failed)
    noe_compile_refuse(emitter, "a function that cannot be compiled");
  struct noe_term value = noe_compile_term(emitter, INT64_MIN + 1, INT64_MAX, false, "f%u%s(%s)", callee->function->id,
                                           suffix_of(variant), passed);
  if (op->result != NOE_NO_VALUE) {
    value.low = emitter->in->unit->values[op->result].low;
    value.high = emitter->in->unit->values[op->result].high;
    noe_compile_give(emitter, op->result, value);
  }
  noe_compile_line(emitter, "if (UNLIKELY(f->status)) goto %s;", emitter->in->leave.label);
  emitter->in->calls = true;
  if (!strcmp(emitter->in->leave.label, "leave"))
    emitter->in->leaves = true;
}

/* --------------------------------------------------------------- definitions */

/* The name of a parameter, or of the place of the result. */
static const char *parameter_name(struct noe_emitter *emitter, const struct noe_low_function *function, uint32_t i) {
  return i < function->function->parameter_count ? noe_base_arena_format(emitter->arena, "p%u", i) : "result";
}

static const char *head_of(struct noe_emitter *emitter, const struct noe_low_function *function, int variant) {
  const char *parameters = "struct frame *f, struct work *w";
  for (uint32_t i = 0; i < function->location_count; i++)
    parameters =
        noe_base_arena_format(emitter->arena, "%s, cell *%s", parameters, parameter_name(emitter, function, i));
  return noe_base_arena_format(emitter->arena, "static int64_t f%u%s(%s)", function->function->id, suffix_of(variant),
                               parameters);
}

static void bind_parameters(struct noe_emitter *emitter, const struct noe_low_function *function) {
  for (uint32_t i = 0; i < function->unit.value_count; i++) {
    const struct noe_low_value *value = &function->unit.values[i];
    struct noe_term term = {.defined = true};
    if (value->origin != NOE_ORIGIN_REFERENCE)
      continue;
    strcpy(term.text, parameter_name(emitter, function, value->number));
    noe_compile_give(emitter, i, term);
  }
}

/* A region is left by `return`; a list without one yields the result. */
static void write_body(struct noe_emitter *emitter, const struct noe_low_function *function) {
  const struct noe_low_block *body = &function->body.block;
  bool yields = body->yield != NOE_NO_VALUE && (!body->first || body->first->kind != NOE_LOW_REGION);
  noe_compile_list(emitter, body->first);
  if (yields)
    noe_compile_leave_with(emitter, noe_compile_term_of(emitter, body->yield));
  else if (emitter->recursive)
    noe_compile_line(emitter, "f->depth--;");
}

static void write_function(struct noe_emitter *emitter, const struct noe_low_function *function, int variant) {
  struct noe_emit_call *call = &emitter->calls[variant][function->function->id];
  const struct noe_low_block *body = &function->body.block;
  struct noe_emit_function writing;
  assert(call->wanted && !call->done && "each variant that something calls is written once");
  call->done = true;
  call->failed = function->unit.refused != NULL;
  if (call->failed)
    return;
  bool before = emitter->unsupported;
  emitter->unsupported = false;
  noe_compile_begin(emitter, &writing);
  writing.function = function;
  writing.pure = variant & NOE_VARIANT_PURE;
  writing.watching = variant & NOE_VARIANT_WATCHED;
  noe_compile_use_unit(emitter, &function->unit, (struct noe_emit_lists){&body, 1});
  bind_parameters(emitter, function);
  if (writing.pure && function->function->writes_state)
    noe_compile_refuse(emitter, "a function that changes the state is called where nothing may change");
  if (emitter->recursive) {
    noe_compile_bail_if(emitter, "f->depth >= %u", deepest_call(emitter));
    noe_compile_line(emitter, "f->depth++;");
    NOE_LIST_PUSH(emitter->arena, &writing.undo, "f->depth--;");
  }
  write_body(emitter, function);
  noe_base_text_printf(&call->text, "\n/* function %u, line %u */", function->function->id,
                       function->function->place.line);
  noe_compile_end(emitter, head_of(emitter, function, variant), "0", &call->text);
  call->failed = emitter->unsupported;
  emitter->unsupported = before;
  assert((call->failed || noe_base_text_string(&call->text)[0]) && "what can be compiled has a text");
}

/* Writing one may want others. */
void noe_compile_functions(struct noe_emitter *emitter) {
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < emitter->model->function_count; i++)
      for (int variant = 0; variant < NOE_VARIANTS; variant++) {
        struct noe_emit_call *call = &emitter->calls[variant][i];
        if (!call->wanted || call->done)
          continue;
        write_function(emitter, &emitter->form->functions[i], variant);
        changed = true;
      }
  }
}

void noe_compile_declare_functions(struct noe_emitter *emitter, struct noe_text *out) {
  for (uint32_t i = 0; i < emitter->model->function_count; i++)
    for (int variant = 0; variant < NOE_VARIANTS; variant++)
      if (emitter->calls[variant][i].done)
        noe_base_text_printf(out, "%s;\n", head_of(emitter, &emitter->form->functions[i], variant));
}
