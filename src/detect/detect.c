#include <assert.h>

#include "detect/detect.h"

#include "detect/rewrite.h"
#include "symmetry/prove.h"

static bool has_temporal_claims(const struct noe_model *model) {
  for (uint32_t i = 0; i < model->property_count; i++)
    if (noe_property_is_temporal(model->properties[i].property))
      return true;
  return false;
}

/* Start states may prefer values, unless claims are about runs: these are runs from the start states that there are. */
static uint8_t counting(const struct noe_view *view) {
  uint8_t always = NOE_SPEAKER_RULE | NOE_SPEAKER_CLAIM | NOE_SPEAKER_CALLED;
  return view->fixes_starts || view->gives_roles || has_temporal_claims(view->original) ? always | NOE_SPEAKER_START
                                                                                        : always;
}

/* Values that no variable holds or is indexed by make no states, nor do those of variables that never change. */
static void mark_shape(const struct noe_inference *inference, const struct noe_value_shape *shape, bool *is_kept) {
  if (noe_type_is_simple(shape->type))
    is_kept[noe_detect_root(&inference->classes, shape->class)] = true;
  for (uint32_t i = 0; i < shape->part_count; i++)
    mark_shape(inference, shape->parts[i], is_kept);
}

static const bool *kept_classes(const struct noe_inference *inference) {
  bool *is_kept = NOE_NEW_ARRAY(inference->arena, bool, inference->classes.items.count + 1);
  for (uint32_t i = 0; i < inference->model->variable_count; i++)
    if (inference->is_used[i])
      mark_shape(inference, inference->variables[i], is_kept);
  return is_kept;
}

static bool cut_classes(struct noe_view *view, struct noe_inference *inference, const bool *given_up) {
  uint32_t count = (uint32_t)inference->classes.items.count;
  bool any = false;
  view->is_kept = kept_classes(inference);
  view->counting = (struct noe_counting){view->speakers, counting(view), NULL,
                                         .may_renumber = (view->may_lift || view->gives_roles) && !view->is_hopeful,
                                         view->is_hopeful};
  if (view->gives_roles && !noe_detect_choose_roles(inference, &view->counting))
    return false;
  if (view->may_lift)
    view->counting.liftable = noe_detect_liftable(inference, &view->counting);
  view->founds = NOE_NEW_ARRAY(inference->arena, struct noe_found *, count + 1);
  for (uint32_t i = 1; i < count; i++) {
    const struct noe_class *class = &inference->classes.items.items[i];
    if (class->parent != i || class->limit || !view->is_kept[i])
      continue;
    if (given_up[i])
      noe_detect_limit(&inference->classes, i, NOE_LIMIT_LOOP, class->declared);
    else
      view->founds[i] = noe_detect_cut(inference, &view->counting, i);
    any |= view->founds[i] != NULL;
  }
  return any;
}

/* The proof for scalarsets has the last word. True if it gives up a class more than before. */
static bool ask_proof(const struct noe_view *view, struct noe_arena *arena, struct noe_memory *memory, bool *given_up) {
  const struct noe_proof *proof = noe_symmetry_prove(arena, memory, view->model);
  bool more = false;
  for (uint32_t i = 0; i < view->inference->classes.items.count; i++) {
    const struct noe_found *found = view->founds[i];
    for (uint32_t k = 0; found && k < found->atom_count; k++)
      if (found->atoms[k].is_free && proof->types[found->atoms[k].type->id].reason)
        given_up[i] = more = true;
  }
  return more;
}

/* Where a start state names values, reachable states are not closed under permutations. */
static bool start_prefers(const struct noe_view *view) {
  for (uint32_t i = 0; i < view->inference->classes.items.count; i++) {
    const struct noe_found *found = view->founds[i];
    for (uint32_t k = 0; found && k < found->atom_count; k++)
      if (found->atoms[k].is_free && found->atoms[k].start.line)
        return true;
  }
  return false;
}

/* How large the group of what is free is: the logarithm, roughly. */
static double weight(const struct noe_view *view) {
  double weight = 0;
  for (uint32_t i = 0; i < view->inference->classes.items.count; i++) {
    const struct noe_found *found = view->founds[i];
    for (uint32_t k = 0; found && k < found->atom_count; k++)
      for (uint32_t n = 2; found->atoms[k].is_free && n <= found->atoms[k].count; n++)
        weight += __builtin_log2((double)n);
  }
  return weight;
}

static struct noe_inference *infer(const struct noe_view *view, struct noe_arena *arena) {
  return noe_detect_infer(arena, view->original, view->may_lift && !view->has_mixed_order);
}

static bool cut_anew(struct noe_view *view, const bool *given_up) {
  struct noe_inference *inference = infer(view, view->inference->arena);
  view->inference = inference;
  view->speakers = noe_detect_speakers(inference);
  return cut_classes(view, inference, given_up);
}

static double weigh(struct noe_view *view, const bool *given_up, bool fixes_starts, bool may_lift, bool is_hopeful) {
  view->fixes_starts = fixes_starts;
  view->may_lift = may_lift;
  view->is_hopeful = is_hopeful;
  return cut_anew(view, given_up) ? weight(view) : 0;
}

/* Start states name values. Either these are kept apart, and start states are symmetric in the others; or all are
 * permuted from uneven start states, and literals in claims count; or they become parameters all the same, and there is
 * an answer if the claims hold. Whatever leaves more is done, in this order. */
