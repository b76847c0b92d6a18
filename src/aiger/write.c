/* The circuit as a file. Variables are numbered as the binary form wants them: inputs, latches, then those gates that
 * something depends on, in the order of the graph, in which both sides of a gate come before it. */
#include <assert.h>

#include "aiger/aiger.h"
#include "base/version.h"

struct writing {
  const struct noe_aiger *aiger;
  struct noe_memory *memory;
  struct noe_text *out;
  uint32_t *variable; /* by node of the graph; 0: the constant, or not needed */
  uint32_t gate_count;
};

static uint32_t written(const struct writing *writing, noe_literal literal) {
  uint32_t variable = writing->variable[noe_literal_node(literal)];
  assert((variable || noe_literal_is_constant(literal)) && "what is written is needed");
  return 2 * variable + (literal & 1);
}

/* --------------------------------------------------------------- numbering */

static void need(struct writing *writing, noe_literal literal) { writing->variable[noe_literal_node(literal)] = 1; }

static void need_all(struct writing *writing) {
  const struct noe_aiger *aiger = writing->aiger;
  for (uint32_t i = 0; i < aiger->latch_count; i++)
    need(writing, aiger->next[i]);
  for (uint32_t i = 0; i < aiger->bad_count; i++)
    need(writing, aiger->bad[i].literal);
  need(writing, aiger->constraint);
  for (uint32_t i = aiger->graph.count; i-- > 1;)
    if (writing->variable[i] && !noe_circuit_is_input(&aiger->graph, i)) {
      need(writing, aiger->graph.gates[i].left);
      need(writing, aiger->graph.gates[i].right);
    }
}

static void number(struct writing *writing) {
  const struct noe_aiger *aiger = writing->aiger;
  uint32_t next = aiger->choice_width + aiger->latch_count;
  need_all(writing);
  writing->variable[0] = 0;
  for (uint32_t i = 0; i < aiger->latch_count; i++)
    writing->variable[noe_literal_node(noe_circuit_input(i))] = aiger->choice_width + 1 + i;
  for (uint32_t i = 0; i < aiger->choice_width; i++)
    writing->variable[noe_literal_node(noe_circuit_input(aiger->latch_count + i))] = 1 + i;
  for (uint32_t i = aiger->graph.input_count + 1; i < aiger->graph.count; i++)
    if (writing->variable[i]) {
      writing->variable[i] = ++next;
      writing->gate_count++;
    }
}

/* ----------------------------------------------------------------- sections */

static void write_header(struct writing *writing, bool is_ascii) {
  const struct noe_aiger *aiger = writing->aiger;
  uint32_t most = aiger->choice_width + aiger->latch_count + writing->gate_count;
  noe_base_text_printf(writing->out, "%s %u %u %u 0 %u %u", is_ascii ? "aag" : "aig", most, aiger->choice_width,
                       aiger->latch_count, writing->gate_count, aiger->bad_count);
  noe_base_text_puts(writing->out, aiger->constraint == NOE_TRUE ? "\n" : " 1\n");
}

static void write_roots(struct writing *writing, bool is_ascii) {
  const struct noe_aiger *aiger = writing->aiger;
  for (uint32_t i = 0; is_ascii && i < aiger->choice_width; i++)
    noe_base_text_printf(writing->out, "%u\n", 2 * (i + 1));
  for (uint32_t i = 0; i < aiger->latch_count; i++) {
    if (is_ascii)
      noe_base_text_printf(writing->out, "%u ", 2 * (aiger->choice_width + 1 + i));
    noe_base_text_printf(writing->out, "%u\n", written(writing, aiger->next[i]));
  }
  for (uint32_t i = 0; i < aiger->bad_count; i++)
    noe_base_text_printf(writing->out, "%u\n", written(writing, aiger->bad[i].literal));
  if (aiger->constraint != NOE_TRUE)
    noe_base_text_printf(writing->out, "%u\n", written(writing, aiger->constraint));
}

