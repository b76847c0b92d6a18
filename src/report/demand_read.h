/* Values in JSON, as value_json.h writes them, read as demands on the states of a model: by the names
 * of variables, fields, indices and members. Parts that the file does not mention are free.
 *
 *   null                 undefined
 *   true, false          booleans
 *   3, "3"               integers
 *   "Idle", "Proc_1"     members of enums and scalarsets
 *   {"Proc_1": ...}      some elements of an array, or some fields of a record
 *   [...]                an array from its first element on, or all elements of a multiset */
#ifndef NOE_REPORT_DEMAND_READ_H
#define NOE_REPORT_DEMAND_READ_H

#include "base/diagnostic.h"
#include "model/demand.h"
#include "report/json_tree.h"
#include "report/names.h"

struct noe_demand_reader {
  struct noe_arena *arena;
  const struct noe_model *model;
  const struct noe_names *names;
  /* What does not fit the model is an error, reported here. NULL: names that the model does not know
   * are collected, and values that it does not have are never met. */
  struct noe_diagnostics *diagnostics;
  NOE_LIST(const char *) strange;
};

/* The demands of a state, by variable. */
struct noe_demands noe_report_demands_read(struct noe_demand_reader *reader, const struct noe_json_value *state);

/* The demands on a value of type `type`, its first cell being number 0. */
struct noe_demands noe_report_value_read(struct noe_demand_reader *reader, const struct noe_type *type,
                                         const struct noe_json_value *value);

/* A value of a simple type; false if it has no such value. */
bool noe_report_simple_read(const struct noe_demand_reader *reader, const struct noe_type *type,
                            const struct noe_json_value *json, int64_t *value);

/* Notes a name that the model does not know, once. */
void noe_report_strange(struct noe_demand_reader *reader, const char *name);

#endif
