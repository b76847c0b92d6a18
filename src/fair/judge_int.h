/* The state of one judgement; for the files of this room.
 *
 * Each kind of claim has its own file, with one function that judges one instance. All of
 * them work on the graph for the number of points that the instance tracks; graphs are
 * kept from claim to claim. What is taken from memory hangs off this structure, so that an
 * escape (out of memory) loses nothing. */
#ifndef NOE_FAIR_JUDGE_INT_H
#define NOE_FAIR_JUDGE_INT_H

#include "fair/fair.h"
#include "fair/counted.h"
#include "fair/lasso.h"
#include "fair/sieve.h"

enum { NOE_WITNESSES = 16 }; /* implications that are looked at */

/* How something was reached: from where, by which rule. */
struct noe_parent {
  uint32_t pair, rule;
};

enum noe_existence { NOE_EXISTS_UNKNOWN, NOE_EXISTS, NOE_EXISTS_NOT };

struct noe_judge {
  const struct noe_task *task;
  struct noe_result *result;
  struct noe_finding *findings;
  struct noe_system system;
  struct noe_space space;
  struct noe_fair_orbits orbits;
  struct noe_counted *counted;    /* the same in keys that count, if somebody asked; */
  bool counts;                    /* it serves; */
  bool in_counted;                /* nodes that are looked at are its own */
  struct noe_fair_graph **graphs; /* by number of tracked points; NULL if not made */
  uint32_t graph_count;
  struct noe_limits limits;

  /* of the claim at hand */
  struct noe_finding *finding;
  const struct noe_clause *property;
  bool is_about_all_names;       /* what was said of its instances is true of all others in their orbits */
  uint32_t followed;             /* points that an instance tracked, at most */
  enum noe_existence fair_runs;  /* from the start states; known if somebody asked */
  bool witnessed[NOE_WITNESSES]; /* by implication under `[]`: was its left side ever true? */

  /* of the instance at hand */
  struct noe_arena *arena; /* scratch */
  const int64_t *arguments;
  struct noe_fair_claim claim;
  struct noe_fair_graph *graph;
  struct noe_rows starts; /* graph nodes */
  uint32_t *product_starts;
  uint32_t product_start_count;
  struct noe_product product;
  struct noe_cycles cycles, all_cycles;
  struct noe_walk walk;
  struct noe_short_loop *short_loop;
  struct noe_logic *logic;
  struct noe_parent *parents;
  size_t parent_room;
  struct noe_sets *sets;
  struct noe_sieve *sieve; /* if it was asked, and said that nothing is there */
};

/* Judge one instance. UNKNOWN if something stopped it or (with a message in the finding) it
 * cannot be done; VIOLATED comes with trace or message. May escape. */
enum noe_verdict noe_fair_judge_ltl(struct noe_judge *judge);
enum noe_verdict noe_fair_judge_never(struct noe_judge *judge);
enum noe_verdict noe_fair_judge_branching(struct noe_judge *judge);

/* Is there a path from the start nodes that a monitor calls bad? The claim is open, and has no product yet. */
enum noe_verdict noe_fair_judge_monitor(struct noe_judge *judge, const struct noe_monitor *monitor);

/* Is nothing in the whole product (sieve.h)? Asked when nothing is near the start and the search has seen everything:
 * mostly so, and then this is the quick way to find out. judge->sieve says what was looked at. */
bool noe_fair_is_empty(struct noe_judge *judge, struct noe_acceptance acceptance);

/* So many pairs are looked at near the start before that is asked. */
#ifdef NOE_HOSTILE
enum { NOE_SOME_PAIRS = 4, NOE_MANY_STATES = 4 };
#else
enum { NOE_SOME_PAIRS = 1 << 12, NOE_MANY_STATES = 1 << 10 };
#endif

/* Is the quick way so quick here that it is asked before anything else? Where keys count it costs little more than the
 * search, while each node that is followed by name costs much more. Then `*asked`. True: nothing is there. A product
 * that is small is left to those who look at all of it, so that no number tells which way it went. */
bool noe_fair_is_empty_at_once(struct noe_judge *judge, struct noe_acceptance acceptance, bool *asked);

/* Sets up claim, graph and start nodes. False if stopped. */
bool noe_fair_open_instance(struct noe_judge *judge, const struct noe_proposition *const *propositions, uint32_t count);

/* The propositions of a table, in the scratch arena. */
const struct noe_proposition *const *noe_fair_propositions(struct noe_judge *judge, const struct noe_logic *logic);

/* Product nodes of the start nodes, whose letters the automaton has read. */
void noe_fair_start_product(struct noe_judge *judge, const struct noe_automaton *automaton);

/* Are there as many pairs as the task allows for? The verdict is UNKNOWN then, unless one is violated. */
bool noe_fair_is_far(const struct noe_judge *judge);

/* The claim is violated, whatever becomes of the attempt to show it. */
void noe_fair_note_violation(struct noe_judge *judge);

/* The finding gets this run; if there is none, why. */
void noe_fair_show(struct noe_judge *judge, const struct noe_trace *trace, const char *why);

/* An instance holds, its graph is complete: is the left side of each implication under `[]`
 * true somewhere? When all instances hold: the finding says if one was true nowhere. */
void noe_fair_find_witnesses(struct noe_judge *judge);
void noe_fair_judge_vacuity(struct noe_judge *judge);

#endif
