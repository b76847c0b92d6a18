/* Fairness of a component, by threads that are put together by frame. */
#include <string.h>

#include "fair/sieve_int.h"

enum { AHEAD = 4 }; /* places that are asked of the memory before they are looked at */

static struct noe_memory *memory_of(const struct noe_sieve *sieve) { return sieve->space->memory; }

static uint32_t frame_of(const struct noe_sieve *sieve, struct noe_sieve_place at) {
  return noe_dense_frame(&sieve->dense, at.orbit, noe_sieve_rank(sieve, at));
}

/* ----------------------------------------------------------------- threads */

static uint32_t find(const struct noe_sieve *sieve, uint32_t thread) {
  uint32_t *parents = sieve->parents;
  while (parents[thread] != thread)
    thread = parents[thread] = parents[parents[thread]];
  return thread;
}

/* The first thread of a frame. */
static uint32_t threads_of(struct noe_sieve *sieve, uint32_t number) {
  if (sieve->frame_stamps[number] == sieve->stamp)
    return sieve->frame_threads[number];
  struct noe_dense_classes classes = noe_fair_dense_classes(&sieve->dense, number);
  sieve->frame_stamps[number] = sieve->stamp;
  for (uint32_t w = 0; w < sieve->words; w++)
    sieve->seen_on[(size_t)number * sieve->words + w] = sieve->seen_off[(size_t)number * sieve->words + w] = 0;
  sieve->frame_threads[number] = (uint32_t)sieve->thread_count;
  NOE_FAIR_PUSH(memory_of(sieve), sieve->frames_met, sieve->met_count, sieve->met_room, number);
  for (uint32_t c = 0; c < classes.count; c++) {
    uint32_t thread = (uint32_t)sieve->thread_count;
    size_t count = sieve->thread_count;
    NOE_FAIR_PUSH(memory_of(sieve), sieve->flags, count, sieve->flag_room, (uint8_t)classes.flags[c]);
    NOE_FAIR_PUSH(memory_of(sieve), sieve->parents, sieve->thread_count, sieve->thread_room, thread);
  }
  return sieve->frame_threads[number];
}

/* How many threads a frame has whose first one is known; they were added together. */
static uint32_t class_count(const struct noe_sieve *sieve, uint32_t number) {
  return noe_fair_dense_classes(&sieve->dense, number).count;
}

/* An edge of the component: whom it takes, what it renames. A move belongs to one frame that it leaves. */
static void join(struct noe_sieve *sieve, uint32_t from_frame, uint32_t number) {
  const struct noe_fair_move *move = &sieve->dense.move_items[number];
  if (sieve->move_stamps[number] == sieve->stamp)
    return;
  sieve->move_stamps[number] = sieve->stamp;
  uint32_t from = threads_of(sieve, from_frame), to = threads_of(sieve, move->frame);
  struct noe_label label = noe_fair_dense_label(&sieve->dense, number);
  for (uint32_t i = 0; i < label.taken_count; i++)
    sieve->flags[from + label.taken[i]] |= NOE_THREAD_TAKEN;
  for (uint32_t i = 0; i < label.pair_count; i++) {
    uint32_t a = find(sieve, from + label.pairs[2 * i]), b = find(sieve, to + label.pairs[2 * i + 1]);
    sieve->parents[a < b ? b : a] = a < b ? a : b;
  }
}

/* ---------------------------------------------------------------- enabled */

/* Enough words for the classes that are taken at all. */
static uint32_t count_words(const struct noe_dense *dense) {
  uint32_t most = 0;
  for (uint32_t i = 0; i < dense->move_number; i++) {
    struct noe_label label = noe_fair_dense_label(dense, i);
    for (uint32_t t = 0; t < label.taken_count; t++)
      most = label.taken[t] > most ? label.taken[t] : most;
  }
  return most / 64 + 1;
}

/* Which classes each move takes. */
static void list_taken(struct noe_sieve *sieve) {
  const struct noe_dense *dense = &sieve->dense;
  struct noe_memory *memory = memory_of(sieve);
  uint32_t words = count_words(dense);
  sieve->words = words;
  sieve->enabled = noe_base_alloc(memory, words * sizeof *sieve->enabled);
  sieve->seen_on = noe_base_alloc(memory, ((size_t)dense->frame_count + 1) * words * sizeof *sieve->seen_on);
  sieve->seen_off = noe_base_alloc(memory, ((size_t)dense->frame_count + 1) * words * sizeof *sieve->seen_off);
  sieve->taken = noe_base_alloc(memory, ((size_t)dense->move_number + 1) * words * sizeof *sieve->taken);
  for (uint32_t i = 0; i < dense->move_number; i++) {
    struct noe_label label = noe_fair_dense_label(dense, i);
    for (uint32_t t = 0; t < label.taken_count; t++)
      sieve->taken[(size_t)i * words + label.taken[t] / 64] |= (uint64_t)1 << (label.taken[t] % 64);
  }
}

