/* A state graph for Graphviz. */
#ifndef NOE_REPORT_DOT_H
#define NOE_REPORT_DOT_H

#include "explicit/graph.h"
#include "report/report.h"

/* States show their variables; start states have a double border, states where an
 * invariant fails, something fails at run time or nothing can happen are marked. */
void noe_report_dot(const struct noe_report *report, const struct noe_graph *graph, struct noe_text *out);

#endif
