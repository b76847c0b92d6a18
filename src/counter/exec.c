/* From the beginning of a template to the end of a branch. */
#include "counter/exec.h"

#include <assert.h>
#include <string.h>

#include "counter/exec_int.h"

struct noe_exec *noe_counter_exec_new(struct noe_arena *arena, const struct noe_lowered *form,
                                      struct noe_counter_space *space) {
  const struct noe_model *model = form->model;
  struct noe_exec *exec = NOE_NEW(arena, struct noe_exec);
  *exec = (struct noe_exec){.memory = space->memory, .form = form, .model = model, .space = space};
  uint32_t frame = 0, values = 0;
  const struct noe_low_clause *rows[] = {form->starts, form->rules, form->properties};
  const uint32_t counts[] = {model->start_count, model->rule_count, model->property_count};
  for (uint32_t i = 0; i < 3; i++)
    for (uint32_t k = 0; k < counts[i]; k++) {
      const struct noe_low_unit *unit = &rows[i][k].unit;
      frame = unit->frame_cells > frame ? unit->frame_cells : frame;
      values = unit->value_count > values ? unit->value_count : values;
    }
  exec->cells = NOE_NEW_ARRAY(arena, int64_t, model->cell_count + frame + 1);
  exec->kept_frame = NOE_NEW_ARRAY(arena, int64_t, frame + 1);
  exec->values = NOE_NEW_ARRAY(arena, int64_t, values + 1);
  uint32_t tags = space->tracked + 1 + NOE_MOST_NAMED;
  exec->resolved = NOE_NEW_ARRAY(arena, int64_t, tags);
  exec->bases = NOE_NEW_ARRAY(arena, int64_t, tags);
  return exec;
}

/* -------------------------------------------------------------------- ends */

enum noe_exec_flow noe_exec_stop(struct noe_exec *exec, int end) {
  exec->end = (enum noe_exec_end)end;
  return NOE_EXEC_STOP;
}

enum noe_exec_flow noe_exec_give_up(struct noe_exec *exec, const struct noe_low_op *op, const char *reason) {
  exec->reason = reason;
  exec->place = exec->template->root->clause->clause->place;
  if (op && op->place.line)
    exec->place = op->place;
  else if (op && op->kind >= NOE_LOW_FOR && op->loop != UINT32_MAX)
    exec->place = exec->model->loops[op->loop].place;
  return noe_exec_stop(exec, NOE_NODE_GIVE_UP);
}

/* Parameters come first: a process that is named for a pointer is then known to be none of theirs. */
enum noe_exec_flow noe_exec_name(struct noe_exec *exec, int64_t stranger) {
  exec->tag = noe_stranger_tag(stranger);
  uint32_t first = exec->space->tracked + 1;
  for (uint32_t i = 0; exec->tag < first && i < exec->template->root->class_count; i++)
    if (exec->resolved[first + i] == NOE_UNDEFINED)
      exec->tag = first + i;
  return noe_exec_stop(exec, NOE_NODE_NAME);
}

/* ----------------------------------------------------------------- beginning */

static void place_process(struct noe_exec *exec, const struct noe_counter_named *named, const int64_t *cells) {
  const struct noe_slice *slice = &exec->space->shape->slices[named->block];
  assert(named->number < exec->space->symmetry->blocks[named->block].size &&
         "no more processes are named than there are");
  for (uint32_t i = 0; i < slice->count; i++)
    exec->cells[slice->cells[i] + (size_t)named->number * slice->strides[i]] = cells[i];
}

/* Pointers and parameters that are known to name it. */
static void resolve(struct noe_exec *exec, const struct noe_counter_named *named) {
  for (uint32_t i = 0; i < exec->space->tracked; i++)
    if (noe_counter_has_flag(exec->space, named->element, i))
      exec->resolved[i] = exec->bases[i] + named->number;
  if (named->tag != NOE_NO_FLAG && named->tag > exec->space->tracked)
    exec->resolved[named->tag] = exec->bases[named->tag] + named->number;
  exec->counts[named->block]++;
}

