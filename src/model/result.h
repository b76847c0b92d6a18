/* What a check found: verdicts, evidence, figures. Engines make results, verdict/
 * admits them, and the report room shows them without changing them.
 *
 * HOLDS is said only of a complete search (`complete`). A limit gives UNKNOWN.
 * Every trace in a result has been re-executed by the reference interpreter
 * (replay.h) before it got here. Everything lives in the result's arena. */
#ifndef NOE_MODEL_RESULT_H
#define NOE_MODEL_RESULT_H

#include "model/machine.h"
#include "model/coverage.h"
#include "model/model.h"
#include "model/survey.h"

enum noe_verdict {
  NOE_VERDICT_HOLDS,
  NOE_VERDICT_VIOLATED,
  NOE_VERDICT_UNKNOWN,
  NOE_VERDICT_ERROR,
};

/* Kinds of findings, with their names in JSON: "invariant", "deadlock", … */
enum noe_finding_kind {
  NOE_FINDING_INVARIANT,
  NOE_FINDING_DEADLOCK,
  NOE_FINDING_ASSERTION, /* failed assert, `error`, run-time error */
  NOE_FINDING_COVER,
  NOE_FINDING_LIVENESS,
  NOE_FINDING_LTL,
  NOE_FINDING_CTL,
  NOE_FINDING_MU,
  NOE_FINDING_SEQUENCE,
  NOE_FINDING_CTLSTAR,
};

/* Is it about several runs? */
static inline bool noe_finding_is_branching(enum noe_finding_kind kind) {
  return kind == NOE_FINDING_CTL || kind == NOE_FINDING_MU || kind == NOE_FINDING_CTLSTAR;
}

/* Why a search ended before it had seen everything. */
enum noe_stop {
  NOE_STOP_NONE,   /* it is complete */
  NOE_STOP_ERRORS, /* as many failures as were asked for */
  NOE_STOP_BOUND,
  NOE_STOP_MEMORY,
  NOE_STOP_TIME,
  NOE_STOP_INTERRUPT,
  NOE_STOP_ORDER, /* inside engines only: a loop depends on the order of interchangeable values */
};

/* A step: which instance fired, and the state after it. */
struct noe_trace_step {
  const struct noe_clause *clause; /* start state for step 0, rules after it */
  const int64_t *arguments;
  const int64_t *state; /* NULL only in a last step that failed */
};

struct noe_trace {
  const struct noe_trace_step *steps;
  uint32_t count;
  /* A lasso: the state after the last step is that after step `loop` again, and the
   * run goes on for ever through steps loop + 1 .. count - 1 (a lasso whose loop is
   * the last step stands still in a state that nothing leaves). If `has_loop` is
   * false the run is finite. */
  bool has_loop;
  uint32_t loop;
  /* If the run ends in a run-time error: code, place and message. The failing
   * clause is the last step (state NULL) if its body failed; if a guard or a
   * claim failed in the last state, `failed` names it with its arguments. */
  bool has_fault;
  struct noe_fault fault;
  const struct noe_clause *failed;
  const int64_t *failed_arguments;
};

/* Why a claim about several runs is false: what is true or false in the state after step `after` of a run, and how that
 * is seen. A formula of several parts is told part by part, each deeper by one. The first run is that of the finding;
 * others begin like a run before them, up to the state that they branch in, and are whole runs all the same. */
enum noe_ground_kind {
  NOE_GROUND_HERE,  /* it is a condition on this state alone */
  NOE_GROUND_RUN,   /* the run goes on to show it: up to step `until`, or, if the run is a lasso, for ever */
  NOE_GROUND_ALL,   /* all `searched` states that count were looked at */
  NOE_GROUND_STEPS, /* all `searched` steps that leave the state were */
  NOE_GROUND_MORE,  /* no more of it is shown */
};

struct noe_ground {
  enum noe_ground_kind kind;
  uint32_t depth;
  const struct noe_trace *trace; /* never NULL */
  uint32_t after, until;
  const struct noe_formula *formula; /* quantifiers are gone: atoms have values */
  bool truth;
  uint64_t searched;
};

struct noe_finding {
  enum noe_finding_kind kind;
  const char *name;                /* never NULL */
  struct noe_place place;          /* line 0: nowhere in particular (deadlock) */
  const struct noe_clause *clause; /* the property, if it is one */
  enum noe_verdict verdict;
  const int64_t *arguments;         /* of the instance that failed, or NULL */
  const char *message;              /* one line for people, or NULL */
  const struct noe_trace *trace;    /* or NULL */
  const struct noe_ground *grounds; /* of a claim about several runs, if there is a trace */
  uint32_t ground_count;
  uint64_t count; /* cover: states or executions in which it held; otherwise states that violate it */
  uint64_t product_states, product_edges; /* temporal: pairs of node and automaton state, and steps between
                                           * them, that were looked at, in all instances judged */
  bool vacuous;                           /* holds, but an implication in it never had its left side true; or: */
  bool lacks_fair_runs;                   /* holds of all fair runs, since there is none; vacuous as well */
  struct noe_place vacuous_place;
};

