/* The file as a whole. */
#include "compile/emit.h"

#include <assert.h>
#include <string.h>

#include "compile/emit_int.h"
#include "compile/runtime.h"
#include "symmetry/runs.h"

/* A model beyond these would give a text that takes too long to compile. */
enum { MOST_CELLS = 1 << 17, MOST_SLICE_CELLS = 256, MOST_TURNED = 8192, MOST_TEXT = 8 << 20 };

/* ------------------------------------------------------------------ clauses */

/* Which function asks for the claim? */
enum judge { CLAIMS, ASSUMPTIONS, GOALS, TRIALS, NOBODY };

static enum judge judge_of(const struct noe_emitter *emitter, const struct noe_clause *claim) {
  if (claim->is_statement)
    return NOBODY;
  switch (claim->property) {
  case NOE_PROPERTY_INVARIANT:
  case NOE_PROPERTY_COVER: return CLAIMS;
  case NOE_PROPERTY_ASSUME: return ASSUMPTIONS;
  case NOE_PROPERTY_LIVENESS: return noe_compile_moves(emitter, claim) ? TRIALS : GOALS;
  default: return NOBODY;
  }
}

static void cut(struct noe_text *out, size_t length) {
  out->length = length;
  if (out->bytes)
    out->bytes[length] = 0;
}

static bool write_claims(struct noe_emitter *emitter, enum judge judge, struct noe_text *out) {
  size_t before = out->length;
  for (uint32_t i = 0; i < emitter->model->property_count; i++)
    if (judge_of(emitter, &emitter->model->properties[i]) == judge &&
        !noe_compile_claim(emitter, &emitter->model->properties[i], out)) {
      cut(out, before);
      return false;
    }
  return true;
}

/* All that is executed, as far as it can be. Returns false if a function turned out to be
 * beyond the emitter that something already calls: then all of it is written again. */
static bool write_clauses(struct noe_emitter *emitter, struct noe_text *out) {
  const struct noe_model *model = emitter->model;
  for (uint32_t i = 0; i < model->rule_count; i++) {
    size_t before = out->length;
    emitter->rules[i] = noe_compile_rule(emitter, &model->rules[i], &emitter->dead[i], out);
    if (!emitter->rules[i])
      cut(out, before);
  }
  emitter->claims = write_claims(emitter, CLAIMS, out);
  emitter->assumptions = write_claims(emitter, ASSUMPTIONS, out);
  emitter->goals = write_claims(emitter, GOALS, out);
  emitter->trials = write_claims(emitter, TRIALS, out);
  noe_compile_functions(emitter);
  bool settled = true;
  for (int variant = 0; variant < NOE_VARIANTS; variant++)
    for (uint32_t i = 0; i < model->function_count; i++) {
      struct noe_emit_call *call = &emitter->calls[variant][i];
      if (call->failed && call->wanted && !call->refused)
        settled = false;
      call->refused |= call->failed;
    }
  return settled;
}

static void forget_functions(struct noe_emitter *emitter) {
  for (int variant = 0; variant < NOE_VARIANTS; variant++)
    for (uint32_t i = 0; i < emitter->model->function_count; i++) {
      struct noe_emit_call *call = &emitter->calls[variant][i];
      noe_base_text_clear(&call->text);
      call->wanted = call->done = call->failed;
    }
}

/* ---------------------------------------------------------------- the frame */

static void write_work(struct noe_emitter *emitter, struct noe_text *out) {
  for (uint32_t i = 0; i < emitter->block_count; i++)
    noe_base_text_printf(out, "\nstruct entry%u { cell c[%u]; uint32_t weight, origin; };\n", i,
                         emitter->blocks[i].cells ? emitter->blocks[i].cells : 1);
  noe_base_text_printf(out, "\nstruct work {\n  cell c[%u];\n", emitter->plain_cells ? emitter->plain_cells : 1);
  for (uint32_t i = 0; i < emitter->block_count; i++)
    noe_base_text_printf(out, "  uint32_t m%u;\n", i);
  for (uint32_t i = 0; i < emitter->block_count; i++)
    noe_base_text_printf(out, "  struct entry%u b%u[%u];\n", i, i, emitter->blocks[i].size);
  noe_base_text_puts(out, "};\n");
}

static void write_key_fields(struct noe_emitter *emitter, struct noe_text *out) {
  const struct noe_model *model = emitter->model;
  struct noe_text fields = noe_base_text(emitter->memory);
  if (emitter->keys == NOE_NATIVE_PACKED)
    noe_base_text_printf(&fields, "uint64_t key[%u]; int64_t wide[%u]; uint8_t changed[%u];", model->packed_words + 1,
                         model->cell_count ? model->cell_count : 1, model->bag_count + 1);
  else
    noe_compile_runs_fields(emitter, &fields);
  if (noe_compile_is_large(emitter))
    noe_compile_change_fields(emitter, &fields);
  noe_compile_trial_fields(emitter, &fields);
  noe_base_text_puts(out, "#define KEY_FIELDS ");
  for (const char *at = noe_base_text_string(&fields); *at; at++)
    noe_base_text_printf(out, "%c", *at == '\n' ? ' ' : *at);
  noe_base_text_puts(out, "\n");
  noe_base_text_free(&fields);
}

