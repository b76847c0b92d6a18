/* tiny: a language of guarded commands, to try what it takes to add one.
 *   processes N = 3;                        # interchangeable, a scalarset; -D N=4 changes N
 *   shared token: process := any;           # bool, LOW..HIGH or process; `any`: all values
 *   local critical: bool := false;          # one for each process
 *   do enter: token = self & !critical[self] -> critical[self] := true, n := n + 1;
 *   always mutex: !(critical[self] & critical[other] & self != other);
 *   reach used: some p (critical[p]);
 *   live left_again: all p (!critical[p]);
 * `self` and `other` are parameters of what names them. Nothing is read after the first mistake. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lang/lang.h"
#include "model/build.h"

enum { MOST_DEPTH = 1000, MOST_PROCESSES = 1000 };

struct name {
  const char *text;
  const struct noe_type *type;
  bool is_global;
  uint32_t slot; /* cell of the state, if it is global, else of the frame */
};

struct reader {
  struct noe_arena *arena;
  const struct noe_source *source;
  const struct noe_options *options;
  struct noe_diagnostics *diagnostics;
  struct noe_builder builder;
  const struct noe_type *process;
  NOE_LIST(struct name) names; /* the innermost last */
  const char *token;           /* empty at the end of the text */
  struct noe_span span;        /* of the token */
  uint32_t depth;
  bool failed;
  struct noe_clause clause; /* the command or claim that is being read */
  struct noe_clause start;  /* the one start state, which grows with every variable */
  NOE_LIST(struct noe_binder) binders, start_binders;
  const struct noe_stmt **start_end;
};

static struct noe_place place_of(const struct reader *reader, struct noe_span span) {
  return noe_base_source_place(reader->source, span.begin);
}

static void fail(struct reader *reader, enum noe_diagnostic_code code, struct noe_span span, const char *text,
                 const char *word) {
  if (!reader->failed)
    noe_base_report(reader->diagnostics, code, span, word ? "%s: `%s`" : "%s", text, word);
  reader->failed = true;
  reader->token = "";
}

static void advance(struct reader *reader) {
  static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
  if (reader->failed)
    return;
  const char *bytes = reader->source->bytes, *at = bytes + reader->span.end;
  while (at += strspn(at, " \t\r\n"), *at == '#')
    at += strcspn(at, "\n");
  size_t length = strspn(at, letters);
  if (!length && *at)
    length = strchr(":-.!<", at[0]) && at[1] && strchr("=>.", at[1]) ? 2 : 1;
  reader->token = noe_base_arena_text(reader->arena, at, length);
  reader->span = (struct noe_span){(uint32_t)(at - bytes), (uint32_t)(at - bytes) + (uint32_t)length};
}

static bool is(const struct reader *reader, const char *text) { return !strcmp(reader->token, text); }

static bool accept(struct reader *reader, const char *text) {
  if (!is(reader, text))
    return false;
  advance(reader);
  return true;
}

static void expect(struct reader *reader, const char *text) {
  if (!accept(reader, text))
    fail(reader, NOE_E_SYNTAX, reader->span, "this is expected here", text);
}

static const char *take_name(struct reader *reader) {
  const char *text = reader->token;
  if (isalpha((unsigned char)*text))
    advance(reader);
  else
    fail(reader, NOE_E_SYNTAX, reader->span, "a name is expected here", NULL);
  return text;
}

static int64_t take_number(struct reader *reader) {
  const char *text = reader->token;
  size_t digits = strspn(text, "0123456789");
  if (digits && digits <= 9 && !text[digits])
    advance(reader);
  else
    fail(reader, NOE_E_NUMBER, reader->span, "a number of at most nine digits is expected here", NULL);
  return strtoll(text, NULL, 10);
}

static const struct noe_expr *operation(struct reader *reader, enum noe_expr_kind kind, const struct noe_type *type,
                                        const struct noe_expr *left, const struct noe_expr *right,
                                        struct noe_span span) {
  return noe_model_operation(&reader->builder, kind, type, left, right, place_of(reader, span));
}

static struct noe_expr *location(struct reader *reader, enum noe_expr_kind kind, const struct noe_type *type,
                                 uint32_t slot, struct noe_span span) {
  return noe_model_location(&reader->builder, kind, type, slot, place_of(reader, span));
}

static void require(struct reader *reader, const struct noe_expr *expr, const struct noe_type *type,
                    struct noe_span span) {
  const char *what = type == reader->builder.boolean ? "condition" : type == reader->process ? "process" : "number";
  if (expr->type != type && !(noe_type_is_integer(expr->type) && noe_type_is_integer(type)))
    fail(reader, NOE_E_TYPE_MISMATCH, span, "this is expected here", what);
}

