#include "detect/found.h"

#include <assert.h>
#include <stdlib.h>

struct cutting {
  struct noe_inference *inference;
  const struct noe_counting *counting;
  struct noe_found *found;
  bool *is_fixed; /* by number */
  bool *begins;   /* by number: an atom begins here */
  uint32_t room;
  const struct noe_literal *first; /* that counts: of a rule if there is one, for there it costs most */
};

static int compare(const void *left, const void *right) {
  int64_t a = *(const int64_t *)left, b = *(const int64_t *)right;
  return (a > b) - (a < b);
}

static bool is_of_class(const struct cutting *cutting, uint32_t class) {
  return noe_detect_root(&cutting->inference->classes, class) == cutting->found->class;
}

/* ---------------------------------------------------------------- universe */

static void add_value(struct cutting *cutting, int64_t value) {
  assert(cutting->found->count < cutting->room && "there is room for all values of ranges and all literals");
  cutting->found->values[cutting->found->count++] = value;
}

static uint64_t room_for(const struct cutting *cutting) {
  const struct noe_class *class = &cutting->inference->classes.items.items[cutting->found->class];
  uint64_t room = cutting->inference->classes.literals.count;
  for (size_t i = 0; i < class->ranges.count; i++)
    room += (uint64_t)(class->ranges.items[i].high - class->ranges.items[i].low) + 1;
  return room;
}

static void gather_values(struct cutting *cutting) {
  const struct noe_classes *classes = &cutting->inference->classes;
  const struct noe_class *class = &classes->items.items[cutting->found->class];
  struct noe_found *found = cutting->found;
  cutting->room = (uint32_t)room_for(cutting);
  found->values = NOE_NEW_ARRAY(cutting->inference->arena, int64_t, cutting->room + 1);
  for (size_t i = 0; i < class->ranges.count; i++)
    for (int64_t value = class->ranges.items[i].low; value <= class->ranges.items[i].high; value++)
      add_value(cutting, value);
  for (size_t i = 0; i < classes->literals.count; i++)
    if (is_of_class(cutting, classes->literals.items[i].class))
      add_value(cutting, classes->literals.items[i].value);
  qsort(found->values, found->count, sizeof *found->values, compare);
  uint32_t kept = 0;
  for (uint32_t i = 0; i < found->count; i++)
    if (!kept || found->values[kept - 1] != found->values[i])
      found->values[kept++] = found->values[i];
  found->count = kept;
}

int64_t noe_detect_number(const struct noe_found *found, int64_t value) {
  for (uint32_t i = 0; i < found->count; i++) /* there are few */
    if (found->values[i] == value)
      return i;
  return -1;
}

const struct noe_atom *noe_detect_atom(const struct noe_found *found, uint32_t number) {
  uint32_t i = 0;
  assert(number < found->count && "atoms are made of values that were found");
  while (found->atoms[i].first + found->atoms[i].count <= number)
    i++;
  return &found->atoms[i];
}

/* -------------------------------------------------------------------- cuts */

static bool lies_in_a_range(const struct noe_class *class, int64_t value) {
  for (size_t i = 0; i < class->ranges.count; i++)
    if (class->ranges.items[i].low <= value && value <= class->ranges.items[i].high)
      return true;
  return false;
}

static void cut_ranges(struct cutting *cutting) {
  const struct noe_class *class = &cutting->inference->classes.items.items[cutting->found->class];
  for (size_t i = 0; i < class->ranges.count; i++) {
    cutting->begins[noe_detect_number(cutting->found, class->ranges.items[i].low)] = true;
    cutting->begins[noe_detect_number(cutting->found, class->ranges.items[i].high) + 1] = true;
  }
  for (uint32_t i = 0; i < cutting->found->count; i++) /* only ever compared with */
    cutting->is_fixed[i] |= !lies_in_a_range(class, cutting->found->values[i]);
}

bool noe_detect_counts(const struct noe_counting *counting, const struct noe_literal *literal) {
  bool is_lifted = counting->liftable && counting->liftable[literal->owner] &&
                   (!counting->has_roles || counting->has_roles[literal->class]);
  return !is_lifted && (counting->speakers[literal->owner] & counting->counting);
}

