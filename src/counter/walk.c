#include "counter/walk.h"

#include <assert.h>

enum result { DONE, AGAIN, FAILED };

static enum result walk_template(struct noe_walk *walk, struct noe_template *template, uint32_t set);
static enum result walk_node(struct noe_walk *walk, struct noe_template *template, struct noe_counter_node *node,
                             uint32_t set);

static enum result fail(struct noe_walk *walk, const char *reason, struct noe_place place) {
  assert(reason && "giving up has a reason");
  walk->reason = reason;
  walk->place = place;
  return FAILED;
}

static bool push(struct noe_walk *walk, struct noe_walk_step step) {
  if (walk->count == NOE_MOST_WALK_STEPS)
    return false;
  walk->steps[walk->count++] = step;
  return true;
}

static struct noe_place place_of(const struct noe_template *template) { return template->root->clause->clause->place; }

/* ------------------------------------------------------------------ trouble */

/* A body needs a process that is not named: the clause names it before anything else, and is walked again. */
static enum result name_first(struct noe_walk *walk, struct noe_template *template, uint32_t tag) {
  while (template->closure)
    template = template->closure->template;
  noe_counter_name_first(walk->templates, template, tag);
  return AGAIN;
}

static enum result see_trouble(struct noe_walk *walk, struct noe_counter_closure *closure) {
  const struct noe_counter_node *trouble = closure->trouble;
  if (!trouble)
    return DONE;
  if (trouble->kind == NOE_NODE_NAME)
    return name_first(walk, closure->template, trouble->tag);
  if (trouble->kind == NOE_NODE_GIVE_UP)
    return fail(walk, trouble->reason, trouble->place);
  return fail(walk, "a loop over processes with a quantifier over them, or an `assume`, in it",
              closure->op && closure->op->loop != UINT32_MAX
                  ? walk->templates->space->model->loops[closure->op->loop].place
                  : place_of(closure->template));
}

/* -------------------------------------------------------------- quantifiers */

/* Rests for which the body of a quantifier, about one process that was taken out, is true, false or an error. */
struct truth {
  uint32_t sets[3];
};

static void note_truth(void *context, struct noe_walk *walk, struct noe_template *template,
                       struct noe_counter_leaf *leaf, uint32_t set) {
  (void)template;
  struct truth *truth = context;
  assert(leaf->outcome <= NOE_OUTCOME_FAULT && "true, false or an error");
  truth->sets[leaf->outcome] = noe_diagram_union(walk->templates->multisets->diagrams, truth->sets[leaf->outcome], set);
}

struct division {
  struct noe_walk *walk;
  struct noe_counter_closure *closure;
  uint32_t set, decided, faulty;
  enum result result;
};

/* A process whose body depends on the others: they are asked one local state after the other. */
static void divide_by(void *context, uint32_t element) {
  struct division *division = context;
  struct noe_counter_closure *closure = division->closure;
  const struct noe_multisets *multisets = division->walk->templates->multisets;
  struct noe_template *body = noe_counter_body(closure, element);
  if (division->result != DONE || body->tree->kind == NOE_NODE_LEAF)
    return;
  struct truth truth = {{0, 0, 0}};
  struct noe_walk *inner = noe_base_alloc(division->walk->templates->memory, sizeof *inner);
  *inner = (struct noe_walk){.templates = division->walk->templates, .visit = note_truth, .context = &truth};
  division->result = walk_node(inner, body, body->tree, noe_diagram_remove(multisets, element, division->set));
  if (division->result == FAILED)
    fail(division->walk, inner->reason, inner->place);
  noe_base_free(division->walk->templates->memory, inner);
  enum noe_outcome decides = closure->op->kind == NOE_LOW_FORALL ? NOE_OUTCOME_FALSE : NOE_OUTCOME_TRUE;
  uint32_t decided = noe_diagram_add(multisets, element, truth.sets[decides]);
  uint32_t faulty = noe_diagram_add(multisets, element, truth.sets[NOE_OUTCOME_FAULT]);
  division->decided = noe_diagram_union(multisets->diagrams, division->decided, decided);
  division->faulty = noe_diagram_union(multisets->diagrams, division->faulty, faulty);
}

static enum result divide(struct division *division) {
  const struct noe_multisets *multisets = division->walk->templates->multisets;
  struct noe_counter_closure *closure = division->closure;
  uint32_t sound = noe_diagram_only(multisets, &closure->sound, division->set);
  uint32_t undecided = noe_diagram_only(multisets, &closure->undecided, division->set);
  division->result = see_trouble(division->walk, closure);
  if (division->result != DONE)
    return division->result;
  division->faulty = noe_diagram_minus(multisets->diagrams, division->set, sound);
  division->decided = noe_diagram_minus(multisets->diagrams, division->set, undecided);
  if (closure->is_nested)
    noe_diagram_elements(multisets, division->set, divide_by, division);
  return division->result;
}

static const struct noe_counter_leaf error = {.outcome = NOE_OUTCOME_FAULT};

