#include "system/compiled.h"

#include <assert.h>

#include "base/clock.h"
#include "compile/emit.h"
#include "system/system.h"

/* So many seconds at most somebody makes way for the compiler. */
static const double courtesy = 3;

/* A hostile build asks for a better module at once. */
#ifdef NOE_HOSTILE
enum { IS_HOSTILE = true };
#else
enum { IS_HOSTILE = false };
#endif

static bool write_text(void *context, struct noe_text *text, const char **why) {
  const struct noe_system *system = context;
  const struct noe_symmetry *symmetry = system->keys.symmetry;
  /* Rotations are left to the host: the module hands out successors as they are, and watches loops all the same. */
  const struct noe_symmetry *compiled = system->keys.rotations ? NULL : symmetry;
  struct noe_emission emission;
  return noe_compile_emit(text->memory, system->model, compiled, symmetry ? system->proof : NULL, system->is_tracked,
                          text, &emission, why);
}

static bool has_cover_statement(const struct noe_model *model) {
  for (uint32_t i = 0; i < model->property_count; i++)
    if (model->properties[i].is_statement)
      return true;
  return false;
}

static bool is_wanted(const struct noe_system *system) {
  if (system->options->compile == NOE_COMPILE_NEVER || system->puts)
    return false;
  if (system->is_tracked)
    return !system->model->has_priorities;
  return !system->has_assumptions || !has_cover_statement(system->model);
}

void noe_system_compile_begin(struct noe_system *system, double delay) {
  assert(system->proof && "compiled code is made of the proof");
  struct noe_compiled *compiled = &system->compiled;
  assert(!compiled->compilation && "one module is built at a time");
  compiled->was_tried = true;
  compiled->began = noe_base_now();
  if (!is_wanted(system))
    return;
  struct noe_compile_settings settings = noe_compile_settings();
  if (delay >= 0)
    settings.delay = delay;
  if (IS_HOSTILE)
    settings.quick_after = settings.better_after = 0;
  if (system->options->resume && !system->is_tracked) { /* much memory to duplicate, and it may well be in the cache */
    settings.instant = false;
    settings.better_after = -1;
  }
  compiled->compilation = noe_compile_start(&settings, write_text, system, system->model->rule_count);
}

/* Keys have to be of one kind, but packed states can be made of values x counts. */
static bool fits(const struct noe_system *system, const struct noe_native_module *module) {
  if (system->is_tracked)
    return module->keys == NOE_NATIVE_PACKED;
  if (module->keys == NOE_NATIVE_RUNS && !system->keys.runs)
    return false;
  return !system->has_assumptions || module->has_assumptions;
}

bool noe_system_compile_wait(struct noe_system *system, bool (*impatient)(void *context), void *context) {
  const struct noe_compiled *compiled = &system->compiled;
  return compiled->compilation && noe_compile_wait(compiled->compilation, impatient, context) != NOE_COMPILE_FAILED;
}

bool noe_system_compile_poll(struct noe_system *system) {
  struct noe_compiled *compiled = &system->compiled;
  if (!compiled->compilation)
    return compiled->was_tried;
  enum noe_compile_status status = noe_compile_poll(compiled->compilation);
  bool works = status == NOE_COMPILE_LOOKING || status == NOE_COMPILE_BUILDING;
  bool is_busy = works && noe_base_now() - compiled->began < courtesy;
  atomic_store_explicit(&compiled->is_busy, is_busy, memory_order_relaxed);
  const struct noe_native_module *module = noe_compile_module(compiled->compilation);
  if (module)
    atomic_store_explicit(&compiled->module, fits(system, module) ? module : NULL, memory_order_release);
  return status == NOE_COMPILE_FAILED;
}

const char *noe_system_compile_why(const struct noe_system *system) {
  if (!system->compiled.compilation)
    return "it is left to the interpreter";
  const char *why = noe_compile_why(system->compiled.compilation);
  return why ? why : "out of memory";
}

void noe_system_compile_stop(struct noe_system *system) {
  noe_compile_stop(system->compiled.compilation);
  system->compiled = (struct noe_compiled){.was_tried = system->compiled.was_tried};
}
