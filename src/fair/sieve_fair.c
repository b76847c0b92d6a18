/* Fairness of a component, by threads that are put together by frame. */
#include <string.h>

#include "fair/sieve_int.h"

enum { AHEAD = 4 }; /* places that are asked of the memory before they are looked at */

static uint32_t frame_of(const struct noe_sieve *sieve, struct noe_sieve_place at) {
  return noe_dense_frame(&sieve->dense, at.orbit, noe_sieve_rank(sieve, at));
}

/* ----------------------------------------------------------------- threads */

static uint32_t find(const struct noe_sieve_searcher *searcher, uint32_t thread) {
  uint32_t *parents = searcher->parents;
  while (parents[thread] != thread)
    thread = parents[thread] = parents[parents[thread]];
  return thread;
}

/* The first thread of a frame. */
static uint32_t threads_of(struct noe_sieve_searcher *searcher, uint32_t number) {
  if (searcher->frame_stamps[number] == searcher->stamp)
    return searcher->frame_threads[number];
  struct noe_dense_classes classes = noe_fair_dense_classes(&searcher->sieve->dense, number);
  size_t words = searcher->sieve->words, first = number * words;
  searcher->frame_stamps[number] = searcher->stamp;
  for (size_t w = first; w < first + words; w++)
    searcher->seen_on[w] = searcher->seen_off[w] = 0;
  searcher->frame_threads[number] = (uint32_t)searcher->thread_count;
  NOE_FAIR_PUSH(searcher->memory, searcher->frames_met, searcher->met_count, searcher->met_room, number);
  for (uint32_t c = 0; c < classes.count; c++) {
    uint32_t thread = (uint32_t)searcher->thread_count;
    size_t count = searcher->thread_count;
    NOE_FAIR_PUSH(searcher->memory, searcher->flags, count, searcher->flag_room, (uint8_t)classes.flags[c]);
    NOE_FAIR_PUSH(searcher->memory, searcher->parents, searcher->thread_count, searcher->thread_room, thread);
  }
  return searcher->frame_threads[number];
}

/* How many threads a frame has whose first one is known; they were added together. */
static uint32_t class_count(const struct noe_sieve_searcher *searcher, uint32_t number) {
  return noe_fair_dense_classes(&searcher->sieve->dense, number).count;
}