/* A leaf of the walk's own: rests that meet an error. */
static void visit_error(struct noe_walk *walk, struct noe_template *template, const struct noe_counter_node *node,
                        uint32_t set) {
  struct noe_counter_leaf leaf = error;
  walk->node = node;
  if (set)
    walk->visit(walk->context, walk, template, &leaf, set);
}

static enum result walk_split(struct noe_walk *walk, struct noe_template *template, struct noe_counter_node *node,
                              uint32_t set) {
  assert(node->closure && !node->closure->is_map && "a quantifier divides rests, and changes none");
  struct noe_diagrams *diagrams = walk->templates->multisets->diagrams;
  struct division division = {.walk = walk, .closure = node->closure, .set = set};
  enum result result = divide(&division);
  if (result != DONE)
    return result;
  bool mixed = noe_diagram_meet(diagrams, division.decided, division.faulty) ||
               (node->kind == NOE_NODE_CHECK && division.faulty);
  if (mixed)
    return fail(walk, "a quantifier in which an error depends on the order of processes", place_of(template));
  visit_error(walk, template, node, division.faulty);
  if (node->kind == NOE_NODE_CHECK)
    return walk_node(walk, template, noe_counter_branch(walk->templates, node, 0), set);
  uint32_t rest = noe_diagram_minus(diagrams, noe_diagram_minus(diagrams, set, division.decided), division.faulty);
  result = walk_node(walk, template, noe_counter_branch(walk->templates, node, 0), division.decided);
  if (result != DONE)
    return result;
  return walk_node(walk, template, noe_counter_branch(walk->templates, node, 1), rest);
}

/* --------------------------------------------------------------------- maps */

static enum result walk_map(struct noe_walk *walk, struct noe_template *template, struct noe_counter_node *node,
                            uint32_t set) {
  assert(node->closure && node->closure->is_map && "a loop maps rests");
  const struct noe_multisets *multisets = walk->templates->multisets;
  uint32_t sound = noe_diagram_only(multisets, &node->closure->sound, set);
  uint32_t image = noe_diagram_map(multisets, &node->closure->map, sound);
  enum result result = see_trouble(walk, node->closure);
  if (result != DONE)
    return result;
  visit_error(walk, template, node, noe_diagram_minus(multisets->diagrams, set, sound));
  if (!push(walk, (struct noe_walk_step){node->closure, 0, sound}))
    return fail(walk, "a clause with very many loops over processes", place_of(template));
  result = walk_node(walk, template, noe_counter_branch(walk->templates, node, 0), image);
  walk->count--;
  return result;
}

/* -------------------------------------------------------------------- names */

struct elements {
  struct noe_memory *memory;
  uint32_t *row;
  uint32_t count, room;
};

static void note_element(void *context, uint32_t element) {
  struct elements *elements = context;
  if (elements->count == elements->room) {
    elements->room = elements->room ? 2 * elements->room : 64;
    elements->row = noe_base_realloc(elements->memory, elements->row, elements->room * sizeof *elements->row);
  }
  elements->row[elements->count++] = element;
}

/* Has the execution come to an implication or cover that none has come to so far? */
static bool is_news(const struct noe_walk *walk, const struct noe_counter_leaf *leaf) {
  for (uint32_t i = 0; i < leaf->mark_count; i++)
    if (!walk->templates->marks[leaf->marks[i]])
      return true;
  return false;
}

/* Does it come to an end that nobody wants to hear of, whatever the rest is? */
static bool is_idle(struct noe_walk *walk, struct noe_template *template) {
  if (walk->skips_free && template->is_free)
    return true;
  const struct noe_counter_node *node = noe_counter_expand(walk->templates, template, template->tree);
  return walk->ignores && node->kind == NOE_NODE_LEAF && node->leaf->outcome == walk->ignored &&
         !is_news(walk, node->leaf);
}

static enum result walk_name(struct noe_walk *walk, struct noe_template *template, uint32_t set) {
  const struct noe_multisets *multisets = walk->templates->multisets;
  struct elements elements = {.memory = walk->templates->memory};
  enum result result = DONE;
  noe_diagram_elements(multisets, set, note_element, &elements);
  for (uint32_t i = 0; i < elements.count && result == DONE; i++) {
    struct noe_template *named = noe_counter_named_template(walk->templates, template, elements.row[i]);
    if (!named || is_idle(walk, named))
      continue;
    uint32_t others = noe_diagram_remove(multisets, elements.row[i], set);
    if (!push(walk, (struct noe_walk_step){NULL, elements.row[i], 0})) {
      result = fail(walk, "a clause that names very many processes", place_of(template));
      break;
    }
    result = walk_template(walk, named, others);
    walk->count--;
  }
  noe_base_free(walk->templates->memory, elements.row);
  return result;
}

/* -------------------------------------------------------------------- nodes */

