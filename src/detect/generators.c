#include "detect/generators.h"

#include <assert.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* Types of more values are not moved. */
enum { LARGEST = 4096 };

struct reader {
  struct noe_arena *arena;
  const struct noe_source *source;
  struct noe_diagnostics *diagnostics;
  struct noe_generators *made;
  uint32_t at;
  uint32_t *images; /* of the generator at hand */
  bool *is_moved;   /* by point: in a cycle of it */
};

/* -------------------------------------------------------------------- points */

static bool has_points(const struct noe_type *type) {
  bool is_kind = type->kind == NOE_TYPE_RANGE || type->kind == NOE_TYPE_ENUM; /* scalarsets are proved anyway */
  return is_kind && type->name && noe_type_size(type) <= LARGEST;
}

static void number_points(struct reader *reader, const struct noe_model *model) {
  struct noe_generators *made = reader->made;
  made->types = NOE_NEW_ARRAY(reader->arena, const struct noe_type *, model->type_count + 1);
  made->firsts = NOE_NEW_ARRAY(reader->arena, uint32_t, model->type_count + 1);
  for (uint32_t i = 0; i < model->type_count; i++) {
    if (!has_points(model->types[i]))
      continue;
    made->types[made->type_count] = model->types[i];
    made->firsts[made->type_count++] = made->point_count;
    made->point_count += (uint32_t)noe_type_size(model->types[i]);
  }
}

uint32_t noe_detect_first_point(const struct noe_generators *generators, const struct noe_type *type) {
  for (uint32_t i = 0; i < generators->type_count; i++)
    if (generators->types[i] == type)
      return generators->firsts[i];
  return generators->point_count;
}

/* -------------------------------------------------------------------- reading */

static char peek(const struct reader *reader) { return reader->source->bytes[reader->at]; }

static bool is_at_end_of_line(const struct reader *reader) {
  return reader->at >= reader->source->length || peek(reader) == '\n' ||
         !strncmp(reader->source->bytes + reader->at, "--", 2);
}

static void skip_blanks(struct reader *reader) {
  while (reader->at < reader->source->length && strchr(" \t\r", peek(reader)) && peek(reader))
    reader->at++;
}

static void skip_line(struct reader *reader) {
  while (reader->at < reader->source->length && peek(reader) != '\n')
    reader->at++;
}

static struct noe_span here(const struct reader *reader) { return (struct noe_span){reader->at, reader->at + 1}; }

/* A name or a number; an empty span: there is none. */
static struct noe_span word(struct reader *reader) {
  struct noe_span span = {reader->at, reader->at};
  while (isalnum((unsigned char)peek(reader)) || peek(reader) == '_' ||
         (peek(reader) == '-' && span.begin == reader->at))
    reader->at++;
  span.end = reader->at;
  skip_blanks(reader);
  return span;
}

static const char *text_of(const struct reader *reader, struct noe_span span) {
  return noe_base_arena_text(reader->arena, reader->source->bytes + span.begin, span.end - span.begin);
}

static bool expect(struct reader *reader, char wanted, const char *why) {
  if (peek(reader) != wanted) {
    noe_base_report(reader->diagnostics, NOE_E_SYNTAX, here(reader), "expected `%c` %s", wanted, why);
    noe_base_hint(reader->diagnostics, "a line is `TYPE: (a b c)(d e)`, or several of these with commas between them");
    return false;
  }
  reader->at++;
  skip_blanks(reader);
  return true;
}

static bool read_type(struct reader *reader, uint32_t *number) {
  struct noe_span span = word(reader);
  const char *name = text_of(reader, span);
  for (uint32_t i = 0; i < reader->made->type_count; i++)
    if (!strcmp(reader->made->types[i]->name, name)) {
      *number = i;
      return expect(reader, ':', "behind the name of a type");
    }
  if (span.begin == span.end)
    noe_base_report(reader->diagnostics, NOE_E_SYNTAX, here(reader), "expected the name of a type");
  else
    noe_base_report(reader->diagnostics, NOE_E_UNKNOWN_NAME, span, "`%s` is no range and no enumeration of the model",
                    name);
  return false;
}