static void begin(struct noe_exec *exec, struct noe_template *template) {
  const struct noe_counter_root *root = template->root;
  const struct noe_counter_space *space = exec->space;
  const int64_t *plain = noe_counter_row(&space->globals, root->global);
  exec->template = template;
  exec->unit = &root->clause->unit;
  exec->next = exec->mark_count = exec->quantifiers = 0;
  exec->is_own = exec->was_mapped = false;
  memset(exec->counts, 0, sizeof exec->counts);
  for (uint32_t i = 0; i <= space->tracked + root->class_count; i++)
    exec->resolved[i] = NOE_UNDEFINED;
  for (uint32_t i = 0; i < space->tracked; i++)
    exec->bases[i] = plain[space->shape->pointers[i]];
  for (uint32_t i = 0; i < root->class_count; i++)
    exec->bases[space->tracked + 1 + i] = root->class_base[i];
  for (uint32_t i = 0; i < template->named_count; i++)
    resolve(exec, &template->named[i]);
}

static void load_state(struct noe_exec *exec) {
  const struct noe_counter_space *space = exec->space;
  const struct noe_runs_shape *shape = space->shape;
  const struct noe_template *template = exec->template;
  const int64_t *plain = noe_counter_row(&space->globals, template->root->global);
  for (uint32_t i = 0; i < shape->plain_count; i++)
    exec->cells[shape->plain[i]] = plain[i];
  for (uint32_t i = 0; i < shape->pointer_count; i++) {
    uint32_t block;
    if (noe_counter_named(space, i, plain[shape->pointers[i]], &block) >= 0)
      exec->cells[shape->plain[shape->pointers[i]]] = noe_stranger(i);
  }
  for (uint32_t i = 0; i < template->named_count; i++)
    place_process(exec, &template->named[i], noe_counter_local_row(space, template->named[i].element));
  for (uint32_t i = 0; i < exec->unit->frame_cells; i++)
    exec->cells[exec->model->cell_count + i] = NOE_UNDEFINED;
  for (uint32_t i = 0; i < exec->unit->value_count; i++)
    exec->values[i] = NOE_UNDEFINED;
}

/* ----------------------------------------------------------------- snapshots */

struct copy {
  int64_t *row;
  bool saves;
};

static void copy_word(struct copy *copy, int64_t *word) {
  if (copy->saves)
    *copy->row = *word;
  else
    *word = *copy->row;
  copy->row++;
}

/* What an execution is at, between a row and the cells and values. */
static void copy_all(struct noe_exec *exec, struct copy copy, const struct noe_counter_named *named, uint32_t count) {
  const struct noe_runs_shape *shape = exec->space->shape;
  for (uint32_t i = 0; i < shape->plain_count; i++)
    copy_word(&copy, &exec->cells[shape->plain[i]]);
  for (uint32_t i = 0; i < count; i++) {
    const struct noe_slice *slice = &shape->slices[named[i].block];
    for (uint32_t k = 0; k < slice->count; k++)
      copy_word(&copy, &exec->cells[slice->cells[k] + (size_t)named[i].number * slice->strides[k]]);
  }
  for (uint32_t i = 0; i < exec->unit->frame_cells; i++)
    copy_word(&copy, &exec->cells[exec->model->cell_count + i]);
  for (uint32_t i = 0; i < exec->unit->value_count; i++)
    copy_word(&copy, &exec->values[i]);
}

static size_t words_of(const struct noe_exec *exec) {
  const struct noe_runs_shape *shape = exec->space->shape;
  size_t words = shape->plain_count + exec->unit->frame_cells + exec->unit->value_count + 1;
  for (uint32_t i = 0; i < exec->template->named_count; i++)
    words += shape->slices[exec->template->named[i].block].count;
  return words;
}

static struct noe_counter_closure *make_closure(struct noe_exec *exec, bool is_map) {
  struct noe_arena *arena = exec->templates->arena;
  struct noe_counter_closure *closure = NOE_NEW(arena, struct noe_counter_closure);
  closure->templates = exec->templates;
  closure->template = exec->template;
  closure->op = exec->op;
  closure->is_map = is_map;
  closure->named_count = exec->template->named_count;
  assert(exec->op && (is_map || exec->op->kind == NOE_LOW_FORALL || exec->op->kind == NOE_LOW_EXISTS) &&
         "the rest is asked by quantifiers, and changed by what maps");
  memcpy(closure->named, exec->template->named, closure->named_count * sizeof *closure->named);
  closure->row = NOE_NEW_ARRAY(arena, int64_t, words_of(exec));
  copy_all(exec, (struct copy){closure->row, true}, closure->named, closure->named_count);
  if (is_map && exec->op->kind == NOE_LOW_FOR && exec->own_count) {
    uint32_t *written = NOE_NEW_ARRAY(arena, uint32_t, exec->own_count);
    memcpy(written, exec->own_writes, exec->own_count * sizeof *written);
    closure->written = written;
    closure->written_count = exec->own_count;
  }
  return closure;
}