/* Of cells in which rounds have left different values. Where there can be none code does not ask for them, and bails
 * if there is one. */
enum { MOST_TAINTS = 64 };

static void write_frame(struct noe_emitter *emitter, struct noe_text *out) {
  const struct noe_model *model = emitter->model;
  write_work(emitter, out);
  emitter->canonical = noe_compile_canon(emitter, out);
  if (emitter->watches) {
    noe_base_text_printf(out, "#define TAINTS %u\n", emitter->taints_frames ? MOST_TAINTS : 0);
    noe_compile_runtime(NOE_RUNTIME_MARKS, out);
  }
  noe_base_text_printf(out, "\nenum { WITNESSES = %u, PROPERTIES = %u, PARAMETERS = %u };\n", model->witness_count,
                       model->property_count, noe_model_most_parameters(model));
  noe_base_text_printf(out, "#define CANONICAL %d\n#define WATCHES %d\n", emitter->canonical, emitter->watches);
  write_key_fields(emitter, out);
  noe_compile_runtime(NOE_RUNTIME_FRAME, out);
  if (emitter->watches)
    noe_compile_runtime(NOE_RUNTIME_WATCH, out);
  if (emitter->trial_cells)
    noe_compile_runtime(NOE_RUNTIME_TRIAL, out);
}

/* Sorts all bags of a state. */
static void write_settle(struct noe_emitter *emitter, struct noe_text *out) {
  struct noe_emit_function function;
  if (emitter->keys == NOE_NATIVE_PACKED) {
    noe_compile_sort_multisets(emitter, out);
    return;
  }
  noe_compile_begin(emitter, &function);
  noe_compile_line(emitter, "(void)w;");
  for (uint32_t i = 0; i < emitter->model->variable_count; i++) {
    const struct noe_variable *variable = &emitter->model->variables[i];
    if (variable->type->has_multiset)
      noe_compile_sort(emitter, noe_compile_variable(emitter, variable), variable->type);
  }
  noe_compile_end(emitter, "static inline void settle(struct work *w)", "", out);
}

/* --------------------------------------------------------------- the module */

static void list_rule(const struct noe_emitter *emitter, uint32_t rule, struct noe_text *out) {
  if (emitter->rules[rule] && !emitter->dead[rule])
    noe_base_text_printf(out, " FIRE(%u)", rule);
}

/* The least number of a priority that is greater than this; INT64_MAX: there is none. */
static int64_t next_priority(const struct noe_model *model, int64_t priority) {
  int64_t next = INT64_MAX;
  for (uint32_t i = 0; i < model->rule_count; i++)
    if (model->rules[i].priority > priority && model->rules[i].priority < next)
      next = model->rules[i].priority;
  return next;
}

static void list_rules(const struct noe_emitter *emitter, struct noe_text *out) {
  const struct noe_model *model = emitter->model;
  noe_base_text_puts(out, "\n#define RULES");
  for (uint32_t i = 0; i < model->rule_count && !model->has_priorities; i++)
    list_rule(emitter, i, out);
  for (int64_t at = next_priority(model, INT64_MIN); at < INT64_MAX && model->has_priorities;
       at = next_priority(model, at)) {
    for (uint32_t i = 0; i < model->rule_count; i++)
      if (model->rules[i].priority == at)
        list_rule(emitter, i, out);
    noe_base_text_puts(out, " RANK");
  }
  noe_base_text_puts(out, "\n#define COMPILED ");
  for (uint32_t i = 0; i < model->rule_count; i++)
    noe_base_text_printf(out, "%u, ", emitter->rules[i]);
  noe_base_text_puts(out, "0\n");
}

static void list_claims(const struct noe_emitter *emitter, enum judge judge, bool has, struct noe_text *out) {
  static const char *const lists[] = {"CLAIMS", "ASSUMPTIONS", "GOALS", "TRIALS"};
  noe_base_text_printf(out, "enum { HAS_%s = %d };\n#define %s", lists[judge], has, lists[judge]);
  for (uint32_t i = 0; has && i < emitter->model->property_count; i++)
    if (judge_of(emitter, &emitter->model->properties[i]) == judge)
      noe_base_text_printf(out, " HOLDS(%u)", i);
  noe_base_text_puts(out, "\n");
}

