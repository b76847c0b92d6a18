#include "fair/native.h"

#include <string.h>

#include "compile/emit.h"
#include "model/pack.h"

/* So many orbits are expanded before it is worth while to look for a module. */
#ifdef NOE_HOSTILE
enum { SOME_ORBITS = 3, IS_HOSTILE = true };
#else
enum { SOME_ORBITS = 250, IS_HOSTILE = false };
#endif

/* -------------------------------------------------------------- the module */

struct noe_fair_native *noe_fair_native_new(struct noe_fair_orbits *orbits) {
  const struct noe_task *task = orbits->space->task;
  struct noe_fair_native *native = noe_base_alloc(orbits->space->memory, sizeof *native);
  native->orbits = orbits;
  native->is_wanted = task->options->compile != NOE_COMPILE_NEVER && !task->put && !task->model->has_priorities;
  return native;
}

void noe_fair_native_delete(struct noe_fair_native *native) {
  if (!native)
    return;
  struct noe_memory *memory = native->orbits->space->memory;
  noe_compile_stop(native->compilation);
  noe_base_free(memory, native->frame);
  noe_base_free(memory, native->counters);
  noe_base_free(memory, native->key);
  noe_base_free(memory, native->rules);
  noe_base_free(memory, native);
}

static bool write_text(void *context, struct noe_text *text, const char **why) {
  const struct noe_space *space = context;
  struct noe_emission emission;
  return noe_compile_emit(text->memory, space->model, space->canoniser ? space->symmetry : NULL,
                          space->canoniser ? space->proof : NULL, true, text, &emission, why);
}

static void begin(struct noe_fair_native *native) {
  struct noe_space *space = native->orbits->space;
  struct noe_compile_settings settings = noe_compile_settings();
  if (IS_HOSTILE)
    settings.quick_after = settings.better_after = 0;
  native->was_tried = true;
  native->compilation = noe_compile_start(&settings, write_text, space, space->model->rule_count);
  if (native->compilation && space->task->options->compile == NOE_COMPILE_ALWAYS)
    noe_compile_wait(native->compilation, noe_fair_impatient, space);
}

/* Does the module fire each of its instances? */
static bool fires_each(const struct noe_clause *clause) {
  for (uint32_t i = 0; i < clause->binder_count; i++)
    if (clause->binders[i].kind == NOE_BINDER_CHOOSE || noe_clause_is_irrelevant(clause, i))
      return false;
  return true;
}

static bool take(struct noe_native_frame *frame, uint32_t rule, uint64_t weight, const uint8_t *key, uint32_t bytes,
                 const int64_t *cells, const int64_t *arguments);

static bool impatient(void *host) {
  const struct noe_fair_native *native = host;
  return noe_fair_impatient(native->orbits->space);
}

/* Modules that follow are of the same text: the frame serves them, too. */
static void make_frame(struct noe_fair_native *native, const struct noe_native_module *module) {
  struct noe_fair_orbits *orbits = native->orbits;
  const struct noe_model *model = orbits->space->model;
  struct noe_memory *memory = orbits->space->memory;
  native->key = noe_base_alloc(memory, model->packed_words * sizeof *native->key);
  native->rules = noe_base_alloc(memory, model->rule_count + 1);
  native->counters =
      noe_base_alloc(memory, (2 * (size_t)model->property_count + model->witness_count + 1) * sizeof *native->counters);
  struct noe_native_frame *frame = noe_base_alloc(memory, module->frame_bytes);
  native->frame = frame;
  frame->host = native;
  frame->successor = take;
  frame->impatient = impatient;
  frame->covers = native->counters;
  frame->cover_claims = frame->covers + model->property_count;
  frame->witnesses = frame->cover_claims + model->property_count;
  if (orbits->space->canoniser) {
    frame->want_cells = true;
    frame->class_of = orbits->known.twins.class_of;
    frame->rank_of = orbits->known.twins.rank_of;
    frame->size_of = orbits->known.twins.size_of;
    frame->twin_classes = &orbits->known.twins.count;
  }
  for (uint32_t i = 0; i < model->rule_count; i++) {
    native->rules[i] = module->rules[i] && fires_each(&model->rules[i]);
    native->is_partial |= !native->rules[i];
  }
}

bool noe_fair_native_poll(struct noe_fair_native *native) {
  if (!native->is_wanted)
    return false;
  bool always = native->orbits->space->task->options->compile == NOE_COMPILE_ALWAYS;
  if (!native->was_tried && (always || ++native->asked >= SOME_ORBITS))
    begin(native);
  if (!native->compilation || noe_compile_poll(native->compilation) != NOE_COMPILE_READY)
    return false;
  const struct noe_native_module *module = noe_compile_module(native->compilation);
  if (!module || module->keys != NOE_NATIVE_PACKED)
    return false;
  if (!native->frame)
    make_frame(native, module);
  native->module = module;
  return true;
}

/* ------------------------------------------------------------------- firing */

/* A successor, as cells; or, where nothing is permuted, as a packed state. */
static bool take(struct noe_native_frame *frame, uint32_t rule, uint64_t weight, const uint8_t *key, uint32_t bytes,
                 const int64_t *cells, const int64_t *arguments) {
  (void)weight;
  struct noe_fair_native *native = frame->host;
  struct noe_fair_orbits *orbits = native->orbits;
  const struct noe_model *model = orbits->space->model;
  if (!native->rules[rule])
    return true;
  if (!cells) {
    uint64_t packed[model->packed_words + 1];
    memset(packed, 0, sizeof packed);
    memcpy(packed, key, bytes);
    noe_model_unpack(model, packed, orbits->after);
    cells = orbits->after;
  }
  if (noe_fair_assume(orbits->space, cells))
    noe_fair_orbit_add(orbits, &model->rules[rule], arguments, cells);
  return !noe_fair_is_stopped(orbits->space);
}

bool noe_fair_native_fire(struct noe_fair_native *native, uint32_t orbit) {
  struct noe_fair_orbits *orbits = native->orbits;
  memcpy(native->key, noe_row_words(&orbits->keys, orbit), orbits->space->model->packed_words * sizeof *native->key);
  native->frame->progress = native->frame->enabled = false;
  return native->module->expand(native->frame, (const uint8_t *)native->key) == NOE_NATIVE_DONE;
}
