/* The parts that decide a condition, one line each. */
#include <string.h>

#include "report/escape.h"
#include "report/number.h"
#include "report/why_int.h"

/* Groups of values, bytes of a condition, bytes of a value. */
enum { MOST_GROUPS = 6, MOST_BYTES = 100, MOST_VALUE_BYTES = 60 };

const char *noe_report_excerpt(const struct noe_report *report, struct noe_arena *arena, const struct noe_expr *expr,
                               size_t most) {
  if (!report->source || !report->front_end || !report->front_end->excerpt || expr->span.begin >= expr->span.end)
    return NULL;
  return report->front_end->excerpt(arena, report->source, expr->span, most);
}

const char *noe_report_why_source(const struct noe_why_writer *writer, const struct noe_expr *expr) {
  const char *text = noe_report_excerpt(writer->report, writer->arena, expr, MOST_BYTES);
  return text ? text : "the condition";
}

static bool begin_line(struct noe_why_writer *writer, uint32_t indent, const char *value) {
  if (!writer->lines)
    return false;
  writer->lines--;
  if (!writer->lines) {
    noe_base_text_puts(writer->out, "    ...\n");
    return false;
  }
  noe_base_text_printf(writer->out, "    %*s%s", (int)indent, "", value);
  return true;
}

/* --------------------------------------------------------------- operands */

static bool is_name(const struct noe_expr *expr) {
  return expr->kind == NOE_EXPR_LOCAL || expr->kind == NOE_EXPR_REFERENCE;
}

/* `x = 3` that is true, `flag` and `!flag`: the part and its value say it all, if the place
 * is called as it is written. */
static bool is_said(const struct noe_why_writer *writer, const struct noe_why *leaf,
                    const struct noe_why_operand *operand, const char *written) {
  bool same_place = writer->speaks_of_all || !operand->path || !strcmp(operand->path, written);
  const struct noe_expr *inner = leaf->expr->kind == NOE_EXPR_NOT ? leaf->expr->left : leaf->expr;
  bool is_itself = inner->kind == NOE_EXPR_READ || inner->kind == NOE_EXPR_COPY;
  bool is_equal = (leaf->expr->kind == NOE_EXPR_EQUAL && leaf->value) ||
                  (leaf->expr->kind == NOE_EXPR_NOT_EQUAL && !leaf->value) || is_itself;
  return is_equal && same_place && leaf->operands.count == 1;
}

void noe_report_why_value(const struct noe_why_writer *writer, const char *value) {
  size_t length = strlen(value);
  noe_report_escape_plain(
      writer->out, noe_base_arena_text(writer->arena, value, length > MOST_VALUE_BYTES ? MOST_VALUE_BYTES : length));
  noe_base_text_puts(writer->out, length > MOST_VALUE_BYTES ? "..." : "");
}

static void write_operands(const struct noe_why_writer *writer, const struct noe_why *why) {
  const char *before = "   (";
  for (size_t i = 0; i < why->operands.count; i++) {
    const struct noe_why_operand *operand = &why->operands.items[i];
    const char *written = noe_report_why_source(writer, operand->expr);
    bool is_argument = why->kind == NOE_WHY_CALL;
    if (writer->hides_values && !is_argument)
      continue;
    if (!is_argument && ((writer->knows_names && is_name(operand->expr)) || is_said(writer, why, operand, written)))
      continue;
    if (is_argument && (writer->speaks_of_all || !strcmp(operand->path, written)))
      continue;
    noe_base_text_puts(writer->out, before);
    noe_report_escape_plain(writer->out,
                            operand->path && (is_argument || !writer->speaks_of_all) ? operand->path : written);
    noe_base_text_puts(writer->out, " = ");
    noe_report_why_value(writer, operand->value);
    before = ", ";
  }
  noe_base_text_puts(writer->out, *before == ',' ? ")" : "");
}

/* ------------------------------------------------------------------ parts */