/* Claims that twins decide want those of the state that is judged, or none. */
static void write_module(const struct noe_emitter *emitter, struct noe_text *out) {
  list_rules(emitter, out);
  list_claims(emitter, CLAIMS, emitter->claims, out);
  list_claims(emitter, ASSUMPTIONS, emitter->assumptions, out);
  list_claims(emitter, GOALS, emitter->goals, out);
  list_claims(emitter, TRIALS, emitter->trials, out);
  if (emitter->canonical)
    noe_compile_runtime(NOE_RUNTIME_JUDGED, out);
  noe_base_text_printf(out, "enum { KEYS = %d };\n#define FIND_TWINS %s\n#define JUDGE_TWINS %s\n", emitter->keys,
                       emitter->canonical ? "find_expanded_twins(f)"
                       : emitter->twins   ? "find_twins(f)"
                                          : "(void)0",
                       !emitter->judged     ? "(void)0"
                       : emitter->canonical ? "find_judged_twins(f)"
                                            : "f->host.class_of = 0");
  noe_compile_runtime(NOE_RUNTIME_MODULE, out);
}

static void write_file(struct noe_emitter *emitter, const struct noe_text *clauses, struct noe_text *out) {
  struct noe_text settle = noe_base_text(emitter->memory);
  write_settle(emitter, &settle);
  noe_compile_prelude(emitter, out);
  write_frame(emitter, out);
  noe_compile_sorters(emitter, out);
  noe_base_text_puts(out, noe_base_text_string(&settle));
  noe_base_text_free(&settle);
  (emitter->keys == NOE_NATIVE_PACKED ? noe_compile_packed : noe_compile_runs)(emitter, out);
  noe_base_text_printf(out, "\n#define TAINT_RESET %s\n", emitter->watches ? "f->taints = 0" : "(void)0");
  noe_compile_runtime(NOE_RUNTIME_FIRING, out);
  noe_compile_declare_functions(emitter, out);
  for (int variant = 0; variant < NOE_VARIANTS; variant++)
    for (uint32_t i = 0; i < emitter->model->function_count; i++)
      if (!emitter->calls[variant][i].failed)
        noe_base_text_puts(out, noe_base_text_string(&emitter->calls[variant][i].text));
  noe_base_text_puts(out, noe_base_text_string(clauses));
  noe_compile_definedness(emitter, out);
  noe_base_text_printf(out, "\n#define WATCH_RESET %s%s\n", emitter->trial_cells ? "f->trying = 0, " : "",
                       emitter->watches ? "f->searching = f->level = f->doubts = f->taints = 0" : "(void)0");
  noe_base_text_printf(out, "#define LEAVE_HOME %s\n", emitter->canonical ? "f->canon.at_home = 0" : "(void)0");
  noe_compile_runtime(NOE_RUNTIME_START, out);
  write_module(emitter, out);
}

/* --------------------------------------------------------------------- all */

static bool is_small(const struct noe_emitter *emitter) {
  if (emitter->plain_cells > MOST_CELLS ||
      (emitter->keys == NOE_NATIVE_RUNS && noe_compile_turned(emitter) > MOST_TURNED))
    return false;
  for (uint32_t i = 0; i < emitter->block_count; i++)
    if (emitter->blocks[i].cells > MOST_SLICE_CELLS)
      return false;
  return true;
}

static uint32_t count_rules(const struct noe_emitter *emitter) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < emitter->model->rule_count; i++)
    count += emitter->rules[i];
  assert(count <= emitter->model->rule_count && "a rule is compiled or not");
  return count;
}

static void prepare(struct noe_emitter *emitter) {
  const struct noe_model *model = emitter->model;
  for (int i = 0; i < NOE_VARIANTS; i++) {
    emitter->calls[i] = NOE_NEW_ARRAY(emitter->arena, struct noe_emit_call, model->function_count + 1);
    for (uint32_t k = 0; k < model->function_count; k++)
      emitter->calls[i][k].text = noe_base_text(emitter->memory);
  }
  emitter->sorters = NOE_NEW_ARRAY(emitter->arena, bool, model->type_count + 1);
  emitter->rules = NOE_NEW_ARRAY(emitter->arena, uint8_t, model->rule_count + 1);
  emitter->dead = NOE_NEW_ARRAY(emitter->arena, bool, model->rule_count + 1);
  emitter->trusted = NOE_NEW_ARRAY(emitter->arena, bool, model->cell_count + 1);
  for (uint32_t i = 0; emitter->proof && i < model->loop_count; i++)
    emitter->arranges |= emitter->proof->kinds[i] == NOE_WATCH_ORDER;
  noe_compile_find_facts(emitter);
  noe_compile_find_taints(emitter);
}

