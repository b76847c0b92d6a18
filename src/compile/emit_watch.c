/* Watched loops (model/watch_int.h): do the rounds touch what others write? The code keeps
 * marks as the interpreter does, by address, and bails at the first doubt; the interpreter
 * then decides. It is stricter in two ways: rounds that leave different values in a cell
 * of the state are in doubt, and so is a `return`, but for loops that do no more
 * than that (emit_search_loop.c). Watched loops inside watched loops have marks of their own each.
 *
 * A cell of a frame in which rounds leave different values is tainted, until something else is
 * written there: code that reads it before bails. Only variables that a watched loop of the same
 * function writes, and those that are named by references, can be; reads of any other are not tested.
 *
 * Cells of frames that calls in a round make belong to that round: code in such a function
 * does not mark its own locals, and forgets what was marked at their addresses before. */
#include <assert.h>

#include "compile/emit_int.h"

/* ------------------------------------------------------------------ pieces */

/* Has somebody to be told? Not about locals of a call within the round, nor about those
 * of the loop's own frame that no round writes. */
static bool is_watched(struct noe_emitter *emitter, const struct noe_spot *spot) {
  const struct noe_emit_function *in = emitter->in;
  if (!in->watching)
    return false;
  if (spot->spread) {
    noe_compile_refuse(emitter, "a watched loop uses an array over a symmetric type as a whole");
    return false;
  }
  return spot->root != NOE_LOW_FRAME || (in->loop && noe_compile_exposes(in->loop, spot->piece));
}

/* ------------------------------------------------------------------ taints */

/* Can rounds of the loop leave something in a frame? Not if they only look for something, or take elements
 * out of a multiset by a condition that changes nothing. */
static bool can_taint(const void *context, const struct noe_low_op *op) {
  const struct noe_emitter *emitter = context;
  if (noe_compile_watch_kind(emitter, op) != NOE_WATCH_ORDER)
    return false;
  return op->kind == NOE_LOW_FOR ? !noe_compile_is_search(emitter, op)
                                 : op->kind == NOE_LOW_REMOVE_IF && !noe_compile_is_pure(emitter, op->body.first);
}

/* Cells of a frame, or of what a reference leads to. Those of calls inside are gone before a round ends. */
static bool writes_frame(const void *unused, const struct noe_low_op *op) {
  (void)unused;
  bool may_write = (noe_lower_is_write(op) || op->kind == NOE_LOW_LOCATE) && !op->is_binding;
  return may_write && op->address && op->address->root != NOE_LOW_STATE;
}

static bool can_taint_frame(const void *context, const struct noe_low_op *op) {
  return can_taint(context, op) && noe_lower_any(op->body.first, writes_frame, NULL);
}

static void find_in(struct noe_emitter *emitter, const struct noe_low_op *list) {
  emitter->taints |= noe_lower_any(list, can_taint, emitter);
  emitter->taints_frames |= noe_lower_any(list, can_taint_frame, emitter);
}

void noe_compile_find_taints(struct noe_emitter *emitter) {
  const struct noe_lowered *form = emitter->form;
  for (uint32_t i = 0; i < emitter->model->rule_count; i++)
    find_in(emitter, form->rules[i].body.block.first);
  for (uint32_t i = 0; i < emitter->model->function_count; i++)
    find_in(emitter, form->functions[i].body.block.first);
}

struct taint {
  const struct noe_emitter *emitter;
  const struct noe_piece *piece;
};

/* Rounds of watched loops that write the piece, and whoever gets a reference to it. */
static bool may_taint(const void *context, const struct noe_low_op *op) {
  const struct taint *taint = context;
  bool watched = (op->kind == NOE_LOW_FOR || op->kind == NOE_LOW_REMOVE_IF) &&
                 noe_compile_watch_kind(taint->emitter, op) == NOE_WATCH_ORDER;
  return (watched || op->kind == NOE_LOW_LOCATE) && noe_compile_exposes(op, taint->piece);
}

void noe_compile_taint_pieces(struct noe_emitter *emitter, struct noe_emit_lists lists) {
  struct noe_emit_function *in = emitter->in;
  for (size_t i = 0; emitter->taints_frames && i < in->pieces.count; i++) {
    struct taint taint = {emitter, &in->pieces.items[i]};
    for (uint32_t k = 0; k < lists.count; k++)
      in->pieces.items[i].can_be_tainted |= noe_lower_any(lists.blocks[k]->first, may_taint, &taint);
  }
}

/* Cells of the state never are: rounds that would taint them bail. Pieces of the frame and what references lead to
 * may be. */
static bool may_be_tainted(struct noe_emitter *emitter, const struct noe_spot *spot) {
  if (!emitter->taints_frames || spot->spread || spot->root == NOE_LOW_STATE)
    return false;
  assert((spot->root != NOE_LOW_FRAME || spot->piece) && "a place in the frame is in a piece");
  if (spot->root == NOE_LOW_FRAME && !spot->piece->can_be_tainted)
    return false;
  emitter->watches = true;
  return true;
}

void noe_compile_forget_taints(struct noe_emitter *emitter, const struct noe_piece *piece, struct noe_text *out) {
  if (!emitter->taints_frames)
    return;
  emitter->watches = true;
  noe_base_text_printf(out, "  if (UNLIKELY(f->taints)) watch_wash(f, l%u, %u);\n", piece->first, piece->cells);
}

/* ----------------------------------------------------------------- telling */

static const char *pointer(struct noe_emitter *emitter, const struct noe_spot *spot, int64_t first) {
  return noe_base_arena_format(emitter->arena, "&%s", noe_compile_cell(emitter, spot, first));
}

