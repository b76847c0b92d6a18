/* symmetry: values that are alike though nobody declared it, and what keeps others from it. */
#include "cli/explanation.h"
#include "report/escape.h"
#include "symmetry/group.h"

#include <string.h>

enum { MOST_CLASSES = 8, MOST_VALUES = 6 };

const struct noe_piece *noe_cli_found(const struct explanation *explanation, const struct noe_type *type) {
  return explanation->view && explanation->view->model ? noe_detect_found_type(explanation->view, type) : NULL;
}

/* ------------------------------------------------------------------ values */

static void value_text(struct explanation *explanation, const struct noe_found *found, uint32_t number) {
  if (found->member_of)
    noe_report_escape_plain(explanation->out, found->member_of->members[found->values[number]]);
  else
    noe_base_text_printf(explanation->out, "%lld", (long long)found->values[number]);
}

void noe_cli_found_values(struct explanation *explanation, const struct noe_piece *piece) {
  struct noe_text *out = explanation->out;
  uint32_t last = piece->first + piece->count - 1;
  noe_base_text_puts(out, " (");
  for (uint32_t i = piece->first; piece->count <= MOST_VALUES && i <= last; i++) {
    value_text(explanation, piece->found, i);
    noe_base_text_puts(out, i == last ? ")" : ", ");
  }
  if (piece->count <= MOST_VALUES)
    return;
  value_text(explanation, piece->found, piece->first);
  noe_base_text_puts(out, " to ");
  value_text(explanation, piece->found, last);
  noe_base_text_puts(out, ")");
}

/* ------------------------------------------------------------------ limits */

/* The first literal of the text that names the value and counts; NULL: there is none. */
static const struct noe_literal *literal_of(const struct noe_view *view, const struct noe_found *found, int64_t value) {
  const struct noe_classes *classes = &view->inference->classes;
  const struct noe_literal *first = NULL;
  for (size_t i = 0; i < classes->literals.count; i++) {
    const struct noe_literal *literal = &classes->literals.items[i];
    if (literal->value == value && noe_detect_root(classes, literal->class) == found->class &&
        noe_detect_counts(&view->counting, literal) && (!first || literal->place.line < first->place.line))
      first = literal;
  }
  return first;
}

static bool is_title_said(struct explanation *explanation, bool said, const char *title) {
  if (!said)
    noe_base_text_printf(explanation->out, "\n  %s\n", title);
  return true;
}

/* `1 of NODE` and the line that names it. */
static void kept_apart(struct explanation *explanation) {
  const struct noe_view *view = explanation->view;
  bool said = false;
  for (uint32_t i = 0; view->model && i < view->inference->classes.items.count; i++) {
    const struct noe_found *found = view->founds[i];
    for (uint32_t k = 0; found && k < found->atom_count; k++)
      for (uint32_t n = 0; !found->atoms[k].is_free && n < found->atoms[k].count; n++) {
        const struct noe_literal *literal = literal_of(view, found, found->values[found->atoms[k].first + n]);
        if (!literal)
          continue;
        said = is_title_said(explanation, said, "values that the text names are kept apart from the others:");
        noe_base_text_puts(explanation->out, "    ");
        value_text(explanation, found, found->atoms[k].first + n);
        noe_base_text_printf(explanation->out, " of %s\n", found->atoms[k].name);
        noe_cli_show_line(explanation, literal->place.line);
      }
  }
}

/* Does a rule or start state run through these values? Others are of no interest. */
static bool is_run_through(const struct noe_view *view, uint32_t class) {
  const struct noe_inference *inference = view->inference;
  for (size_t i = 0; i < inference->runs.count; i++)
    if (noe_detect_root(&inference->classes, inference->runs.items[i].class) == class &&
        (view->speakers[inference->runs.items[i].owner] & (NOE_SPEAKER_RULE | NOE_SPEAKER_START)))
      return true;
  return false;
}

static void class_name(struct explanation *explanation, const struct noe_class *class) {
  const struct noe_named_range *best = NULL;
  for (size_t i = 0; i < class->ranges.count; i++)
    if (!best || (class->ranges.items[i].named && !best->named))
      best = &class->ranges.items[i];
  if (best && best->named)
    noe_base_text_printf(explanation->out, "    %s, line %u: ", best->named->name, best->named->place.line);
  else if (best)
    noe_base_text_printf(explanation->out, "    %lld..%lld: ", (long long)best->low, (long long)best->high);
  else
    noe_base_text_puts(explanation->out, "    numbers: ");
}

