#include "lang/murphi/check_int.h"

#include <assert.h>
#include <inttypes.h>
#include <string.h>

enum { SHOWN_MEMBERS = 3 }; /* of an unnamed type, in messages */

static const char *enum_text(struct noe_checker *checker, const struct noe_type *type) {
  const char *text = "";
  int64_t count = type->high + 1;
  for (int64_t i = 0; i < count && i < SHOWN_MEMBERS; i++)
    text = noe_base_arena_format(checker->arena, "%s%s%s", text, i ? ", " : "", type->members[i]);
  return noe_base_arena_format(checker->arena, "enum {%s%s}", text, count > SHOWN_MEMBERS ? ", ..." : "");
}

static const char *union_text(struct noe_checker *checker, const struct noe_type *type) {
  const char *text = "";
  for (uint32_t i = 0; i < type->part_count && i < SHOWN_MEMBERS; i++)
    text = noe_base_arena_format(checker->arena, "%s%s%s", text, i ? ", " : "",
                                 noe_murphi_type_text(checker, type->parts[i]));
  return noe_base_arena_format(checker->arena, "union {%s%s}", text, type->part_count > SHOWN_MEMBERS ? ", ..." : "");
}

const char *noe_murphi_type_text(struct noe_checker *checker, const struct noe_type *type) {
  if (type->name)
    return type->name;
  switch (type->kind) {
  case NOE_TYPE_BOOLEAN: return "boolean";
  case NOE_TYPE_INTEGER: return "integer";
  case NOE_TYPE_RANGE: return noe_base_arena_format(checker->arena, "%" PRId64 "..%" PRId64, type->low, type->high);
  case NOE_TYPE_ENUM: return enum_text(checker, type);
  case NOE_TYPE_SCALARSET:
    return noe_base_arena_format(checker->arena, "%s(%" PRId64 ")", type->is_ring ? "ringset" : "scalarset",
                                 type->high + 1);
  case NOE_TYPE_UNION: return union_text(checker, type);
  case NOE_TYPE_ARRAY:
    return noe_base_arena_format(checker->arena, "array [%s] of %s", noe_murphi_type_text(checker, type->index),
                                 noe_murphi_type_text(checker, type->element));
  case NOE_TYPE_RECORD: return "a record";
  case NOE_TYPE_MULTISET:
    return noe_base_arena_format(checker->arena, "multiset [%" PRIu32 "] of %s", type->capacity,
                                 noe_murphi_type_text(checker, type->element));
  case NOE_TYPE_SLOT:
    return noe_base_arena_format(checker->arena, "an element of %s", noe_murphi_type_text(checker, type->element));
  }
  return "a type";
}

bool noe_murphi_is_index(const struct noe_type *type) { return type->kind <= NOE_TYPE_UNION; }

/* A new type remembers where it was written; NULL (too large) is reported. */
static const struct noe_type *placed(struct noe_checker *checker, struct noe_type *type,
                                     const struct noe_ast_type *ast) {
  if (!type) {
    noe_base_report(checker->diagnostics, NOE_E_TOO_LARGE, ast->span,
                    "a value of this type would have more than %" PRIu64 " cells", NOE_CELL_LIMIT);
    return NULL;
  }
  type->place = noe_murphi_place(checker, ast->span);
  return type;
}

static const struct noe_type *check_name(struct noe_checker *checker, const struct noe_ast_type *ast) {
  const struct noe_symbol *symbol = noe_murphi_resolve(checker, ast->names);
  if (!symbol)
    return NULL;
  if (symbol->kind == NOE_SYMBOL_TYPE)
    return symbol->type;
  if (symbol->kind == NOE_SYMBOL_VARIABLE && !symbol->location)
    return NULL; /* its declaration was wrong, and was reported */
  noe_base_report(checker->diagnostics, NOE_E_NOT_A_TYPE, ast->span, "`%s` is not a type", ast->names->text);
  if (symbol->kind == NOE_SYMBOL_CONSTANT && symbol->type && noe_type_is_integer(symbol->type))
    noe_base_hint(checker->diagnostics, "a range is written `low..high`, such as `0..%s-1`", ast->names->text);
  return NULL;
}

static bool check_integer_constant(struct noe_checker *checker, const struct noe_ast_expr *ast, int64_t *value) {
  const struct noe_type *type;
  if (!noe_murphi_check_constant(checker, ast, &type, value))
    return false;
  if (noe_type_is_integer(type))
    return true;
  noe_base_report(checker->diagnostics, NOE_E_BOUNDS, ast->span, "an integer constant is needed, not %s",
                  noe_murphi_type_text(checker, type));
  return false;
}