/* ---------------------------------------------------------------------- leaf */

static struct noe_counter_leaf *new_leaf(struct noe_exec *exec, enum noe_outcome outcome) {
  struct noe_arena *arena = exec->templates->arena;
  struct noe_counter_leaf *leaf = NOE_NEW(arena, struct noe_counter_leaf);
  *leaf = (struct noe_counter_leaf){.outcome = outcome, .global = NOE_NO_GLOBAL, .mark_count = exec->mark_count};
  if (exec->mark_count) {
    uint32_t *marks = NOE_NEW_ARRAY(arena, uint32_t, exec->mark_count);
    memcpy(marks, exec->marks, exec->mark_count * sizeof *marks);
    leaf->marks = marks;
  }
  return leaf;
}

static void set_flag(uint64_t *flags, uint32_t flag) { flags[flag / 64] |= (uint64_t)1 << (flag % 64); }

static int64_t *take_process(struct noe_exec *exec, const struct noe_counter_named *named) {
  const struct noe_counter_space *space = exec->space;
  const struct noe_slice *slice = &space->shape->slices[named->block];
  int64_t *row = NOE_NEW_ARRAY(exec->templates->arena, int64_t, space->locals[named->block].width);
  for (uint32_t i = 0; i < slice->count; i++)
    row[i] = exec->cells[slice->cells[i] + (size_t)named->number * slice->strides[i]];
  if (noe_counter_has_flag(space, named->element, space->tracked))
    set_flag(noe_counter_flags(space, named->block, row), space->tracked);
  return row;
}

/* Which named process has this number in this block? */
static uint32_t find_named(const struct noe_exec *exec, uint32_t block, uint32_t number) {
  for (uint32_t i = 0; i < exec->template->named_count; i++)
    if (exec->template->named[i].block == block && exec->template->named[i].number == number)
      return i;
  return exec->template->named_count;
}

/* Flags of the rest: those whose pointers have been moved become others. */
struct moving {
  uint32_t *targets; /* by pointer that names a stranger now: the flag it had; else NOE_NO_FLAG */
  bool any;
};

static const uint32_t *const *list_flags(struct noe_exec *exec, const struct moving *moving) {
  struct noe_arena *arena = exec->templates->arena;
  uint32_t count = exec->space->tracked;
  const uint32_t **flags = NOE_NEW_ARRAY(arena, const uint32_t *, count + 1);
  for (uint32_t flag = 0; flag < count; flag++) {
    uint32_t *list = NOE_NEW_ARRAY(arena, uint32_t, count + 1), length = 0;
    for (uint32_t i = 0; i < count; i++)
      if (moving->targets[i] == flag)
        list[length++] = i;
    list[length] = NOE_NO_FLAG;
    flags[flag] = list;
  }
  return flags;
}

/* Global part and flags after the firing. False: a process must be named first. */
static bool take_pointers(struct noe_exec *exec, int64_t *plain, int64_t **locals, struct moving *moving) {
  const struct noe_counter_space *space = exec->space;
  const struct noe_runs_shape *shape = space->shape;
  const int64_t *before = noe_counter_row(&space->globals, exec->template->root->global);
  for (uint32_t i = 0; i < space->tracked; i++) {
    int64_t value = noe_exec_resolve(exec, exec->cells[shape->plain[shape->pointers[i]]]);
    uint32_t block, flag = NOE_NO_FLAG, its;
    moving->targets[i] = NOE_NO_FLAG;
    if (noe_is_stranger(value)) {
      flag = noe_stranger_tag(value);
      if (flag >= space->tracked) {
        noe_exec_name(exec, value);
        return false;
      }
      moving->targets[i] = flag;
      value = before[shape->pointers[flag]];
    } else {
      int32_t number = noe_counter_named(space, i, value, &block);
      if (number >= 0) {
        uint32_t named = find_named(exec, block, (uint32_t)number);
        assert(named < exec->template->named_count && "a process that is named by a pointer is a named one");
        set_flag(noe_counter_flags(space, block, locals[named]), i);
        value -= number;
      }
    }
    plain[shape->pointers[i]] = value;
    bool was_stranger =
        noe_counter_named(space, i, before[shape->pointers[i]], &its) >= 0 && exec->resolved[i] == NOE_UNDEFINED;
    moving->any |= was_stranger ? flag != i : flag != NOE_NO_FLAG;
  }
  return true;
}