static void bail_if_tainted(struct noe_emitter *emitter, const struct noe_spot *spot, int64_t first, uint32_t cells) {
  if (may_be_tainted(emitter, spot))
    noe_compile_bail_if(emitter, "f->taints && watch_is_tainted(f, %s, %u)", pointer(emitter, spot, first), cells);
}

/* Something new is written there. While loops are watched, writing says so itself. */
static void wash(struct noe_emitter *emitter, const struct noe_spot *spot, int64_t first, uint32_t cells) {
  if (may_be_tainted(emitter, spot))
    noe_compile_line(emitter, "if (UNLIKELY(f->taints)) watch_wash(f, %s, %u);", pointer(emitter, spot, first), cells);
}

void noe_compile_will_read(struct noe_emitter *emitter, const struct noe_spot *spot, int64_t first, uint32_t cells) {
  bail_if_tainted(emitter, spot, first, cells);
  if (is_watched(emitter, spot))
    noe_compile_bail_if(emitter, "!watch_read(f, %s, %u)", pointer(emitter, spot, first), cells);
}

void noe_compile_will_write(struct noe_emitter *emitter, const struct noe_spot *spot, int64_t first,
                            const char *value) {
  if (is_watched(emitter, spot))
    noe_compile_bail_if(emitter, "!watch_write(f, %s, %s)", pointer(emitter, spot, first), value);
  else
    wash(emitter, spot, first, 1);
}

void noe_compile_will_fill(struct noe_emitter *emitter, const struct noe_spot *spot, uint32_t cells) {
  if (is_watched(emitter, spot))
    noe_compile_bail_if(emitter, "!watch_fill(f, %s, %u)", pointer(emitter, spot, 0), cells);
  else
    wash(emitter, spot, 0, cells);
}

void noe_compile_will_copy(struct noe_emitter *emitter, const struct noe_spot *target, const struct noe_spot *source,
                           uint32_t cells) {
  if (is_watched(emitter, target))
    noe_compile_bail_if(emitter, "!watch_copy(f, %s, %s, %u)", pointer(emitter, target, 0), pointer(emitter, source, 0),
                        cells);
  else
    wash(emitter, target, 0, cells);
}

void noe_compile_will_add(struct noe_emitter *emitter, const struct noe_spot *multiset, uint32_t cells) {
  bail_if_tainted(emitter, multiset, 0, cells);
  if (is_watched(emitter, multiset))
    noe_compile_bail_if(emitter, "!watch_add(f, %s, %u)", pointer(emitter, multiset, 0), cells);
}

static const char *operator_of(const struct noe_low_op *op) {
  switch (op->update) {
  case NOE_UPDATE_OR: return "GATHER_OR";
  case NOE_UPDATE_AND: return "GATHER_AND";
  case NOE_UPDATE_GREATEST: return "GATHER_GREATEST";
  case NOE_UPDATE_LEAST: return "GATHER_LEAST";
  default: return "GATHER_SUM";
  }
}

/* The right side of a truth value was evaluated whatever the left one says: another order would have done so. */
void noe_compile_reduce(struct noe_emitter *emitter, const struct noe_low_op *op) {
  struct noe_spot spot = noe_compile_address(emitter, op->address);
  const struct noe_term *change = noe_compile_term_of(emitter, op->left);
  char low[NOE_TERM_TEXT], high[NOE_TERM_TEXT];
  bool adds = op->update == NOE_UPDATE_ADD;
  bail_if_tainted(emitter, &spot, 0, 1);
  struct noe_term before =
      noe_compile_term(emitter, op->low, op->high, true, "%s", noe_compile_cell(emitter, &spot, 0));
  noe_compile_bail_if(emitter, "%s == U", before.text);
  struct noe_term after = noe_compile_reduced(emitter, op, &before, change);
  noe_compile_check(emitter, &after, op->low, op->high);
  if (is_watched(emitter, &spot))
    noe_compile_bail_if(emitter, "!watch_sum(f, %s, %s, %s, %s%s, %s, %s)", pointer(emitter, &spot, 0), operator_of(op),
                        after.text, op->negated ? "-" : "", adds ? change->text : "0", noe_compile_number(op->low, low),
                        noe_compile_number(op->high, high));
  noe_compile_store(emitter, &spot, op->type, &after);
}

/* -------------------------------------------------------------------- loop */

struct noe_leave noe_compile_doubt_discards(struct noe_emitter *emitter, bool doubt) {
  struct noe_leave before = emitter->in->leave;
  if (doubt) {
    emitter->in->leave = emitter->in->bail;
    emitter->in->bails = true;
  }
  return before;
}

/* Until the end everything is told: from here on in this function, and in all it calls. */
struct noe_watching noe_compile_watch_begin(struct noe_emitter *emitter, const struct noe_low_op *loop) {
  struct noe_emit_function *in = emitter->in;
  struct noe_watching before = {.watching = in->watching, .loop = in->loop};
  before.leave = noe_compile_doubt_discards(emitter, true);
  in->watching = emitter->watches = true;
  if (!in->loop)
    in->loop = loop;
  noe_compile_bail_if(emitter, "!watch_begin(f)");
  return before;
}

void noe_compile_watch_round(struct noe_emitter *emitter) { noe_compile_line(emitter, "f->round[f->level - 1]++;"); }

void noe_compile_watch_end(struct noe_emitter *emitter, const struct noe_watching *before) {
  struct noe_emit_function *in = emitter->in;
  assert(in->watching && in->loop && "a loop ends that is being watched");
  noe_compile_bail_if(emitter, "!watch_end(f)");
  in->watching = before->watching;
  in->loop = before->loop;
  in->leave = before->leave;
}