static int64_t value_of(const struct noe_type *type, const char *name) {
  char *end;
  if (type->kind == NOE_TYPE_ENUM) {
    for (int64_t i = 0; i <= type->high; i++)
      if (!strcmp(type->members[i], name))
        return i;
    return -1;
  }
  long long number = strtoll(name, &end, 10);
  return *end || number < type->low || number > type->high ? -1 : number - type->low;
}

static bool read_point(struct reader *reader, uint32_t type, uint32_t *point) {
  struct noe_span span = word(reader);
  const char *name = text_of(reader, span);
  const struct noe_type *of = reader->made->types[type];
  int64_t value = span.begin == span.end ? -1 : value_of(of, name);
  if (value < 0) {
    if (span.begin == span.end)
      noe_base_report(reader->diagnostics, NOE_E_SYNTAX, here(reader), "expected a value of %s, or `)`", of->name);
    else
      noe_base_report(reader->diagnostics, NOE_E_NOT_A_VALUE, span, "`%s` is no value of %s", name, of->name);
    return false;
  }
  *point = reader->made->firsts[type] + (uint32_t)value;
  if (reader->is_moved[*point]) {
    noe_base_report(reader->diagnostics, NOE_E_REDECLARED, span, "%s stands twice in this permutation", name);
    noe_base_hint(reader->diagnostics, "cycles of one permutation have no value in common");
    return false;
  }
  return reader->is_moved[*point] = true;
}

static bool read_cycle(struct reader *reader, uint32_t type) {
  uint32_t first, last, next;
  if (!expect(reader, '(', "before a cycle") || !read_point(reader, type, &first))
    return false;
  last = first;
  for (; peek(reader) != ')'; last = next) {
    if (!read_point(reader, type, &next))
      return false;
    reader->images[last] = next;
  }
  reader->images[last] = first;
  return expect(reader, ')', "behind a cycle");
}

static bool read_part(struct reader *reader) {
  uint32_t type = 0;
  if (!read_type(reader, &type) || !read_cycle(reader, type))
    return false;
  while (peek(reader) == '(')
    if (!read_cycle(reader, type))
      return false;
  return true;
}

static void read_generator(struct reader *reader) {
  struct noe_generators *made = reader->made;
  reader->images = NOE_NEW_ARRAY(reader->arena, uint32_t, made->point_count + 1);
  reader->is_moved = NOE_NEW_ARRAY(reader->arena, bool, made->point_count + 1);
  for (uint32_t i = 0; i < made->point_count; i++)
    reader->images[i] = i;
  bool more = read_part(reader);
  while (more && !is_at_end_of_line(reader))
    more = expect(reader, ',', "or the end of the line behind a cycle") && read_part(reader);
  for (uint32_t i = 0; more && i < made->point_count; i++)
    assert(reader->images[i] < made->point_count && reader->is_moved[i] == reader->is_moved[reader->images[i]] &&
           "cycles take points that are moved to one another");
  if (more)
    NOE_LIST_PUSH(reader->arena, &made->images, reader->images);
}

struct noe_generators *noe_detect_read_generators(struct noe_arena *arena, const struct noe_model *model,
                                                  const struct noe_source *source,
                                                  struct noe_diagnostics *diagnostics) {
  struct reader reader = {
      .arena = arena, .source = source, .diagnostics = diagnostics, .made = NOE_NEW(arena, struct noe_generators)};
  number_points(&reader, model);
  while (reader.at < source->length) {
    skip_blanks(&reader);
    if (!is_at_end_of_line(&reader))
      read_generator(&reader);
    skip_line(&reader);
    reader.at += reader.at < source->length;
  }
  return reader.made;
}