static const struct noe_expr *read_expr(struct reader *reader, uint32_t level);

static const struct noe_expr *read_as(struct reader *reader, const struct noe_type *type) {
  struct noe_span span = reader->span;
  const struct noe_expr *expr = read_expr(reader, 1);
  require(reader, expr, type, span);
  return expr;
}

static uint32_t add_local(struct reader *reader, const char *text) {
  struct name name = {.text = text, .type = reader->process, .slot = reader->clause.frame_cells};
  NOE_LIST_PUSH(reader->arena, &reader->names, name);
  return reader->clause.frame_cells++;
}

/* The name that the token is, or NULL. `self` and `other` are bound where they are first named. */
static const struct name *find(struct reader *reader) {
  for (size_t i = reader->names.count; i > 0; i--)
    if (is(reader, reader->names.items[i - 1].text))
      return &reader->names.items[i - 1];
  if (!is(reader, "self") && !is(reader, "other"))
    return NULL;
  const char *text = reader->token;
  uint32_t slot = add_local(reader, text);
  struct noe_binder binder = noe_model_parameter(text, reader->process, slot, place_of(reader, reader->span));
  NOE_LIST_PUSH(reader->arena, &reader->binders, binder);
  return &reader->names.items[reader->names.count - 1];
}

/* A name, and the process that a local one is of; NULL after a mistake. */
static const struct noe_expr *read_location(struct reader *reader) {
  struct noe_span span = reader->span;
  const struct name *found = find(reader);
  if (!found || !*found->text) {
    fail(reader, NOE_E_UNKNOWN_NAME, reader->span, "this is not known here", reader->token);
    return NULL;
  }
  enum noe_expr_kind kind = found->is_global ? NOE_EXPR_GLOBAL : NOE_EXPR_LOCAL;
  struct noe_expr *expr = location(reader, kind, found->type, found->slot, span);
  expr->name = found->text;
  advance(reader);
  if (expr->type->kind != NOE_TYPE_ARRAY)
    return expr;
  expect(reader, "[");
  const struct noe_expr *index = read_as(reader, reader->process);
  expect(reader, "]");
  return operation(reader, NOE_EXPR_ELEMENT, expr->type->element, expr, index, span);
}

static const struct noe_expr *read_quantified(struct reader *reader, enum noe_expr_kind kind, struct noe_span span) {
  struct noe_expr *expr = noe_model_expr(&reader->builder, kind, reader->builder.boolean, place_of(reader, span));
  expr->domain.type = reader->process;
  expr->slot = add_local(reader, take_name(reader));
  size_t bound = reader->names.count - 1;
  expect(reader, "(");
  expr->left = read_as(reader, reader->builder.boolean);
  expect(reader, ")");
  reader->names.items[bound].text = ""; /* out of sight; `self` may have been bound behind it, and stays */
  noe_model_add_loop(&reader->builder, reader->process, expr, NULL);
  return expr;
}

static const struct noe_expr *read_atom(struct reader *reader) {
  struct noe_span span = reader->span;
  const struct noe_type *boolean = reader->builder.boolean;
  struct noe_place place = place_of(reader, span);
  if (isdigit((unsigned char)*reader->token))
    return noe_model_constant(&reader->builder, reader->builder.integer, take_number(reader), place);
  bool truth = is(reader, "true");
  if (accept(reader, "true") || accept(reader, "false"))
    return noe_model_constant(&reader->builder, boolean, truth, place);
  if (accept(reader, "all"))
    return read_quantified(reader, NOE_EXPR_FORALL, span);
  if (accept(reader, "some"))
    return read_quantified(reader, NOE_EXPR_EXISTS, span);
  if (accept(reader, "!")) {
    const struct noe_expr *expr = read_atom(reader);
    require(reader, expr, boolean, span);
    return operation(reader, NOE_EXPR_NOT, boolean, expr, NULL, span);
  }
  if (accept(reader, "(")) {
    const struct noe_expr *expr = read_expr(reader, 1);
    expect(reader, ")");
    return expr;
  }
  const struct noe_expr *found = read_location(reader);
  return found ? operation(reader, NOE_EXPR_READ, found->type, found, NULL, span)
               : noe_model_constant(&reader->builder, boolean, false, place);
}

static const struct {
  const char *text;
  uint32_t level;
  enum noe_expr_kind kind;
  char operands; /* b: conditions, n: numbers, =: two of one type */
} operators[] = {
    {"|", 1, NOE_EXPR_OR, 'b'},         {"&", 2, NOE_EXPR_AND, 'b'},      {"=", 3, NOE_EXPR_EQUAL, '='},
    {"!=", 3, NOE_EXPR_NOT_EQUAL, '='}, {"<", 3, NOE_EXPR_LESS, 'n'},     {"<=", 3, NOE_EXPR_LESS_EQUAL, 'n'},
    {"+", 4, NOE_EXPR_ADD, 'n'},        {"-", 4, NOE_EXPR_SUBTRACT, 'n'},
};
enum { OPERATORS = sizeof operators / sizeof *operators, SUM = 4 };

