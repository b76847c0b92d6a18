/* Loops that look for something: rounds that change nothing, and some of which return a value.
 *
 *   for p: Process do if busy[p] then return false; end; end;
 *   for p: Process do if owns[p] then return p; end; end;
 *
 * If all rounds that return anything return the same, whichever comes first, there is nothing to
 * watch but errors in rounds that another order would have skipped. So all rounds are run; the first
 * error bails, as everywhere, and so do the first assumption that does not hold and a round that
 * returns another value than one before it; what was found is returned behind the last round.
 * Loops inside may do the same; those whose order is fixed end where they return, and the next round
 * of the one around them comes. */
#include <assert.h>
#include <stdio.h>

#include "compile/emit_int.h"

/* More than computing, looking and returning a value of one cell. */
static bool does_more(const void *context, const struct noe_low_op *op) {
  const struct noe_emitter *emitter = context;
  struct noe_low_op alone = *op;
  alone.next = NULL;
  alone.body.first = alone.otherwise.first = alone.condition.first = NULL;
  switch (op->kind) {
  case NOE_LOW_LEAVE: return op->left == NOE_NO_VALUE;
  case NOE_LOW_WHILE:
  case NOE_LOW_CHECK_TRUE:
  case NOE_LOW_FAIL:
  case NOE_LOW_ASSUME:
  case NOE_LOW_COVER:
  case NOE_LOW_PUT_TEXT:
  case NOE_LOW_PUT_VALUE:
  case NOE_LOW_PUT_PLACE: return true;
  default: return !noe_compile_is_pure(emitter, &alone);
  }
}

static bool leaves(const void *unused, const struct noe_low_op *op) {
  (void)unused;
  return op->kind == NOE_LOW_LEAVE;
}

bool noe_compile_is_search(const struct noe_emitter *emitter, const struct noe_low_op *loop) {
  return noe_lower_any(loop->body.first, leaves, NULL) && !noe_lower_any(loop->body.first, does_more, emitter);
}

/* What the function returns is known to be storable once it is noted by a round. */
void noe_compile_search(struct noe_emitter *emitter, const struct noe_low_op *loop) {
  assert(noe_compile_is_search(emitter, loop) && "rounds look for something, and do nothing else");
  struct noe_emit_function *in = emitter->in;
  const unsigned around = in->seek, name = in->seek = noe_compile_name(emitter);
  const size_t undo = in->seek_undo;
  noe_compile_line(emitter, "bool found%u = 0;", name);
  noe_compile_line(emitter, "int64_t result%u = 0;", name);
  struct noe_leave leave = noe_compile_doubt_discards(emitter, true);
  if (emitter->taints) { /* the interpreter watches this loop, and tries no others inside */
    emitter->watches = true;
    noe_compile_line(emitter, "f->searching++;");
  }
  noe_compile_rounds(emitter, loop, false, name);
  if (emitter->taints)
    noe_compile_line(emitter, "f->searching--;");
  in->leave = leave;
  in->seek = around;
  in->seek_undo = undo;
  struct noe_term result = {.low = INT64_MIN + 1, .high = INT64_MAX};
  snprintf(result.text, sizeof result.text, "result%u", name);
  noe_compile_open(emitter, "if (found%u)", name);
  noe_compile_leave_with(emitter, &result);
  noe_compile_close(emitter);
}

/* A round of a loop that looks for something has come to a value: on with the next one. */
static void note_found(struct noe_emitter *emitter, const struct noe_term *value) {
  struct noe_emit_function *in = emitter->in;
  assert(in->seek_undo <= in->undo.count && "a round undoes what was done in it");
  noe_compile_bail_if(emitter, "found%u && result%u != %s", in->seek, in->seek, value->text);
  noe_compile_line(emitter, "found%u = 1;", in->seek);
  noe_compile_line(emitter, "result%u = %s;", in->seek, value->text);
  for (size_t i = in->undo.count; i-- > in->seek_undo;)
    noe_compile_line(emitter, "%s", in->undo.items[i]);
  noe_compile_line(emitter, "goto n%u;", in->seek);
}

void noe_compile_leave_with(struct noe_emitter *emitter, const struct noe_term *value) {
  if (emitter->in->seek) {
    note_found(emitter, value);
    return;
  }
  for (size_t i = emitter->in->undo.count; i-- > 0;)
    noe_compile_line(emitter, "%s", emitter->in->undo.items[i]);
  noe_compile_line(emitter, emitter->in->function ? "return %s;" : "return;", value->text);
}