static void add_taken(struct noe_sieve *sieve, uint32_t move) {
  const uint64_t *taken = &sieve->taken[(size_t)move * sieve->words];
  for (uint32_t w = 0; w < sieve->words; w++)
    sieve->enabled[w] |= taken[w];
}

/* The classes that are enabled in a node: those that its steps take. */
static void note_enabled(struct noe_sieve *sieve, struct noe_sieve_place at) {
  const struct noe_dense *dense = &sieve->dense;
  const struct noe_fair_orbit *item = &dense->items[at.orbit];
  uint32_t rank = noe_sieve_rank(sieve, at), count;
  memset(sieve->enabled, 0, sieve->words * sizeof *sieve->enabled);
  for (uint32_t i = 0; i < item->count; i++) {
    const struct noe_dense_move *moves = noe_sieve_moves(sieve, dense->steps[item->first + i].kind, rank, &count);
    for (uint32_t k = 0; k < count; k++)
      add_taken(sieve, moves[k].move);
  }
}

static bool is_enabled(const struct noe_sieve *sieve, uint32_t class) {
  return class / 64 < sieve->words && (sieve->enabled[class / 64] >> (class % 64) & 1);
}

/* Most nodes of a frame tell nothing new. */
static bool is_news(struct noe_sieve *sieve, uint32_t frame) {
  uint64_t *on = &sieve->seen_on[(size_t)frame * sieve->words], *off = &sieve->seen_off[(size_t)frame * sieve->words];
  uint64_t news = 0;
  for (uint32_t w = 0; w < sieve->words; w++) {
    news |= (sieve->enabled[w] & ~on[w]) | (~sieve->enabled[w] & ~off[w]);
    on[w] |= sieve->enabled[w];
    off[w] |= ~sieve->enabled[w];
  }
  return news;
}

static void note_node(struct noe_sieve *sieve, uint32_t frame) {
  if (!is_news(sieve, frame))
    return;
  uint32_t first = threads_of(sieve, frame), count = class_count(sieve, frame);
  for (uint32_t c = 0; c < count; c++)
    sieve->flags[first + c] |= is_enabled(sieve, c) ? NOE_THREAD_ENABLED : NOE_THREAD_DISABLED;
}

/* --------------------------------------------------------------- component */

static bool is_inside(const struct noe_sieve *sieve, uint32_t place, uint32_t root) {
  uint32_t status = sieve->status[place];
  return status != NOE_SIEVE_NEW && status != NOE_SIEVE_DEAD && status > root;
}

/* An edge of the place at hand. */
static void note_edge(struct noe_sieve *sieve, const struct noe_sieve_edge *edge) {
  if (!is_inside(sieve, edge->target.place, sieve->root))
    return;
  sieve->is_cyclic = true;
  sieve->marks |= edge->marks;
  if (edge->move != NOE_NO_NODE)
    join(sieve, sieve->frame, edge->move);
}

/* An edge by this move lies in the component, and edges have shown all marks: another one tells nothing. */
static bool is_joined(const struct noe_sieve *sieve, uint32_t move) {
  return sieve->move_stamps[move] == sieve->stamp && sieve->marks == noe_automaton_all_marks(sieve->automaton);
}

static void note_edges(struct noe_sieve *sieve, struct noe_sieve_place at) {
  const struct noe_dense *dense = &sieve->dense;
  const struct noe_fair_orbit *item = &dense->items[at.orbit];
  uint32_t rank = noe_sieve_rank(sieve, at), count;
  memset(sieve->enabled, 0, sieve->words * sizeof *sieve->enabled);
  if (!item->count)
    noe_sieve_each_arc(sieve, at.place, at.orbit, noe_sieve_stillness(sieve, at), note_edge);
  for (uint32_t i = 0; i < item->count; i++) {
    struct noe_orbit_step step = dense->steps[item->first + i];
    const struct noe_dense_move *moves = noe_sieve_moves(sieve, step.kind, rank, &count);
    for (uint32_t k = 0; k < count; k++) {
      add_taken(sieve, moves[k].move);
      if (!is_joined(sieve, moves[k].move))
        noe_sieve_each_arc(sieve, at.place, step.target, moves[k], note_edge);
    }
  }
}