static enum result walk_node(struct noe_walk *walk, struct noe_template *template, struct noe_counter_node *node,
                             uint32_t set) {
  if (!set)
    return DONE;
  noe_counter_expand(walk->templates, template, node);
  switch (node->kind) {
  case NOE_NODE_LEAF:
    for (uint32_t i = 0; i < node->leaf->mark_count && node->leaf->outcome <= NOE_OUTCOME_FALSE; i++)
      walk->templates->marks[node->leaf->marks[i]] = true;
    walk->node = node;
    if (!walk->ignores || node->leaf->outcome != walk->ignored)
      walk->visit(walk->context, walk, template, node->leaf, set);
    return DONE;
  case NOE_NODE_NAME:
    return node == template->tree && !template->closure ? walk_name(walk, template, set)
                                                        : name_first(walk, template, node->tag);
  case NOE_NODE_SPLIT:
  case NOE_NODE_CHECK: return walk_split(walk, template, node, set);
  case NOE_NODE_MAP: return walk_map(walk, template, node, set);
  default: return fail(walk, node->reason, node->place);
  }
}

static enum result walk_template(struct noe_walk *walk, struct noe_template *template, uint32_t set) {
  enum result result;
  uint32_t count = walk->count;
  do {
    walk->count = count;
    result = walk_node(walk, template, template->tree, set);
  } while (result == AGAIN);
  return result;
}

bool noe_counter_walk(struct noe_walk *walk, struct noe_template *template, uint32_t set) {
  walk->count = 0;
  enum result result = walk_template(walk, template, set);
  assert((result == DONE || walk->reason) && "a walk that gives up says why");
  assert(!walk->count && "what was named on the way is given back");
  return result == DONE;
}

/* ----------------------------------------------------------- before and after */

uint32_t noe_counter_before(const struct noe_walk *walk, uint32_t set) {
  const struct noe_multisets *multisets = walk->templates->multisets;
  for (uint32_t i = walk->count; i-- > 0;) {
    const struct noe_walk_step *step = &walk->steps[i];
    set = step->closure ? noe_diagram_unmap(multisets, &step->closure->map, step->before, set)
                        : noe_diagram_add(multisets, step->element, set);
  }
  return set;
}

uint32_t noe_counter_after(const struct noe_walk *walk, struct noe_template *template, struct noe_counter_leaf *leaf,
                           uint32_t set) {
  const struct noe_multisets *multisets = walk->templates->multisets;
  assert(leaf->outcome == NOE_OUTCOME_TRUE && "only what has fired leads to states");
  noe_counter_intern_leaf(walk->templates, template, leaf);
  if (leaf->retag)
    set = noe_diagram_map(multisets, &leaf->retag->map, set);
  for (uint32_t i = 0; i < leaf->count; i++)
    set = noe_diagram_add(multisets, leaf->elements[i], set);
  return set;
}

uint32_t noe_counter_into(const struct noe_walk *walk, struct noe_template *template, struct noe_counter_leaf *leaf,
                          uint32_t set, uint32_t target) {
  const struct noe_multisets *multisets = walk->templates->multisets;
  noe_counter_intern_leaf(walk->templates, template, leaf);
  for (uint32_t i = 0; i < leaf->count && target; i++)
    target = noe_diagram_remove(multisets, leaf->elements[i], target);
  if (!target)
    return NOE_DIAGRAM_NONE;
  set = leaf->retag ? noe_diagram_unmap(multisets, &leaf->retag->map, set, target)
                    : noe_diagram_meet(multisets->diagrams, set, target);
  return noe_counter_before(walk, set);
}

static uint32_t image_of(const struct noe_counter_closure *closure, uint32_t element) {
  uint32_t count = 0;
  const uint32_t *images = closure->map.images(closure->map.context, element, &count);
  assert(count == 1 && "a loop leads each process to one local state");
  return *images;
}

struct way {
  const struct noe_walk *walk;
  const struct noe_counter_leaf *leaf;
};

/* All maps of the walk, and the moving of flags, one after the other leave the element as it was. */
static bool is_back(void *context, uint32_t element) {
  const struct way *way = context;
  uint32_t now = element;
  for (uint32_t i = 0; i < way->walk->count; i++)
    if (way->walk->steps[i].closure)
      now = image_of(way->walk->steps[i].closure, now);
  return (way->leaf->retag ? image_of(way->leaf->retag, now) : now) == element;
}

uint32_t noe_counter_mapped(const struct noe_walk *walk, const struct noe_counter_leaf *leaf, uint32_t set) {
  const struct noe_multisets *multisets = walk->templates->multisets;
  struct way way = {walk, leaf};
  bool any = leaf->retag != NULL;
  for (uint32_t i = walk->count; i-- > 0;)
    if (walk->steps[i].closure) {
      any = true;
      set = noe_diagram_unmap(multisets, &walk->steps[i].closure->map, walk->steps[i].before, set);
    }
  if (!any)
    return NOE_DIAGRAM_NONE;
  struct noe_multiset_filter back = noe_diagram_filter(multisets, is_back, &way);
  set = noe_diagram_minus(multisets->diagrams, set, noe_diagram_only(multisets, &back, set));
  for (uint32_t i = walk->count; i-- > 0;)
    if (!walk->steps[i].closure)
      set = noe_diagram_add(multisets, walk->steps[i].element, set);
  return set;
}