static const struct noe_expr *read_expr(struct reader *reader, uint32_t level) {
  const struct noe_type *boolean = reader->builder.boolean, *integer = reader->builder.integer;
  struct noe_span left = reader->span;
  if (++reader->depth > MOST_DEPTH)
    fail(reader, NOE_E_DEPTH, left, "expressions are nested too deeply", NULL);
  const struct noe_expr *expr = level == SUM ? read_atom(reader) : read_expr(reader, level + 1);
  for (size_t i = 0; i < OPERATORS; i++) {
    if (operators[i].level != level || !accept(reader, operators[i].text))
      continue;
    char operands = operators[i].operands;
    const struct noe_type *wanted = operands == 'b' ? boolean : operands == 'n' ? integer : expr->type;
    require(reader, expr, wanted, left);
    struct noe_span span = reader->span;
    const struct noe_expr *right = level == SUM ? read_atom(reader) : read_expr(reader, level + 1);
    require(reader, right, wanted, span);
    expr = operation(reader, operators[i].kind, level == SUM ? integer : boolean, expr, right, left);
    i = (size_t)-1; /* there may be another one */
  }
  reader->depth--;
  return expr;
}

static const struct noe_type *read_type(struct reader *reader) {
  if (accept(reader, "bool"))
    return reader->builder.boolean;
  if (accept(reader, "process"))
    return reader->process;
  struct noe_span span = reader->span;
  int64_t low = take_number(reader);
  expect(reader, "..");
  int64_t high = take_number(reader);
  if (high < low)
    fail(reader, NOE_E_BOUNDS, span, "this range is empty", NULL);
  return noe_model_range(&reader->builder, low, high);
}

/* The value of a new cell of the start state's frame. */
static const struct noe_expr *read_start_local(struct reader *reader, const struct noe_type *type, uint32_t *slot,
                                               struct noe_span span) {
  *slot = reader->start.frame_cells++;
  return operation(reader, NOE_EXPR_READ, type, location(reader, NOE_EXPR_LOCAL, type, *slot, span), NULL, span);
}

/* A constant; or `any`, a parameter of the start state. */
static const struct noe_expr *read_initial(struct reader *reader, const struct noe_type *type, bool is_local) {
  struct noe_span span = reader->span;
  if (is_local || !accept(reader, "any")) {
    const struct noe_expr *value = read_as(reader, type);
    if (value->kind != NOE_EXPR_CONSTANT || value->value < type->low || value->value > type->high)
      fail(reader, NOE_E_NOT_CONSTANT, span, "a constant of the type is expected here", NULL);
    return value;
  }
  uint32_t slot;
  const struct noe_expr *value = read_start_local(reader, type, &slot, span);
  struct noe_binder binder = noe_model_parameter("any", type, slot, place_of(reader, span));
  NOE_LIST_PUSH(reader->arena, &reader->start_binders, binder);
  return value;
}

static void declare(struct reader *reader, bool is_local) {
  struct noe_span span = reader->span;
  struct name name = {.is_global = true, .slot = (uint32_t)reader->builder.cells};
  if (find(reader))
    fail(reader, NOE_E_REDECLARED, span, "this name is taken", reader->token);
  name.text = take_name(reader);
  expect(reader, ":");
  const struct noe_type *type = read_type(reader);
  name.type = is_local ? noe_model_array(&reader->builder, reader->process, type) : type;
  struct noe_variable variable = {.name = name.text, .type = name.type, .place = place_of(reader, span)};
  if (!noe_model_add_variable(&reader->builder, variable))
    fail(reader, NOE_E_TOO_LARGE, span, "the state has too many cells", NULL);
  NOE_LIST_PUSH(reader->arena, &reader->names, name);
  expect(reader, ":=");
  const struct noe_expr *value = read_initial(reader, type, is_local);
  const struct noe_expr *place = location(reader, NOE_EXPR_GLOBAL, name.type, name.slot, span);
  uint32_t slot;
  if (is_local) /* it starts alike in every process */
    place =
        operation(reader, NOE_EXPR_ELEMENT, type, place, read_start_local(reader, reader->process, &slot, span), span);
  struct noe_stmt *stmt = noe_model_assignment(&reader->builder, place, value);
  if (is_local)
    stmt = noe_model_for(&reader->builder, reader->process, slot, stmt, place->place);
  *reader->start_end = stmt;
  reader->start_end = &stmt->next;
}

