/* Inside the access analysis: an abstract execution in which a location is the
 * set of cells where it may begin, and a value is known or not.
 *
 * A value is known if it is a constant, or a parameter of the clause whose
 * argument was given, also after it was passed on to a function. Loops and
 * branches are walked once, which is enough because names are scoped: what a
 * body uses was bound outside of it, or in it before.
 * Writing to a place whose content is known makes that unsound; the analysis
 * then starts again without knowing anything but constants. */
#ifndef NOE_MODEL_ACCESS_INT_H
#define NOE_MODEL_ACCESS_INT_H

#include "model/access.h"

/* Where something may begin; places in frames have no starts. */
struct noe_places {
  const uint32_t *starts;
  uint32_t count;
  bool known; /* what a simple place holds */
  int64_t value;
};

/* What slots [slot, slot + span) of a frame hold, latest binding first: for a
 * REFERENCE the places it stands for, for a LOCAL what is known of its value. */
struct noe_binding {
  const struct noe_binding *next;
  uint32_t slot, span;
  bool is_reference;
  struct noe_places places;
};

struct noe_abstract_frame {
  const struct noe_abstract_frame *caller;
  const struct noe_function *function;
  const struct noe_binding *bindings;
};

struct noe_analysis {
  struct noe_arena *arena;
  const struct noe_model *model;
  struct noe_bitset *reads, *writes; /* writes: NULL if they are dropped */
  bool trusting;                     /* may values be known? */
  bool known_written;                /* no: start again */
  bool stopped;                      /* gave up: everything may be touched */
  int64_t budget;                    /* work left */
  uint32_t depth;
};

struct noe_places noe_model_access_expr(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                                        const struct noe_expr *expr);
struct noe_places noe_model_access_place(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                                         const struct noe_expr *expr);
void noe_model_access_call(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                           const struct noe_expr *expr);
void noe_model_access_domain(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                             const struct noe_domain *domain);
void noe_model_access_list(struct noe_analysis *analysis, struct noe_abstract_frame *frame,
                           const struct noe_stmt *list);

void noe_model_access_bind(struct noe_analysis *analysis, struct noe_abstract_frame *frame, uint32_t slot,
                           uint32_t span, bool is_reference, struct noe_places places);
void noe_model_access_read(struct noe_analysis *analysis, struct noe_places places, uint32_t cells);
void noe_model_access_write(struct noe_analysis *analysis, struct noe_places places, uint32_t cells);

/* Pays for some work; false once the analysis has given up. */
bool noe_model_access_pay(struct noe_analysis *analysis, uint64_t work);

#endif
