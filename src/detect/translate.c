#include "detect/translate_int.h"

#include <assert.h>
#include <string.h>

#include "model/access.h"
#include "model/pack.h"
#include "model/value.h"
#include "symmetry/group.h"

static const struct noe_piece *piece_of(const struct noe_view *view, const struct noe_type *type) {
  return type && type->id < view->piece_count ? view->pieces[type->id] : NULL;
}

static int64_t translate_value(const struct noe_translation *translation, const struct noe_type *type, int64_t value) {
  const struct noe_piece *piece = piece_of(translation->view, type);
  if (!piece || value == NOE_UNDEFINED)
    return value;
  assert(0 <= value && value < (int64_t)piece->count && "a value of its type");
  uint32_t number = piece->first + (uint32_t)value;
  assert(number < piece->found->count && "a piece is a part of the values that were found");
  if (translation->images)
    number = translation->images[translation->first_image[piece->found->class] + number];
  return piece->found->values[number];
}

/* The cell that takes what this cell of the view holds: indices are values, too. */
static uint32_t translate_cell(const struct noe_translation *translation, uint32_t cell) {
  const struct noe_model *model = translation->view->model;
  const struct noe_variable *variable = &model->variables[model->cells[cell].variable];
  const struct noe_type *type = variable->type;
  uint32_t offset = cell - variable->cell;
  int64_t at = cell;
  while (type && !noe_type_is_simple(type)) {
    const struct noe_type *outer = type;
    const struct noe_step step = noe_model_descend(&type, &offset);
    if (step.kind != NOE_STEP_INDEX)
      continue;
    const struct noe_piece *piece = piece_of(translation->view, outer->index);
    const int64_t first = piece ? piece->found->values[piece->first] : outer->index->low;
    const int64_t number = translate_value(translation, outer->index, step.value) - first;
    at += (number - (step.value - outer->index->low)) * (int64_t)outer->stride;
  }
  assert(at >= variable->cell && at < (int64_t)variable->cell + variable->type->cells &&
         "what a cell holds stays in its variable");
  return (uint32_t)at;
}