static const struct noe_stmt *read_body(struct reader *reader) {
  const struct noe_stmt *first = NULL, **end = &first;
  do {
    struct noe_span span = reader->span;
    const struct noe_expr *target = read_location(reader);
    if (target && target->kind == NOE_EXPR_LOCAL)
      fail(reader, NOE_E_READ_ONLY, span, "this cannot be changed", target->name);
    expect(reader, ":=");
    if (reader->failed)
      return NULL;
    struct noe_stmt *stmt = noe_model_assignment(&reader->builder, target, read_as(reader, target->type));
    *end = stmt;
    end = &stmt->next;
  } while (accept(reader, ","));
  return first;
}

static void read_clause(struct reader *reader, enum noe_clause_kind kind, enum noe_property_kind property) {
  size_t scope = reader->names.count;
  memset(&reader->binders, 0, sizeof reader->binders);
  reader->clause = (struct noe_clause){.kind = kind, .property = property};
  reader->clause.place = place_of(reader, reader->span);
  reader->clause.name = reader->clause.title = take_name(reader);
  expect(reader, ":");
  reader->clause.guard = read_as(reader, reader->builder.boolean);
  if (kind == NOE_CLAUSE_RULE) {
    expect(reader, "->");
    reader->clause.body = read_body(reader);
  }
  reader->clause.binders = reader->binders.items;
  reader->clause.binder_count = reader->clause.parameter_count = (uint32_t)reader->binders.count;
  noe_model_add_clause(&reader->builder, reader->clause);
  reader->names.count = scope;
}

static void read_processes(struct reader *reader) {
  expect(reader, "processes");
  struct noe_constant size = {.name = take_name(reader), .type = reader->builder.integer};
  expect(reader, "=");
  struct noe_span span = reader->span;
  size.value = take_number(reader);
  for (size_t i = 0; i < reader->options->define_count; i++) {
    const struct noe_define *define = &reader->options->defines[i];
    size.overridden = !strcmp(define->name, size.name);
    size.value = strtoll(define->value, NULL, 10);
    if (!size.overridden)
      fail(reader, NOE_E_DEFINE, NOE_NO_SPAN, "-D: this is the only constant", size.name);
  }
  if (size.value < 1 || size.value > MOST_PROCESSES)
    fail(reader, NOE_E_SCALARSET_SIZE, span, "there can be 1 to 1000 processes", NULL);
  struct noe_type *process = noe_model_scalarset(&reader->builder, reader->failed ? 1 : size.value);
  process->name = "process";
  process->place = size.place = place_of(reader, span);
  reader->process = process;
  noe_model_add_constant(&reader->builder, size);
  expect(reader, ";");
}

static void read_item(struct reader *reader) {
  bool is_local = is(reader, "local"), is_live = is(reader, "live"), is_always = is(reader, "always");
  if (accept(reader, "shared") || accept(reader, "local"))
    declare(reader, is_local);
  else if (accept(reader, "do"))
    read_clause(reader, NOE_CLAUSE_RULE, NOE_PROPERTY_INVARIANT);
  else if (accept(reader, "always") || accept(reader, "reach") || accept(reader, "live"))
    read_clause(reader, NOE_CLAUSE_PROPERTY,
                is_always ? NOE_PROPERTY_INVARIANT
                : is_live ? NOE_PROPERTY_LIVENESS
                          : NOE_PROPERTY_COVER);
  else
    fail(reader, NOE_E_SYNTAX, reader->span, "shared, local, do, always, reach or live is expected here", NULL);
  expect(reader, ";");
}

static const struct noe_model *load(struct noe_arena *arena, const struct noe_source *source,
                                    const struct noe_options *options, struct noe_diagnostics *diagnostics) {
  struct reader reader = {.arena = arena, .source = source, .options = options, .diagnostics = diagnostics};
  noe_model_builder_init(&reader.builder, arena);
  reader.start = (struct noe_clause){.kind = NOE_CLAUSE_START, .name = "start", .title = "start", .place = {1, 1}};
  reader.start_end = &reader.start.body;
  advance(&reader);
  read_processes(&reader);
  while (*reader.token)
    read_item(&reader);
  reader.start.binders = reader.start_binders.items;
  reader.start.binder_count = reader.start.parameter_count = (uint32_t)reader.start_binders.count;
  noe_model_add_clause(&reader.builder, reader.start);
  return reader.failed ? NULL : noe_model_finish(&reader.builder, source, options);
}

const struct noe_front_end noe_tiny_front_end = {.name = "tiny", .endings = {".tiny", ".gcl"}, .load = load};