/* Are these values points of a listed group? They are found, if not as a scalarset. */
static bool is_in_group(const struct noe_view *view, const struct noe_class *class) {
  const struct noe_model *model = view->model;
  for (uint32_t i = 0; model && i < model->type_count; i++)
    for (size_t k = 0; noe_group_spans_class(model->types[i]) && k < class->ranges.count; k++)
      if (class->ranges.items[k].named && !strcmp(class->ranges.items[k].named->name, model->types[i]->name))
        return true;
  return false;
}

/* Of one value there is nothing to say. */
static bool has_two_values(const struct noe_class *class) {
  for (size_t i = 0; i < class->ranges.count; i++)
    if (class->ranges.items[i].low != class->ranges.items[0].low ||
        class->ranges.items[i].low != class->ranges.items[i].high)
      return true;
  return !class->ranges.count;
}

static void not_alike(struct explanation *explanation) {
  const struct noe_view *view = explanation->view;
  uint32_t shown = 0;
  for (uint32_t i = 1; i < view->inference->classes.items.count && shown < MOST_CLASSES; i++) {
    const struct noe_class *class = &view->inference->classes.items.items[i];
    if (class->parent != i || !class->limit || class->limit == NOE_LIMIT_KIND || !view->is_kept[i] ||
        !has_two_values(class) || !is_run_through(view, i) || is_in_group(view, class))
      continue;
    is_title_said(explanation, shown++, "values that rules run through and that are not alike:");
    class_name(explanation, class);
    noe_base_text_printf(explanation->out, "%s\n", noe_detect_limit_text(class->limit));
    noe_cli_show_line(explanation, class->place.line);
  }
}

/* Rings and networks that may be there all the same. */
static void rings(struct explanation *explanation) {
  const struct noe_view *view = explanation->view;
  if (view->rings != NOE_RINGS_TOO_LONG && view->rings != NOE_RINGS_NOT_UNDERSTOOD)
    return;
  noe_base_text_printf(explanation->out, "\n  rings and networks: the search for them was given up, since\n  %s\n",
                       view->rings == NOE_RINGS_NOT_UNDERSTOOD ? "this cannot be written out for each value beforehand:"
                       : view->rings_end.line ? "it would take too long to write out all instances of the rules:"
                                              : "there are too many permutations to try; more may be left");
  noe_cli_show_line(explanation, view->rings_end.line);
}

void noe_cli_explain_limits(struct explanation *explanation) {
  if (explanation->view->inference && !explanation->view->inference->failed) {
    kept_apart(explanation);
    not_alike(explanation);
  }
  rings(explanation);
}

/* -------------------------------------------------------------------- where */

static bool has_class(const struct noe_inference *inference, const struct noe_value_shape *shape, uint32_t class) {
  bool has = noe_type_is_simple(shape->type) && noe_detect_root(&inference->classes, shape->class) == class;
  for (uint32_t i = 0; !has && i < shape->part_count; i++)
    has = has_class(inference, shape->parts[i], class);
  return has;
}

/* Values of another kind that were found under the same name. */
static bool has_namesake(const struct explanation *explanation, const struct noe_type *type) {
  const struct noe_piece *piece = noe_cli_found(explanation, type);
  for (uint32_t i = 0; i < explanation->model->type_count; i++) {
    const struct noe_type *other = explanation->model->types[i];
    const struct noe_piece *its = noe_cli_found(explanation, other);
    if (its && its->found != piece->found && other->name && type->name && !strcmp(other->name, type->name))
      return true;
  }
  return false;
}

void noe_cli_found_where(struct explanation *explanation, const struct noe_type *type) {
  const struct noe_inference *inference = explanation->view->inference;
  const struct noe_piece *piece = noe_cli_found(explanation, type);
  uint32_t said = 0;
  if (!piece || !has_namesake(explanation, type))
    return;
  for (uint32_t i = 0; i < inference->model->variable_count; i++) {
    if (!has_class(inference, inference->variables[i], piece->found->class))
      continue;
    noe_base_text_puts(explanation->out, !said ? "    those in " : said < MOST_VALUES ? ", " : "");
    if (said < MOST_VALUES)
      noe_report_escape_plain(explanation->out, inference->model->variables[i].name);
    said++;
  }
  noe_base_text_puts(explanation->out, said > MOST_VALUES ? " and others\n" : said ? "\n" : "");
}
