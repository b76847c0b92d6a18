#include "fair/frames.h"

#include <assert.h>
#include <string.h>

#include "fair/threads.h"

/* Spelled out they may take so many bytes. */
#ifdef NOE_HOSTILE
enum { MOST_BYTES = 1 << 10 };
#else
enum { MOST_BYTES = 1 << 22 };
#endif

void noe_fair_frames_init(struct noe_fair_frames *frames, struct noe_fair_orbits *orbits, uint32_t tracked) {
  struct noe_space *space = orbits->space;
  uint32_t points = space->symmetry->points;
  *frames = (struct noe_fair_frames){.orbits = orbits, .tracked = tracked};
  frames->keys = noe_fair_rows(space->memory);
  noe_fair_partition_init(&frames->partition, space->arena, space->symmetry);
  frames->moved = NOE_NEW_ARRAY(space->arena, uint16_t, points);
  frames->moved_from = NOE_NEW_ARRAY(space->arena, uint16_t, points);
  frames->words = NOE_NEW_ARRAY(space->arena, uint32_t, tracked + 1);
}

static void forget(struct noe_fair_frames *frames) {
  for (size_t i = 0; i < frames->room && i < frames->keys.count; i++) {
    noe_base_free(frames->orbits->space->memory, frames->items[i]);
    frames->items[i] = NULL;
  }
  frames->bytes = 0;
}

void noe_fair_frames_free(struct noe_fair_frames *frames) {
  if (!frames->orbits)
    return;
  forget(frames);
  noe_fair_rows_free(&frames->keys);
  noe_base_free(frames->orbits->space->memory, frames->items);
  *frames = (struct noe_fair_frames){0};
}

void noe_fair_frames_trim(struct noe_fair_frames *frames) {
  if (frames->bytes > MOST_BYTES)
    forget(frames);
}

/* Is the image of the tracked names, as twins have left them, under one permutation less than that under another? */
static bool is_less(const struct noe_fair_frames *frames, const uint16_t *permutation, const uint16_t *other) {
  for (uint32_t i = 0; i < frames->tracked; i++) {
    uint16_t name = (uint16_t)frames->words[1 + i];
    if (permutation[name] != other[name])
      return permutation[name] < other[name];
  }
  return false;
}

/* The least tuple that permutations make of it which fix the representative and move no points that have twins: what
 * twins have led they leave alone. */
static void turn(struct noe_fair_frames *frames, struct noe_fair_fixing fixing) {
  uint32_t points = frames->orbits->space->symmetry->points;
  uint16_t best[points + 1], row[points + 1];
  noe_symmetry_identity(frames->orbits->space->symmetry, best);
  while (fixing.count) {
    size_t runs = noe_fair_count_runs(fixing.words, fixing.count, points);
    noe_fair_read_runs(fixing.words, runs, NOE_RUN_OF_NAMES, row);
    if (is_less(frames, row, best))
      memcpy(best, row, sizeof row);
    fixing.words += runs;
    fixing.count -= runs;
  }
  for (uint32_t i = 0; i < frames->tracked; i++)
    frames->words[1 + i] = best[frames->words[1 + i]];
  for (uint32_t i = 0; i < points; i++)
    frames->moved[i] = best[frames->moved[i]];
}

uint32_t noe_fair_frame_of(struct noe_fair_frames *frames, uint32_t twins, const uint16_t *tracked) {
  struct noe_space *space = frames->orbits->space;
  uint32_t points = space->symmetry->points;
  noe_symmetry_identity(space->symmetry, frames->moved);
  frames->words[0] = twins;
  if (frames->tracked) {
    uint16_t next[points + 1];
    memset(next, 0, sizeof next);
    noe_symmetry_identity(space->symmetry, frames->moved_from);
    const struct noe_partition *partition = noe_fair_twins(frames->orbits, twins);
    for (uint32_t i = 0; i < frames->tracked; i++) { /* they are different points */
      uint16_t class = partition->twins.class_of[tracked[i]];
      if (class != NOE_NO_TWINS)
        noe_fair_exchange(frames->moved, frames->moved_from, tracked[i],
                          partition->members[partition->begins[class] + next[class]++]);
    }
    for (uint32_t i = 0; i < frames->tracked; i++)
      frames->words[1 + i] = frames->moved[tracked[i]];
    struct noe_fair_fixing fixing = noe_fair_fixing(frames->orbits, twins);
    if (fixing.count)
      turn(frames, fixing);
  }
  noe_fair_grow(space->memory, (void **)&frames->items, frames->keys.count, &frames->room, sizeof *frames->items);
  bool fresh;
  uint32_t frame = noe_fair_row(&frames->keys, frames->words, 1 + (size_t)frames->tracked, &fresh);
  assert(frame < frames->room && "there is room for what a frame is spelled out as");
  if (fresh)
    frames->items[frame] = NULL;
  return frame;
}

static uint32_t block_of(const struct noe_symmetry *symmetry, uint16_t point) {
  uint32_t block = 0;
  while (point >= symmetry->blocks[block].first + symmetry->blocks[block].size)
    block++;
  return block;
}

static bool is_among(const uint16_t *points, uint32_t count, uint16_t point) {
  for (uint32_t i = 0; i < count; i++)
    if (points[i] == point)
      return true;
  return false;
}

/* Frames that are made, of a representative. */
struct choice {
  struct noe_fair_frames *frames;
  uint32_t twins;
  const uint16_t *tracked, *rotation; /* points; the names of those of rigid blocks, by point */
  uint16_t *names;
  struct noe_frame_list *list;
  size_t first; /* of the list */
  bool repeats; /* one frame may be made several times */
};

