/* Where walks go: to what is new. Three things count, each worth a factor: states that no walk has
 * seen, rules that were seldom taken, and local states that are new. A local state is what one
 * element of an array, one element of a multiset, or one other variable holds, and of elements that are
 * alike, how many hold it; most of what a model does differently, it does because of those, and there
 * are few of them even where states are without number. A path to a new one is kept, and later walks set out from its end, as a fuzzer's
 * corpus keeps inputs that reach new code (Böhme, Pham and Roychoudhury, "Coverage-based greybox
 * fuzzing as Markov chain", CCS 2016). So are some paths to states that a walk saw and passed by. Every
 * fourth walk ignores all this. */
#include <assert.h>

#include "hunt/hunt_int.h"

/* ----------------------------------------------------------- local states */

struct locals {
  struct noe_walker *walker;
  uint32_t fresh, rare; /* never met; met a few times */
  bool mark;            /* as met */
};

enum { RARE = 4 };

static uint64_t mix(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ (hash >> 32);
}

static uint64_t hash_row(uint64_t hash, const int64_t *cells, uint32_t count) {
  for (uint32_t i = 0; i < count; i++)
    hash = mix(hash, (uint64_t)cells[i]);
  return hash;
}

static void meet_local(struct locals *locals, uint64_t hash) {
  uint8_t *met = &locals->walker->local[hash % NOE_LOCAL_COUNTERS];
  locals->fresh += !*met;
  locals->rare += *met < RARE;
  if (locals->mark && *met < UINT8_MAX)
    ++*met;
}

/* Elements that are not told apart by their number: of each value, how many have it. So a state with one more
 * process in some local state than ever before is new; and so is one with so many in this and so many in
 * that, if there are not too many of such pairs. */
enum { DIFFERENT = 64, FEW_DIFFERENT = 8 };

static void meet_alike(struct locals *locals, uint64_t kind, const int64_t *cells, uint32_t each, uint32_t count) {
  uint64_t hashes[DIFFERENT];
  uint32_t times[DIFFERENT], different = 0;
  for (uint32_t i = 0; i < count; i++) {
    uint64_t hash = hash_row(kind, cells + (size_t)i * each, each);
    uint32_t k = different;
    while (k > 0 && hashes[k - 1] != hash)
      k--;
    if (k) {
      times[k - 1]++;
    } else if (different < DIFFERENT) {
      hashes[different] = hash;
      times[different++] = 1;
    }
  }
  for (uint32_t k = 0; k < different; k++) {
    hashes[k] = mix(hashes[k], times[k]);
    meet_local(locals, hashes[k]);
    for (uint32_t j = 0; different <= FEW_DIFFERENT && j < k; j++)
      meet_local(locals, mix(hashes[k] + hashes[j], kind));
  }
}

static void meet_variable(struct locals *locals, const struct noe_variable *variable, const int64_t *state) {
  const struct noe_type *type = variable->type;
  const int64_t *cells = state + variable->cell;
  uint64_t kind = (uint64_t)variable->cell << 20;
  if (type->kind == NOE_TYPE_MULTISET) {
    uint32_t count = 0;
    while (count < type->capacity && cells[(size_t)count * type->stride])
      count++; /* those that are present come first */
    meet_alike(locals, kind, cells, type->stride, count);
  } else if (type->kind == NOE_TYPE_ARRAY && type->index->kind == NOE_TYPE_SCALARSET) {
    meet_alike(locals, kind, cells, type->stride, type->stride ? type->cells / type->stride : 0);
  } else if (type->kind == NOE_TYPE_ARRAY) {
    for (uint32_t i = 0; type->stride && i < type->cells / type->stride; i++)
      meet_local(locals, hash_row(kind + i, cells + (size_t)i * type->stride, type->stride));
  } else {
    meet_local(locals, hash_row(kind, cells, type->cells));
  }
}

static struct locals look_at(struct noe_worker *worker, const struct noe_candidate *candidate, bool mark) {
  const struct noe_model *model = worker->search->model;
  struct locals locals = {.walker = noe_hunt_walker_of(worker), .mark = mark};
  noe_system_state(&worker->view.orbits, noe_hunt_walker_of(worker)->data + candidate->data, worker->judged);
  for (uint32_t i = 0; i < model->variable_count; i++)
    meet_variable(&locals, &model->variables[i], worker->judged);
  return locals;
}

/* ------------------------------------------------------------------ choice */

enum { NEW_STATE = 4, MOST_RARE = 16, ROUNDS = 2 };

/* By how much a rule is taken more seldom than the average: 1 .. MOST_RARE. */
static uint64_t rarity(const struct noe_walker *walker, uint32_t rules, uint32_t rule) {
  uint64_t times = 4 * (walker->steps / rules + 1) / (walker->taken[rule] + 1);
  return times < 1 ? 1 : times > MOST_RARE ? MOST_RARE : times;
}

static uint64_t weight(const struct noe_worker *worker, const struct noe_candidate *candidate) {
  return rarity(noe_hunt_walker_of(worker), worker->search->model->rule_count, candidate->rule) *
         (candidate->is_new ? NEW_STATE : 1);
}

