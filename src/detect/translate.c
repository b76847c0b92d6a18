#include "detect/translate.h"

#include <assert.h>
#include <string.h>

#include "model/access.h"
#include "model/pack.h"

struct translation {
  const struct noe_view *view;
  struct noe_arena *arena;
  struct noe_machine *machine; /* of the model */
  int64_t *scratch;            /* room for a state */
  struct noe_memory *memory;
  uint32_t *images; /* of the numbers of all classes, one after the other (first_image): values are exchanged so that
                     * a run speaks of the literals of the claim that it violates; NULL: they stay */
  const uint32_t *first_image; /* by class */
};

static const struct noe_piece *piece_of(const struct noe_view *view, const struct noe_type *type) {
  return type && type->id < view->piece_count ? view->pieces[type->id] : NULL;
}

static int64_t translate_value(const struct translation *translation, const struct noe_type *type, int64_t value) {
  const struct noe_piece *piece = piece_of(translation->view, type);
  if (!piece || value == NOE_UNDEFINED)
    return value;
  assert(0 <= value && value < (int64_t)piece->count && "a value of its type");
  uint32_t number = piece->first + (uint32_t)value;
  if (translation->images)
    number = translation->images[translation->first_image[piece->found->class] + number];
  return piece->found->values[number];
}

/* The cell that takes what this cell of the view holds: indices are values, too. */
static uint32_t translate_cell(const struct translation *translation, uint32_t cell) {
  struct noe_step steps[64];
  const struct noe_model *model = translation->view->model;
  uint32_t count = noe_model_cell_path(model, cell, steps, 64);
  const struct noe_type *type = model->variables[model->cells[cell].variable].type;
  uint32_t at = model->variables[model->cells[cell].variable].cell;
  assert(count <= 64 && "types are not nested that deeply");
  for (uint32_t i = 0; i < count; i++) {
    int64_t value = steps[i].value;
    switch (steps[i].kind) {
    case NOE_STEP_FIELD:
      at += type->fields[value].offset;
      type = type->fields[value].type;
      break;
    case NOE_STEP_SLOT:
      at += (uint32_t)value * type->stride + 1;
      type = type->element;
      break;
    case NOE_STEP_INDEX: {
      const struct noe_piece *piece = piece_of(translation->view, type->index);
      int64_t original = translate_value(translation, type->index, value);
      int64_t number =
          piece ? noe_detect_number(piece->found, original) - (int64_t)piece->first : value - type->index->low;
      at += (uint32_t)number * type->stride;
      type = type->element;
      break;
    }
    }
  }
  return model->cells[cell].type ? at : at - 1; /* whether a slot is taken stands before its element */
}