/* Names that a permutation which fixes the representative carries into each other make one frame. */
static void add_frame(struct choice *choice) {
  struct noe_frame_list *list = choice->list;
  uint32_t frame = noe_fair_frame_of(choice->frames, choice->twins, choice->names);
  for (size_t i = choice->first; choice->repeats && i < list->count; i++)
    if (list->items[i] == frame)
      return;
  NOE_FAIR_PUSH(choice->frames->orbits->space->memory, list->items, list->count, list->room, frame);
}

/* Names for the tracked points from number `at` on. Of points of one class the first that is no name yet is enough:
 * tuples of one orbit have the same frame. */
static void choose_names(struct choice *choice, uint32_t at) {
  const struct noe_fair_frames *frames = choice->frames;
  const struct noe_symmetry *symmetry = frames->orbits->space->symmetry;
  if (at == frames->tracked) {
    add_frame(choice);
    return;
  }
  assert(choice->tracked[at] < symmetry->points && "what is followed is a point");
  const struct noe_block *block = &symmetry->blocks[block_of(symmetry, choice->tracked[at])];
  if (block->is_rigid) {
    choice->names[at] = choice->rotation[choice->tracked[at]];
    choose_names(choice, at + 1);
    return;
  }
  uint16_t classes[symmetry->points + 1];
  noe_fair_read_twins(frames->orbits, choice->twins, classes);
  bool seen[symmetry->points + 1];
  memset(seen, 0, sizeof seen);
  for (uint32_t point = block->first; point < block->first + block->size; point++) {
    uint16_t class = classes[point];
    if (is_among(choice->names, at, (uint16_t)point) || (class != NOE_NO_TWINS && seen[class]))
      continue;
    if (class != NOE_NO_TWINS)
      seen[class] = true;
    choice->names[at] = (uint16_t)point;
    choose_names(choice, at + 1);
  }
}

void noe_fair_frames_of(struct noe_fair_frames *frames, uint32_t twins, const uint16_t *tracked,
                        struct noe_frame_list *list) {
  const struct noe_rotations *rotations = frames->orbits->space->system->keys.rotations;
  uint16_t names[frames->tracked + 1];
  struct choice choice = {frames, twins, tracked, NULL, names, list, list->count, rotations != NULL};
  choice.repeats |= noe_fair_fixing(frames->orbits, twins).count != 0;
  for (uint32_t i = 0; rotations && i < rotations->count; i++) {
    choice.rotation = noe_rotation_row(rotations, i);
    choose_names(&choice, 0);
  }
  if (!rotations)
    choose_names(&choice, 0);
}

void noe_fair_frame_tracked(const struct noe_fair_frames *frames, uint32_t frame, uint16_t *tracked) {
  const uint32_t *words = noe_row_words(&frames->keys, frame);
  for (uint32_t i = 0; i < frames->tracked; i++)
    tracked[i] = (uint16_t)words[1 + i];
}

/* Groups by class. */
static void sort_groups(struct noe_fair_frame *frame, uint32_t groups) {
  uint32_t *begin = frame->class_begin;
  memset(begin, 0, (frame->class_count + 1) * sizeof *begin);
  for (uint32_t g = 0; g < groups; g++)
    begin[frame->classes[g] + 1]++;
  for (uint32_t c = 0; c < frame->class_count; c++)
    begin[c + 1] += begin[c];
  for (uint32_t g = 0; g < groups; g++)
    frame->by_class[begin[frame->classes[g]]++] = g;
  for (uint32_t c = frame->class_count; c > 0; c--)
    begin[c] = begin[c - 1];
  begin[0] = 0;
  assert((!frame->class_count || begin[frame->class_count] == groups) && "each group is in a class");
}

static struct noe_fair_frame *spell_out(struct noe_fair_frames *frames, uint32_t number) {
  struct noe_space *space = frames->orbits->space;
  uint32_t points = space->symmetry->points, groups = space->groups->count;
  size_t bytes = sizeof(struct noe_fair_frame) + (4 * (size_t)groups + 1) * sizeof(uint32_t) +
                 (2 * (size_t)points + frames->tracked) * sizeof(uint16_t);
  struct noe_fair_frame *frame = noe_base_alloc(space->memory, bytes);
  assert(!frames->items[number] && "a frame is spelled out once, until it is forgotten");
  frames->items[number] = frame;
  frames->bytes += bytes;
  frame->classes = (uint32_t *)(frame + 1);
  frame->by_class = frame->classes + groups;
  frame->class_begin = frame->by_class + groups;
  frame->flags = frame->class_begin + groups + 1;
  frame->whole = (uint16_t *)(frame->flags + groups);
  frame->left = frame->whole + points;
  uint16_t *tracked = frame->left + points;
  frame->tracked = tracked;
  noe_fair_frame_tracked(frames, number, tracked);
  frame->twins = noe_row_words(&frames->keys, number)[0];
  noe_fair_read_twins(frames->orbits, frame->twins, frame->whole);
  noe_fair_partition_sort(&frames->partition, frame->whole, tracked, frames->tracked);
  memcpy(frame->left, frames->partition.twins.class_of, points * sizeof *frame->left);
  frame->class_count = noe_fair_group_classes(space->groups, &frames->partition.twins, frames->partition.members,
                                              frames->partition.begins, frame->classes);
  sort_groups(frame, groups);
  for (uint32_t c = 0; c < frame->class_count; c++)
    if (noe_fair_group_mark(space->groups, frame->by_class[frame->class_begin[c]])->strong)
      frame->flags[c] = NOE_THREAD_STRONG;
  return frame;
}

const struct noe_fair_frame *noe_fair_frame(struct noe_fair_frames *frames, uint32_t frame) {
  return frames->items[frame] ? frames->items[frame] : spell_out(frames, frame);
}