static void write_condition(struct noe_why_writer *writer, const struct noe_why *why, uint32_t indent) {
  if (!begin_line(writer, indent, why->value ? "true   " : "false  "))
    return;
  noe_report_escape_plain(writer->out, noe_report_why_source(writer, why->expr));
  write_operands(writer, why);
  noe_base_text_puts(writer->out, "\n");
  bool knew = writer->knows_names;
  writer->knows_names = true;
  noe_report_why_parts(writer, why, indent + 2);
  writer->knows_names = knew;
}

static void write_bound(const struct noe_why_writer *writer, const struct noe_why *why) {
  noe_base_text_printf(writer->out, "%s = ", why->expr->name ? why->expr->name : "the value");
  noe_report_values(why->type, why->values.items, why->values.count, writer->out);
}

/* The only part of a witness that is a witness itself: `for p = 1, q = 2`. */
const struct noe_why *noe_report_inner_witness(const struct noe_why *why) {
  bool is_chain = why->parts.count == 1 && why->parts.items[0].kind == NOE_WHY_WITNESS;
  return is_chain ? &why->parts.items[0] : NULL;
}

/* `p = 1, q = 2`; the innermost of them. */
const struct noe_why *noe_report_witnesses(const struct noe_why_writer *writer, const struct noe_why *why) {
  write_bound(writer, why);
  for (const struct noe_why *inner; (inner = noe_report_inner_witness(why)); why = inner) {
    noe_base_text_puts(writer->out, ", ");
    write_bound(writer, inner);
  }
  return why;
}

static void write_witness(struct noe_why_writer *writer, const struct noe_why *why, uint32_t indent) {
  if (!begin_line(writer, indent, "for "))
    return;
  why = noe_report_witnesses(writer, why);
  noe_base_text_puts(writer->out, ":\n");
  noe_report_why_parts(writer, why, indent + 2);
}

static void write_group(struct noe_why_writer *writer, const struct noe_why *every, const struct noe_why *group,
                        uint32_t indent) {
  bool is_only = every->parts.count == 1 && !every->left_out;
  if (!is_only) {
    if (!begin_line(writer, indent, "for "))
      return;
    write_bound(writer, group);
    noe_base_text_puts(writer->out, ":\n");
  }
  bool spoke = writer->speaks_of_all;
  writer->speaks_of_all = spoke || group->values.count > 1;
  noe_report_why_parts(writer, group, is_only ? indent : indent + 2);
  writer->speaks_of_all = spoke;
}

static void write_every(struct noe_why_writer *writer, const struct noe_why *why, uint32_t indent) {
  size_t shown = why->parts.count > MOST_GROUPS ? MOST_GROUPS : why->parts.count;
  uint64_t hidden = why->left_out;
  if (!begin_line(writer, indent, why->value ? "every " : "no "))
    return;
  noe_base_text_printf(writer->out, "%s makes `", why->expr->name ? why->expr->name : "value");
  noe_report_escape_plain(writer->out, noe_report_why_source(writer, why->expr->left));
  noe_base_text_puts(writer->out, "` true:\n");
  for (size_t i = 0; i < shown; i++)
    write_group(writer, why, &why->parts.items[i], indent + 2);
  for (size_t i = shown; i < why->parts.count; i++)
    hidden += why->parts.items[i].values.count;
  if (hidden && begin_line(writer, indent + 2, "and ")) {
    noe_report_counted(writer->out, hidden, "more value");
    noe_base_text_puts(writer->out, "\n");
  }
}

void noe_report_why_parts(struct noe_why_writer *writer, const struct noe_why *why, uint32_t indent) {
  for (size_t i = 0; i < why->parts.count && writer->lines; i++) {
    const struct noe_why *part = &why->parts.items[i];
    if (part->kind == NOE_WHY_WITNESS)
      write_witness(writer, part, indent);
    else if (part->kind == NOE_WHY_EVERY)
      write_every(writer, part, indent);
    else
      write_condition(writer, part, indent);
  }
}