void noe_detect_translate_state(const struct noe_translation *translation, const int64_t *from, int64_t *to) {
  const struct noe_model *model = translation->view->model;
  bool moves = translation->images || translation->view->is_renumbered;
  for (uint32_t i = 0; i < translation->view->original->cell_count; i++) /* roles come behind */
    to[moves ? translate_cell(translation, i) : i] = translate_value(translation, model->cells[i].type, from[i]);
  noe_model_normalise(translation->view->original, to);
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

const int64_t *noe_detect_translate_arguments(const struct noe_translation *translation,
                                              const struct noe_clause *clause, const int64_t *arguments) {
  if (!clause || !arguments)
    return NULL;
  const struct noe_clause *original = noe_detect_original_clause(translation->view, clause);
  assert(clause->parameter_count >= original->parameter_count && "a view adds parameters, and takes none away");
  const uint32_t dropped = clause->parameter_count - original->parameter_count; /* literals, once more */
  int64_t *made = NOE_NEW_ARRAY(translation->arena, int64_t, original->parameter_count + 1);
  uint32_t at = 0;
  for (uint32_t i = dropped; i < clause->binder_count; i++) {
    const struct noe_binder *binder = &clause->binders[i];
    if (binder->kind == NOE_BINDER_CHOOSE)
      made[at] = arguments[at + dropped]; /* numbers keep their order, so elements of multisets do */
    else if (binder->kind == NOE_BINDER_RANGE)
      made[at] = translate_value(translation, binder->type, arguments[at + dropped]);
    else
      continue;
    at++;
  }
  assert(at == original->parameter_count && "each parameter of the model has an argument");
  return made;
}

static struct noe_trace_step translate_step(const struct noe_translation *translation,
                                            const struct noe_trace_step *step) {
  struct noe_trace_step made = {.clause = noe_detect_original_clause(translation->view, step->clause),
                                .arguments =
                                    noe_detect_translate_arguments(translation, step->clause, step->arguments)};
  if (step->state) {
    int64_t *state = NOE_NEW_ARRAY(translation->arena, int64_t, translation->view->original->cell_count + 1);
    noe_detect_translate_state(translation, step->state, state);
    made.state = state;
  }
  return made;
}

/* What the model says where the view says that it fails. If it does not fail there the run is not confirmed, later. */
static void meet_fault(const struct noe_translation *translation, struct noe_trace *trace) {
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

static const struct noe_trace *translate_trace(const struct noe_translation *translation,
                                               const struct noe_trace *trace) {
  struct noe_trace *made = NOE_NEW(translation->arena, struct noe_trace);
  struct noe_trace_step *steps = NOE_NEW_ARRAY(translation->arena, struct noe_trace_step, trace->count + 1);
  *made = *trace;
  made->steps = steps;
  made->count = 0;
  for (uint32_t i = 0; i < trace->count; i++)
    if (!noe_detect_is_casting(translation->view, trace->steps[i].clause))
      steps[made->count++] = translate_step(translation, &trace->steps[i]);
  made->failed = noe_detect_original_clause(translation->view, trace->failed);
  made->failed_arguments = noe_detect_translate_arguments(translation, trace->failed, trace->failed_arguments);
  if (trace->has_fault && trace->count)
    meet_fault(translation, made);
  return made;
}

static void translate_finding(struct noe_translation *translation, struct noe_finding *finding) {
  const int64_t *arguments = noe_detect_failing(translation, finding);
  const struct noe_trace *trace = finding->trace;
  bool has_failed = trace && trace->failed;
  const struct noe_clause *clause = has_failed ? trace->failed : finding->clause;
  noe_detect_aim(translation, clause, has_failed ? trace->failed_arguments : arguments);
  noe_detect_aim_roles(translation, trace);
  if (has_failed || finding->kind == NOE_FINDING_INVARIANT)
    translation->is_missed |=
        !noe_detect_aim_order(translation, clause, has_failed ? trace->failed_arguments : arguments, trace);
  finding->arguments = noe_detect_translate_arguments(translation, finding->clause, arguments);
  finding->clause = noe_detect_original_clause(translation->view, finding->clause);
  if (!finding->trace)
    return;
  finding->trace = translate_trace(translation, finding->trace);
  finding->ground_count = 0; /* they speak of the values and the atoms of the view */
  const struct noe_fault *fault = &finding->trace->fault;
  if (finding->kind != NOE_FINDING_ASSERTION || !finding->trace->has_fault)
    return;
  finding->name = noe_model_fault_name(translation->arena, fault);
  finding->place = fault->place;
  finding->message = fault->message;
}

/* The figures are about the conjuncts of the view, which are those of the model. */
static void translate_surveys(const struct noe_translation *translation, struct noe_result *result) {
  struct noe_survey *made = NOE_NEW_ARRAY(translation->arena, struct noe_survey, result->survey_count + 1);
  uint32_t count = 0;
  for (uint32_t i = 0; i < result->survey_count; i++) {
    const struct noe_survey *survey = &result->surveys[i];
    struct noe_survey *own = &made[count];
    if (noe_detect_is_casting(translation->view, survey->clause) ||
        !noe_model_survey(translation->arena, noe_detect_original_clause(translation->view, survey->clause),
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

static void mark_found(const struct noe_translation *translation, struct noe_result *result) {
  struct noe_symmetric_type *types =
      NOE_NEW_ARRAY(translation->arena, struct noe_symmetric_type, result->type_count + 1);
  for (uint32_t i = 0; i < result->type_count; i++) {
    types[i] = result->types[i];
    types[i].is_found = noe_detect_found_type(translation->view, types[i].type) || types[i].type->group;
  }
  result->types = types;
}

void noe_detect_translate(const struct noe_view *view, struct noe_memory *memory, struct noe_result *result) {
  struct noe_translation translation = {.view = view, .arena = result->arena, .memory = memory};
  if (!result->arena)
    return; /* there was no memory for a result: it says just that */
  translation.machine = noe_model_machine_new(memory, view->original);
  translation.scratch = noe_base_alloc(memory, (view->original->cell_count + 1) * sizeof *translation.scratch);
  for (uint32_t i = 0; i < result->finding_count; i++)
    translate_finding(&translation, &result->findings[i]);
  translation.images = NULL;
  translate_surveys(&translation, result);
  mark_found(&translation, result);
  result->is_unfounded |= translation.is_missed;
  noe_base_free(memory, translation.scratch);
  noe_model_machine_delete(translation.machine);
}

void noe_detect_not_worth_it(const struct noe_view *view, struct noe_result *result) {
  const struct noe_model *model = view->model;
  struct noe_symmetric_type *types =
      NOE_NEW_ARRAY(result->arena, struct noe_symmetric_type, result->type_count + model->type_count + 1);
  uint32_t count = 0;
  for (; count < result->type_count; count++)
    types[count] = result->types[count];
  for (uint32_t i = 0; i < model->type_count; i++)
    if (noe_detect_found_type(view, model->types[i]) || noe_group_spans_class(model->types[i]))
      types[count++] = (struct noe_symmetric_type){.type = model->types[i],
                                                   .is_found = true,
                                                   .place = model->types[i]->place,
                                                   .reason = noe_detect_limit_text(NOE_LIMIT_WORTH)};
  result->types = types;
  result->type_count = count;
}
