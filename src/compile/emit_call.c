/* Functions of the model are C functions that get a pointer for each parameter. There are
 * variants of each, written when something calls them. */
#include <stdio.h>
#include <string.h>

#include "compile/emit_int.h"
#include "model/access.h"

/* Calls deeper than this are left to the interpreter, whatever the model allows: C has
 * no say in how much stack there is. */
enum { DEEPEST_CALL = 64 };

static uint32_t deepest_call(const struct noe_emitter *emitter) {
  return emitter->model->call_depth < DEEPEST_CALL ? emitter->model->call_depth : DEEPEST_CALL;
}

static const char *argument(struct noe_emitter *emitter, const struct noe_argument *argument,
                            const struct noe_parameter *parameter) {
  if (argument->kind == NOE_ARGUMENT_LOCATION) {
    struct noe_spot spot = noe_compile_place(emitter, argument->value);
    return noe_compile_pointer(emitter, &spot);
  }
  struct noe_spot temporary = noe_compile_local_spot(emitter, argument->temporary, parameter->type);
  if (argument->kind == NOE_ARGUMENT_CELLS) {
    struct noe_spot source = noe_compile_place(emitter, argument->value);
    noe_compile_will_read(emitter, &source, 0, parameter->type->cells);
    noe_compile_copy(emitter, &temporary, &source, parameter->type);
  } else {
    struct noe_term value = noe_compile_value(emitter, argument->value);
    noe_compile_check(emitter, parameter->type, &value);
    noe_compile_set_local(emitter, argument->temporary, &value);
  }
  return noe_compile_pointer(emitter, &temporary);
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

static const char *arguments(struct noe_emitter *emitter, const struct noe_call *call) {
  const char *text = "f, w";
  for (uint32_t i = 0; i < call->function->parameter_count; i++) {
    const char *one = argument(emitter, &call->arguments[i], &call->function->parameters[i]);
    unsigned name = noe_compile_name(emitter);
    noe_compile_line(emitter, "cell *const h%u = (cell *)%s;", name, one);
    text = noe_base_arena_format(emitter->arena, "%s, h%u", text, name);
  }
  return text;
}

struct noe_term noe_compile_call(struct noe_emitter *emitter, const struct noe_expr *expr, struct noe_spot *result) {
  const struct noe_call *call = expr->call;
  const struct noe_function *function = call->function;
  int variant = variant_of(emitter);
  struct noe_emit_call *known = &emitter->calls[variant][function->id];
  bool compound = function->result && !noe_type_is_simple(function->result);
  const char *passed = arguments(emitter, call);
  known->wanted = true;
  if (known->failed)
    noe_compile_refuse(emitter, "a function that cannot be compiled");
  if (compound) {
    *result = noe_compile_local_spot(emitter, call->temporary, function->result);
    passed = noe_base_arena_format(emitter->arena, "%s, %s", passed, noe_compile_pointer(emitter, result));
  }
  int64_t low = INT64_MIN + 1, high = INT64_MAX;
  if (function->result && function->result->kind <= NOE_TYPE_UNION) {
    low = function->result->low;
    high = function->result->high;
  }
  struct noe_term value =
      noe_compile_term(emitter, low, high, false, "f%u%s(%s)", function->id, suffix_of(variant), passed);
  noe_compile_line(emitter, "if (UNLIKELY(f->status)) goto %s;", emitter->in->leave.label);
  emitter->in->fails = emitter->in->calls = true;
  if (!strcmp(emitter->in->leave.label, "leave"))
    emitter->in->leaves = true;
  return value;
}

static const char *head_of(struct noe_emitter *emitter, const struct noe_function *function, int variant) {
  const char *parameters = "struct frame *f, struct work *w";
  for (uint32_t i = 0; i < function->parameter_count; i++)
    parameters = noe_base_arena_format(emitter->arena, "%s, cell *p%u", parameters, i);
  if (function->result && !noe_type_is_simple(function->result))
    parameters = noe_base_arena_format(emitter->arena, "%s, cell *result", parameters);
  return noe_base_arena_format(emitter->arena, "static int64_t f%u%s(%s)", function->id, suffix_of(variant),
                               parameters);
}

static void write_function(struct noe_emitter *emitter, const struct noe_function *function, int variant) {
  struct noe_emit_call *call = &emitter->calls[variant][function->id];
  struct noe_emit_function writing;
  bool before = emitter->unsupported;
  emitter->unsupported = false;
  noe_compile_begin(emitter, &writing);
  writing.function = function;
  writing.body = function->body;
  writing.pure = variant & NOE_VARIANT_PURE;
  writing.watching = variant & NOE_VARIANT_WATCHED;
  if (writing.pure && function->writes_state)
    noe_compile_refuse(emitter, "a function that changes the state is called where nothing may change");
  if (emitter->recursive) {
    noe_compile_bail_if(emitter, "f->depth >= %u", deepest_call(emitter));
    noe_compile_line(emitter, "f->depth++;");
    NOE_LIST_PUSH(emitter->arena, &writing.undo, "f->depth--;");
  }
  noe_compile_stmts(emitter, function->body);
  if (function->result)
    noe_compile_bail_if(emitter, "1"); /* it ended without a result */
  if (emitter->recursive)
    noe_compile_line(emitter, "f->depth--;");
  noe_base_text_printf(&call->text, "\n/* function %u, line %u */", function->id, function->place.line);
  noe_compile_end(emitter, head_of(emitter, function, variant), "0", &call->text);
  call->failed = emitter->unsupported;
  call->done = true;
  emitter->unsupported = before;
}

/* ------------------------------------------------------------------- depth */

/* How many calls nest inside; `heights` by function id. */
static uint32_t height_of_stmts(const uint32_t *heights, const struct noe_stmt *list);

static uint32_t highest(uint32_t a, uint32_t b) { return a > b ? a : b; }

static uint32_t height_of_expr(const uint32_t *heights, const struct noe_expr *expr) {
  uint32_t height = 0;
  if (!expr)
    return 0;
  if (expr->call) {
    height = heights[expr->call->function->id] + 1;
    for (uint32_t i = 0; i < expr->call->function->parameter_count; i++)
      height = highest(height, height_of_expr(heights, expr->call->arguments[i].value));
  }
  const struct noe_expr *inside[] = {expr->condition,   expr->left,      expr->right,
                                     expr->domain.from, expr->domain.to, expr->domain.by};
  for (size_t i = 0; i < sizeof inside / sizeof *inside; i++)
    height = highest(height, height_of_expr(heights, inside[i]));
  return height;
}

static uint32_t height_of_stmt(const uint32_t *heights, const struct noe_stmt *stmt) {
  const struct noe_expr *inside[] = {stmt->target, stmt->value, stmt->domain.from, stmt->domain.to, stmt->domain.by};
  uint32_t height = highest(height_of_stmts(heights, stmt->body), height_of_stmts(heights, stmt->otherwise));
  for (size_t i = 0; i < sizeof inside / sizeof *inside; i++)
    height = highest(height, height_of_expr(heights, inside[i]));
  for (uint32_t i = 0; i < stmt->arm_count; i++) {
    height = highest(height, height_of_stmts(heights, stmt->arms[i].body));
    for (uint32_t k = 0; k < stmt->arms[i].condition_count; k++)
      height = highest(height, height_of_expr(heights, stmt->arms[i].conditions[k]));
  }
  return height;
}

static uint32_t height_of_stmts(const uint32_t *heights, const struct noe_stmt *list) {
  uint32_t height = 0;
  for (const struct noe_stmt *stmt = list; stmt; stmt = stmt->next)
    height = highest(height, height_of_stmt(heights, stmt));
  return height;
}

/* Recursion makes heights grow without end: past the limit it is all the same. */
static bool is_too_deep(const struct noe_emitter *emitter, const uint32_t *heights) {
  for (uint32_t i = 0; i < emitter->model->function_count; i++)
    if (heights[i] + 1 >= deepest_call(emitter))
      return true;
  return false;
}

void noe_compile_find_depth(struct noe_emitter *emitter) {
  const struct noe_model *model = emitter->model;
  uint32_t *heights = NOE_NEW_ARRAY(emitter->arena, uint32_t, model->function_count);
  for (bool changed = true; changed && !emitter->recursive;) {
    changed = false;
    for (uint32_t i = 0; i < model->function_count; i++) {
      uint32_t height = height_of_stmts(heights, model->functions[i]->body);
      changed |= height > heights[i];
      heights[i] = height;
    }
    emitter->recursive = is_too_deep(emitter, heights);
  }
}

/* --------------------------------------------------------------------- all */

/* Writing one may want others. */
void noe_compile_functions(struct noe_emitter *emitter) {
  const struct noe_model *model = emitter->model;
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < model->function_count; i++)
      for (int variant = 0; variant < NOE_VARIANTS; variant++) {
        struct noe_emit_call *call = &emitter->calls[variant][model->functions[i]->id];
        if (!call->wanted || call->done)
          continue;
        write_function(emitter, model->functions[i], variant);
        changed = true;
      }
  }
}

void noe_compile_declare_functions(struct noe_emitter *emitter, struct noe_text *out) {
  const struct noe_model *model = emitter->model;
  for (uint32_t i = 0; i < model->function_count; i++)
    for (int variant = 0; variant < NOE_VARIANTS; variant++)
      if (emitter->calls[variant][model->functions[i]->id].done)
        noe_base_text_printf(out, "%s;\n", head_of(emitter, model->functions[i], variant));
}
