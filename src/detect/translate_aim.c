/* Runs of the view speak of any values that are alike; those of the model have to speak of the literals of the claim
 * that they violate, and of the order in which it compares them. So values are exchanged. */
#include <assert.h>
#include <string.h>

#include "detect/rewrite.h"
#include "detect/translate_int.h"

static uint32_t owner_of(const struct noe_view *view, const struct noe_clause *clause) {
  const struct noe_model *model = view->original;
  uint32_t first = model->function_count;
  if (clause->kind != NOE_CLAUSE_START)
    first += model->start_count;
  if (clause->kind == NOE_CLAUSE_PROPERTY)
    first += model->rule_count;
  return first + clause->id;
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
  assert(from < count && to < count && "values of one class are exchanged");
  uint32_t before = images[from];
  for (uint32_t i = 0; i < count; i++)
    images[i] = images[i] == before ? to : images[i] == to ? before : images[i];
  assert(images[from] == to && "the value becomes what it should");
}

/* The value of this number in the atom becomes that of the literal. */
static void become(struct noe_translation *translation, const struct noe_found *found, const struct noe_atom *atom,
                   int64_t value, uint32_t literal) {
  assert(value >= 0 && value < (int64_t)atom->count && "the argument is a value of the atom");
  if (!translation->images)
    translation->images = identity(translation->view, translation->arena, &translation->first_image);
  exchange(translation->images + translation->first_image[found->class], found->count, atom->first + (uint32_t)value,
           literal);
}

static void aim(struct noe_translation *translation, const struct noe_clause *clause, const int64_t *arguments) {
  const struct noe_view *view = translation->view;
  uint32_t at = 0;
  for (uint32_t i = 0; clause && arguments && i < view->lift_count; i++) {
    const struct noe_lift *lift = &view->lifts[i];
    if (lift->owner == owner_of(view, clause))
      become(translation, lift->found, lift->atom, arguments[at++], lift->number);
  }
}

/* The instance that fails of a claim with lifted literals: values are exchanged so that it is that of the literals. */
void noe_detect_aim(struct noe_translation *translation, const struct noe_clause *clause, const int64_t *arguments) {
  translation->images = NULL;
  if (clause && clause->kind == NOE_CLAUSE_PROPERTY)
    aim(translation, clause, arguments);
}

bool noe_detect_is_casting(const struct noe_view *view, const struct noe_clause *clause) {
  return view->role_count && clause && clause->kind == NOE_CLAUSE_RULE && clause->id == view->model->roles->casting;
}

/* Roles are never given back: those of the last state are those of the whole run. A step that fails has no state, but
 * arguments. */
void noe_detect_aim_roles(struct noe_translation *translation, const struct noe_trace *trace) {
  const struct noe_view *view = translation->view;
  uint32_t last = trace ? trace->count : 0;
  while (last && !trace->steps[last - 1].state)
    last--;
  for (uint32_t i = 0; last && i < view->role_count; i++) {
    const struct noe_role *role = &view->roles[i];
    int64_t who = trace->steps[last - 1].state[role->cell];
    if (who != NOE_UNDEFINED)
      become(translation, role->found, role->atom, who, role->number);
  }
  for (; view->role_count && trace && last < trace->count; last++)
    aim(translation, trace->steps[last].clause, trace->steps[last].arguments);
}

/* A claim that compares values by size fails for some order of them. */
struct ordering {
  struct noe_translation *translation;
  const struct noe_clause *clause; /* of the view */
  const int64_t *arguments;        /* of the instance, or NULL */
  const int64_t *last;
  enum noe_outcome wanted;
};

/* Does it fail in the model as values are now? */
static bool fails(const struct ordering *ordering) {
  struct noe_translation *translation = ordering->translation;
  const struct noe_clause *original = noe_detect_original_clause(translation->view, ordering->clause);
  const int64_t *arguments = noe_detect_translate_arguments(translation, ordering->clause, ordering->arguments);
  noe_detect_translate_state(translation, ordering->last, translation->scratch);
  return ordering->wanted ==
         (arguments ? noe_model_machine_test(translation->machine, original, arguments, translation->scratch)
                    : noe_model_machine_claim(translation->machine, original, translation->scratch));
}

static bool fails_exchanged(const struct ordering *ordering, const struct noe_found *found, uint32_t a, uint32_t b) {
  uint32_t *images = ordering->translation->images + ordering->translation->first_image[found->class];
  exchange(images, found->count, a, images[b]);
  if (fails(ordering))
    return true;
  exchange(images, found->count, a, images[b]);
  return false;
}

static bool fails_in_atom(const struct ordering *ordering, const struct noe_found *found, const struct noe_atom *atom) {
  for (uint32_t a = atom->first; atom->is_free && a < atom->first + atom->count; a++)
    for (uint32_t b = atom->first; b < a; b++)
      if (fails_exchanged(ordering, found, a, b))
        return true;
  return false;
}

bool noe_detect_aim_order(struct noe_translation *translation, const struct noe_clause *clause,
                          const int64_t *arguments, const struct noe_trace *trace) {
  const struct noe_view *view = translation->view;
  if (!clause || clause->kind != NOE_CLAUSE_PROPERTY || !trace || !trace->count ||
      !noe_detect_has_order(view->inference, owner_of(view, clause), NOE_NO_CLASS))
    return true;
  struct ordering ordering = {translation, clause, arguments, trace->steps[trace->count - 1].state,
                              trace->has_fault ? NOE_OUTCOME_FAULT : NOE_OUTCOME_FALSE};
  if (!translation->images)
    translation->images = identity(view, translation->arena, &translation->first_image);
  if (!ordering.last || fails(&ordering))
    return true;
  for (uint32_t i = 0; i < view->inference->classes.items.count; i++)
    if (view->founds[i] && noe_detect_has_order(view->inference, owner_of(view, clause), i))
      for (uint32_t k = 0; k < view->founds[i]->atom_count; k++)
        if (fails_in_atom(&ordering, view->founds[i], &view->founds[i]->atoms[k]))
          return true;
  return false;
}

/* The arguments of the instance that fails, if the finding does not say. */
const int64_t *noe_detect_failing(struct noe_translation *translation, const struct noe_finding *finding) {
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
