/* Comments, types, variables and start states of a counter program. */
#include <assert.h>

#include "base/version.h"
#include "counter/program_int.h"
#include "model/print.h"

enum { MOST_STARTS = 10000 };

/* ------------------------------------------------------------------ comments */

static void put_cell(struct noe_counter_program *program, uint32_t cell, int64_t value) {
  const struct noe_model *model = program->search->model;
  noe_base_text_puts(program->out, "  ");
  noe_model_print_cell(model, cell, program->out);
  noe_base_text_puts(program->out, " = ");
  noe_model_print_value(model->cells[cell].type, value, program->out);
}

static void describe_local(struct noe_counter_program *program, uint32_t number) {
  const struct noe_counter_space *space = program->search->space;
  uint32_t element = program->locals[number], block = noe_counter_block(space, element);
  const struct noe_slice *slice = &space->shape->slices[block];
  const int64_t *row = noe_counter_local_row(space, element);
  noe_base_text_printf(program->out, "--   L%u:", (unsigned)number);
  for (uint32_t i = 0; i < slice->count; i++)
    put_cell(program, slice->cells[i], row[i]);
  for (uint32_t i = 0; i < space->tracked; i++)
    if (noe_counter_has_flag(space, element, i)) {
      noe_base_text_puts(program->out, "  named by ");
      noe_model_print_cell(program->search->model, space->shape->plain[space->shape->pointers[i]], program->out);
    }
  noe_base_text_puts(program->out, "\n");
}

static void describe_global(struct noe_counter_program *program, uint32_t global) {
  const struct noe_counter_space *space = program->search->space;
  const int64_t *row = noe_counter_row(&space->globals, global);
  noe_base_text_printf(program->out, "--   G%u:", (unsigned)global);
  for (uint32_t i = 0; i < space->shape->plain_count; i++)
    put_cell(program, space->shape->plain[i], row[i]);
  noe_base_text_puts(program->out, "\n");
}

/* --------------------------------------------------------------- declarations */

static void put_locals_of(struct noe_counter_program *program, uint32_t block, const char *between) {
  bool is_first = true;
  for (uint32_t i = 0; i < program->local_count; i++)
    if (block == NOE_NO_BLOCK || noe_counter_block(program->search->space, program->locals[i]) == block) {
      noe_base_text_printf(program->out, "%s%s", is_first ? "" : between, block == NOE_NO_BLOCK ? "" : "count[");
      noe_base_text_printf(program->out, "L%u%s", (unsigned)i, block == NOE_NO_BLOCK ? "" : "]");
      is_first = false;
    }
}

void noe_program_put_declarations(struct noe_counter_program *program, const char *origin) {
  const struct noe_counter_search *search = program->search;
  struct noe_text *out = program->out;
  noe_base_text_puts(out, "-- made by noether " NOE_VERSION ": the counter abstraction of\n--   ");
  for (; *origin; origin++)
    noe_base_text_add(out, (unsigned char)*origin < ' ' ? " " : origin, 1);
  noe_base_text_puts(out, "\n-- Global parts; a variable that names a process tells no more than that it does:\n");
  for (uint32_t i = 0; i < search->space->globals.count; i++)
    if (noe_program_is_reached(program, i))
      describe_global(program, i);
  noe_base_text_puts(out, "-- Local states, as if of the first process; count says how many processes are in each:\n");
  for (uint32_t i = 0; i < program->local_count; i++)
    describe_local(program, i);
  noe_base_text_puts(out, "\ntype\n  Global: enum {");
  const char *between = " ";
  for (uint32_t i = 0; i < search->space->globals.count; i++)
    if (noe_program_is_reached(program, i)) {
      noe_base_text_printf(out, "%sG%u", between, (unsigned)i);
      between = ", ";
    }
  noe_base_text_puts(out, *between == ' ' ? " Nowhere };\n  Local: enum { " : " };\n  Local: enum { ");
  put_locals_of(program, NOE_NO_BLOCK, ", ");
  noe_base_text_puts(out, program->local_count ? "" : "Nobody");
  noe_base_text_printf(out, " };\n  Count: 0..%u;\n\nvar\n  global: Global;\n  count: array [Local] of Count;\n\n",
                       (unsigned)search->space->processes);
}

void noe_program_put_sums(struct noe_counter_program *program) {
  const struct noe_symmetry *symmetry = program->search->space->symmetry;
  for (uint32_t i = 0; i < symmetry->block_count && program->local_count; i++) {
    noe_base_text_printf(program->out, "invariant \"every process is in one local state%s\"\n  ", i ? ", too" : "");
    put_locals_of(program, i, " + ");
    noe_base_text_printf(program->out, " = %u;\n\n", (unsigned)symmetry->blocks[i].size);
  }
}

/* ---------------------------------------------------------------- start states */

static void put_start(struct noe_counter_program *program, uint32_t global, const uint32_t *elements, uint32_t count) {
  noe_base_text_printf(program->out,
                       "startstate\nbegin\n  global := G%u;\n  for l: Local do\n    count[l] := 0;\n  end;\n",
                       (unsigned)global);
  for (uint32_t i = 0; i < count;) {
    uint32_t same = i;
    while (same < count && elements[same] == elements[i])
      same++;
    noe_base_text_printf(program->out, "  count[L%u] := %u;\n", (unsigned)noe_program_number(program, elements[i]),
                         (unsigned)(same - i));
    i = same;
  }
  noe_base_text_puts(program->out, "end;\n\n");
}

void noe_program_put_starts(struct noe_counter_program *program) {
  struct noe_counter_search *search = program->search;
  uint32_t processes = search->space->processes, written = 0;
  uint32_t *elements = NOE_NEW_ARRAY(search->arena, uint32_t, processes + 1);
  for (size_t i = 0; i < search->failures.count; i++)
    if (search->failures.items[i].at_start)
      noe_base_text_puts(program->out, "startstate\nbegin\n  error \"a run-time error in a start state\";\nend;\n\n");
  for (size_t i = 0; i < search->starts.count; i++) {
    uint32_t set = search->starts.items[i].set;
    while (set && !program->refused) {
      uint32_t count = noe_diagram_first(&search->multisets, set, elements, processes);
      assert(count == processes && "all processes are in some local state");
      put_start(program, search->starts.items[i].global, elements, count);
      set = noe_diagram_minus(search->diagrams, set, noe_diagram_single(&search->multisets, elements, count));
      if (++written > MOST_STARTS)
        noe_program_refuse(program, "this many start states", search->model->starts[0].place);
    }
  }
}