/* An edge of the component: whom it takes, what it renames. A move belongs to one frame that it leaves. */
static void join(struct noe_sieve_searcher *searcher, uint32_t from_frame, uint32_t number) {
  const struct noe_fair_move *move = &searcher->sieve->dense.move_items[number];
  if (searcher->move_stamps[number] == searcher->stamp)
    return;
  searcher->move_stamps[number] = searcher->stamp;
  uint32_t from = threads_of(searcher, from_frame), to = threads_of(searcher, move->frame);
  struct noe_label label = noe_fair_dense_label(&searcher->sieve->dense, number);
  for (uint32_t i = 0; i < label.taken_count; i++)
    searcher->flags[from + label.taken[i]] |= NOE_THREAD_TAKEN;
  for (uint32_t i = 0; i < label.pair_count; i++) {
    uint32_t a = find(searcher, from + label.pairs[2 * i]), b = find(searcher, to + label.pairs[2 * i + 1]);
    searcher->parents[a < b ? b : a] = a < b ? a : b;
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

void noe_fair_sieve_list_taken(struct noe_sieve *sieve) {
  const struct noe_dense *dense = &sieve->dense;
  uint32_t words = count_words(dense);
  sieve->words = words;
  sieve->taken = noe_base_alloc(sieve->space->memory, ((size_t)dense->move_number + 1) * words * sizeof *sieve->taken);
  for (uint32_t i = 0; i < dense->move_number; i++) {
    struct noe_label label = noe_fair_dense_label(dense, i);
    for (uint32_t t = 0; t < label.taken_count; t++)
      sieve->taken[(size_t)i * words + label.taken[t] / 64] |= (uint64_t)1 << (label.taken[t] % 64);
  }
}

static void add_taken(struct noe_sieve_searcher *searcher, uint32_t move) {
  const uint64_t *taken = &searcher->sieve->taken[(size_t)move * searcher->sieve->words];
  for (uint32_t w = 0; w < searcher->sieve->words; w++)
    searcher->enabled[w] |= taken[w];
}

static void forget_enabled(struct noe_sieve_searcher *searcher) {
  memset(searcher->enabled, 0, searcher->sieve->words * sizeof *searcher->enabled);
}

/* The classes that are enabled in a node: those that its steps take. */
static void note_enabled(struct noe_sieve_searcher *searcher, struct noe_sieve_place at) {
  const struct noe_dense *dense = &searcher->sieve->dense;
  const struct noe_fair_orbit *item = &dense->items[at.orbit];
  uint32_t rank = noe_sieve_rank(searcher->sieve, at), count;
  forget_enabled(searcher);
  for (uint32_t i = 0; i < item->count; i++) {
    uint32_t kind = dense->steps[item->first + i].kind;
    const struct noe_dense_move *moves = noe_sieve_moves(searcher->sieve, kind, rank, &count);
    for (uint32_t k = 0; k < count; k++)
      add_taken(searcher, moves[k].move);
  }
}

static bool is_enabled(const struct noe_sieve_searcher *searcher, uint32_t class) {
  return class / 64 < searcher->sieve->words && (searcher->enabled[class / 64] >> (class % 64) & 1);
}

/* Most nodes of a frame tell nothing new. */
static bool is_news(struct noe_sieve_searcher *searcher, uint32_t frame) {
  uint32_t words = searcher->sieve->words;
  uint64_t *on = &searcher->seen_on[(size_t)frame * words], *off = &searcher->seen_off[(size_t)frame * words];
  const uint64_t *enabled = searcher->enabled;
  uint64_t news = 0;
  for (uint32_t w = 0; w < words; w++) {
    news |= (enabled[w] & ~on[w]) | (~enabled[w] & ~off[w]);
    on[w] |= enabled[w];
    off[w] |= ~enabled[w];
  }
  return news;
}

static void note_node(struct noe_sieve_searcher *searcher, uint32_t frame) {
  if (!is_news(searcher, frame))
    return;
  uint32_t first = threads_of(searcher, frame), count = class_count(searcher, frame);
  for (uint32_t c = 0; c < count; c++)
    searcher->flags[first + c] |= is_enabled(searcher, c) ? NOE_THREAD_ENABLED : NOE_THREAD_DISABLED;
}

/* --------------------------------------------------------------- component */

static bool is_inside(const struct noe_sieve_searcher *searcher, uint32_t place, uint32_t root) {
  uint32_t status = searcher->status[place];
  return noe_sieve_is_live(status) && status > root;
}

/* An edge of the place at hand. */
static void note_edge(struct noe_sieve_searcher *searcher, const struct noe_sieve_edge *edge) {
  if (!is_inside(searcher, edge->target.place, searcher->root))
    return;
  searcher->is_cyclic = true;
  searcher->marks |= edge->marks;
  if (edge->move != NOE_NO_NODE)
    join(searcher, searcher->frame, edge->move);
}

/* An edge by this move lies in the component, and edges have shown all marks: another one tells nothing. */
static bool is_joined(const struct noe_sieve_searcher *searcher, uint32_t move) {
  return searcher->move_stamps[move] == searcher->stamp &&
         searcher->marks == noe_automaton_all_marks(searcher->sieve->automaton);
}

static void note_edges(struct noe_sieve_searcher *searcher, struct noe_sieve_place at) {
  const struct noe_sieve *sieve = searcher->sieve;
  const struct noe_dense *dense = &sieve->dense;
  const struct noe_fair_orbit *item = &dense->items[at.orbit];
  uint32_t rank = noe_sieve_rank(sieve, at), count;
  forget_enabled(searcher);
  if (!item->count)
    noe_sieve_each_arc(searcher, at.place, at.orbit, noe_sieve_stillness(sieve, at), note_edge);
  for (uint32_t i = 0; i < item->count; i++) {
    struct noe_orbit_step step = dense->steps[item->first + i];
    const struct noe_dense_move *moves = noe_sieve_moves(sieve, step.kind, rank, &count);
    for (uint32_t k = 0; k < count; k++) {
      add_taken(searcher, moves[k].move);
      if (!is_joined(searcher, moves[k].move))
        noe_sieve_each_arc(searcher, at.place, step.target, moves[k], note_edge);
    }
  }
}

/* Places of a component lie anywhere in memory. */
static void fetch(const struct noe_sieve_searcher *searcher, size_t position) {
  const struct noe_dense *dense = &searcher->sieve->dense;
  if (position + 2 * AHEAD < searcher->live_count)
    __builtin_prefetch(&dense->items[searcher->live[position + 2 * AHEAD].at.orbit]);
  if (position + AHEAD < searcher->live_count)
    __builtin_prefetch(&dense->steps[dense->items[searcher->live[position + AHEAD].at.orbit].first]);
}

static void note_place(struct noe_sieve_searcher *searcher, size_t position) {
  struct noe_sieve_place at = searcher->live[position].at;
  fetch(searcher, position);
  searcher->frame = frame_of(searcher->sieve, at);
  threads_of(searcher, searcher->frame);
  note_edges(searcher, at);
  note_node(searcher, searcher->frame);
}

/* What is known of any member of a set of threads becomes known of its root. */
static void gather_flags(struct noe_sieve_searcher *searcher) {
  for (uint32_t i = 0; i < searcher->thread_count; i++)
    searcher->flags[find(searcher, i)] |= searcher->flags[i];
}

enum outcome { SERVED, WEAK_UNSERVED, STRONG_UNSERVED };

static enum outcome judge_threads(struct noe_sieve_searcher *searcher) {
  enum outcome outcome = SERVED;
  gather_flags(searcher);
  for (uint32_t i = 0; i < searcher->thread_count; i++) {
    uint8_t flags = searcher->flags[find(searcher, i)];
    if (!noe_thread_is_bad(flags))
      continue;
    if (!(flags & NOE_THREAD_STRONG))
      return WEAK_UNSERVED;
    outcome = STRONG_UNSERVED;
  }
  return outcome;
}

/* By frame, the classes whose threads are not served: where seen_on was. */
static void list_unserved(struct noe_sieve_searcher *searcher) {
  uint32_t words = searcher->sieve->words;
  for (size_t i = 0; i < searcher->met_count; i++) {
    uint32_t frame = searcher->frames_met[i], first = threads_of(searcher, frame), count = class_count(searcher, frame);
    uint64_t *unserved = &searcher->seen_on[(size_t)frame * words];
    memset(unserved, 0, words * sizeof *unserved);
    for (uint32_t c = 0; c < count && c < 64 * words; c++)
      if (noe_thread_is_bad(searcher->flags[find(searcher, first + c)]))
        unserved[c / 64] |= (uint64_t)1 << (c % 64);
  }
}

/* Is a thread enabled in this node that is not served? */
static bool has_unserved(struct noe_sieve_searcher *searcher, struct noe_sieve_place at) {
  uint32_t words = searcher->sieve->words;
  const uint64_t *unserved = &searcher->seen_on[(size_t)frame_of(searcher->sieve, at) * words];
  uint64_t any = 0;
  note_enabled(searcher, at);
  for (uint32_t w = 0; w < words; w++)
    any |= searcher->enabled[w] & unserved[w];
  return any;
}

static void keep_rest(struct noe_sieve_searcher *searcher, uint32_t root) {
  list_unserved(searcher);
  for (size_t i = root; i < searcher->live_count; i++) {
    fetch(searcher, i);
    struct noe_sieve_place at = searcher->live[i].at;
    if (!has_unserved(searcher, at))
      NOE_FAIR_PUSH(searcher->memory, searcher->again, searcher->again_count, searcher->again_room, at);
  }
}

static bool is_hopeful(const struct noe_sieve *sieve, uint32_t place) {
  return sieve->hopeful >> sieve->state_of[noe_sieve_state(sieve, place)] & 1;
}

static void make_room(struct noe_sieve_searcher *searcher) {
  const struct noe_dense *dense = &searcher->sieve->dense;
  struct noe_memory *memory = searcher->memory;
  size_t words = searcher->sieve->words, frames = (size_t)dense->frame_count + 1;
  searcher->frame_stamps = noe_base_alloc(memory, frames * sizeof *searcher->frame_stamps);
  searcher->frame_threads = noe_base_alloc(memory, frames * sizeof *searcher->frame_threads);
  searcher->move_stamps = noe_base_alloc(memory, ((size_t)dense->move_number + 1) * sizeof *searcher->move_stamps);
  searcher->enabled = noe_base_alloc(memory, words * sizeof *searcher->enabled);
  searcher->seen_on = noe_base_alloc(memory, frames * words * sizeof *searcher->seen_on);
  searcher->seen_off = noe_base_alloc(memory, frames * words * sizeof *searcher->seen_off);
}

void noe_fair_sieve_free_threads(struct noe_sieve_searcher *searcher) {
  void *parts[] = {searcher->frame_stamps, searcher->frame_threads, searcher->move_stamps,
                   searcher->frames_met,   searcher->parents,       searcher->flags,
                   searcher->enabled,      searcher->seen_on,       searcher->seen_off};
  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
    noe_base_free(searcher->memory, parts[i]);
}

bool noe_fair_sieve_component(struct noe_sieve_searcher *searcher, uint32_t root) {
  const struct noe_sieve *sieve = searcher->sieve;
  assert(root < searcher->live_count && "a component has places");
  if (!is_hopeful(sieve, searcher->live[root].at.place))
    return false;
  if (!searcher->frame_stamps)
    make_room(searcher);
  searcher->stamp++;
  searcher->thread_count = searcher->met_count = 0;
  searcher->marks = 0;
  searcher->root = root;
  searcher->is_cyclic = false;
  for (size_t i = root; i < searcher->live_count; i++)
    note_place(searcher, i);
  if (!searcher->is_cyclic || searcher->marks != noe_automaton_all_marks(sieve->automaton))
    return false;
  enum outcome outcome = judge_threads(searcher);
  if (outcome == STRONG_UNSERVED)
    keep_rest(searcher, root);
  return outcome == SERVED;
}