/* What became of a scalarset. */
struct noe_symmetric_type {
  const struct noe_type *type;
  bool used;          /* permuted by the search */
  bool trusted;       /* on the user's word, not proved */
  bool is_found;      /* nobody declared it (detect/detect.h); `type` is one of the view then */
  const char *reason; /* why not, or NULL */
  struct noe_place place;
};

/* What a hunt did (noether sim). */
struct noe_hunted {
  uint64_t seed;
  uint64_t walks, steps; /* of a swarm: searches, and states that they have expanded */
  bool is_swarm;
  uint32_t found_steps; /* length of the run that a walk found, before it was made shorter */
  uint32_t least_steps; /* no run that shows a violation is shorter, as far as is known */
  bool is_full;         /* more states were seen than could be remembered: `states` is too small */
};

/* A figure that one engine alone has: BDD nodes, rounds of refinement, time in a solver. Every report shows all of
 * them, so that an engine names its figures and nothing else has to know them (verdict/figures.h adds them). */
enum noe_unit { NOE_UNIT_COUNT, NOE_UNIT_BYTES, NOE_UNIT_SECONDS, NOE_UNIT_RATIO, NOE_UNIT_WORDS };

struct noe_figure {
  const char *engine; /* its name */
  const char *name;   /* lower case with underscores, unique within the engine: `peak_nodes` */
  enum noe_unit unit;
  uint64_t whole; /* of counts and bytes */
  double real;    /* of seconds and ratios */
  const char *words;
};

struct noe_result {
  struct noe_arena *arena;
  const char *engine, *engine_reason;
  enum noe_verdict verdict;
  bool complete;
  enum noe_stop stop;
  struct noe_finding *findings; /* in the order of the model; deadlock and assertion last */
  uint32_t finding_count;
  const struct noe_finding *first_failure; /* decides the exit status; NULL if none */
  const char *error;                       /* verdict ERROR: what went wrong inside noether */
  uint64_t samples;                        /* states on which the symmetry was tested */
  const char *broken_symmetry; /* a sample showed that the symmetry in use is none: what it was; or NULL. The rest is
                                  then what a search without symmetry found, if one was made */
  const struct noe_result *contrary; /* verdict ERROR: what another engine says that disagrees; or NULL */
  const char *contrary_engine;
  const char *interpreted; /* why the model was not compiled although it was worth while, or NULL */
  const char *unmet;       /* why the search was not begun as an option insists; then nothing else counts */
  const char *refused;     /* verdict ERROR: what was given is no good, and why; nothing was searched */
  bool is_unfounded;       /* a symmetry that the model rests on was given up (`needed`), or a claim fails in another
                              way than in the view: nothing else counts */
  const char *checkpoint;  /* the directory that holds one of this search, or NULL */

  uint64_t states;             /* stored */
  const char *orbits;          /* decimal: of sets of them, of which none is stored by itself; or NULL */
  const char *concrete_states; /* decimal: sum of the orbit sizes; NULL if not known */
  bool has_uneven_starts;      /* start states prefer some values: then it is not */
  uint64_t transitions;        /* firings executed */
  uint64_t rules_fired;        /* firings represented, self-loops included; comparable with peers */
  uint32_t depth;              /* longest shortest path from a start state */
  const uint64_t *levels;      /* of a search by levels: states first met after so many steps; or NULL */
  uint32_t level_count;
  const char *symmetry;                   /* `exact`, `fast` or `off` */
  const struct noe_symmetric_type *types; /* the scalarsets of the model */
  uint32_t type_count;
  const char *group_order; /* decimal */
  double seconds;
  uint64_t peak_bytes;
  uint64_t store_bytes;             /* of the state store at the end */
  double omission;                  /* at most so likely is it that a state was taken for another and missed */
  const uint64_t *firings;          /* by rule */
  const struct noe_survey *surveys; /* of rules that never fired, and of what made claims vacuous; not of all */
  uint32_t survey_count;
  const struct noe_coverage *coverage; /* of statements and branches; NULL: it was not asked for, or there was none */
  const struct noe_hunted *hunted;     /* NULL: it was a search */
  NOE_LIST(struct noe_figure) figures; /* named, engine by engine in the order in which they ran */
};

/* `holds`, `violated`, …; `invariant`, `deadlock`, … */
const char *noe_model_verdict_name(enum noe_verdict verdict);
const char *noe_model_finding_kind_name(enum noe_finding_kind kind);
/* Of what is found about a property. */
enum noe_finding_kind noe_model_finding_kind(const struct noe_clause *property);
/* How people call this run-time error. */
const char *noe_model_fault_name(struct noe_arena *arena, const struct noe_fault *fault);

#endif