/* Seven bits a byte, low ones first; the top bit says that more follow. */
static void write_delta(struct noe_text *out, uint32_t delta) {
  char bytes[5];
  size_t count = 0;
  for (; delta >> 7; delta >>= 7)
    bytes[count++] = (char)(delta | 0x80);
  bytes[count++] = (char)delta;
  noe_base_text_add(out, bytes, count);
}

static void write_gates(struct writing *writing, bool is_ascii) {
  const struct noe_graph_of_gates *graph = &writing->aiger->graph;
  for (uint32_t i = graph->input_count + 1; i < graph->count; i++) {
    if (!writing->variable[i])
      continue;
    uint32_t gate = 2 * writing->variable[i];
    uint32_t a = written(writing, graph->gates[i].left), b = written(writing, graph->gates[i].right);
    uint32_t large = a > b ? a : b, small = a > b ? b : a;
    assert(gate > large && "both sides come before a gate");
    if (is_ascii)
      noe_base_text_printf(writing->out, "%u %u %u\n", gate, large, small);
    else {
      write_delta(writing->out, gate - large);
      write_delta(writing->out, large - small);
    }
  }
}

/* Whatever a model has in its strings stays on one line. */
static void write_line(struct noe_text *out, const char *text) {
  for (; *text; text++)
    noe_base_text_add(out, (unsigned char)*text < ' ' ? " " : text, 1);
  noe_base_text_puts(out, "\n");
}

static void write_question(const struct noe_question *question, struct noe_text *out) {
  const struct noe_clause *clause = question->clause;
  if (!clause)
    write_line(out, question->kind == NOE_FINDING_DEADLOCK ? "deadlock" : "run-time error");
  else {
    noe_base_text_printf(out, "%s line %u: ", noe_model_finding_kind_name(question->kind),
                         (unsigned)clause->place.line);
    write_line(out, clause->title);
  }
}

static void write_symbols(struct writing *writing) {
  const struct noe_aiger *aiger = writing->aiger;
  for (uint32_t i = 0; i < aiger->choice_width; i++)
    noe_base_text_printf(writing->out, "i%u choice.%u\n", i, i);
  for (uint32_t i = 0; i + 1 < aiger->latch_count; i++) {
    noe_base_text_printf(writing->out, "l%u ", i);
    noe_circuit_bit_name(aiger->circuits, i, writing->out);
    noe_base_text_puts(writing->out, "\n");
  }
  noe_base_text_printf(writing->out, "l%u started\n", aiger->latch_count - 1);
  for (uint32_t i = 0; i < aiger->bad_count; i++) {
    noe_base_text_printf(writing->out, "b%u ", i);
    write_question(&aiger->bad[i].question, writing->out);
  }
}

static void write_comment(struct writing *writing, const char *origin) {
  const struct noe_aiger *aiger = writing->aiger;
  noe_base_text_puts(writing->out, "c\nnoether " NOE_VERSION ": ");
  write_line(writing->out, origin);
  for (uint32_t i = 0; i < aiger->left_out_count; i++) {
    noe_base_text_puts(writing->out, "left out: ");
    write_question(&aiger->left_out[i], writing->out);
  }
}

void noe_aiger_write(const struct noe_aiger *aiger, bool is_ascii, const char *origin, struct noe_text *out) {
  assert(!aiger->refused && "there is a circuit");
  struct writing writing = {.aiger = aiger, .memory = out->memory, .out = out};
  writing.variable = noe_base_alloc(out->memory, aiger->graph.count * sizeof *writing.variable);
  for (uint32_t i = 0; i < aiger->graph.count; i++)
    writing.variable[i] = 0;
  number(&writing);
  write_header(&writing, is_ascii);
  write_roots(&writing, is_ascii);
  write_gates(&writing, is_ascii);
  write_symbols(&writing);
  write_comment(&writing, origin);
  noe_base_free(out->memory, writing.variable);
}
