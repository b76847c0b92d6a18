/* Types of the view: atoms, and rows of them. */
#include <assert.h>

#include "detect/found.h"

static const char *value_name(struct noe_arena *arena, const struct noe_found *found, int64_t value) {
  assert((!found->member_of || value <= found->member_of->high) && "the value is a member of the enumeration");
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
  assert(atom->count > 1 && "a single value is alike to none");
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
  int64_t first = noe_detect_number(found, low);
  assert(0 <= first && first + high - low < (int64_t)found->count && "the universe has all ranges of the class");
  return noe_detect_piece_at(builder, found, (uint32_t)first, (uint32_t)(high - low + 1));
}

struct noe_piece *noe_detect_universe(struct noe_builder *builder, struct noe_found *found) {
  return noe_detect_piece_at(builder, found, 0, found->count);
}