/* Whoever wants the values to be alike has to look at rules first: of what claims name, most costs nothing. */
static bool is_told_before(const struct noe_counting *counting, const struct noe_literal *a,
                           const struct noe_literal *b) {
  bool has_a = counting->speakers[a->owner] & NOE_SPEAKER_RULE, has_b = counting->speakers[b->owner] & NOE_SPEAKER_RULE;
  return has_a != has_b ? has_a : a->place.line < b->place.line;
}

static void fix_literals(struct cutting *cutting) {
  const struct noe_classes *classes = &cutting->inference->classes;
  for (size_t i = 0; i < classes->literals.count; i++) {
    const struct noe_literal *literal = &classes->literals.items[i];
    if (!is_of_class(cutting, literal->class) || !noe_detect_counts(cutting->counting, literal))
      continue;
    const int64_t number = noe_detect_number(cutting->found, literal->value);
    assert(number >= 0 && "literals of the class are among its values");
    cutting->is_fixed[number] = true;
    if (!cutting->first || is_told_before(cutting->counting, literal, cutting->first))
      cutting->first = literal;
  }
}

bool noe_detect_is_met(const struct noe_inference *inference, const struct noe_counting *counting, uint32_t class,
                       int64_t value) {
  const struct noe_classes *classes = &inference->classes;
  for (size_t i = 0; i < inference->runs.count; i++) {
    const struct noe_run_through *run = &inference->runs.items[i];
    bool acts = counting->speakers[run->owner] & (NOE_SPEAKER_START | NOE_SPEAKER_RULE);
    if (acts && run->range.low <= value && value <= run->range.high && noe_detect_root(classes, run->class) == class)
      return true;
  }
  for (size_t i = 0; i < classes->literals.count; i++) {
    const struct noe_literal *literal = &classes->literals.items[i];
    if (literal->value == value && noe_detect_root(classes, literal->class) == class &&
        (counting->speakers[literal->owner] & NOE_SPEAKER_START))
      return true;
  }
  return false;
}

/* Do the same ranges have both? */
static bool lie_alike(const struct noe_class *class, int64_t a, int64_t b) {
  for (size_t i = 0; i < class->ranges.count; i++) {
    const struct noe_named_range *range = &class->ranges.items[i];
    if ((range->low <= a && a <= range->high) != (range->low <= b && b <= range->high))
      return false;
  }
  return true;
}

/* Elements of multisets stand in the order of their values, and have names by it. */
static bool may_renumber(const struct cutting *cutting) {
  const struct noe_model *model = cutting->inference->model;
  for (uint32_t i = 0; i < model->type_count; i++)
    if (model->types[i]->kind == NOE_TYPE_MULTISET)
      return false;
  return cutting->counting->may_renumber;
}

/* Free values that lie alike come one after the other, behind the least of them. */
static void renumber(struct cutting *cutting) {
  struct noe_arena *arena = cutting->inference->arena;
  struct noe_found *found = cutting->found;
  const struct noe_class *class = &cutting->inference->classes.items.items[found->class];
  int64_t *values = NOE_NEW_ARRAY(arena, int64_t, found->count + 1);
  bool *is_fixed = NOE_NEW_ARRAY(arena, bool, found->count + 1);
  bool *is_taken = NOE_NEW_ARRAY(arena, bool, found->count + 1);
  uint32_t at = 0;
  for (uint32_t i = 0; i < found->count; i++)
    for (uint32_t k = i; !is_taken[i] && k < found->count; k++) {
      bool joins = k == i || (!cutting->is_fixed[i] && !cutting->is_fixed[k] && !is_taken[k] &&
                              lie_alike(class, found->values[i], found->values[k]));
      if (!joins)
        continue;
      is_fixed[at] = cutting->is_fixed[k];
      values[at++] = found->values[k];
      if (k != i)
        is_taken[k] = true;
    }
  assert(at == found->count && "each value has a number");
  for (uint32_t i = 1; i < found->count; i++)
    cutting->begins[i] = !lie_alike(class, values[i - 1], values[i]);
  found->values = values;
  cutting->is_fixed = is_fixed;
}