/* Places of a component lie anywhere in memory. */
static void fetch(const struct noe_sieve *sieve, size_t position) {
  const struct noe_dense *dense = &sieve->dense;
  if (position + 2 * AHEAD < sieve->live_count)
    __builtin_prefetch(&dense->items[sieve->live[position + 2 * AHEAD].orbit]);
  if (position + AHEAD < sieve->live_count)
    __builtin_prefetch(&dense->steps[dense->items[sieve->live[position + AHEAD].orbit].first]);
}

static void note_place(struct noe_sieve *sieve, size_t position) {
  struct noe_sieve_place at = sieve->live[position];
  fetch(sieve, position);
  sieve->frame = frame_of(sieve, at);
  threads_of(sieve, sieve->frame);
  note_edges(sieve, at);
  note_node(sieve, sieve->frame);
}

/* What is known of any member of a set of threads becomes known of its root. */
static void gather_flags(struct noe_sieve *sieve) {
  for (uint32_t i = 0; i < sieve->thread_count; i++)
    sieve->flags[find(sieve, i)] |= sieve->flags[i];
}

enum outcome { SERVED, WEAK_UNSERVED, STRONG_UNSERVED };

static enum outcome judge_threads(struct noe_sieve *sieve) {
  enum outcome outcome = SERVED;
  gather_flags(sieve);
  for (uint32_t i = 0; i < sieve->thread_count; i++) {
    uint8_t flags = sieve->flags[find(sieve, i)];
    if (!noe_thread_is_bad(flags))
      continue;
    if (!(flags & NOE_THREAD_STRONG))
      return WEAK_UNSERVED;
    outcome = STRONG_UNSERVED;
  }
  return outcome;
}

/* By frame, the classes whose threads are not served. */
static void list_unserved(struct noe_sieve *sieve) {
  for (size_t i = 0; i < sieve->met_count; i++) {
    uint32_t frame = sieve->frames_met[i], first = threads_of(sieve, frame), count = class_count(sieve, frame);
    uint64_t *unserved = &sieve->seen_on[(size_t)frame * sieve->words];
    memset(unserved, 0, sieve->words * sizeof *unserved);
    for (uint32_t c = 0; c < count && c < 64 * sieve->words; c++)
      if (noe_thread_is_bad(sieve->flags[find(sieve, first + c)]))
        unserved[c / 64] |= (uint64_t)1 << (c % 64);
  }
}

/* Is a thread enabled in this node that is not served? */
static bool has_unserved(struct noe_sieve *sieve, struct noe_sieve_place at) {
  const uint64_t *unserved = &sieve->seen_on[(size_t)frame_of(sieve, at) * sieve->words];
  uint64_t any = 0;
  note_enabled(sieve, at);
  for (uint32_t w = 0; w < sieve->words; w++)
    any |= sieve->enabled[w] & unserved[w];
  return any;
}

static void search_rest(struct noe_sieve *sieve, uint32_t root) {
  size_t first = sieve->again_count;
  list_unserved(sieve);
  for (size_t i = root; i < sieve->live_count; i++) {
    fetch(sieve, i);
    if (!has_unserved(sieve, sieve->live[i]))
      NOE_FAIR_PUSH(memory_of(sieve), sieve->again, sieve->again_count, sieve->again_room, sieve->live[i]);
  }
  if (sieve->again_count > first)
    NOE_FAIR_PUSH(memory_of(sieve), sieve->sets, sieve->set_count, sieve->set_room, first);
}

static bool is_hopeful(const struct noe_sieve *sieve, uint32_t place) {
  return sieve->hopeful >> sieve->state_of[noe_sieve_state(sieve, place)] & 1;
}

bool noe_fair_sieve_component(struct noe_sieve *sieve, uint32_t root) {
  if (!is_hopeful(sieve, sieve->live[root].place))
    return false;
  if (!sieve->taken)
    list_taken(sieve);
  sieve->stamp++;
  sieve->thread_count = sieve->met_count = 0;
  sieve->marks = 0;
  sieve->root = root;
  sieve->is_cyclic = false;
  for (size_t i = root; i < sieve->live_count; i++)
    note_place(sieve, i);
  if (!sieve->is_cyclic || sieve->marks != noe_automaton_all_marks(sieve->automaton))
    return false;
  enum outcome outcome = judge_threads(sieve);
  if (outcome == STRONG_UNSERVED)
    search_rest(sieve, root);
  return outcome == SERVED;
}
