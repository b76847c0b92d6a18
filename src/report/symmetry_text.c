/* The symmetry that a search rested on, for people. */
#include <string.h>

#include "report/check_int.h"
#include "report/number.h"
#include "symmetry/group.h"

static bool is_on(const struct noe_result *result) { return result->symmetry && strcmp(result->symmetry, "off") != 0; }

static bool is_trusted(const struct noe_symmetric_type *type) { return type->used && type->trusted; }

void noe_report_trusted(const struct noe_result *result, struct noe_text *out) {
  uint32_t count = 0, said = 0;
  for (uint32_t i = 0; i < result->type_count; i++)
    count += is_trusted(&result->types[i]);
  for (uint32_t i = 0; i < result->type_count; i++) {
    if (!is_trusted(&result->types[i]))
      continue;
    noe_base_text_puts(out, !said ? ", assuming the symmetry of " : said + 1 < count ? ", " : " and ");
    noe_base_text_puts(out, result->types[i].type->name);
    said++;
  }
}

/* What nobody declared is said in words of its own. */
static void found(const struct noe_result *result, struct noe_text *out) {
  for (uint32_t i = 0; is_on(result) && i < result->type_count; i++) {
    const struct noe_symmetric_type *type = &result->types[i];
    if (!type->used || !type->is_found)
      continue;
    noe_base_text_printf(out, "  found: %s, %llu values, ", type->type->name,
                         (unsigned long long)noe_type_size(type->type));
    if (type->type->group)
      noe_base_text_printf(out, "%s, ", type->type->group->description);
    noe_base_text_puts(out, "nobody declared it\n");
  }
}

void noe_report_symmetry(const struct noe_result *result, struct noe_text *out) {
  const char *before = "  symmetry: ";
  for (uint32_t i = 0; is_on(result) && i < result->type_count; i++) {
    const struct noe_type *type = result->types[i].type;
    if (!result->types[i].used)
      continue;
    noe_base_text_printf(out, "%s%s (%llu)", before, type->name, (unsigned long long)noe_type_size(type));
    before = ", ";
  }
  if (*before != ',')
    return;
  if (result->group_order) {
    noe_base_text_puts(out, "; ");
    noe_report_digits(out, result->group_order, "permutation");
  }
  if (result->concrete_states) {
    noe_base_text_puts(out, "; ");
    noe_report_digits(out, result->concrete_states, "concrete state");
  } else if (result->has_uneven_starts) {
    noe_base_text_puts(out, "; start states are not symmetric");
  }
  noe_base_text_puts(out, "\n");
  found(result, out);
}

/* Why a scalarset of one value is not permuted needs no words. */
void noe_report_symmetry_notes(const struct noe_report *report, struct noe_text *out) {
  const struct noe_result *result = report->result;
  for (uint32_t i = 0; is_on(result) && i < result->type_count; i++) {
    const struct noe_symmetric_type *type = &result->types[i];
    if (type->used || !type->reason || noe_type_size(type->type) < 2)
      continue;
    noe_report_note(report, out);
    noe_base_text_printf(out, "%s%s is not used for symmetry:\n        %s",
                         type->type->name ? type->type->name : "a scalarset",
                         type->is_found ? ", whose values looked alike," : "", type->reason);
    if (type->place.line)
      noe_base_text_printf(out, " (line %u)", type->place.line);
    noe_base_text_puts(out, "\n");
  }
}