static const struct noe_candidate *draw(struct noe_worker *worker) {
  struct noe_walker *walker = noe_hunt_walker_of(worker);
  uint64_t sum = 0;
  for (size_t i = 0; i < walker->count; i++)
    sum += weight(worker, &walker->candidates[i]);
  uint64_t drawn = noe_random_below(&walker->random, sum);
  for (size_t i = 0;; i++) {
    uint64_t own = weight(worker, &walker->candidates[i]);
    if (drawn < own)
      return &walker->candidates[i];
    drawn -= own;
  }
}

/* Of a few that are drawn, the one with most that is new locally. */
static const struct noe_candidate *draw_best(struct noe_worker *worker) {
  const struct noe_candidate *best = NULL;
  uint32_t most = 0;
  for (int i = 0; i < ROUNDS; i++) {
    const struct noe_candidate *drawn = draw(worker);
    struct locals locals = look_at(worker, drawn, false);
    uint32_t value = RARE * locals.fresh + locals.rare;
    if (best && value <= most)
      continue;
    best = drawn;
    most = value;
  }
  return best;
}

/* ------------------------------------------------------------------ corpus */

#ifdef NOE_HOSTILE
enum { MOST_CORPUS_BYTES = 1 << 12 };
#else
enum { MOST_CORPUS_BYTES = 8 << 20 };
#endif

/* One path less. */
static void remove_path(struct noe_corpus *corpus, uint32_t i) {
  assert(i < corpus->count && "a path of the corpus");
  struct noe_key_path *gone = &corpus->paths[i], *last = &corpus->paths[--corpus->count];
  corpus->bytes -= gone->count * gone->row;
  noe_hunt_path_free(gone);
  struct noe_key_path moved = *last;
  *last = *gone;
  *gone = moved;
}

/* The path of the walk, and then this state. When there are too many paths one goes, any. */
static void keep_path(struct noe_walker *walker, struct noe_corpus *corpus, const struct noe_candidate *next) {
  assert(corpus->count <= NOE_CORPUS_PATHS && "a corpus stays in its room");
  size_t bytes = (walker->path.count + 1) * walker->path.row;
  if (bytes > MOST_CORPUS_BYTES / 4)
    return;
  while (corpus->count == NOE_CORPUS_PATHS || corpus->bytes + bytes > MOST_CORPUS_BYTES)
    remove_path(corpus, (uint32_t)noe_random_below(&walker->random, corpus->count));
  struct noe_key_path *path = &corpus->paths[corpus->count++];
  *path = noe_hunt_path(walker->memory, walker->path.row);
  noe_hunt_path_copy(path, &walker->path, walker->path.count);
  noe_hunt_path_push(path, walker->data + next->data, next->bytes);
  corpus->bytes += bytes;
}

enum { SOMETIMES = 8 };

/* Now and then one of the new states that the walk does not go to. */
static void keep_frontier(struct noe_walker *walker, const struct noe_candidate *next) {
  const struct noe_candidate *other = &walker->candidates[noe_random_below(&walker->random, walker->count)];
  if (other != next && other->is_new && !noe_random_below(&walker->random, SOMETIMES))
    keep_path(walker, &walker->frontier, other);
}

const struct noe_candidate *noe_hunt_guide(struct noe_worker *worker, bool is_guided) {
  assert(noe_hunt_walker_of(worker)->count && "there is a candidate");
  struct noe_walker *walker = noe_hunt_walker_of(worker);
  if (!is_guided)
    return &walker->candidates[noe_random_below(&walker->random, walker->count)];
  const struct noe_candidate *next = draw_best(worker);
  if (look_at(worker, next, true).fresh)
    keep_path(walker, &walker->novel, next);
  keep_frontier(walker, next);
  return next;
}

/* ------------------------------------------------------------- beginnings */

/* From the end of a kept path; one of the frontier is used once. */
static bool set_out_from(struct noe_walker *walker, struct noe_corpus *corpus, bool once) {
  if (!corpus->count)
    return false;
  uint32_t i = (uint32_t)noe_random_below(&walker->random, corpus->count);
  uint32_t k = (uint32_t)noe_random_below(&walker->random, corpus->count);
  i = k > i ? k : i; /* rather a later one */
  noe_hunt_path_copy(&walker->path, &corpus->paths[i], corpus->paths[i].count);
  if (once)
    remove_path(corpus, i);
  return true;
}

void noe_hunt_set_out(struct noe_worker *worker, bool is_guided) {
  struct noe_walker *walker = noe_hunt_walker_of(worker);
  const struct noe_key_path *starts = &noe_hunt_of(worker->search)->starts;
  uint64_t drawn = is_guided ? noe_random_below(&walker->random, 4) : 0;
  if ((drawn == 1 && set_out_from(walker, &walker->novel, false)) ||
      (drawn > 1 && set_out_from(walker, &walker->frontier, true)))
    return;
  uint32_t start = (uint32_t)noe_random_below(&walker->random, starts->count);
  walker->path.count = 0;
  noe_hunt_path_push(&walker->path, noe_path_key(starts, start), starts->bytes[start]);
}