static bool is_changed(struct noe_exec *exec, const int64_t *plain, int64_t *const *locals) {
  const struct noe_counter_space *space = exec->space;
  const int64_t *before = noe_counter_row(&space->globals, exec->template->root->global);
  if (memcmp(plain, before, space->shape->plain_count * sizeof *plain))
    return true;
  for (uint32_t i = 0; i < exec->template->named_count; i++) {
    const struct noe_counter_named *named = &exec->template->named[i];
    size_t bytes = space->locals[named->block].width * sizeof(int64_t);
    if (memcmp(locals[i], noe_counter_local_row(space, named->element), bytes))
      return true;
  }
  return false;
}

/* A clause that ends well. */
static void take_state(struct noe_exec *exec, struct noe_counter_node *node) {
  struct noe_arena *arena = exec->templates->arena;
  const struct noe_counter_space *space = exec->space;
  const struct noe_runs_shape *shape = space->shape;
  uint32_t count = exec->template->named_count;
  int64_t *plain = NOE_NEW_ARRAY(arena, int64_t, shape->plain_count + 1);
  int64_t **locals = NOE_NEW_ARRAY(arena, int64_t *, count + 1);
  struct moving moving = {NOE_NEW_ARRAY(arena, uint32_t, space->tracked + 1), false};
  for (uint32_t i = 0; i < shape->plain_count; i++)
    plain[i] = exec->cells[shape->plain[i]];
  for (uint32_t i = 0; i < count; i++)
    locals[i] = take_process(exec, &exec->template->named[i]);
  if (!take_pointers(exec, plain, locals, &moving)) {
    node->kind = NOE_NODE_NAME;
    node->tag = exec->tag;
    return;
  }
  node->kind = NOE_NODE_LEAF;
  node->leaf = new_leaf(exec, NOE_OUTCOME_TRUE);
  node->leaf->plain = plain;
  node->leaf->locals = locals;
  node->leaf->count = count;
  node->leaf->changes = is_changed(exec, plain, locals);
  if (!moving.any)
    return;
  struct noe_counter_closure *retag = NOE_NEW(arena, struct noe_counter_closure);
  *retag = (struct noe_counter_closure){.templates = exec->templates, .template = exec->template, .is_map = true};
  retag->flags = list_flags(exec, &moving);
  node->leaf->retag = retag;
}

/* A body of a loop that maps: the one process that it is about. */
static void take_own(struct noe_exec *exec, struct noe_counter_node *node) {
  assert(exec->template->named_count && "a round is about a process, which is the last one that is named");
  const struct noe_counter_named *own = &exec->template->named[exec->template->named_count - 1];
  const struct noe_counter_space *space = exec->space;
  const int64_t *before = noe_counter_local_row(space, own->element);
  int64_t **locals = NOE_NEW_ARRAY(exec->templates->arena, int64_t *, 1);
  locals[0] = take_process(exec, own);
  uint32_t cells = space->shape->slices[own->block].count;
  memcpy(locals[0] + cells, before + cells, space->flag_words * sizeof **locals); /* flags stay */
  node->kind = NOE_NODE_LEAF;
  node->leaf = new_leaf(exec, NOE_OUTCOME_TRUE);
  node->leaf->locals = locals;
  node->leaf->count = 1;
}

/* All processes of the block have names already, so that none is left that the body could be about: it decides nothing
 * and changes nothing. The cells behind those of the last process are another's. */
