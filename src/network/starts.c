/* All start states, by executing them. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "model/machine.h"
#include "network/network_int.h"

enum { MOST_STARTS = 1024, MOST_CELLS = 1 << 17 };

struct collecting {
  struct noe_arena *arena;
  struct noe_machine *machine;
  const struct noe_model *model;
  NOE_LIST(int64_t *) states;
  bool fails;
};

static bool add_start(void *context, const struct noe_clause *clause, const int64_t *arguments,
                      enum noe_outcome outcome) {
  struct collecting *collecting = context;
  int64_t *state = NOE_NEW_ARRAY(collecting->arena, int64_t, collecting->model->cell_count + 1);
  int64_t *copy = NOE_NEW_ARRAY(collecting->arena, int64_t, clause->parameter_count + 1);
  if (outcome == NOE_OUTCOME_FALSE)
    return true;
  if (clause->parameter_count)
    memcpy(copy, arguments, clause->parameter_count * sizeof *copy);
  if (outcome == NOE_OUTCOME_TRUE)
    outcome = noe_model_machine_fire(collecting->machine, clause, copy, NULL, state);
  if (outcome == NOE_OUTCOME_DISCARD)
    return true;
  collecting->fails |= outcome != NOE_OUTCOME_TRUE || collecting->states.count >= MOST_STARTS;
  NOE_LIST_PUSH(collecting->arena, &collecting->states, state);
  return !collecting->fails;
}

static int compare(const void *left, const void *right, void *bytes) {
  return memcmp(*(int64_t *const *)left, *(int64_t *const *)right, *(const size_t *)bytes);
}

struct noe_starts noe_network_starts(struct noe_arena *arena, struct noe_memory *memory,
                                     const struct noe_model *model) {
  struct collecting collecting = {.arena = arena, .model = model};
  struct noe_starts starts = {0};
  size_t bytes = model->cell_count * sizeof(int64_t);
  uint64_t count = 0;
  for (uint32_t i = 0; i < model->start_count && count <= MOST_STARTS; i++)
    count += noe_model_instance_count(&model->starts[i]);
  if (count > MOST_STARTS || count * model->cell_count > MOST_CELLS)
    return starts;
  collecting.machine = noe_model_machine_new(memory, model);
  for (uint32_t i = 0; i < model->start_count && !collecting.fails; i++)
    noe_model_machine_instances(collecting.machine, &model->starts[i], NULL, add_start, &collecting);
  noe_model_machine_delete(collecting.machine);
  starts.states = collecting.states.items;
  if (collecting.states.count)
    qsort_r(starts.states, collecting.states.count, sizeof *starts.states, compare, &bytes);
  for (size_t i = 0; i < collecting.states.count; i++)
    if (!starts.count || memcmp(starts.states[starts.count - 1], starts.states[i], bytes) != 0)
      starts.states[starts.count++] = starts.states[i];
  starts.is_known = starts.count && !collecting.fails;
  for (uint32_t i = 1; i < starts.count; i++)
    assert(memcmp(starts.states[i - 1], starts.states[i], bytes) < 0 && "start states are sorted, each of them once");
  return starts;
}

static bool is_start(const struct noe_network *network, const int64_t *state, size_t bytes) {
  uint32_t low = 0, high = network->starts.count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    int order = memcmp(network->starts.states[middle], state, bytes);
    if (!order)
      return true;
    low = order < 0 ? middle + 1 : low;
    high = order < 0 ? high : middle;
  }
  return false;
}

bool noe_network_keeps_starts(struct noe_network *network, const struct noe_symmetry *symmetry, const uint16_t *row) {
  size_t bytes = network->model->cell_count * sizeof(int64_t);
  int64_t *image = NOE_NEW_ARRAY(network->arena, int64_t, network->model->cell_count + 1);
  for (uint32_t i = 0; i < network->starts.count; i++) {
    noe_symmetry_apply(symmetry, row, network->starts.states[i], image);
    if (!is_start(network, image, bytes))
      return false;
  }
  return true;
}