static const struct noe_type *check_range(struct noe_checker *checker, const struct noe_ast_type *ast) {
  int64_t low, high;
  bool low_ok = check_integer_constant(checker, ast->low, &low);
  if (!check_integer_constant(checker, ast->high, &high) || !low_ok)
    return NULL;
  if (low > high || low < NOE_VALUE_MIN || high > NOE_VALUE_MAX) {
    noe_base_report(checker->diagnostics, NOE_E_BOUNDS, ast->span,
                    low > high ? "the range %" PRId64 "..%" PRId64 " is empty"
                               : "the range %" PRId64 "..%" PRId64 " reaches beyond 2^62",
                    low, high);
    if (low > high && ast->low->kind == NOE_AST_INTEGER && ast->high->kind == NOE_AST_INTEGER)
      noe_base_hint(checker->diagnostics, "the lower bound stands first: `%" PRId64 "..%" PRId64 "`", high, low);
    return NULL;
  }
  return placed(checker, noe_model_range(&checker->builder, low, high), ast);
}

static const struct noe_type *check_enum(struct noe_checker *checker, const struct noe_ast_type *ast) {
  uint32_t count = 0;
  for (const struct noe_ast_name *name = ast->names; name; name = name->next)
    count++;
  const char **members = NOE_NEW_ARRAY(checker->arena, const char *, count);
  uint32_t at = 0;
  for (const struct noe_ast_name *name = ast->names; name; name = name->next)
    members[at++] = name->text;
  assert(at == count && "each member that is written has its number");
  const struct noe_type *type = placed(checker, noe_model_enum(&checker->builder, members, count), ast);
  at = 0;
  for (const struct noe_ast_name *name = ast->names; name; name = name->next, at++) {
    struct noe_symbol *symbol = noe_murphi_declare(checker, name, NOE_SYMBOL_CONSTANT);
    if (symbol) {
      symbol->type = type;
      symbol->value = at;
    }
  }
  return type;
}

/* Scalarsets and ringsets. */
static const struct noe_type *check_scalarset(struct noe_checker *checker, const struct noe_ast_type *ast) {
  const bool is_ring = ast->kind == NOE_AST_TYPE_RINGSET;
  int64_t size;
  if (!check_integer_constant(checker, ast->low, &size))
    return NULL;
  if (size < 1 || size > NOE_VALUE_MAX) {
    noe_base_report(checker->diagnostics, NOE_E_SCALARSET_SIZE, ast->low->span,
                    "a %s needs at least 1 member, not %" PRId64, is_ring ? "ringset" : "scalarset", size);
    return NULL;
  }
  const struct noe_type *type =
      placed(checker,
             is_ring ? noe_model_ringset(&checker->builder, size) : noe_model_scalarset(&checker->builder, size), ast);
  NOE_LIST_PUSH(checker->arena, &checker->scalarsets, type);
  NOE_LIST_PUSH(checker->arena, &checker->scalarset_spans, ast->span);
  return type;
}

static uint32_t count_fields(const struct noe_ast_type *ast) {
  uint32_t count = 0;
  for (const struct noe_ast_field *field = ast->fields; field; field = field->next)
    for (const struct noe_ast_name *name = field->names; name; name = name->next)
      count++;
  return count;
}

static bool field_is_new(struct noe_checker *checker, const struct noe_field *fields, uint32_t count,
                         const struct noe_ast_name *name) {
  for (uint32_t i = 0; i < count; i++)
    if (!strcmp(fields[i].name, name->text)) {
      noe_base_report(checker->diagnostics, NOE_E_REDECLARED, name->span, "the record already has a field `%s`",
                      name->text);
      return false;
    }
  return true;
}

static const struct noe_type *check_record(struct noe_checker *checker, const struct noe_ast_type *ast) {
  struct noe_field *fields = NOE_NEW_ARRAY(checker->arena, struct noe_field, count_fields(ast));
  uint32_t count = 0;
  bool ok = true;
  for (const struct noe_ast_field *field = ast->fields; field; field = field->next) {
    const struct noe_type *type = noe_murphi_check_type(checker, field->type);
    ok = ok && type;
    for (const struct noe_ast_name *name = field->names; name; name = name->next) {
      ok = field_is_new(checker, fields, count, name) && ok;
      fields[count++] = (struct noe_field){.name = name->text, .type = type};
    }
  }
  if (!ok)
    return NULL;
  assert(count == count_fields(ast) && "each field that is written has its place");
  const struct noe_type *record = placed(checker, noe_model_record(&checker->builder, fields, count), ast);
  noe_murphi_note_fields(checker, record, ast);
  return record;
}

