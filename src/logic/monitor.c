/* Bad prefixes of safety formulas: every state of the formula's automaton begins an
 * accepting run, and every infinite run accepts; so a prefix is bad exactly if no run
 * reads it. */
#include "logic/monitor_int.h"

enum noe_logic_answer noe_logic_monitor(struct noe_arena *arena, struct noe_memory *memory,
                                        const struct noe_term *formula, const struct noe_monitor **monitor) {
  struct noe_arena *scratch = noe_base_arena_new(memory);
  const struct noe_automaton *automaton = noe_logic_translate(scratch, memory, formula);
  enum noe_logic_answer answer = NOE_LOGIC_DONE;
  *monitor = NULL;
  if (!automaton)
    answer = NOE_LOGIC_TOO_LARGE;
  else if (!automaton->safety)
    answer = NOE_LOGIC_NOT_SAFETY;
  else {
    struct noe_acceptor acceptor = {automaton->state_count, automaton->edges, automaton->first, NULL};
    *monitor = noe_logic_determinise(arena, memory, &acceptor);
    answer = *monitor ? NOE_LOGIC_DONE : NOE_LOGIC_TOO_LARGE;
  }
  noe_base_arena_delete(scratch);
  return answer;
}

static void print_root(struct noe_text *text, const struct noe_monitor *monitor, uint32_t root) {
  if (!(root & NOE_MONITOR_QUESTION)) {
    if (root == NOE_MONITOR_BAD)
      noe_base_text_puts(text, "bad");
    else
      noe_base_text_printf(text, "%u", (unsigned)root);
    return;
  }
  const struct noe_decision *decision = &monitor->decisions[root & ~NOE_MONITOR_QUESTION];
  noe_base_text_printf(text, "(p%u ? ", (unsigned)decision->proposition);
  print_root(text, monitor, decision->high);
  noe_base_text_puts(text, " : ");
  print_root(text, monitor, decision->low);
  noe_base_text_puts(text, ")");
}

void noe_logic_print_monitor(struct noe_text *text, const struct noe_monitor *monitor) {
  noe_base_text_printf(text, "%u states, start %u\n", (unsigned)monitor->state_count, (unsigned)monitor->initial);
  for (uint32_t s = 1; s < monitor->state_count; s++) {
    noe_base_text_printf(text, "%u: ", (unsigned)s);
    print_root(text, monitor, monitor->roots[s]);
    noe_base_text_puts(text, "\n");
  }
}