static void take_none(struct noe_exec *exec, struct noe_counter_node *node) {
  const struct noe_counter_closure *closure = exec->template->closure;
  const struct noe_counter_named *own = &exec->template->named[exec->template->named_count - 1];
  const struct noe_counter_space *space = exec->space;
  bool is_false = !closure->is_map && closure->op->kind == NOE_LOW_EXISTS;
  node->kind = NOE_NODE_LEAF;
  node->leaf = new_leaf(exec, is_false ? NOE_OUTCOME_FALSE : NOE_OUTCOME_TRUE);
  if (!closure->is_map)
    return;
  int64_t **locals = NOE_NEW_ARRAY(exec->templates->arena, int64_t *, 1);
  locals[0] = NOE_NEW_ARRAY(exec->templates->arena, int64_t, space->locals[own->block].width);
  memcpy(locals[0], noe_counter_local_row(space, own->element), space->locals[own->block].width * sizeof **locals);
  node->leaf->locals = locals;
  node->leaf->count = 1;
}

/* ---------------------------------------------------------------- execution */

static void come_to_leaf(struct noe_exec *exec, struct noe_counter_node *node, enum noe_outcome outcome) {
  node->kind = NOE_NODE_LEAF;
  node->leaf = new_leaf(exec, outcome);
}

/* A guard that is discarded does not hold; a claim does not judge then. */
static enum noe_outcome discarded(const struct noe_clause *clause, bool in_body) {
  if (in_body)
    return NOE_OUTCOME_DISCARD;
  bool universal = clause->kind == NOE_CLAUSE_PROPERTY && clause->property != NOE_PROPERTY_COVER;
  return universal ? NOE_OUTCOME_TRUE : NOE_OUTCOME_FALSE;
}

static void come_to_stop(struct noe_exec *exec, struct noe_counter_node *node, bool in_body) {
  switch ((int)exec->end) {
  case NOE_END_FAULT: come_to_leaf(exec, node, NOE_OUTCOME_FAULT); break;
  case NOE_END_DISCARD: come_to_leaf(exec, node, discarded(exec->template->root->clause->clause, in_body)); break;
  case NOE_NODE_NAME:
    node->kind = NOE_NODE_NAME;
    node->tag = exec->tag;
    break;
  case NOE_NODE_GIVE_UP:
    node->kind = NOE_NODE_GIVE_UP;
    node->reason = exec->reason;
    node->place = exec->place;
    break;
  default:
    assert((int)exec->end >= NOE_NODE_SPLIT && (int)exec->end <= NOE_NODE_MAP &&
           "an execution stops where it must know the rest");
    node->kind = (enum noe_counter_node_kind)(int)exec->end;
    node->closure = make_closure(exec, node->kind == NOE_NODE_MAP);
    break;
  }
}

static bool bind(struct noe_exec *exec, const struct noe_counter_root *root) {
  uint32_t parameter = 0;
  for (uint32_t i = 0; i < root->clause->clause->binder_count; i++) {
    const struct noe_low_binder *binder = &root->clause->binders[i];
    if (binder->value != NOE_NO_VALUE)
      exec->values[binder->value] = root->arguments[parameter++];
    if (noe_exec_list(exec, binder->list.block.first) != NOE_EXEC_ON)
      return false;
  }
  return true;
}

static void execute_clause(struct noe_exec *exec, struct noe_counter_node *node) {
  const struct noe_low_clause *clause = exec->template->root->clause;
  int64_t *frame = exec->cells + exec->model->cell_count;
  size_t frame_bytes = exec->unit->frame_cells * sizeof *frame;
  load_state(exec);
  if (!bind(exec, exec->template->root)) {
    come_to_stop(exec, node, false);
    return;
  }
  memcpy(exec->kept_frame, frame, frame_bytes);
  if (clause->clause->guard) {
    if (noe_exec_list(exec, clause->guard.block.first) != NOE_EXEC_ON) {
      come_to_stop(exec, node, false);
      return;
    }
    bool holds = noe_exec_get(exec, clause->guard.block.yield);
    if (!holds || clause->clause->kind == NOE_CLAUSE_PROPERTY) {
      come_to_leaf(exec, node, holds ? NOE_OUTCOME_TRUE : NOE_OUTCOME_FALSE);
      return;
    }
  }
  memcpy(frame, exec->kept_frame, frame_bytes);
  if (noe_exec_list(exec, clause->body.block.first) != NOE_EXEC_ON)
    come_to_stop(exec, node, true);
  else
    take_state(exec, node);
}

static int64_t own_value(struct noe_exec *exec, const struct noe_type *type, const struct noe_counter_named *own) {
  uint32_t block;
  int64_t base;
  uint64_t size;
  for (uint32_t part = 0; noe_exec_part(exec, type, part, &block, &base, &size); part++)
    if (block == own->block)
      return base + own->number;
  return NOE_UNDEFINED;
}