static void choose_starts(struct noe_view *view, const bool *given_up, bool may_hope) {
  double fixed = weigh(view, given_up, true, true, false), uneven = weigh(view, given_up, false, false, false);
  double hopeful = may_hope ? weigh(view, given_up, false, true, true) : 0;
  view->is_hopeful = hopeful > fixed && hopeful > uneven;
  view->fixes_starts = !view->is_hopeful && fixed >= uneven;
  view->may_lift = view->is_hopeful || view->fixes_starts;
  view->may_choose = false;
}

static bool is_renumbered(const struct noe_view *view) {
  for (uint32_t i = 0; i < view->inference->classes.items.count; i++) {
    const struct noe_found *found = view->founds[i];
    for (uint32_t k = 0; found && k < found->atom_count; k++)
      if (found->atoms[k].is_scattered)
        return true;
  }
  return false;
}

static bool try_view(struct noe_view *view, struct noe_inference *inference, const struct noe_options *options,
                     const bool *given_up) {
  struct noe_rewriter rewriter = {.inference = inference, .model = view->original, .is_hopeful = view->is_hopeful};
  view->model = NULL;
  view->inference = inference;
  view->speakers = noe_detect_speakers(inference);
  if (inference->failed || !cut_classes(view, inference, given_up))
    return false;
  rewriter.founds = view->founds;
  if (view->may_choose && start_prefers(view)) {
    choose_starts(view, given_up, view->may_hope);
    return try_view(view, infer(view, inference->arena), options, given_up);
  }
  view->model = noe_detect_rewrite(&rewriter, &view->counting, options);
  if (rewriter.fails_by_order) {
    view->has_mixed_order = true;
    return try_view(view, infer(view, inference->arena), options, given_up);
  }
  view->pieces = rewriter.pieces.items;
  view->piece_count = (uint32_t)rewriter.pieces.count;
  view->lifts = rewriter.lifts.items;
  view->lift_count = (uint32_t)rewriter.lifts.count;
  view->roles = rewriter.roles.items;
  view->role_count = (uint32_t)rewriter.roles.count;
  view->is_renumbered = is_renumbered(view);
  assert((!view->model || !rewriter.failed) && "a view that could not be written is none");
  if (view->model && !noe_detect_audit(view))
    view->model = NULL;
  return view->model;
}

struct noe_view *noe_detect_view(struct noe_arena *arena, struct noe_memory *memory, const struct noe_model *model,
                                 const struct noe_options *options, enum noe_ambition ambition) {
  struct noe_view *view = NOE_NEW(arena, struct noe_view);
  bool *given_up = NULL;
  view->original = model;
  view->gives_roles = ambition == NOE_VIEW_ROLES;
  view->may_lift = ambition != NOE_VIEW_PLAIN && !view->gives_roles;
  view->is_hopeful = ambition == NOE_VIEW_HOPEFUL;
  view->may_hope = ambition == NOE_VIEW_BEST;
  view->may_choose = view->may_hope || ambition == NOE_VIEW_FOUNDED;
  do {
    struct noe_inference *inference = infer(view, arena);
    if (!given_up) /* classes have the same numbers each time */
      given_up = NOE_NEW_ARRAY(arena, bool, inference->classes.items.count + 1);
    if (!try_view(view, inference, options, given_up))
      return view;
  } while (ask_proof(view, arena, memory, given_up));
  return view;
}

bool noe_detect_is_hope(const struct noe_view *view, const struct noe_clause *clause) {
  const struct noe_model *model = view->original;
  if (!view->is_hopeful || !clause || clause->kind != NOE_CLAUSE_PROPERTY)
    return false;
  uint32_t owner = model->function_count + model->start_count + model->rule_count + clause->id;
  for (uint32_t i = 0; i < view->lift_count; i++)
    if (view->lifts[i].owner == owner)
      return true;
  return noe_detect_has_order(view->inference, owner, NOE_NO_CLASS);
}

bool noe_detect_rests_on_symmetry(const struct noe_view *view) { return view->model && view->model->needed; }

const struct noe_piece *noe_detect_found_type(const struct noe_view *view, const struct noe_type *type) {
  return type->kind == NOE_TYPE_SCALARSET && type->id < view->piece_count ? view->pieces[type->id] : NULL;
}

const char *noe_detect_limit_text(enum noe_limit limit) {
  static const char *const texts[] = {
      [NOE_LIMIT_NONE] = "its values are alike",
      [NOE_LIMIT_KIND] = "it is no range and no enumeration",
      [NOE_LIMIT_ARITHMETIC] = "its values are computed with",
      [NOE_LIMIT_ORDER] = "its values are compared by size",
      [NOE_LIMIT_COMPUTED] = "it takes numbers that are computed",
      [NOE_LIMIT_STEPS] = "a loop takes its values between bounds that are not fixed, or in steps",
      [NOE_LIMIT_MEMBER] = "it is a member of a union",
      [NOE_LIMIT_SHAPE] = "one place has several types",
      [NOE_LIMIT_LARGE] = "it has too many values",
      [NOE_LIMIT_LITERALS] = "the model names its values: no two are left that it treats alike",
      [NOE_LIMIT_LOOP] = "the proof for scalarsets fails",
      [NOE_LIMIT_WORTH] = "it would cost more than it saves",
  };
  assert((size_t)limit < sizeof texts / sizeof *texts && texts[limit] && "every limit has a text");
  return texts[limit];
}
