/* What is symmetric where some points are followed.
 *
 * A *frame* is a partition into twins together with the names of the tracked points, the first
 * tuple of its orbit: members of each class in the order of their ranks. It is all that
 * fairness and the choice of instances need to know of a representative, and few frames serve
 * many of them. In it the tracked points have no twins any more, and groups fall into classes
 * under the twins that are left. */
#ifndef NOE_FAIR_FRAMES_H
#define NOE_FAIR_FRAMES_H

#include "fair/groups.h"
#include "fair/orbits.h"

/* Spelled out; taken away when there are too many of them. */
struct noe_fair_frame {
  uint32_t twins;          /* row of struct noe_fair_orbits */
  const uint16_t *tracked; /* names of the tracked points */
  uint16_t *whole;         /* classes of all twins, by point */
  uint16_t *left;          /* classes of those that are not tracked, by point */
  uint32_t *classes;       /* of groups */
  uint32_t class_count;
  uint32_t *by_class, *class_begin; /* groups of each class */
  uint32_t *flags;                  /* of each class, as far as they do not depend on steps: see threads.h */
};

struct noe_fair_frames {
  struct noe_fair_orbits *orbits;
  uint32_t tracked;     /* how many points */
  struct noe_rows keys; /* twins, tracked names */
  struct noe_fair_frame **items;
  size_t room;
  size_t bytes; /* of those spelled out */
  struct noe_partition partition;
  uint16_t *moved, *moved_from;
  uint32_t *words;
};

/* All of this may escape; freeing is possible then. */
void noe_fair_frames_init(struct noe_fair_frames *frames, struct noe_fair_orbits *orbits, uint32_t tracked);
void noe_fair_frames_free(struct noe_fair_frames *frames);

/* The frame in which points with these names (in a representative with these twins) are
 * followed. The symmetry that carries them to the first tuple is in frames->moved. */
uint32_t noe_fair_frame_of(struct noe_fair_frames *frames, uint32_t twins, const uint16_t *tracked);

/* Every frame of a representative with these twins in which points of the blocks of `tracked` are followed: adds them,
 * each once, to the list. May escape. */
struct noe_frame_list {
  uint32_t *items;
  size_t count, room;
};
void noe_fair_frames_of(struct noe_fair_frames *frames, uint32_t twins, const uint16_t *tracked,
                        struct noe_frame_list *list);

/* Spells it out. Stays valid until noe_fair_frames_trim. */
const struct noe_fair_frame *noe_fair_frame(struct noe_fair_frames *frames, uint32_t frame);
void noe_fair_frames_trim(struct noe_fair_frames *frames);

/* The names of the tracked points. */
void noe_fair_frame_tracked(const struct noe_fair_frames *frames, uint32_t frame, uint16_t *tracked);

#endif