static void translate_state(const struct translation *translation, const int64_t *from, int64_t *to) {
  const struct noe_model *model = translation->view->model;
  for (uint32_t i = 0; i < model->cell_count; i++)
    to[translation->images ? translate_cell(translation, i) : i] =
        translate_value(translation, model->cells[i].type, from[i]);
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

static const int64_t *translate_arguments(const struct translation *translation, const struct noe_clause *clause,
                                          const int64_t *arguments) {
  if (!clause || !arguments)
    return NULL;
  const struct noe_clause *original = noe_detect_original_clause(translation->view, clause);
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
  return made;
}

static struct noe_trace_step translate_step(const struct translation *translation, const struct noe_trace_step *step) {
  struct noe_trace_step made = {.clause = noe_detect_original_clause(translation->view, step->clause),
                                .arguments = translate_arguments(translation, step->clause, step->arguments)};
  if (step->state) {
    int64_t *state = NOE_NEW_ARRAY(translation->arena, int64_t, translation->view->original->cell_count + 1);
    translate_state(translation, step->state, state);
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

/* ------------------------------------------------------------------- lifts */

static uint32_t owner_of(const struct noe_view *view, const struct noe_clause *property) {
  const struct noe_model *model = view->original;
  return model->function_count + model->start_count + model->rule_count + property->id;
}

/* All values as they are. */
static uint32_t *identity(const struct noe_view *view, struct noe_arena *arena, const uint32_t **firsts) {
  uint32_t classes = (uint32_t)view->inference->classes.items.count, room = 0;
  uint32_t *first = NOE_NEW_ARRAY(arena, uint32_t, classes + 1);
  for (uint32_t i = 0; i < classes; i++) {
    first[i] = room;
    room += view->founds[i] ? view->founds[i]->count : 0;
  }
  uint32_t *images = NOE_NEW_ARRAY(arena, uint32_t, room + 1);
  for (uint32_t i = 0; i < classes; i++)
    for (uint32_t k = 0; view->founds[i] && k < view->founds[i]->count; k++)
      images[first[i] + k] = k;
  *firsts = first;
  return images;
}

/* The value `from` becomes `to`, and what became `to` becomes what `from` did. */
static void exchange(uint32_t *images, uint32_t count, uint32_t from, uint32_t to) {
  uint32_t before = images[from];
  for (uint32_t i = 0; i < count; i++)
    images[i] = images[i] == before ? to : images[i] == to ? before : images[i];
}

/* The instance that fails of a claim with lifted literals: values are exchanged so that it is that of the literals. */
static void aim(struct translation *translation, const struct noe_clause *clause, const int64_t *arguments) {
  const struct noe_view *view = translation->view;
  uint32_t at = 0;
  translation->images = NULL;
  if (!clause || clause->kind != NOE_CLAUSE_PROPERTY || !arguments)
    return;
  for (uint32_t i = 0; i < view->lift_count; i++) {
    const struct noe_lift *lift = &view->lifts[i];
    if (lift->owner != owner_of(view, clause))
      continue;
    if (!translation->images)
      translation->images = identity(view, translation->arena, &translation->first_image);
    exchange(translation->images + translation->first_image[lift->found->class], lift->found->count,
             lift->atom->first + (uint32_t)arguments[at++], lift->number);
  }
}

/* The arguments of the instance that fails, if the finding does not say. */
static const int64_t *failing(struct translation *translation, const struct noe_finding *finding) {
  const struct noe_trace *trace = finding->trace;
  const int64_t *last = trace && trace->count ? trace->steps[trace->count - 1].state : NULL;
  bool is_lifted = finding->clause && finding->clause->kind == NOE_CLAUSE_PROPERTY &&
                   finding->clause->parameter_count !=
                       noe_detect_original_clause(translation->view, finding->clause)->parameter_count;
  if (finding->arguments || !is_lifted || !last || finding->kind != NOE_FINDING_INVARIANT)
    return finding->arguments;
  struct noe_machine *machine = noe_model_machine_new(translation->memory, translation->view->model);
  int64_t *copy = NOE_NEW_ARRAY(translation->arena, int64_t, finding->clause->parameter_count + 1);
  bool fails = noe_model_machine_claim(machine, finding->clause, last) == NOE_OUTCOME_FALSE;
  if (fails)
    memcpy(copy, noe_model_machine_arguments(machine), finding->clause->parameter_count * sizeof *copy);
  noe_model_machine_delete(machine);
  return fails ? copy : NULL;
}

static void translate_finding(struct translation *translation, struct noe_finding *finding) {
  const int64_t *arguments = failing(translation, finding);
  if (finding->trace && finding->trace->failed)
    aim(translation, finding->trace->failed, finding->trace->failed_arguments);
  else
    aim(translation, finding->clause, arguments);
  finding->arguments = translate_arguments(translation, finding->clause, arguments);
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
  struct translation translation = {.view = view, .arena = result->arena, .memory = memory};
  if (!result->arena)
    return; /* there was no memory for a result: it says just that */
  translation.machine = noe_model_machine_new(memory, view->original);
  translation.scratch = noe_base_alloc(memory, (view->original->cell_count + 1) * sizeof *translation.scratch);
  for (uint32_t i = 0; i < result->finding_count; i++)
    translate_finding(&translation, &result->findings[i]);
  translation.images = NULL;
  translate_surveys(&translation, result);
  mark_found(&translation, result);
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
    if (noe_detect_found_type(view, model->types[i]))
      types[count++] = (struct noe_symmetric_type){.type = model->types[i],
                                                   .is_found = true,
                                                   .place = model->types[i]->place,
                                                   .reason = noe_detect_limit_text(NOE_LIMIT_WORTH)};
  result->types = types;
  result->type_count = count;
}
