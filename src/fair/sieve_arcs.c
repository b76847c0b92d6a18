/* What letters lead to, as a table: most of a pass reads letters. */
#include "fair/sieve_int.h"

bool noe_fair_sieve_read(struct noe_sieve *sieve, uint32_t state, uint64_t letter, uint16_t *number, uint32_t *after,
                         uint64_t *marks) {
  const struct noe_automaton *automaton = sieve->automaton;
  if (!automaton) {
    *after = noe_logic_monitor_step(sieve->monitor, state, letter);
    if (*after == NOE_MONITOR_BAD)
      atomic_store_explicit(&sieve->found, true, memory_order_relaxed);
    return !(*number)++ && !noe_logic_monitor_is_quiet(sieve->monitor, *after);
  }
  uint32_t first = automaton->first[state], count = automaton->first[state + 1] - first;
  while (*number < count) {
    const struct noe_edge *arc = &automaton->edges[first + (*number)++];
    *after = arc->target;
    *marks = arc->marks;
    if ((arc->target || !sieve->waits) && noe_edge_takes(arc, letter))
      return true;
  }
  return false;
}

/* All edges of the automaton from a state to another one that read a letter are one arc. */
static void add_arc(struct noe_sieve *sieve, size_t first, const struct noe_edge *edge) {
  for (size_t i = first; i < sieve->arc_count; i++)
    if (sieve->arcs[i].target == sieve->number_of[edge->target]) {
      sieve->arcs[i].marks |= edge->marks;
      return;
    }
  struct noe_sieve_arc arc = {edge->marks, sieve->number_of[edge->target]};
  NOE_FAIR_PUSH(sieve->space->memory, sieve->arcs, sieve->arc_count, sieve->arc_room, arc);
}

static void list_arcs(struct noe_sieve *sieve, uint32_t state, uint32_t letter) {
  const struct noe_automaton *automaton = sieve->automaton;
  size_t first = sieve->arc_count;
  for (uint32_t i = automaton->first[state]; i < automaton->first[state + 1]; i++)
    if ((automaton->edges[i].target || !sieve->waits) && noe_edge_takes(&automaton->edges[i], letter))
      add_arc(sieve, first, &automaton->edges[i]);
}

void noe_fair_sieve_list_arcs(struct noe_sieve *sieve) {
  if (!sieve->automaton || sieve->dense.width > 1)
    return;
  uint32_t *first =
      noe_base_alloc(sieve->space->memory, ((size_t)sieve->states * NOE_SIEVE_LETTERS + 1) * sizeof *first);
  sieve->first_arc = first;
  for (uint32_t i = 0; i < sieve->states * NOE_SIEVE_LETTERS; i++) {
    first[i] = (uint32_t)sieve->arc_count;
    list_arcs(sieve, sieve->state_of[i / NOE_SIEVE_LETTERS], i % NOE_SIEVE_LETTERS);
  }
  first[sieve->states * NOE_SIEVE_LETTERS] = (uint32_t)sieve->arc_count;
}
