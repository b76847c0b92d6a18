#include "counter/template.h"

#include <assert.h>
#include <string.h>

#include "base/mix.h"
#include "counter/exec.h"

enum { WORK_OF_EXECUTION = 10 }; /* it takes as long as so many steps of an operation on diagrams */

struct noe_templates *noe_counter_templates_new(struct noe_arena *arena, const struct noe_lowered *form,
                                                struct noe_counter_space *space,
                                                const struct noe_multisets *multisets) {
  struct noe_templates *templates = NOE_NEW(arena, struct noe_templates);
  size_t marks = (size_t)form->model->witness_count + form->model->property_count + 1;
  *templates = (struct noe_templates){space->memory, arena, form, space, multisets, NULL, 0, NULL, NULL};
  templates->marks = NOE_NEW_ARRAY(arena, bool, marks);
  templates->unheard = NOE_NEW_ARRAY(arena, bool, marks);
  templates->exec = noe_counter_exec_new(arena, form, space);
  return templates;
}

/* ------------------------------------------------------------------ branches */

static struct noe_counter_branch *find_slot(const struct noe_counter_branches *branches, uint32_t element) {
  uint64_t hash = noe_mix(17, element) >> 20;
  while (branches->slots[hash % branches->room].template && branches->slots[hash % branches->room].element != element)
    hash++;
  return &branches->slots[hash % branches->room];
}

static struct noe_template *find(const struct noe_counter_branches *branches, uint32_t element) {
  return branches->room ? find_slot(branches, element)->template : NULL;
}

static void grow(struct noe_arena *arena, struct noe_counter_branches *branches) {
  struct noe_counter_branches old = *branches;
  branches->room = old.room ? 2 * old.room : 8;
  branches->slots = NOE_NEW_ARRAY(arena, struct noe_counter_branch, branches->room);
  for (uint32_t i = 0; i < old.room; i++)
    if (old.slots[i].template)
      *find_slot(branches, old.slots[i].element) = old.slots[i];
}

static void enter(struct noe_arena *arena, struct noe_counter_branches *branches, uint32_t element,
                  struct noe_template *template) {
  if (2 * branches->count >= branches->room)
    grow(arena, branches);
  assert(!find(branches, element) && "a local state has one template");
  *find_slot(branches, element) = (struct noe_counter_branch){element, template};
  branches->count++;
  assert(2 * branches->count <= branches->room && "free slots are left, so that looking for one ends");
}

/* -------------------------------------------------------------------- trees */

static struct noe_counter_node *new_node(struct noe_templates *templates, struct noe_counter_node *parent,
                                         uint32_t choice) {
  struct noe_counter_node *node = NOE_NEW(templates->arena, struct noe_counter_node);
  node->parent = parent;
  node->choice = choice;
  return node;
}

static struct noe_template *new_template(struct noe_templates *templates, struct noe_counter_root *root,
                                         struct noe_counter_closure *closure, const struct noe_counter_named *named,
                                         uint32_t count) {
  assert(count <= NOE_MOST_NAMED && "there is room for all processes that a template names");
  struct noe_template *template = NOE_NEW(templates->arena, struct noe_template);
  *template = (struct noe_template){.root = root, .closure = closure, .named_count = count};
  if (count)
    memcpy(template->named, named, count * sizeof *named);
  template->tree = new_node(templates, NULL, 0);
  return template;
}

/* The filters and maps of a node, once it is known to need them. */
static bool is_undecided(void *context, uint32_t element);
static bool is_sound(void *context, uint32_t element);
static const uint32_t *image(void *context, uint32_t element, uint32_t *count);

static void equip(struct noe_templates *templates, struct noe_counter_closure *closure) {
  if (!closure || closure->sound.tag)
    return;
  closure->sound = noe_diagram_filter(templates->multisets, is_sound, closure);
  closure->undecided = noe_diagram_filter(templates->multisets, is_undecided, closure);
  closure->map = noe_diagram_mapping(templates->multisets, image, closure);
}

struct noe_counter_node *noe_counter_expand(struct noe_templates *templates, struct noe_template *template,
                                            struct noe_counter_node *node) {
  if (node->kind != NOE_NODE_NEW)
    return node;
  templates->executions++;
  noe_diagram_spend(templates->multisets->diagrams, WORK_OF_EXECUTION);
  noe_counter_execute(templates->exec, templates, template, node);
  assert(node->kind != NOE_NODE_NEW && "an execution comes to something");
  equip(templates, node->closure);
  if (node->leaf && node->leaf->retag)
    equip(templates, node->leaf->retag);
  return node;
}

