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
  struct noe_place last; /* of a literal that counts */
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
  found->values = NOE_NEW_ARRAY(cutting->inference->arena, int64_t, room_for(cutting) + 1);
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
  uint32_t low = 0, high = found->count;
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (found->values[middle] < value)
      low = middle + 1;
    else
      high = middle;
  }
  return low < found->count && found->values[low] == value ? (int64_t)low : -1;
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
  bool is_lifted = counting->liftable && counting->liftable[literal->owner];
  return !is_lifted && (counting->speakers[literal->owner] & counting->counting);
}

static void fix_literals(struct cutting *cutting) {
  const struct noe_classes *classes = &cutting->inference->classes;
  for (size_t i = 0; i < classes->literals.count; i++) {
    const struct noe_literal *literal = &classes->literals.items[i];
    if (!is_of_class(cutting, literal->class) || !noe_detect_counts(cutting->counting, literal))
      continue;
    cutting->is_fixed[noe_detect_number(cutting->found, literal->value)] = true;
    cutting->last = literal->place;
  }
}

/* Values that nothing ever takes need no names: fixed, they cost nothing. Only what a rule or a start state runs
 * through, or a start state names, is met. */
static bool is_met(const struct cutting *cutting, uint32_t number) {
  const struct noe_inference *inference = cutting->inference;
  int64_t value = cutting->found->values[number];
  for (size_t i = 0; i < inference->runs.count; i++) {
    const struct noe_run_through *run = &inference->runs.items[i];
    bool acts = cutting->counting->speakers[run->owner] & (NOE_SPEAKER_START | NOE_SPEAKER_RULE);
    if (acts && run->range.low <= value && value <= run->range.high && is_of_class(cutting, run->class))
      return true;
  }
  for (size_t i = 0; i < inference->classes.literals.count; i++) {
    const struct noe_literal *literal = &inference->classes.literals.items[i];
    if (literal->value == value && is_of_class(cutting, literal->class) &&
        (cutting->counting->speakers[literal->owner] & NOE_SPEAKER_START))
      return true;
  }
  return false;
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
    found->atoms[i].is_free &= found->atoms[i].count > 1;
    found->free_count += found->atoms[i].is_free;
  }
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
  struct cutting cutting = {inference, counting, NOE_NEW(arena, struct noe_found), NULL, NULL, 0, {0}};
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
  for (uint32_t i = 0; i < found->count; i++)
    cutting.is_fixed[i] |= !is_met(&cutting, i);
  cut_atoms(&cutting);
  note_starts(&cutting);
  name_atoms(&cutting);
  if (found->free_count)
    return found;
  noe_detect_limit(&inference->classes, class, NOE_LIMIT_LITERALS, cutting.last);
  return NULL;
}

/* ------------------------------------------------------------------- types */

static const char *value_name(struct noe_arena *arena, const struct noe_found *found, int64_t value) {
  if (found->member_of)
    return found->member_of->members[value];
  return noe_base_arena_format(arena, "%lld", (long long)value);
}

static const struct noe_type *fixed_type(struct noe_builder *builder, const struct noe_found *found,
                                         const struct noe_atom *atom) {
  const char **members = NOE_NEW_ARRAY(builder->arena, const char *, atom->count);
  for (uint32_t i = 0; i < atom->count; i++)
    members[i] = value_name(builder->arena, found, found->values[atom->first + i]);
  struct noe_type *type = noe_model_enum(builder, members, atom->count);
  type->place = atom->place;
  return type;
}

static const struct noe_type *free_type(struct noe_builder *builder, const struct noe_atom *atom) {
  struct noe_type *type = noe_model_scalarset(builder, atom->count);
  type->name = atom->name;
  type->place = atom->place;
  if (atom->start.line)
    noe_model_break_start(builder, type, atom->start);
  return type;
}

void noe_detect_make_atoms(struct noe_builder *builder, struct noe_found *found) {
  for (uint32_t i = 0; i < found->atom_count; i++) {
    struct noe_atom *atom = &found->atoms[i];
    atom->type = atom->is_free ? free_type(builder, atom) : fixed_type(builder, found, atom);
  }
}

static const struct noe_type *row_of_atoms(struct noe_builder *builder, const struct noe_found *found, uint32_t first,
                                           uint32_t count) {
  const struct noe_type **parts = NOE_NEW_ARRAY(builder->arena, const struct noe_type *, found->atom_count);
  uint32_t used = 0;
  for (uint32_t i = 0; i < found->atom_count; i++)
    if (found->atoms[i].first >= first && found->atoms[i].first + found->atoms[i].count <= first + count)
      parts[used++] = found->atoms[i].type;
  assert(used && "a range has a value");
  if (used == 1)
    return parts[0];
  struct noe_type *type = noe_model_union(builder, parts, used);
  type->place = found->atoms[0].place;
  return type;
}

struct noe_piece *noe_detect_piece_at(struct noe_builder *builder, struct noe_found *found, uint32_t first,
                                      uint32_t count) {
  for (size_t i = 0; i < found->pieces.count; i++)
    if (found->pieces.items[i]->first == first && found->pieces.items[i]->count == count)
      return found->pieces.items[i];
  struct noe_piece *piece = NOE_NEW(builder->arena, struct noe_piece);
  *piece = (struct noe_piece){found, first, count, row_of_atoms(builder, found, first, count)};
  assert(noe_type_size(piece->type) == count && "atoms make up the whole range");
  NOE_LIST_PUSH(builder->arena, &found->pieces, piece);
  return piece;
}

struct noe_piece *noe_detect_piece(struct noe_builder *builder, struct noe_found *found, int64_t low, int64_t high) {
  int64_t first = noe_detect_number(found, low), last = noe_detect_number(found, high);
  assert(0 <= first && first <= last && "the universe has all ranges of the class");
  return noe_detect_piece_at(builder, found, (uint32_t)first, (uint32_t)(last - first + 1));
}

struct noe_piece *noe_detect_universe(struct noe_builder *builder, struct noe_found *found) {
  return noe_detect_piece_at(builder, found, 0, found->count);
}
