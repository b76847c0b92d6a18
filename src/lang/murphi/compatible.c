/* Which types fit together: structural for arrays, records and multisets,
 * nominal for enums, scalarsets and unions (docs/language.md#3-types). */
#include "lang/murphi/check_int.h"

#include <string.h>

/* Two scalarsets of one size are taken for each other: they permute together. A ring is like no other type. */
static bool tie(struct noe_checker *checker, const struct noe_type *a, const struct noe_type *b, struct noe_span span) {
  if (a->kind != NOE_TYPE_SCALARSET || b->kind != NOE_TYPE_SCALARSET || a->high != b->high || a->is_ring || b->is_ring)
    return false;
  noe_base_report(checker->diagnostics, NOE_W_MIXED_SCALARSETS, span,
                  "`%s` and `%s` are different scalarsets of the same size", noe_murphi_type_text(checker, a),
                  noe_murphi_type_text(checker, b));
  noe_base_hint(checker->diagnostics, "use one type for both if they name the same things");
  noe_model_link_types(&checker->builder, a, b);
  return true;
}

static bool records_alike(struct noe_checker *checker, const struct noe_type *a, const struct noe_type *b,
                          struct noe_span span) {
  if (a->field_count != b->field_count)
    return false;
  for (uint32_t i = 0; i < a->field_count; i++)
    if (strcmp(a->fields[i].name, b->fields[i].name) != 0 ||
        !noe_murphi_alike(checker, a->fields[i].type, b->fields[i].type, span))
      return false;
  return true;
}

bool noe_murphi_alike(struct noe_checker *checker, const struct noe_type *a, const struct noe_type *b,
                      struct noe_span span) {
  if (a == b)
    return true;
  if (a->kind != b->kind)
    return false;
  switch (a->kind) {
  case NOE_TYPE_BOOLEAN:
  case NOE_TYPE_INTEGER: return true;
  case NOE_TYPE_RANGE: return a->low == b->low && a->high == b->high;
  case NOE_TYPE_ENUM:
  case NOE_TYPE_UNION: return false;
  case NOE_TYPE_SCALARSET: return tie(checker, a, b, span);
  case NOE_TYPE_ARRAY:
    return noe_murphi_alike(checker, a->index, b->index, span) &&
           noe_murphi_alike(checker, a->element, b->element, span);
  case NOE_TYPE_RECORD: return records_alike(checker, a, b, span);
  case NOE_TYPE_MULTISET: return a->capacity == b->capacity && noe_murphi_alike(checker, a->element, b->element, span);
  case NOE_TYPE_SLOT: return noe_murphi_alike(checker, a->element, b->element, span);
  }
  return false;
}

enum noe_fit noe_murphi_fit(struct noe_checker *checker, const struct noe_type *from, const struct noe_type *to,
                            struct noe_span span) {
  if (from == to)
    return NOE_FIT_SAME;
  if (noe_type_is_integer(from) && noe_type_is_integer(to))
    return NOE_FIT_INTEGER;
  if (to->kind == NOE_TYPE_UNION && noe_model_union_part(to, from) >= 0)
    return NOE_FIT_WIDEN;
  if (from->kind == NOE_TYPE_UNION && noe_model_union_part(from, to) >= 0)
    return NOE_FIT_NARROW;
  return noe_murphi_alike(checker, from, to, span) ? NOE_FIT_SAME : NOE_FIT_NOT;
}
