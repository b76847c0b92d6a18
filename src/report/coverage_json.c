/* Coverage as JSON: sums, units, and every point with its place, for programs that colour the text. */
#include "report/check_int.h"
#include "report/coverage_json.h"

static void sums(struct noe_json *json, struct noe_coverage_sum sum) {
  noe_report_json_put_unsigned(json, "statements", sum.statements);
  noe_report_json_put_unsigned(json, "statements_ran", sum.statements_ran);
  noe_report_json_put_unsigned(json, "branches", sum.branches);
  noe_report_json_put_unsigned(json, "branches_ran", sum.branches_ran);
}

static void unit(struct noe_json *json, const struct noe_report *report, const struct noe_coverage_unit *unit) {
  const struct noe_clause *clause = unit->clause;
  noe_report_json_begin(json, '{', true);
  noe_report_json_put_string(json, "kind", clause ? noe_report_clause_kind_name(clause->kind) : "function");
  noe_report_json_put_string(json, "name", clause ? clause->title : unit->function->name);
  noe_report_json_put_unsigned(json, "line", clause ? clause->place.line : unit->function->place.line);
  if (clause && clause->kind == NOE_CLAUSE_RULE && report->result->firings)
    noe_report_json_put_unsigned(json, "fired", report->result->firings[clause->id]);
  sums(json, noe_report_coverage_sum(report->result->coverage, unit));
  noe_report_json_end(json, '}');
}

static void point(struct noe_json *json, const struct noe_coverage *coverage, uint32_t number) {
  static const char *const kinds[] = {
      [NOE_POINT_STATEMENT] = "statement", [NOE_POINT_IF] = "if",           [NOE_POINT_ELSE] = "else",
      [NOE_POINT_CASE] = "case",           [NOE_POINT_NO_CASE] = "no case", [NOE_POINT_THEN] = "then",
      [NOE_POINT_THAT] = "otherwise"};
  const struct noe_coverage_point *point = &coverage->points[number];
  noe_report_json_begin(json, '{', true);
  noe_report_json_put_unsigned(json, "unit", point->unit);
  noe_report_json_put_string(json, "kind", kinds[point->kind]);
  noe_report_json_put_unsigned(json, "line", point->place.line);
  noe_report_json_put_unsigned(json, "column", point->place.column);
  noe_report_json_put_bool(json, "written", point->is_written);
  noe_report_json_put_bool(json, "ran", noe_coverage_ran(coverage, number));
  noe_report_json_end(json, '}');
}

void noe_report_coverage_json(struct noe_json *json, const struct noe_report *report) {
  const struct noe_coverage *coverage = report->result ? report->result->coverage : NULL;
  if (!coverage)
    return;
  noe_report_json_key(json, "coverage");
  noe_report_json_begin(json, '{', false);
  noe_report_json_put_bool(json, "complete", coverage->is_whole);
  noe_report_json_put_bool(json, "exact", !coverage->is_rough);
  noe_report_json_put_unsigned(json, "states", coverage->states);
  noe_report_json_put_unsigned(json, "looked_at", coverage->looked);
  sums(json, noe_report_coverage_total(coverage));
  noe_report_json_key(json, "units");
  noe_report_json_begin(json, '[', false);
  for (uint32_t i = 0; i < coverage->unit_count; i++)
    unit(json, report, &coverage->units[i]);
  noe_report_json_end(json, ']');
  noe_report_json_key(json, "points");
  noe_report_json_begin(json, '[', false);
  for (uint32_t i = 0; i < coverage->point_count; i++)
    point(json, coverage, i);
  noe_report_json_end(json, ']');
  noe_report_json_end(json, '}');
}
