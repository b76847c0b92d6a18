#include "detect/translate.h"

#include <assert.h>
#include <string.h>

#include "model/pack.h"

struct translation {
  const struct noe_view *view;
  struct noe_arena *arena;
  struct noe_machine *machine; /* of the model */
  int64_t *scratch;            /* room for a state */
};

int64_t noe_detect_original_value(const struct noe_view *view, const struct noe_type *type, int64_t value) {
  const struct noe_piece *piece = type && type->id < view->piece_count ? view->pieces[type->id] : NULL;
  if (!piece || value == NOE_UNDEFINED)
    return value;
  assert(0 <= value && value < (int64_t)piece->count && "a value of its type");
  return piece->found->values[piece->first + value];
}

void noe_detect_original_state(const struct noe_view *view, const int64_t *from, int64_t *to) {
  const struct noe_model *model = view->model;
  for (uint32_t i = 0; i < model->cell_count; i++)
    to[i] = noe_detect_original_value(view, model->cells[i].type, from[i]);
  noe_model_normalise(view->original, to);
}

const struct noe_clause *noe_detect_original_clause(const struct noe_view *view, const struct noe_clause *clause) {
  const struct noe_model *model = view->original;
  if (!clause)
    return NULL;
  switch (clause->kind) {
  case NOE_CLAUSE_START: return &model->starts[clause->id];
  case NOE_CLAUSE_RULE: return &model->rules[clause->id];
  case NOE_CLAUSE_PROPERTY: break;
  }
  return &model->properties[clause->id];
}

/* -------------------------------------------------------------------- runs */

static const int64_t *translate_arguments(const struct translation *translation, const struct noe_clause *clause,
                                          const int64_t *arguments) {
  if (!clause || !arguments)
    return NULL;
  int64_t *made = NOE_NEW_ARRAY(translation->arena, int64_t, clause->parameter_count + 1);
  uint32_t at = 0;
  for (uint32_t i = 0; i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    if (binder->kind == NOE_BINDER_CHOOSE)
      made[at] = arguments[at]; /* numbers keep their order, so elements of multisets do */
    else if (binder->kind == NOE_BINDER_RANGE)
      made[at] = noe_detect_original_value(translation->view, binder->type, arguments[at]);
    else
      continue;
    at++;
  }
  return made;
}

static struct noe_trace_step translate_step(const struct translation *translation, const struct noe_trace_step *step) {
  struct noe_trace_step made = {.clause = noe_detect_original_clause(translation->view, step->clause),
                                .arguments = translate_arguments(translation, step->clause, step->arguments)};
  if (step->state) {
    int64_t *state = NOE_NEW_ARRAY(translation->arena, int64_t, translation->view->original->cell_count + 1);
    noe_detect_original_state(translation->view, step->state, state);
    made.state = state;
  }
  return made;
}

/* What the model says where the view says that it fails. If it does not fail there the run is not confirmed, later. */
static void meet_fault(const struct translation *translation, struct noe_trace *trace) {
  const struct noe_trace_step *last = &trace->steps[trace->count - 1];
  const int64_t *before = trace->count > 1 ? last[-1].state : NULL;
  enum noe_outcome outcome;
  if (trace->failed)
    outcome = noe_model_machine_test(translation->machine, trace->failed, trace->failed_arguments, last->state);
  else {
    outcome = noe_model_machine_test(translation->machine, last->clause, last->arguments, before);
    if (outcome == NOE_OUTCOME_TRUE)
      outcome =
          noe_model_machine_fire(translation->machine, last->clause, last->arguments, before, translation->scratch);
  }
  if (outcome != NOE_OUTCOME_FAULT)
    return;
  trace->fault = *noe_model_machine_fault(translation->machine);
  if (trace->fault.message)
    trace->fault.message = noe_base_arena_text(translation->arena, trace->fault.message, strlen(trace->fault.message));
}

static const struct noe_trace *translate_trace(const struct translation *translation, const struct noe_trace *trace) {
  struct noe_trace *made = NOE_NEW(translation->arena, struct noe_trace);
  struct noe_trace_step *steps = NOE_NEW_ARRAY(translation->arena, struct noe_trace_step, trace->count + 1);
  *made = *trace;
  made->steps = steps;
  for (uint32_t i = 0; i < trace->count; i++)
    steps[i] = translate_step(translation, &trace->steps[i]);
  made->failed = noe_detect_original_clause(translation->view, trace->failed);
  made->failed_arguments = translate_arguments(translation, trace->failed, trace->failed_arguments);
  if (trace->has_fault && trace->count)
    meet_fault(translation, made);
  return made;
}

/* ---------------------------------------------------------------- findings */

static void translate_finding(const struct translation *translation, struct noe_finding *finding) {
  finding->arguments = translate_arguments(translation, finding->clause, finding->arguments);
  finding->clause = noe_detect_original_clause(translation->view, finding->clause);
  if (!finding->trace)
    return;
  finding->trace = translate_trace(translation, finding->trace);
  const struct noe_fault *fault = &finding->trace->fault;
  if (finding->kind != NOE_FINDING_ASSERTION || !finding->trace->has_fault)
    return;
  finding->name = noe_model_fault_name(translation->arena, fault);
  finding->place = fault->place;
  finding->message = fault->message;
}

/* The figures are about the conjuncts of the view, which are those of the model. */
static void translate_surveys(const struct translation *translation, struct noe_result *result) {
  struct noe_survey *made = NOE_NEW_ARRAY(translation->arena, struct noe_survey, result->survey_count + 1);
  uint32_t count = 0;
  for (uint32_t i = 0; i < result->survey_count; i++) {
    const struct noe_survey *survey = &result->surveys[i];
    struct noe_survey *own = &made[count];
    if (!noe_model_survey(translation->arena, noe_detect_original_clause(translation->view, survey->clause),
                          survey->implication ? survey->implication->witness : 0, own) ||
        own->count != survey->count)
      continue;
    own->instances = survey->instances;
    own->once = survey->once;
    own->least = survey->least;
    own->is_whole = survey->is_whole;
    count++;
  }
  result->surveys = made;
  result->survey_count = count;
}

static void mark_found(const struct translation *translation, struct noe_result *result) {
  struct noe_symmetric_type *types =
      NOE_NEW_ARRAY(translation->arena, struct noe_symmetric_type, result->type_count + 1);
  for (uint32_t i = 0; i < result->type_count; i++) {
    types[i] = result->types[i];
    types[i].is_found = noe_detect_found_type(translation->view, types[i].type) != NULL;
  }
  result->types = types;
}

void noe_detect_translate(const struct noe_view *view, struct noe_memory *memory, struct noe_result *result) {
  struct translation translation = {.view = view, .arena = result->arena};
  if (!result->arena)
    return; /* there was no memory for a result: it says just that */
  translation.machine = noe_model_machine_new(memory, view->original);
  translation.scratch = noe_base_alloc(memory, (view->original->cell_count + 1) * sizeof *translation.scratch);
  for (uint32_t i = 0; i < result->finding_count; i++)
    translate_finding(&translation, &result->findings[i]);
  translate_surveys(&translation, result);
  mark_found(&translation, result);
  noe_base_free(memory, translation.scratch);
  noe_model_machine_delete(translation.machine);
}