/* A round has read a cell of a named process that the round of that process has written. */
static bool reads_written(const struct noe_exec *exec, const struct noe_counter_closure *closure) {
  for (uint32_t i = 0; i < exec->foreign_count; i++)
    for (uint32_t k = 0; k < closure->written_count; k++)
      if (exec->foreign_reads[i] == closure->written[k])
        return true;
  return false;
}

static enum noe_exec_flow execute_map(struct noe_exec *exec, const struct noe_counter_closure *closure,
                                      const struct noe_counter_named *own) {
  if (closure->op->kind != NOE_LOW_FOR)
    return noe_exec_fill_process(exec, closure->op, own->block, own->number);
  exec->is_own = true;
  exec->own_block = own->block;
  exec->own_number = own->number;
  exec->foreign_count = exec->own_count = 0;
  enum noe_exec_flow flow = noe_exec_list(exec, closure->op->body.first);
  exec->is_own = false;
  if (flow == NOE_EXEC_LEAVE)
    return noe_exec_give_up(exec, closure->op, "a return out of a loop over processes");
  if (flow == NOE_EXEC_ON && reads_written(exec, closure))
    return noe_exec_give_up(exec, closure->op, "a loop over processes that reads what another round writes");
  return flow;
}

static void execute_body(struct noe_exec *exec, struct noe_counter_node *node) {
  const struct noe_counter_closure *closure = exec->template->closure;
  assert(exec->template->named_count == closure->named_count + 1 &&
         "the body of a loop names the process that the round is about, and no other");
  const struct noe_counter_named *own = &exec->template->named[exec->template->named_count - 1];
  if (own->number == exec->space->symmetry->blocks[own->block].size) {
    take_none(exec, node);
    return;
  }
  copy_all(exec, (struct copy){closure->row, false}, closure->named, closure->named_count);
  place_process(exec, own, noe_counter_local_row(exec->space, own->element));
  bool loops = closure->op->kind >= NOE_LOW_FOR;
  int64_t value = loops ? own_value(exec, closure->op->domain.type, own) : 0;
  if (value == NOE_UNDEFINED) { /* of a block that the loop does not run through */
    if (closure->is_map)
      take_own(exec, node);
    else
      come_to_leaf(exec, node, closure->op->kind == NOE_LOW_FORALL ? NOE_OUTCOME_TRUE : NOE_OUTCOME_FALSE);
    return;
  }
  if (loops)
    exec->values[closure->op->bound] = value;
  exec->quantifiers = !closure->is_map;
  enum noe_exec_flow flow =
      closure->is_map ? execute_map(exec, closure, own) : noe_exec_list(exec, closure->op->body.first);
  if (flow == NOE_EXEC_LEAVE)
    flow = noe_exec_give_up(exec, closure->op, "a return out of a loop over processes");
  if (flow != NOE_EXEC_ON)
    come_to_stop(exec, node, true);
  else if (closure->is_map)
    take_own(exec, node);
  else
    come_to_leaf(exec, node, noe_exec_get(exec, closure->op->body.yield) ? NOE_OUTCOME_TRUE : NOE_OUTCOME_FALSE);
}

void noe_counter_execute(struct noe_exec *exec, struct noe_templates *templates, struct noe_template *template,
                         struct noe_counter_node *node) {
  exec->templates = templates;
  exec->choice_count = 0;
  for (const struct noe_counter_node *step = node; step->parent; step = step->parent)
    exec->choice_count++;
  if (exec->choice_count > NOE_MOST_CHOICES) {
    node->kind = NOE_NODE_GIVE_UP;
    node->reason = "a clause with very many loops over processes";
    node->place = template->root->clause->clause->place;
    return;
  }
  uint32_t position = exec->choice_count;
  for (const struct noe_counter_node *step = node; step->parent; step = step->parent)
    exec->choices[--position] = (uint8_t)step->choice;
  assert(!position && "choices are written down from the root to the node");
  begin(exec, template);
  (template->closure ? execute_body : execute_clause)(exec, node);
  assert((exec->next == exec->choice_count || node->kind == NOE_NODE_GIVE_UP) &&
         "an execution goes the way that led to its node, to the end");
}