struct noe_counter_node *noe_counter_branch(struct noe_templates *templates, struct noe_counter_node *node,
                                            uint32_t choice) {
  assert((node->kind == NOE_NODE_SPLIT ? choice <= 1 : node->kind >= NOE_NODE_CHECK && choice == 0) &&
         "only a quantifier that the rest decides has two branches");
  if (!node->branches[choice])
    node->branches[choice] = new_node(templates, node, choice);
  return node->branches[choice];
}

void noe_counter_name_first(struct noe_templates *templates, struct noe_template *template, uint32_t tag) {
  assert(!template->closure && "bodies name nothing themselves");
  template->tree = new_node(templates, NULL, 0);
  template->tree->kind = NOE_NODE_NAME;
  template->tree->tag = tag;
}

static uint32_t count_in_block(const struct noe_counter_named *named, uint32_t count, uint32_t block) {
  uint32_t result = 0;
  for (uint32_t i = 0; i < count; i++)
    result += named[i].block == block;
  return result;
}

/* A parameter can be any process of its block, a pointer names the one with its flag. */
static bool can_be(const struct noe_templates *templates, const struct noe_template *template, uint32_t tag,
                   uint32_t element) {
  const struct noe_counter_space *space = templates->space;
  if (tag < space->tracked)
    return noe_counter_has_flag(space, element, tag);
  return noe_counter_block(space, element) == template->root->class_block[tag - space->tracked - 1];
}

struct noe_template *noe_counter_named_template(struct noe_templates *templates, struct noe_template *template,
                                                uint32_t element) {
  struct noe_counter_node *node = template->tree;
  assert(node->kind == NOE_NODE_NAME && "a process is wanted");
  if (!can_be(templates, template, node->tag, element))
    return NULL;
  struct noe_template *more = find(&node->named, element);
  if (more)
    return more;
  assert(template->named_count < NOE_MOST_NAMED && "a template that names as many as it can has given up");
  struct noe_counter_named named[NOE_MOST_NAMED + 1];
  memcpy(named, template->named, template->named_count * sizeof *named);
  uint32_t block = noe_counter_block(templates->space, element);
  named[template->named_count] =
      (struct noe_counter_named){element, block, count_in_block(named, template->named_count, block), node->tag};
  if (template->named_count + 2 < NOE_MOST_NAMED) {
    more = new_template(templates, template->root, NULL, named, template->named_count + 1);
  } else {
    more = new_template(templates, template->root, NULL, named, template->named_count);
    more->tree->kind = NOE_NODE_GIVE_UP;
    more->tree->reason = "a clause that names very many processes";
    more->tree->place = template->root->clause->clause->place;
  }
  enter(templates->arena, &node->named, element, more);
  return more;
}

/* ------------------------------------------------------------------- bodies */

/* There is no room to name one more process: the body is given up, and with it whatever asks for it. */
static struct noe_template *body_too_deep(struct noe_counter_closure *closure) {
  struct noe_templates *templates = closure->templates;
  const struct noe_template *outer = closure->template;
  struct noe_template *body = new_template(templates, outer->root, closure, closure->named, closure->named_count);
  body->tree->kind = NOE_NODE_GIVE_UP;
  body->tree->reason = "loops over processes that are nested very deeply";
  body->tree->place = outer->root->clause->clause->place;
  if (closure->op && closure->op->kind >= NOE_LOW_FOR && closure->op->loop != UINT32_MAX)
    body->tree->place = templates->space->model->loops[closure->op->loop].place;
  return body;
}

static struct noe_template *new_body(struct noe_counter_closure *closure, uint32_t element) {
  struct noe_templates *templates = closure->templates;
  if (closure->named_count == NOE_MOST_NAMED)
    return body_too_deep(closure);
  struct noe_counter_named named[NOE_MOST_NAMED];
  memcpy(named, closure->named, closure->named_count * sizeof *named);
  uint32_t block = noe_counter_block(templates->space, element);
  named[closure->named_count] =
      (struct noe_counter_named){element, block, count_in_block(named, closure->named_count, block), NOE_NO_FLAG};
  struct noe_template *body =
      new_template(templates, closure->template->root, closure, named, closure->named_count + 1);
  noe_counter_expand(templates, body, body->tree);
  return body;
}

struct noe_template *noe_counter_body(struct noe_counter_closure *closure, uint32_t element) {
  struct noe_template *body = find(&closure->bodies, element);
  if (body)
    return body;
  body = new_body(closure, element);
  enter(closure->templates->arena, &closure->bodies, element, body);
  return body;
}

