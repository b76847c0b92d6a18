/* Passes over lists of operations: what they do that matters to code. */
#include <assert.h>

#include "compile/emit_int.h"

/* ------------------------------------------------------------------- purity */

/* A reference may be written through, whatever the function does. */
static bool call_is_pure(const struct noe_function *function) {
  for (uint32_t i = 0; i < function->parameter_count; i++)
    if (function->parameters[i].by_reference)
      return false;
  return !function->writes_state;
}

static bool changes(const void *context, const struct noe_low_op *op) {
  const struct noe_emitter *emitter = context;
  if (op->kind == NOE_LOW_CALL)
    return !call_is_pure(emitter->form->functions[op->number].function);
  return noe_lower_is_write(op) && !op->is_binding;
}

bool noe_compile_is_pure(const struct noe_emitter *emitter, const struct noe_low_op *list) {
  return !noe_lower_any(list, changes, emitter);
}

bool noe_compile_is_pure_clause(const struct noe_emitter *emitter, const struct noe_low_clause *clause) {
  if (clause->unit.refused)
    return false;
  for (uint32_t i = 0; i < clause->clause->binder_count; i++)
    if (!noe_compile_is_pure(emitter, clause->binders[i].list.block.first))
      return false;
  return !clause->clause->guard || noe_compile_is_pure(emitter, clause->guard.block.first);
}

/* -------------------------------------------------------- covers, multisets */

static bool tells(const void *context, const struct noe_low_op *op) {
  const struct noe_emitter *emitter = context;
  return (op->kind >= NOE_LOW_COVER && op->kind <= NOE_LOW_PUT_PLACE) ||
         (op->kind == NOE_LOW_CALL && emitter->tellers[op->number]);
}

bool noe_compile_tells(const struct noe_emitter *emitter, const struct noe_low_op *list) {
  return noe_lower_any(list, tells, emitter);
}

static bool reads_multisets(const void *context, const struct noe_low_op *op) {
  const struct noe_emitter *emitter = context;
  return op->kind == NOE_LOW_COUNT || (op->kind == NOE_LOW_SAME && op->address->type->has_multiset) ||
         (op->kind == NOE_LOW_CALL && emitter->bag_readers[op->number]);
}

bool noe_compile_reads_multisets(const struct noe_emitter *emitter, const struct noe_low_op *list) {
  return noe_lower_any(list, reads_multisets, emitter);
}

/* -------------------------------------------------------------------- loops */

uint64_t noe_compile_binds(const struct noe_emitter *emitter, const struct noe_low_op *list) {
  uint64_t binds = 0;
  for (; list && emitter->block_count; list = list->next) {
    if (list->kind == NOE_LOW_CALL)
      binds |= emitter->calls[0][list->number].binds;
    if ((list->kind == NOE_LOW_FOR || list->kind == NOE_LOW_FORALL || list->kind == NOE_LOW_EXISTS) &&
        list->domain.type)
      binds |= noe_compile_blocks(emitter, list->domain.type);
    binds |= noe_compile_binds(emitter, list->body.first) | noe_compile_binds(emitter, list->otherwise.first) |
             noe_compile_binds(emitter, list->condition.first);
  }
  return binds;
}

uint8_t noe_compile_watch_kind(const struct noe_emitter *emitter, const struct noe_low_op *loop) {
  return emitter->proof && loop->loop != UINT32_MAX ? emitter->proof->kinds[loop->loop] : NOE_WATCH_NOTHING;
}

/* --------------------------------------------------------------------- frames */

static bool exposes(const void *context, const struct noe_low_op *op) {
  const struct noe_piece *piece = context;
  bool may_write = (noe_lower_is_write(op) || op->kind == NOE_LOW_LOCATE) && !op->is_binding;
  return may_write && op->address && op->address->root == NOE_LOW_FRAME && op->address->base >= piece->first &&
         op->address->base < piece->first + piece->cells;
}

bool noe_compile_exposes(const struct noe_low_op *op, const struct noe_piece *piece) {
  struct noe_low_op alone = *op;
  alone.next = NULL;
  return noe_lower_any(&alone, exposes, piece);
}

/* ---------------------------------------------------------------------- calls */

/* How many calls nest inside; `heights` by function id. */
static uint32_t height_of(const uint32_t *heights, const struct noe_low_op *list) {
  uint32_t height = 0;
  for (; list; list = list->next) {
    const uint32_t inside[] = {list->kind == NOE_LOW_CALL ? heights[list->number] + 1 : 0,
                               height_of(heights, list->body.first), height_of(heights, list->otherwise.first),
                               height_of(heights, list->condition.first)};
    for (int i = 0; i < 4; i++)
      height = inside[i] > height ? inside[i] : height;
  }
  return height;
}

/* Recursion makes heights grow without end: past the limit it is all the same. */
static bool learn(struct noe_emitter *emitter, uint32_t *heights, uint32_t id) {
  const struct noe_low_op *list = emitter->form->functions[id].body.block.first;
  struct noe_emit_call *call = &emitter->calls[0][id];
  uint32_t height = height_of(heights, list);
  uint64_t binds = noe_compile_binds(emitter, list);
  bool told = noe_compile_tells(emitter, list), reads = noe_compile_reads_multisets(emitter, list);
  bool changed = (height > heights[id] && height <= NOE_DEEPEST_CALL) || binds != call->binds ||
                 told != emitter->tellers[id] || reads != emitter->bag_readers[id];
  heights[id] = height;
  call->binds = binds;
  emitter->tellers[id] = told;
  emitter->bag_readers[id] = reads;
  emitter->recursive |= height + 1 >= NOE_DEEPEST_CALL || height + 1 >= emitter->model->call_depth;
  return changed;
}

/* Functions call each other: until nothing is new. */
void noe_compile_find_facts(struct noe_emitter *emitter) {
  const uint32_t count = emitter->model->function_count;
  uint32_t *heights = NOE_NEW_ARRAY(emitter->arena, uint32_t, count + 1);
  emitter->tellers = NOE_NEW_ARRAY(emitter->arena, bool, count + 1);
  emitter->bag_readers = NOE_NEW_ARRAY(emitter->arena, bool, count + 1);
  for (bool changed = true; changed;) {
    changed = false;
    for (uint32_t i = 0; i < count; i++)
      if (emitter->form->functions[i].is_called && !emitter->form->functions[i].unit.refused)
        changed |= learn(emitter, heights, i);
  }
}
