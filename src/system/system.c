#include "system/system.h"

#include <assert.h>

#include "system/claims.h"

void noe_system_prove(struct noe_system *system) {
  system->has_assumptions = noe_system_has_property(system->model, NOE_PROPERTY_ASSUME);
  if (system->proof)
    return;
  struct noe_proof *proof = noe_symmetry_prove_with_starts(system->arena, system->memory, system->model);
  if (system->options->trust_symmetry)
    noe_symmetry_trust(proof);
  system->proof = proof;
}

void noe_system_shape(struct noe_system *system) {
  assert(system->proof && "keys rest on a proof");
  assert(!(system->is_tracked && system->keeps_states) && "keys are of one kind");
  const enum noe_key_kind kind = system->is_tracked     ? NOE_KEYS_OF_NAMES
                                 : system->keeps_states ? NOE_KEYS_OF_STATES
                                                        : NOE_KEYS_OF_ORBITS;
  system->keys = noe_system_key_shape(system->arena, system->memory, system->model, system->proof,
                                      system->options->symmetry, kind);
}

bool noe_system_is_watched(const struct noe_system *system) {
  for (uint32_t i = 0; system->keys.symmetry && i < system->model->loop_count; i++)
    if (system->proof->kinds[i] != NOE_WATCH_NOTHING)
      return true;
  return false;
}

void noe_system_give_up(struct noe_system *system, struct noe_broken broken) {
  assert(broken.loop < system->model->loop_count && "a loop of this model");
  noe_system_compile_stop(system); /* the module is made of the proof */
  system->compiled = (struct noe_compiled){0};
  system->keys = (struct noe_key_shape){0};
  noe_symmetry_give_up_for(system->proof, system->memory, broken.loop, broken.reason);
}

static bool has_lost_needed(const struct noe_system *system) {
  const struct noe_model *model = system->model;
  for (uint32_t i = 0; model->needed && i < model->type_count; i++)
    if (model->needed[i] && !system->proof->use[i])
      return true;
  return false;
}

static uint32_t count_permuted(const struct noe_system *system) {
  uint32_t count = 0;
  for (uint32_t i = 0; i < system->model->type_count; i++)
    count += system->proof->use[i];
  return count;
}

uint32_t noe_system_until_proved(struct noe_system *system, bool (*attempt)(void *context, struct noe_broken *broken),
                                 void (*forget)(void *context), void *context) {
  assert(system->model && attempt && forget && "there is something to try, and a way to forget it");
  struct noe_broken broken;
  uint32_t times = 0;
  for (; !system->is_unfounded && attempt(context, &broken); times++) {
    const uint32_t before = count_permuted(system);
    forget(context);
    noe_system_give_up(system, broken);
    assert(count_permuted(system) < before && "each attempt rests on less symmetry, so there is a last one");
    system->is_unfounded = has_lost_needed(system);
  }
  return times;
}