/* False: the model cannot be laid out with these keys. */
static bool emit(struct noe_emitter *emitter, enum noe_native_keys keys, struct noe_text *out) {
  emitter->keys = keys;
  if (!noe_compile_layout(emitter) || !is_small(emitter))
    return false;
  prepare(emitter);
  struct noe_text clauses = noe_base_text(emitter->memory);
  while (!write_clauses(emitter, &clauses)) {
    noe_base_text_clear(&clauses);
    forget_functions(emitter);
  }
  write_file(emitter, &clauses, out);
  noe_base_text_free(&clauses);
  for (int variant = 0; variant < NOE_VARIANTS; variant++)
    for (uint32_t i = 0; i < emitter->model->function_count; i++)
      noe_base_text_free(&emitter->calls[variant][i].text);
  return true;
}

/* One attempt; what it was worth is in *emission. */
static bool attempt(struct noe_emitter *emitter, enum noe_native_keys keys, struct noe_text *out,
                    struct noe_emission *emission) {
  if (!emit(emitter, keys, out))
    return false;
  *emission = (struct noe_emission){.keys = keys,
                                    .compiled = count_rules(emitter),
                                    .total = emitter->model->rule_count,
                                    .has_claims = emitter->claims,
                                    .has_assumptions = emitter->assumptions,
                                    .has_goals = emitter->goals,
                                    .refused = emitter->why};
  return out->length <= MOST_TEXT;
}

/* What all attempts share: clauses as code wants them, and what is taken to be defined. */
static void lower(struct noe_emitter *emitter) {
  struct noe_lowered *form = noe_lower_for_code(emitter->arena, emitter->model);
  emitter->form = form;
  noe_compile_find_definedness(emitter);
  noe_lower_trust(form, noe_compile_is_always_defined, emitter);
}

/* Bytes are given up if a number may have no room in them: code would leave states to the
 * interpreter for it. */
static bool attempt_afresh(struct noe_memory *memory, const struct noe_emitter *given, enum noe_native_keys keys,
                           struct noe_text *out, struct noe_emission *emission) {
  struct noe_emitter emitter = *given;
  emitter.arena = noe_base_arena_new(memory);
  if (keys == NOE_NATIVE_RUNS && emitter.turns)
    emitter.symmetry = emitter.turns->large;
  bool done = attempt(&emitter, keys, out, emission);
  noe_base_arena_delete(emitter.arena);
  if (!emitter.is_tight || !emitter.misfits)
    return done;
  struct noe_emitter easy = *given;
  easy.at_ease = true;
  noe_base_text_clear(out);
  return attempt_afresh(memory, &easy, keys, out, emission);
}

bool noe_compile_emit(struct noe_memory *memory, const struct noe_model *model, const struct noe_symmetry *symmetry,
                      const struct noe_proof *proof, bool packed, struct noe_text *out, struct noe_emission *emission,
                      const char **why_not) {
  struct noe_emitter emitter = {
      .memory = memory, .model = model, .every = symmetry, .symmetry = symmetry, .proof = proof};
  *why_not = NULL;
  struct noe_text runs = noe_base_text(memory), rows = noe_base_text(memory);
  struct noe_emission of_runs = {0}, of_rows = {0};
  struct noe_arena *arena = noe_base_arena_new(memory);
  emitter.arena = arena;
  lower(&emitter);
  const struct noe_runs_shape *shape = !packed && symmetry ? noe_symmetry_runs_shape(arena, memory, symmetry) : NULL;
  if (shape && shape->turns->count > 1)
    emitter.turns = shape->turns;
  bool has_runs = shape && attempt_afresh(memory, &emitter, NOE_NATIVE_RUNS, &runs, &of_runs);
  bool complete = has_runs && of_runs.compiled == of_runs.total && of_runs.has_claims && of_runs.has_assumptions;
  bool has_rows = !complete && attempt_afresh(memory, &emitter, NOE_NATIVE_PACKED, &rows, &of_rows);
  if (model->has_priorities) { /* who is outranked is not known before all guards are */
    has_runs &= of_runs.compiled == of_runs.total;
    has_rows &= of_rows.compiled == of_rows.total;
    if (!has_runs && !has_rows)
      *why_not = "rules have priorities, and not all of them can be compiled";
  }
  /* Runs are faster by far, but not than the interpreter is slow. */
  bool take_runs = has_runs && (!has_rows || of_rows.compiled <= of_runs.compiled);
  bool is_long = runs.length > MOST_TEXT || rows.length > MOST_TEXT;
  *emission = take_runs ? of_runs : of_rows;
  if (!has_runs && !has_rows)
    *why_not = *why_not ? *why_not : is_long ? "its text would be too long" : "states are too large";
  else if (!emission->compiled && !emission->has_claims)
    *why_not = "there is nothing in it that can be compiled";
  else
    noe_base_text_puts(out, noe_base_text_string(take_runs ? &runs : &rows));
  noe_base_text_free(&runs);
  noe_base_text_free(&rows);
  noe_base_arena_delete(arena);
  return !*why_not;
}
