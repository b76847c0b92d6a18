/* A rule: r<id> runs through the instances and tests the guard in the state that is
 * expanded; r<id>_fire runs the body in a copy of it. */
#include <assert.h>
#include <inttypes.h>
#include <stdio.h>

#include "compile/emit_int.h"

static const char *fire_head(struct noe_emitter *emitter, const struct noe_clause *rule) {
  const char *head =
      noe_base_arena_format(emitter->arena, "static void r%u_fire(struct frame *f, struct work *w", rule->id);
  for (uint32_t i = 0; i < rule->parameter_count; i++)
    head = noe_base_arena_format(emitter->arena, "%s, int64_t a%u", head, i);
  return noe_base_arena_format(emitter->arena, "%s)", head);
}

/* Parameters and aliases again: those of the instance, in the copy. */
static void bind_again(struct noe_emitter *emitter, const struct noe_low_clause *rule) {
  for (uint32_t i = 0, parameter = 0; i < rule->clause->binder_count; i++) {
    const struct noe_low_binder *binder = &rule->binders[i];
    if (binder->value != NOE_NO_VALUE) {
      const struct noe_low_value *known = &rule->unit.values[binder->value];
      struct noe_term value = {.low = known->low, .high = known->high, .defined = true};
      snprintf(value.text, sizeof value.text, "a%u", parameter++);
      noe_compile_give(emitter, binder->value, value);
    }
    noe_compile_list(emitter, binder->list.block.first);
  }
}

static void write_body(struct noe_emitter *emitter, const struct noe_low_clause *rule, struct noe_text *out) {
  struct noe_emit_function function;
  noe_compile_begin(emitter, &function);
  noe_compile_use_unit(emitter, &rule->unit, noe_compile_lists(emitter, rule, true));
  bind_again(emitter, rule);
  noe_compile_list(emitter, rule->body.block.first);
  noe_compile_end(emitter, fire_head(emitter, rule->clause), "", out);
}

/* Values that stood for a whole entry are taken out of it in the copy. */
static const char *split_rest(struct noe_emitter *emitter, const struct noe_nest *nest) {
  assert(nest->parameters == nest->clause->parameter_count && "an instance has a value for each parameter");
  const char *passed = "f, n";
  for (uint32_t i = 0; i < nest->parameters; i++) {
    const struct noe_range *range = &nest->ranges[i];
    noe_compile_line(emitter, "int64_t a%u = %s;", i, range->value.text);
    if (range->binding == NOE_BINDING_LIGHT)
      noe_compile_split(emitter, range->type, "n", range->value.text, noe_base_arena_format(emitter->arena, "a%u", i));
    noe_compile_line(emitter, "f->arguments[%u] = a%u;", i, i);
    passed = noe_base_arena_format(emitter->arena, "%s, a%u", passed, i);
  }
  return passed;
}

static const char *multiply(struct noe_emitter *emitter, const char *weight, const char *kind, unsigned of) {
  if (!weight)
    return noe_base_arena_format(emitter->arena, "%s%u", kind, of);
  unsigned name = noe_compile_name(emitter);
  noe_compile_line(emitter, "uint64_t t%u;", name);
  noe_compile_bail_if(emitter, "weight_overflows(%s, %s%u, &t%u)", weight, kind, of, name);
  return noe_base_arena_format(emitter->arena, "t%u", name);
}

/* How many instances this one stands for, as a C expression. */
static const char *weight_of(struct noe_emitter *emitter, const struct noe_nest *nest) {
  uint64_t alike = noe_clause_alike(nest->clause);
  const char *weight = alike > 1 ? noe_base_arena_format(emitter->arena, "%" PRIu64 "u", alike) : NULL;
  for (uint32_t i = 0; i < nest->parameters; i++) {
    const struct noe_range *range = &nest->ranges[i];
    if (range->binding != NOE_BINDING_PLAIN)
      weight = multiply(emitter, weight, "k", range->name);
    if (range->led)
      weight = multiply(emitter, weight, "led", range->name);
  }
  return weight ? weight : "1";
}

static void write_instances(struct noe_emitter *emitter, const struct noe_low_clause *lowered,
                            const struct noe_plan *plan, struct noe_text *out) {
  const struct noe_clause *rule = lowered->clause;
  struct noe_emit_function function;
  struct noe_nest nest = {.clause = rule, .lowered = lowered, .plan = plan};
  noe_compile_begin(emitter, &function);
  function.pure = function.here = true;
  noe_compile_use_unit(emitter, &lowered->unit, noe_compile_lists(emitter, lowered, false));
  noe_compile_line(emitter, "struct work *const w = &f->here, *const n = &f->next;");
  noe_compile_nest(emitter, &nest);
  if (emitter->model->has_priorities) /* the guard may still meet an error */
    noe_compile_line(emitter, "if (f->outranked) goto %s;", nest.done);
  noe_compile_bail_if(emitter, "!begin(f)");
  const char *passed = split_rest(emitter, &nest), *weight = weight_of(emitter, &nest);
  noe_compile_line(emitter, "r%u_fire(%s);", rule->id, passed);
  noe_compile_bail_if(emitter, "!finish(f, %u, %s)", rule->id, weight);
  noe_compile_nest_end(emitter, &nest);
  noe_compile_end(emitter, noe_base_arena_format(emitter->arena, "static APART void r%u(struct frame *f)", rule->id),
                  "", out);
}

bool noe_compile_rule(struct noe_emitter *emitter, const struct noe_clause *rule, bool *is_dead, struct noe_text *out) {
  const struct noe_low_clause *lowered = noe_low_clause_of(emitter->form, rule);
  emitter->unsupported = *is_dead = false;
  if (!noe_compile_is_pure_clause(emitter, lowered)) {
    noe_compile_refuse(emitter, "a guard or an alias changes something");
    return false;
  }
  struct noe_plan plan = noe_compile_plan(emitter, lowered);
  *is_dead = plan.is_dead;
  if (*is_dead)
    return true;
  noe_base_text_printf(out, "\n/* rule %u, line %u */", rule->id, rule->place.line);
  write_body(emitter, lowered, out);
  write_instances(emitter, lowered, &plan, out);
  return !emitter->unsupported;
}
