#include "system/view.h"

#include <assert.h>
#include <string.h>

#include "model/pack.h"

/* In a hostile build a view joins again whenever it looks. */
#ifdef NOE_HOSTILE
enum { IS_HOSTILE = true };
#else
enum { IS_HOSTILE = false };
#endif

/* ------------------------------------------------------------- interpreter */

static bool never(void *owner) {
  (void)owner;
  return false;
}

void noe_system_view_open(struct noe_view *view, struct noe_system *system, struct noe_memory *memory, void *owner,
                          bool (*stop)(void *owner)) {
  assert(system->proof && system->keys.model == system->model && "a view rests on the proof and on the shape of keys");
  const struct noe_model *model = system->model;
  *view = (struct noe_view){.system = system, .memory = memory, .owner = owner, .stop = stop};
  view->machine = noe_model_machine_new(memory, model);
  view->enabled = noe_system_enabled(memory, view->machine, model);
  noe_system_orbits_init(&view->orbits, memory, &system->keys);
  view->twins = &view->orbits.twins;
  view->state = noe_base_alloc(memory, 2 * model->cell_count * sizeof *view->state);
  view->successor = view->state + model->cell_count;
  view->frame = noe_base_alloc(memory, sizeof *view->frame);
  view->frame->host = owner;
  noe_model_machine_patience(view->machine, stop, owner);
  if (view->orbits.canoniser)
    noe_symmetry_canoniser_patience(view->orbits.canoniser, stop, owner);
}

void noe_system_view_close(struct noe_view *view) {
  if (!view->system)
    return;
  noe_system_enabled_free(&view->enabled);
  noe_system_orbits_free(&view->orbits);
  noe_model_machine_delete(view->machine);
  noe_base_free(view->memory, view->state);
  if (view->frame)
    noe_base_free(view->memory, view->frame->covers);
  noe_base_free(view->memory, view->frame);
  *view = (struct noe_view){0};
}

void noe_system_view_reduce(struct noe_view *view, bool on) {
  bool is_symmetric = on && view->orbits.symmetry;
  noe_model_machine_spare(view->machine, on);
  noe_model_machine_filter(view->machine, is_symmetric ? noe_system_leads : NULL, is_symmetric ? &view->orbits : NULL);
}

void noe_system_view_watch(struct noe_view *view, bool on) {
  assert(view->machine && "the view is open");
  const struct noe_system *system = view->system;
  bool is_watched = on && system->keys.symmetry;
  noe_model_machine_watch(view->machine, is_watched ? system->proof->kinds : NULL);
  if (is_watched)
    noe_model_machine_uneven(view->machine, system->keys.is_uneven);
}

void noe_system_view_enter(struct noe_view *view, const uint8_t *key) {
  assert(view->system && "the view is open");
  noe_system_state_and_twins(&view->orbits, key, view->state);
}

enum noe_outcome noe_system_fire(struct noe_view *view, const struct noe_clause *clause, const int64_t *arguments,
                                 const int64_t *state, int64_t *successor) {
  assert((clause->kind == NOE_CLAUSE_START) == !state && "start states come from nowhere, rules fire in a state");
  assert((successor != state || !view->system->model->cell_count) && "a firing reads the state that it leaves");
  return noe_model_machine_fire(view->machine, clause, arguments, state, successor);
}

/* ------------------------------------------------------------ compiled code */

/* Does the module fire each of its instances? Where points are followed by name, one must not stand for another. */
static bool fires_each(const struct noe_clause *clause) {
  for (uint32_t i = 0; i < clause->binder_count; i++)
    if (clause->binders[i].kind == NOE_BINDER_CHOOSE || noe_clause_is_irrelevant(clause, i))
      return false;
  return true;
}

static void find_rules(struct noe_view *view, const struct noe_native_module *module) {
  const struct noe_model *model = view->system->model;
  bool is_tracked = view->system->is_tracked;
  uint8_t *rules = NOE_NEW_ARRAY(view->orbits.arena, uint8_t, model->rule_count + 1);
  view->is_partial = false;
  for (uint32_t i = 0; i < model->rule_count; i++) {
    rules[i] = module->rules[i] && (!is_tracked || fires_each(&model->rules[i]));
    view->is_partial |= !rules[i];
  }
  assert(!(view->is_partial && model->has_priorities) &&
         "a module has all rules whose priorities are compared, or none");
  view->rules = rules;
}

static void use_twins(struct noe_view *view, struct noe_native_frame *frame, const struct noe_native_module *module) {
  struct noe_twins *twins = view->twins;
  frame->want_cells = true;
  bool is_tracked = view->system->is_tracked;
  frame->canonical = module->canonical && view->orbits.canoniser;
  frame->find_twins = frame->canonical && !view->is_partial && !is_tracked;
  if (frame->canonical && is_tracked) {
    frame->names = NOE_NEW_ARRAY(view->orbits.arena, uint16_t, view->orbits.symmetry->points);
    frame->alike = NOE_NEW_ARRAY(view->orbits.arena, uint16_t, view->orbits.symmetry->points);
  }
  frame->class_of = twins->class_of;
  frame->rank_of = twins->rank_of;
  frame->size_of = twins->size_of;
  frame->twin_classes = &twins->count;
}

/* Modules that follow are of the same text: the frame serves them as it did the first one, counters and all. */
static void make_frame(struct noe_view *view, const struct noe_native_module *module) {
  assert(module->frame_bytes >= sizeof(struct noe_native_frame) && "the frame of a module begins with the common one");
  struct noe_memory *memory = view->memory;
  const struct noe_model *model = view->system->model;
  const struct noe_key_shape *keys = &view->system->keys;
  struct noe_native_frame *frame = noe_base_alloc(memory, module->frame_bytes);
  noe_base_free(memory, view->frame);
  view->frame = frame;
  frame->host = view->owner;
  frame->impatient = view->stop ? view->stop : never;
  frame->covers =
      noe_base_alloc(memory, (2 * (size_t)model->property_count + model->witness_count + 1) * sizeof *frame->covers);
  frame->cover_claims = frame->covers + model->property_count;
  frame->witnesses = frame->cover_claims + model->property_count;
  frame->leave_covers = keys->is_uneven && noe_system_is_watched(view->system);
  find_rules(view, module);
  view->decodes = keys->symmetry && module->keys == NOE_NATIVE_PACKED;
  if (view->decodes)
    use_twins(view, frame, module);
  view->packed = NOE_NEW_ARRAY(view->orbits.arena, uint64_t, model->packed_words + 1);
}

void noe_system_view_join(struct noe_view *view) {
  const struct noe_native_module *module = atomic_load_explicit(&view->system->compiled.module, memory_order_acquire);
  if (!module || (module == view->module && !IS_HOSTILE))
    return;
  assert((!view->module || view->module == module ||
          (view->module->frame_bytes == module->frame_bytes && view->module->keys == module->keys)) &&
         "a better module is of the same text, so the frame serves it");
  if (!view->packed)
    make_frame(view, module);
  view->module = module;
}

const uint8_t *noe_system_module_key(struct noe_view *view, const uint8_t *key, int64_t *cells, bool is_known) {
  assert(view->module && "there is a module to ask");
  if (view->module->keys == NOE_NATIVE_RUNS || !view->orbits.runs)
    return key;
  if (!is_known)
    noe_system_state(&view->orbits, key, cells);
  noe_model_pack(view->system->model, cells, view->packed);
  return (const uint8_t *)view->packed;
}
