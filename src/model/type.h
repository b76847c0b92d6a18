/* Finite types.
 *
 * A value of a simple type is one cell: a number, or NOE_UNDEFINED. Numbers are
 * the integers themselves for ranges, 0 and 1 for booleans, and positions
 * counted from 0 for enums, scalarsets and unions (a union is numbered through
 * its parts, one after the other). A value of a compound type is a row of
 * cells:
 *   array     element after element, in the order of the index type
 *   record    field after field
 *   multiset  `capacity` slots, each a presence cell (0 or 1, never undefined)
 *             followed by the cells of an element
 * In a stored state the present slots of a multiset come first, sorted, and
 * absent slots are wholly undefined: equal bags have equal cells. */
#ifndef NOE_MODEL_TYPE_H
#define NOE_MODEL_TYPE_H

#include "base/arena.h"
#include "base/source.h"

#define NOE_UNDEFINED INT64_MIN

/* Bounds of ranges stay within these, so that a value and its negative always fit. */
#define NOE_VALUE_MIN (-((int64_t)1 << 62))
#define NOE_VALUE_MAX ((int64_t)1 << 62)

/* The most cells that a type, hence a state, may have. */
#define NOE_CELL_LIMIT ((uint64_t)1 << 24)

enum noe_type_kind {
  NOE_TYPE_BOOLEAN,
  NOE_TYPE_RANGE,
  NOE_TYPE_ENUM,
  NOE_TYPE_SCALARSET,
  NOE_TYPE_UNION,
  NOE_TYPE_ARRAY,
  NOE_TYPE_RECORD,
  NOE_TYPE_MULTISET,
  /* Only of expressions, never stored in a state: */
  NOE_TYPE_INTEGER, /* an integer without range */
  NOE_TYPE_SLOT,    /* names an element of a multiset of type `element` */
};

struct noe_field {
  const char *name;
  const struct noe_type *type;
  uint32_t offset; /* in cells, from the start of the record */
};

struct noe_type {
  enum noe_type_kind kind;
  uint32_t id;      /* position in the model's list of types */
  const char *name; /* the first name given to it, or NULL */
  struct noe_place place;
  uint32_t cells; /* cells that a value takes */

  bool is_ring;                  /* scalarset: only its rotations are symmetries (a ringset) */
  const struct noe_group *group; /* range or enumeration of a view: its values are points of this group, from */
  uint32_t group_first;          /* this one on (symmetry/group.h); or NULL */
  int64_t low, high;             /* simple types: the values; scalarsets, enums, unions: 0 .. n-1 */
  const char *const *members;    /* enum: the names */

  const struct noe_type *const *parts; /* union: enums and scalarsets, flattened */
  const int64_t *part_offsets;         /* union: number of the first value of each part */
  uint32_t part_count;

  const struct noe_type *index;   /* array */
  const struct noe_type *element; /* array, multiset; slot: the multiset */
  const struct noe_field *fields; /* record */
  uint32_t field_count;
  uint32_t capacity; /* multiset */
  uint32_t stride;   /* array, multiset: cells from one element to the next */
  bool has_multiset; /* a multiset is somewhere inside */
};

static inline bool noe_type_is_simple(const struct noe_type *type) {
  return type->kind <= NOE_TYPE_UNION || type->kind == NOE_TYPE_INTEGER || type->kind == NOE_TYPE_SLOT;
}

static inline bool noe_type_is_integer(const struct noe_type *type) {
  return type->kind == NOE_TYPE_RANGE || type->kind == NOE_TYPE_INTEGER;
}

/* Number of defined values of a simple type with bounds. */
static inline uint64_t noe_type_size(const struct noe_type *type) {
  return (uint64_t)type->high - (uint64_t)type->low + 1;
}

/* Position of `part` in a union, or -1. */
int noe_model_union_part(const struct noe_type *type, const struct noe_type *part);

/* The part of a union that `value` belongs to; for other types the type itself.
 * `*local` becomes the value's number within that part. */
const struct noe_type *noe_model_value_type(const struct noe_type *type, int64_t value, int64_t *local);

#endif
