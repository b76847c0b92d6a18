#include "report/dot.h"

#include <inttypes.h>
#include <string.h>

#include "report/escape.h"
#include "report/state_text.h"

/* The lines of a state, without their margin. */
static void state_label(const struct noe_report *report, const int64_t *state, struct noe_text *out) {
  struct noe_text text = noe_base_text(report->memory), lines = noe_base_text(report->memory);
  struct noe_state_style style = {.skips_undefined = true};
  noe_report_state_compact(report->memory, report->model, state, &style, &text);
  for (const char *line = noe_base_text_string(&text), *end; *line; line = end) {
    line += strspn(line, " ");
    end = line + strcspn(line, "\n");
    end += *end == '\n';
    noe_base_text_add(&lines, line, (size_t)(end - line));
  }
  noe_report_escape_dot(out, noe_base_text_string(&lines));
  noe_base_text_free(&text);
  noe_base_text_free(&lines);
}

/* What is wrong here, for the label; NULL if nothing is. */
static const char *mark(const struct noe_graph_node *node) {
  if (node->violates)
    return "invariant violated";
  if (node->failed)
    return "run-time error";
  return node->dead ? "deadlock" : NULL;
}

static void draw_node(const struct noe_report *report, const struct noe_graph_node *node, uint64_t number,
                      struct noe_text *out) {
  const char *wrong = mark(node);
  noe_base_text_printf(out, "  s%" PRIu64 " [label=\"", number);
  if (wrong)
    noe_base_text_printf(out, "%s\\n", wrong);
  state_label(report, node->state, out);
  noe_base_text_puts(out, "\"");
  if (node->start)
    noe_base_text_puts(out, ", peripheries=2");
  if (wrong)
    noe_base_text_puts(out, ", color=red, fontcolor=red");
  if (!node->expanded)
    noe_base_text_puts(out, ", style=dashed");
  noe_base_text_puts(out, "];\n");
}

static void draw_edge(const struct noe_report *report, const struct noe_graph *graph, const struct noe_graph_edge *edge,
                      struct noe_text *out) {
  struct noe_text label = noe_base_text(report->memory);
  noe_base_text_puts(&label, edge->clause->title);
  if (edge->clause->parameter_count) {
    noe_base_text_puts(&label, "\n");
    noe_report_arguments(report->model, edge->clause, edge->arguments, graph->nodes[edge->from].state, &label);
  }
  noe_base_text_printf(out, "  s%" PRIu64 " -> s%" PRIu64 " [label=\"", edge->from, edge->to);
  noe_report_escape_dot(out, noe_base_text_string(&label));
  noe_base_text_puts(out, "\"];\n");
  noe_base_text_free(&label);
}

void noe_report_dot(const struct noe_report *report, const struct noe_graph *graph, struct noe_text *out) {
  noe_base_text_puts(out, "digraph \"");
  noe_report_escape_dot(out, report->file);
  noe_base_text_puts(out, "\" {\n  node [shape=box, fontname=\"monospace\", fontsize=10];\n"
                          "  edge [fontname=\"sans-serif\", fontsize=9];\n");
  for (uint64_t i = 0; i < graph->node_count; i++)
    draw_node(report, &graph->nodes[i], i, out);
  for (uint64_t i = 0; i < graph->edge_count; i++)
    draw_edge(report, graph, &graph->edges[i], out);
  noe_base_text_puts(out, "}\n");
}
