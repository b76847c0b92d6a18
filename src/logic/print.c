/* Terms and automata for people. */
#include "logic/automaton.h"

/* ---------------------------------------------------------------------- terms */

static int binding(const struct noe_term *term) {
  switch (term->kind) {
  case NOE_TERM_OR: return 1;
  case NOE_TERM_AND: return 2;
  case NOE_TERM_UNTIL: return term->parts[0]->kind == NOE_TERM_TRUE ? 4 : 3;
  case NOE_TERM_RELEASE: return term->parts[0]->kind == NOE_TERM_FALSE ? 4 : 3;
  default: return 4;
  }
}

static void print_inside(struct noe_text *text, const struct noe_term *term, int outer) {
  bool braces = binding(term) < outer || (outer == 3 && binding(term) == 3);
  if (braces)
    noe_base_text_puts(text, "(");
  noe_logic_print(text, term);
  if (braces)
    noe_base_text_puts(text, ")");
}

static void print_binary(struct noe_text *text, const struct noe_term *term, const char *unary, const char *infix) {
  bool is_unary = binding(term) == 4;
  if (is_unary)
    noe_base_text_puts(text, unary);
  else {
    print_inside(text, term->parts[0], 3);
    noe_base_text_puts(text, infix);
  }
  print_inside(text, term->parts[1], is_unary ? 4 : 3);
}

static void print_list(struct noe_text *text, const struct noe_term *term, const char *infix) {
  for (uint32_t i = 0; i < term->count; i++) {
    if (i)
      noe_base_text_puts(text, infix);
    print_inside(text, term->parts[i], binding(term) + 1);
  }
}

void noe_logic_print(struct noe_text *text, const struct noe_term *term) {
  switch (term->kind) {
  case NOE_TERM_TRUE: noe_base_text_puts(text, "true"); break;
  case NOE_TERM_FALSE: noe_base_text_puts(text, "false"); break;
  case NOE_TERM_HAS: noe_base_text_printf(text, "p%u", (unsigned)term->number); break;
  case NOE_TERM_LACKS: noe_base_text_printf(text, "!p%u", (unsigned)term->number); break;
  case NOE_TERM_AND: print_list(text, term, " & "); break;
  case NOE_TERM_OR: print_list(text, term, " | "); break;
  case NOE_TERM_NEXT:
    noe_base_text_puts(text, "X ");
    print_inside(text, term->parts[0], 4);
    break;
  case NOE_TERM_UNTIL: print_binary(text, term, "F ", " U "); break;
  case NOE_TERM_RELEASE: print_binary(text, term, "G ", " R "); break;
  }
}

/* -------------------------------------------------------------------- automata */

static void print_label(struct noe_text *text, const struct noe_edge *edge, uint32_t propositions) {
  const char *before = "";
  noe_base_text_puts(text, "[");
  for (uint32_t i = 0; i < propositions; i++) {
    bool yes = edge->positive >> i & 1, no = edge->negative >> i & 1;
    if (yes || no) {
      noe_base_text_printf(text, "%s%s%u", before, no ? "!" : "", (unsigned)i);
      before = "&";
    }
  }
  noe_base_text_puts(text, *before ? "] " : "t] ");
}

static void print_edge(struct noe_text *text, const struct noe_automaton *automaton, const struct noe_edge *edge,
                       uint32_t propositions) {
  print_label(text, edge, propositions);
  noe_base_text_printf(text, "%u", (unsigned)edge->target);
  const char *before = " {";
  for (uint32_t i = 0; i < automaton->mark_count; i++)
    if (edge->marks >> i & 1) {
      noe_base_text_printf(text, "%s%u", before, (unsigned)i);
      before = " ";
    }
  noe_base_text_puts(text, edge->marks ? "}\n" : "\n");
}

static void print_acceptance(struct noe_text *text, uint32_t marks) {
  if (marks)
    noe_base_text_printf(text, "acc-name: generalized-Buchi %u\n", (unsigned)marks);
  else
    noe_base_text_puts(text, "acc-name: all\n");
  noe_base_text_printf(text, "Acceptance: %u %s", (unsigned)marks, marks ? "" : "t");
  for (uint32_t i = 0; i < marks; i++)
    noe_base_text_printf(text, "%sInf(%u)", i ? "&" : "", (unsigned)i);
  noe_base_text_puts(text, "\n");
}

static void print_header(struct noe_text *text, const struct noe_automaton *automaton, const char *name,
                         uint32_t propositions) {
  noe_base_text_puts(text, "HOA: v1\n");
  if (name)
    noe_base_text_printf(text, "name: \"%s\"\n", name);
  noe_base_text_printf(text, "States: %u\n", (unsigned)automaton->state_count);
  if (automaton->state_count)
    noe_base_text_puts(text, "Start: 0\n");
  noe_base_text_printf(text, "AP: %u", (unsigned)propositions);
  for (uint32_t i = 0; i < propositions; i++)
    noe_base_text_printf(text, " \"p%u\"", (unsigned)i);
  noe_base_text_puts(text, "\n");
  print_acceptance(text, automaton->mark_count);
  noe_base_text_printf(text, "properties: trans-labels explicit-labels trans-acc%s%s%s\n",
                       automaton->deterministic ? " deterministic" : "", automaton->weak ? " weak" : "",
                       automaton->terminal ? " terminal" : "");
}

void noe_logic_print_hoa(struct noe_text *text, const struct noe_automaton *automaton, const char *name) {
  uint32_t propositions = automaton->propositions ? 64 - (uint32_t)__builtin_clzll(automaton->propositions) : 0;
  print_header(text, automaton, name, propositions);
  noe_base_text_puts(text, "--BODY--\n");
  for (uint32_t s = 0; s < automaton->state_count; s++) {
    noe_base_text_printf(text, "State: %u\n", (unsigned)s);
    for (uint32_t i = automaton->first[s]; i < automaton->first[s + 1]; i++)
      print_edge(text, automaton, &automaton->edges[i], propositions);
  }
  noe_base_text_puts(text, "--END--\n");
}