/* What stands in the way of using a body. */
static void see_trouble(struct noe_counter_closure *closure, struct noe_counter_node *node) {
  bool trouble = node->kind == NOE_NODE_NAME || node->kind == NOE_NODE_GIVE_UP;
  if (node->kind == NOE_NODE_LEAF && node->leaf->outcome == NOE_OUTCOME_DISCARD)
    trouble = true;
  if (closure->is_map && node->kind != NOE_NODE_LEAF)
    trouble = true;
  if (trouble && !closure->trouble)
    closure->trouble = node;
}

static struct noe_counter_node *body_node(struct noe_counter_closure *closure, uint32_t element) {
  struct noe_counter_node *node = noe_counter_body(closure, element)->tree;
  see_trouble(closure, node);
  for (uint32_t i = 0; node->leaf && i < node->leaf->mark_count; i++)
    closure->templates->marks[node->leaf->marks[i]] = true;
  return node;
}

/* No error in the body, as far as it does not depend on others. */
static bool is_sound(void *context, uint32_t element) {
  const struct noe_counter_node *node = body_node(context, element);
  return node->kind != NOE_NODE_LEAF || node->leaf->outcome != NOE_OUTCOME_FAULT;
}

static bool is_undecided(void *context, uint32_t element) {
  struct noe_counter_closure *closure = context;
  const struct noe_counter_node *node = body_node(closure, element);
  if (node->kind != NOE_NODE_LEAF) {
    closure->is_nested = true;
    return true;
  }
  enum noe_outcome decides = closure->op->kind == NOE_LOW_FORALL ? NOE_OUTCOME_FALSE : NOE_OUTCOME_TRUE;
  return node->leaf->outcome != decides;
}

bool noe_counter_is_clear(struct noe_counter_closure *closure, uint32_t element) {
  const struct noe_counter_node *node = noe_counter_body(closure, element)->tree;
  return node->kind == NOE_NODE_LEAF && node->leaf->outcome != NOE_OUTCOME_FAULT &&
         node->leaf->outcome != NOE_OUTCOME_DISCARD && is_undecided(closure, element);
}

/* ---------------------------------------------------------------------- maps */

static uint32_t move_flags(struct noe_counter_closure *closure, uint32_t element) {
  struct noe_counter_space *space = closure->templates->space;
  uint32_t block = noe_counter_block(space, element), width = space->locals[block].width;
  int64_t row[width + 1];
  memcpy(row, noe_counter_local_row(space, element), width * sizeof *row);
  uint64_t *flags = noe_counter_flags(space, block, row);
  uint64_t moved[space->flag_words];
  memset(moved, 0, sizeof moved);
  for (uint32_t flag = 0; flag < space->tracked; flag++)
    for (const uint32_t *to = closure->flags[flag]; flags[flag / 64] >> (flag % 64) & 1 && *to != NOE_NO_FLAG; to++)
      moved[*to / 64] |= (uint64_t)1 << (*to % 64);
  moved[space->tracked / 64] |= flags[space->tracked / 64] & (uint64_t)1 << (space->tracked % 64);
  memcpy(flags, moved, sizeof moved);
  uint32_t result = noe_counter_local(space, block, row);
  assert(noe_counter_block(space, result) == block && "flags move, and their process stays in its block");
  return result;
}

static const uint32_t *image(void *context, uint32_t element, uint32_t *count) {
  struct noe_counter_closure *closure = context;
  assert(closure->is_map && "a quantifier changes no process");
  *count = 1;
  closure->image = element;
  if (closure->flags) {
    closure->image = move_flags(closure, element);
    return &closure->image;
  }
  struct noe_counter_node *node = body_node(closure, element);
  if (node->kind == NOE_NODE_LEAF && node->leaf->outcome == NOE_OUTCOME_TRUE) {
    uint32_t block = noe_counter_block(closure->templates->space, element);
    closure->image = noe_counter_local(closure->templates->space, block, node->leaf->locals[0]);
  }
  return &closure->image;
}

void noe_counter_intern_leaf(struct noe_templates *templates, struct noe_template *template,
                             struct noe_counter_leaf *leaf) {
  if (leaf->is_interned)
    return;
  assert(leaf->outcome == NOE_OUTCOME_TRUE && leaf->plain && leaf->count == template->named_count &&
         "a clause that ends well has a state: the global part and the processes that it named");
  leaf->elements = NOE_NEW_ARRAY(templates->arena, uint32_t, leaf->count + 1);
  leaf->global = noe_counter_global(templates->space, leaf->plain);
  for (uint32_t i = 0; i < leaf->count; i++)
    leaf->elements[i] = noe_counter_local(templates->space, template->named[i].block, leaf->locals[i]);
  leaf->is_interned = true;
}