static const struct noe_type *check_array(struct noe_checker *checker, const struct noe_ast_type *ast) {
  const struct noe_type *index = noe_murphi_check_type(checker, ast->index);
  const struct noe_type *element = noe_murphi_check_type(checker, ast->element);
  if (!index || !element)
    return NULL;
  if (!noe_murphi_is_index(index)) {
    noe_base_report(checker->diagnostics, NOE_E_INDEX_TYPE, ast->index->span, "an array cannot be indexed by %s",
                    noe_murphi_type_text(checker, index));
    return NULL;
  }
  return placed(checker, noe_model_array(&checker->builder, index, element), ast);
}

static const struct noe_type *check_multiset(struct noe_checker *checker, const struct noe_ast_type *ast) {
  int64_t capacity;
  bool ok = check_integer_constant(checker, ast->low, &capacity);
  const struct noe_type *element = noe_murphi_check_type(checker, ast->element);
  if (!ok || !element)
    return NULL;
  if (capacity < 0) {
    noe_base_report(checker->diagnostics, NOE_E_SCALARSET_SIZE, ast->low->span,
                    "a multiset cannot hold %" PRId64 " elements", capacity);
    return NULL;
  }
  return placed(checker, noe_model_multiset(&checker->builder, (uint64_t)capacity, element), ast);
}

/* Has a part of `type` been met in parts[0 .. count)? */
static bool overlaps(const struct noe_type *const *parts, uint32_t count, const struct noe_type *type) {
  for (uint32_t i = 0; i < count; i++) {
    if (parts[i] == type || noe_model_union_part(parts[i], type) >= 0)
      return true;
    if (type->kind == NOE_TYPE_UNION)
      for (uint32_t j = 0; j < type->part_count; j++)
        if (parts[i] == type->parts[j] || noe_model_union_part(parts[i], type->parts[j]) >= 0)
          return true;
  }
  return false;
}

static bool check_part(struct noe_checker *checker, const struct noe_ast_type *ast, const struct noe_type *const *parts,
                       uint32_t count, const struct noe_type *type) {
  if (type->kind != NOE_TYPE_ENUM && type->kind != NOE_TYPE_SCALARSET && type->kind != NOE_TYPE_UNION) {
    noe_base_report(checker->diagnostics, NOE_E_UNION_MEMBER, ast->span, "%s cannot be a member of a union",
                    noe_murphi_type_text(checker, type));
    noe_base_hint(checker->diagnostics, "members are scalarsets and enums");
    return false;
  }
  if (overlaps(parts, count, type)) {
    noe_base_report(checker->diagnostics, NOE_E_UNION_MEMBER, ast->span, "%s is in the union already",
                    noe_murphi_type_text(checker, type));
    return false;
  }
  return true;
}

static const struct noe_type *check_union(struct noe_checker *checker, const struct noe_ast_type *ast) {
  uint32_t count = 0, at = 0;
  for (const struct noe_ast_type *part = ast->parts; part; part = part->next)
    count++;
  if (!count) {
    noe_base_report(checker->diagnostics, NOE_E_UNION_MEMBER, ast->span, "a union needs at least one member");
    return NULL;
  }
  const struct noe_type **parts = NOE_NEW_ARRAY(checker->arena, const struct noe_type *, count);
  bool ok = true;
  for (const struct noe_ast_type *part = ast->parts; part; part = part->next) {
    const struct noe_type *type = noe_murphi_check_type(checker, part);
    ok = ok && type && check_part(checker, part, parts, at, type);
    parts[at++] = type;
  }
  return ok ? placed(checker, noe_model_union(&checker->builder, parts, count), ast) : NULL;
}

const struct noe_type *noe_murphi_check_type(struct noe_checker *checker, const struct noe_ast_type *ast) {
  switch (ast->kind) {
  case NOE_AST_TYPE_NAME: return check_name(checker, ast);
  case NOE_AST_TYPE_RANGE: return check_range(checker, ast);
  case NOE_AST_TYPE_ENUM: return check_enum(checker, ast);
  case NOE_AST_TYPE_RECORD: return check_record(checker, ast);
  case NOE_AST_TYPE_ARRAY: return check_array(checker, ast);
  case NOE_AST_TYPE_SCALARSET:
  case NOE_AST_TYPE_RINGSET: return check_scalarset(checker, ast);
  case NOE_AST_TYPE_UNION: return check_union(checker, ast);
  case NOE_AST_TYPE_MULTISET: return check_multiset(checker, ast);
  case NOE_AST_TYPE_REAL: break; /* refused by the parser */
  }
  return NULL;
}
