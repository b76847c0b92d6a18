/* The quotient of a unary model in keys that count (symmetry/runs.h), for a pass over the whole of it (dense.h).
 *
 * Where a state is, up to symmetry, its plain cells and for each block a bag of local states, nobody has a name: an
 * *entry* of a key is a local state and how many points are in it. A node where one point is followed is a key and the
 * entry that the point is in. Compiled code says of each step which part of which entry went where (compile/native.h),
 * and that is all there is to know of it: no permutation is looked for, and no two states differ in who is alike.
 *
 * What is alike in many orbits is kept once. The *shape* of an orbit is the row of its local states, each with how many
 * points it has, as far as that matters: one, two, three, more. What a step does to entries is its *course*: rule,
 * arguments of the groups it belongs to, parts. A kind of step is a course between two shapes. So where a model has few
 * local states it has few kinds, however many processes there are. Where nearly every orbit has a shape of its own this
 * is given up after the first ones.
 *
 * Classes of groups are told apart by entry: of a group that names a point there are those of the points of each entry,
 * and that of the point that is followed. A frame is a shape and the entry of this point. Local states belong to shapes
 * so that threads that are put together by frame (sieve.h) are about points in one local state.
 *
 * All this is for models of which compiled code fires every rule, without assumptions and conditions of fairness, whose
 * groups name one point each or none, and for claims that follow one point or none. */
#ifndef NOE_FAIR_COUNTED_H
#define NOE_FAIR_COUNTED_H

#include "fair/dense.h"

struct noe_fair_team;
struct noe_counted_worker;

struct noe_counted {
  struct noe_space *space;
  struct noe_system system; /* keys count in it, and nobody is followed */
  struct noe_fair_team *team;
  struct noe_counted_worker *workers; /* one for each thread */
  uint32_t *first_family;             /* by mark: its groups, those that differ in their point alone taken as one */
  uint32_t *point_of;                 /* by mark: the argument that names a point, or NOE_NO_POINT */
  uint16_t *block_of;                 /* by family: of the point; or NOE_NO_BLOCK */
  uint8_t *strong;                    /* by family */
  uint32_t families, most_arguments;  /* arguments that groups have */

  struct noe_rows keys; /* by orbit */
  struct noe_rows shapes, courses, kinds;
  struct noe_fair_orbit *items; /* `twins`: shape */
  size_t room;
  struct noe_orbit_step *steps;
  size_t step_count, step_room;
  uint32_t start_count; /* the first orbits are those of start states */
  uint32_t done;        /* orbits before this one are expanded */
};

enum { NOE_NO_POINT = UINT32_MAX };

/* Does it serve this model and its groups? Then all orbits are found, by the team, from the start states. NULL: no, or
 * stopped (noe_fair_is_stopped tells). `*made` can be deleted whenever this has been left. May escape. */
bool noe_fair_counted(struct noe_counted **made, struct noe_fair_orbits *orbits);
void noe_fair_counted_delete(struct noe_counted *counted);

/* Does it serve this claim? */
bool noe_fair_counted_serves(const struct noe_counted *counted, const struct noe_fair_claim *claim);

/* The nodes for a claim, and its letters. False if stopped, or if there are too many; or if a letter had a run-time
 * error (dense->is_faulty). May escape. */
bool noe_fair_counted_dense(struct noe_counted *counted, struct noe_dense *dense, const struct noe_fair_claim *claim);

/* The state of an orbit, into space->state of the judge, and the name there of the point that is followed in a node. */
void noe_fair_counted_read(struct noe_counted *counted, const struct noe_fair_claim *claim, uint32_t orbit,
                           uint32_t rank, uint16_t *name);

#endif
