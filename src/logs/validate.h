/* Does a run of the model explain a log?
 *
 * A log is a row of lines; each tells of a firing, of a state, or of both, as far as they are known. Between the
 * lines there may be hidden firings that the log does not tell of, so many at most as the line behind them allows.
 * Let C(0) be the start states, and for line i with gap g, event e (which may be missing) and demands d
 *
 *   B(i) = states that at most g firings lead to from C(i-1)
 *   C(i) = { t : s in B(i), e leads from s to t, t meets d }   with an event
 *   C(i) = { s in B(i) : s meets d }                           without one
 *
 * A first line that tells of a start state has C(1) = the states that it leads to and that meet d. The first i with
 * C(i) empty is the first line that no run explains; if there is none, any state of the last C ends a run that
 * explains them all. These are concrete states: a log names processes, and so no symmetry is used. */
#ifndef NOE_LOGS_VALIDATE_H
#define NOE_LOGS_VALIDATE_H

#include "logs/candidates.h"
#include "verdict/engine.h"
#include "model/event.h"
#include "model/replay.h"

#define NOE_ANY_GAP UINT64_MAX

struct noe_log_line {
  uint32_t number;      /* in the file, from 1 */
  struct noe_span span; /* there */
  bool is_start, has_event;
  struct noe_event event;
  struct noe_span event_span; /* of the name */
  struct noe_demands state;
  uint64_t gap;
};

struct noe_log {
  const struct noe_log_line *lines;
  uint32_t count;
};

enum noe_validation_verdict {
  NOE_LOG_EXPLAINED,
  NOE_LOG_REFUSED,
  NOE_LOG_UNKNOWN, /* `stop` says why */
};

/* What comes nearest to the line that no run explains. */
struct noe_near_miss {
  const int64_t *before;           /* a state of B; NULL if there is none, as before a start state */
  const struct noe_clause *clause; /* the instance that was tried in it, or NULL */
  const int64_t *arguments;
  enum noe_replay_status status; /* why it cannot fire; OK: it does, and leads to `after` */
  const int64_t *after;          /* what does not meet the demands, or NULL */
  uint32_t unmet;
  struct noe_fault fault; /* UNEXPECTED_FAULT */
};

enum { NOE_STATES_SHOWN = 3 };

struct noe_validation {
  enum noe_validation_verdict verdict;
  enum noe_stop stop;
  uint32_t explained;            /* lines */
  const struct noe_trace *trace; /* a run that explains them; NULL if none was come to */
  const uint32_t *lines;         /* by step: the index of the line that tells of it, or NOE_NO_LINE */
  uint64_t possible;             /* states, after the last line that is explained; refused: before the next line */
  const int64_t *shown[NOE_STATES_SHOWN]; /* the first of them */
  struct noe_near_miss nearest;           /* REFUSED */
  uint64_t visited, widest;               /* candidates in all, and most at a time */
};

/* Everything lives in task->arena. */
const struct noe_validation *noe_logs_validate(const struct noe_task *task, const struct noe_log *log);

#endif
