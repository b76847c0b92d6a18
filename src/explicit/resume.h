/* Keeping a search: checkpoints of it while it goes on, and going on from one.
 *
 * A checkpoint is taken when no state is half expanded. While a level is shared out,
 * `search->pause` makes every worker end after the piece it is at; the pieces that
 * were taken are then a beginning of the level, done as a whole, and the figures of the
 * workers belong to exactly these states. The checkpoint holds the closed levels, what
 * is in the open one, how much of the level is done, and the figures: those of the
 * levels before, and what the workers have noticed in this level so far, which is not
 * merged before the level is done (record.h). The search then goes on with the rest of
 * the level, in this process or in another one: nothing in the outcome tells.
 *
 * So a search that is killed loses what it did since the last checkpoint: an interval
 * of --every and the time that a checkpoint takes, however long levels are. What comes after,
 * the judgement of liveness, is not kept.
 *
 * A limit (time, interrupt) pauses first, so that the last checkpoint tells of all that
 * was done. Memory that runs out cannot wait, and leaves the checkpoint before; so one is
 * taken whenever half of the memory that was left is used up as well. */
#ifndef NOE_EXPLICIT_RESUME_H
#define NOE_EXPLICIT_RESUME_H

#include <stdatomic.h>

#include "checkpoint/checkpoint.h"
#include "verdict/record.h"

struct noe_search;

struct noe_keeping {
  struct noe_checkpoint *from; /* to go on from; NULL once it is read, or if there is none */
  struct noe_checkpoint *into;
  const char *directory;     /* of `into` */
  bool is_saved;             /* there is a checkpoint in it, of this search */
  bool is_hopeless;          /* what should be written is gone: no more checkpoints */
  double next;               /* when another one is due; */
  size_t full;               /* and when so much memory is in use */
  _Atomic enum noe_stop why; /* the search is to stop after the next one, for this */
  _Atomic double since;      /* when that was asked for */

  uint32_t *culprits; /* loops for which the search has started over */
  uint32_t culprit_count, culprit_room;
  uint64_t *levels; /* sizes of the closed ones */
  uint64_t level_count, level_room;

  uint64_t done;           /* states of the level to expand that were expanded before */
  uint64_t before;         /* states that were expanded in other processes */
  struct noe_records part; /* what was noticed there in that level */
  bool has_part;
};

/* explicit.c: opens what is asked for on the command line, if anything. False if that
 * cannot be used: search->result says why. Once for all attempts, when the proof is
 * made. May escape. */
bool noe_explicit_resume_open(struct noe_search *search);
/* An attempt is prepared: reads the checkpoint to go on from, or begins one. False if that
 * cannot be used: search->result says why. May escape. */
bool noe_explicit_resume_begin(struct noe_search *search);
/* The search will start over without the symmetry that this loop breaks. May escape. */
void noe_explicit_resume_culprit(struct noe_search *search, uint32_t loop);
void noe_explicit_resume_close(struct noe_search *search);

/* search.c: another level is closed; the level was left after `done` states, or all are
 * known. May escape. */
void noe_explicit_resume_level(struct noe_search *search);
void noe_explicit_resume_pause(struct noe_search *search, uint64_t done);
void noe_explicit_resume_end(struct noe_search *search);

/* watch.c: says whether the search shall end at once rather than pause, for `why`; and
 * asks for a checkpoint that is due. By any thread. */
bool noe_explicit_resume_stops(struct noe_search *search, enum noe_stop why, double now);
void noe_explicit_resume_poll(struct noe_search *search, double now);

#endif
