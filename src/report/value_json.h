/* Values of a model as JSON trees: null is undefined, enums and scalarsets are
 * strings, records and arrays are objects, multisets are arrays. */
#ifndef NOE_REPORT_VALUE_JSON_H
#define NOE_REPORT_VALUE_JSON_H

#include "model/model.h"
#include "report/json.h"

void noe_report_value_json(struct noe_json *json, const struct noe_type *type, const int64_t *cells);

/* A value in the conventions of the Informal Trace Format. */
void noe_report_value_itf(struct noe_json *json, const struct noe_type *type, const int64_t *cells);

#endif