static void cut_atoms(struct cutting *cutting) {
  struct noe_found *found = cutting->found;
  found->atoms = NOE_NEW_ARRAY(cutting->inference->arena, struct noe_atom, found->count + 1);
  for (uint32_t i = 0; i < found->count; i++) {
    struct noe_atom *last = found->atom_count ? &found->atoms[found->atom_count - 1] : NULL;
    if (!last || cutting->begins[i] || last->is_free == cutting->is_fixed[i])
      found->atoms[found->atom_count++] = (struct noe_atom){.first = i, .is_free = !cutting->is_fixed[i]};
    found->atoms[found->atom_count - 1].count++;
  }
  for (uint32_t i = 0; i < found->atom_count; i++) {
    struct noe_atom *atom = &found->atoms[i];
    int64_t span = found->values[atom->first + atom->count - 1] - found->values[atom->first];
    atom->is_free &= atom->count > 1;
    atom->is_scattered = atom->is_free && span != (int64_t)atom->count - 1;
    found->free_count += atom->is_free;
    assert(atom->first == (i ? atom[-1].first + atom[-1].count : 0) && "atoms lie side by side");
  }
  assert(found->atoms[found->atom_count - 1].first + found->atoms[found->atom_count - 1].count == found->count &&
         "each value is in one atom");
}

/* A start state that names values prefers them. */
static void note_starts(struct cutting *cutting) {
  const struct noe_classes *classes = &cutting->inference->classes;
  struct noe_found *found = cutting->found;
  for (size_t i = 0; i < classes->literals.count; i++) {
    const struct noe_literal *literal = &classes->literals.items[i];
    if (!is_of_class(cutting, literal->class) || !(cutting->counting->speakers[literal->owner] & NOE_SPEAKER_START))
      continue;
    int64_t number = noe_detect_number(found, literal->value);
    for (uint32_t k = 0; k < found->atom_count; k++)
      if (found->atoms[k].first <= number && number < found->atoms[k].first + found->atoms[k].count)
        found->atoms[k].start = literal->place;
  }
}

/* The declared range that says most about these values: the smallest that has them all. NULL: they have no name. */
static const struct noe_type *declared_range(const struct noe_class *class, int64_t low, int64_t high) {
  const struct noe_type *best = NULL;
  for (size_t i = 0; i < class->ranges.count; i++) {
    const struct noe_named_range *range = &class->ranges.items[i];
    if (range->named && range->low <= low && high <= range->high &&
        (!best || noe_type_size(range->named) < noe_type_size(best)))
      best = range->named;
  }
  return best;
}

/* Values without a declaration of their own are called by their ends. */
static void name_atoms(const struct cutting *cutting) {
  struct noe_arena *arena = cutting->inference->arena;
  const struct noe_class *class = &cutting->inference->classes.items.items[cutting->found->class];
  struct noe_found *found = cutting->found;
  for (uint32_t i = 0; i < found->atom_count; i++) {
    struct noe_atom *atom = &found->atoms[i];
    int64_t low = found->values[atom->first], high = found->values[atom->first + atom->count - 1];
    const struct noe_type *named = declared_range(class, low, high);
    atom->place = named ? named->place : class->declared;
    atom->name = named ? named->name : noe_base_arena_format(arena, "%lld..%lld", (long long)low, (long long)high);
  }
}

struct noe_found *noe_detect_cut(struct noe_inference *inference, const struct noe_counting *counting, uint32_t class) {
  struct noe_arena *arena = inference->arena;
  struct noe_class *root = &inference->classes.items.items[class];
  struct cutting cutting = {inference, counting, NOE_NEW(arena, struct noe_found), NULL, NULL, 0, NULL};
  struct noe_found *found = cutting.found;
  assert(root->parent == class && !root->limit && "only candidates are cut");
  found->class = class;
  found->member_of = root->member_of;
  gather_values(&cutting);
  if (!found->count)
    return NULL;
  cutting.is_fixed = NOE_NEW_ARRAY(arena, bool, found->count + 1);
  cutting.begins = NOE_NEW_ARRAY(arena, bool, found->count + 1);
  cut_ranges(&cutting);
  fix_literals(&cutting);
  for (uint32_t i = 0; i < found->count;
       i++) /* values that nothing ever takes need no names: fixed, they cost nothing */
    cutting.is_fixed[i] |= !noe_detect_is_met(inference, counting, class, found->values[i]);
  if (may_renumber(&cutting))
    renumber(&cutting);
  cut_atoms(&cutting);
  if (!counting->has_roles) /* else what start states name is kept apart, or a role */
    note_starts(&cutting);
  name_atoms(&cutting);
  if (found->free_count)
    return found;
  struct noe_place place = cutting.first ? cutting.first->place : (struct noe_place){0};
  noe_detect_limit(&inference->classes, class, NOE_LIMIT_LITERALS, place);
  return NULL;
}