/* --------------------------------------------------------------------- roots */

struct rooting {
  struct noe_templates *templates;
  const struct noe_low_clause *clause;
  uint32_t global;
  void (*visit)(void *context, struct noe_counter_root *root);
  void *context;
  int64_t arguments[64];
  uint32_t class_block[NOE_MOST_NAMED];
  int64_t class_base[NOE_MOST_NAMED];
  uint32_t class_count;
};

static void make_root(struct rooting *rooting, uint32_t parameters) {
  struct noe_arena *arena = rooting->templates->arena;
  struct noe_counter_root *root = NOE_NEW(arena, struct noe_counter_root);
  uint32_t *blocks = NOE_NEW_ARRAY(arena, uint32_t, rooting->class_count + 1);
  int64_t *bases = NOE_NEW_ARRAY(arena, int64_t, rooting->class_count + 1);
  memcpy(blocks, rooting->class_block, rooting->class_count * sizeof *blocks);
  memcpy(bases, rooting->class_base, rooting->class_count * sizeof *bases);
  *root = (struct noe_counter_root){.clause = rooting->clause,
                                    .global = rooting->global,
                                    .class_count = rooting->class_count,
                                    .class_block = blocks,
                                    .class_base = bases};
  root->arguments = NOE_NEW_ARRAY(arena, int64_t, parameters + 1);
  memcpy(root->arguments, rooting->arguments, parameters * sizeof *root->arguments);
  root->template = new_template(rooting->templates, root, NULL, NULL, 0);
  rooting->visit(rooting->context, root);
}

static void bind_from(struct rooting *rooting, uint32_t number, uint32_t parameter);

/* The process of a parameter is that of one before it, or another one. */
static void bind_process(struct rooting *rooting, uint32_t number, uint32_t parameter, uint32_t block, int64_t base) {
  const struct noe_counter_space *space = rooting->templates->space;
  uint32_t classes = rooting->class_count, same = 0;
  for (uint32_t i = 0; i < classes; i++) {
    if (rooting->class_block[i] != block)
      continue;
    same++;
    if (rooting->class_base[i] != base)
      continue; /* another part of a union: checked not to happen */
    rooting->arguments[parameter] = noe_stranger(space->tracked + 1 + i);
    bind_from(rooting, number + 1, parameter + 1);
  }
  if (same == space->symmetry->blocks[block].size)
    return;
  assert(classes < NOE_MOST_NAMED && "a clause with more parameters than can be named does not fit");
  rooting->class_block[classes] = block;
  rooting->class_base[classes] = base;
  rooting->class_count = classes + 1;
  rooting->arguments[parameter] = noe_stranger(space->tracked + 1 + classes);
  bind_from(rooting, number + 1, parameter + 1);
  rooting->class_count = classes;
}

static void bind_range(struct rooting *rooting, uint32_t number, uint32_t parameter, const struct noe_binder *binder) {
  uint64_t count = noe_model_value_count(binder);
  for (uint64_t i = 0; i < count; i++) {
    rooting->arguments[parameter] = noe_model_nth_value(binder, i);
    bind_from(rooting, number + 1, parameter + 1);
  }
}

static void bind_from(struct rooting *rooting, uint32_t number, uint32_t parameter) {
  const struct noe_clause *clause = rooting->clause->clause;
  while (number < clause->binder_count && rooting->clause->binders[number].value == NOE_NO_VALUE)
    number++;
  if (number == clause->binder_count) {
    make_root(rooting, parameter);
    return;
  }
  assert(parameter < sizeof rooting->arguments / sizeof *rooting->arguments &&
         "a clause with very many parameters does not fit");
  const struct noe_binder *binder = &clause->binders[number];
  const uint16_t *block_of_type = rooting->templates->space->symmetry->block_of_type;
  uint32_t block = NOE_NO_BLOCK;
  if (binder->type->kind == NOE_TYPE_SCALARSET)
    block = block_of_type[binder->type->id];
  if (block != NOE_NO_BLOCK)
    bind_process(rooting, number, parameter, block, 0);
  else
    bind_range(rooting, number, parameter, binder);
}

void noe_counter_roots(struct noe_templates *templates, const struct noe_low_clause *clause, uint32_t global,
                       void (*visit)(void *context, struct noe_counter_root *root), void *context) {
  struct rooting rooting = {.templates = templates, .clause = clause, .global = global, .visit = visit};
  rooting.context = context;
  bind_from(&rooting, 0, 0);
}
