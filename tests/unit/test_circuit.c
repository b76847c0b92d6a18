/* Circuits say what the interpreter says. Without arguments: on models that have everything in them,
 * and what is refused. With arguments, names of models: on each of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "circuit_kit.h"

static char *read_file(const char *name) {
  FILE *file = fopen(name, "r");
  if (!file)
    return NULL;
  size_t room = (size_t)1 << 22;
  char *text = malloc(room);
  text[fread(text, 1, room - 1, file)] = 0;
  fclose(file);
  return text;
}

static int cross_file(const char *name, size_t most) {
  char *text = read_file(name);
  struct gate_cross cross;
  int status = 0;
  if (!text) {
    printf("%s: cannot be read\n", name);
    return 1;
  }
  bool did = gate_cross_text(&cross, name, text, most);
  if (cross.refused)
    printf("%s\n", cross.complaint);
  else if (*cross.complaint) {
    printf("MISMATCH %s\n", cross.complaint);
    status = 1;
  } else if (did)
    printf("%s: %zu states, %lu compared, %lu faults, %u bits\n", name, cross.seen, (unsigned long)cross.compared,
           (unsigned long)cross.faults, cross.circuits->bit_count);
  gate_free(&cross);
  free(text);
  return status;
}

/* ------------------------------------------------------------------- models */

static const char everything[] =
    "type K: 0..3; R: record f: K; g: array [0..1] of K; end; P: scalarset(2);\n"
    "var x: K; y: K; a: array [K] of K; r: R; s: R; q: array [0..1] of R; m: multiset [3] of R; n: multiset [2] of K;\n"
    "  c: array [P] of boolean; w: boolean;\n"
    "procedure zap(); begin r.f := 3; x := 3; end;\n"
    "function index(): K; begin r.f := (r.f + 1) % 4; return r.f % 2; end;\n"
    "function sum(k: K): K; begin if k = 0 then return 0; end; return (1 + sum(k - 1)) % 4; end;\n"
    "function dirty(): boolean; begin x := 2; y := 2; return true; end;\n"
    "function early(k: K): K; begin for i: K do if i = k then return a[i]; end; end; return 3; end;\n"
    "startstate begin x := 0; y := 1; for i: K do a[i] := i; end; r.f := 0; r.g[0] := 1; r.g[1] := 2; s := r;\n"
    "  q[0] := r; q[1] := s; for p: P do c[p] := false; end; w := false; end;\n"
    "rule \"held\" begin q[index()] := r; end;\n"
    "rule \"added\" multisetcount(i: m, true) < 3 ==> begin multisetadd(r, m); end;\n"
    "rule \"assigned\" begin a[index()] := r.f; end;\n"
    "rule \"sum\" x < 3 ==> begin y := sum(x + 1); x := (x + 1) % 4; end;\n"
    "rule \"dirty\" dirty() & x != 2 ==> begin y := (x + y) % 4; end;\n"
    "alias v: x + y; u: a[x]; t: (w ? r : s) do rule \"alias\" v < 4 & !isundefined(t.f) ==> begin u := t.f; end; "
    "end;\n"
    "rule \"early\" begin y := early(r.f); end;\n"
    "rule \"while\" y > 2 ==> begin while y > 0 do y := y - 1; if y = 1 then return; end; end; zap(); end;\n"
    "rule \"spin\" x = 3 & y = 3 ==> begin while true do y := 3; end; end;\n"
    "choose i: m do rule \"take\" m[i].f = x ==> begin s := m[i]; multisetremove(i, m); end; end;\n"
    "choose i: n do choose j: n do rule \"two\" n[i] != n[j] ==> begin n[i] := n[j]; end; end; end;\n"
    "rule \"full\" begin multisetadd(x, n); end;\n"
    "rule \"empty\" x = 2 ==> begin multisetremovepred(i: n, n[i] = x); undefine r; clear s; end;\n"
    "ruleset p: P do rule \"or\" begin c[p] := c[p] | w; w := w & c[p]; end; end;\n"
    "rule \"switch\" begin switch x + 1 case 1, 2: y := 0; case y: y := 1; else put x; end; end;\n"
    "ruleset i := 3 to 0 by -2 do rule \"steps\" a[i] < 3 ==> begin for j := i to 0 by -1 do a[j] := a[j] + 1; end; "
    "end; end;\n"
    "rule \"some\" begin for j := x to y do a[j] := j; end; end;\n"
    "rule \"assume\" begin a[3] := x; assume x != 1; cover y = 2; assert \"y\" y != 3 | x = 2; end;\n"
    "invariant \"claim\" x = 2 -> y != 3 -> r.f >= 0; cover exists i: K do a[i] = y end; assume a[0] < 4;\n"
    "invariant \"bags\" forall i: K do forall j: K do r = s | q[0] != q[1] end end;\n"
    "ltl \"atoms\" forall p: P do [] (c[p] -> <> exists o: P do !c[o] | w end) end;\n";

static const char numbers[] =
    "type E: enum {ea, eb}; P: scalarset(2); U: union {E, P}; K: -3..3;\n"
    "var u: U; e: E; p: P; k: K; b: array [U] of K; l: -4611686018427387904..4611686018427387904;\n"
    "startstate begin u := ea; e := eb; k := 1; for i: U do b[i] := 0; end; l := 1; undefine p; end;\n"
    "ruleset v: U do rule \"any\" begin u := v; end; end;\n"
    "ruleset v: K do rule \"number\" begin k := v; end; end;\n"
    "rule \"enum\" begin e := u; end;\n"
    "rule \"scalarset\" ismember(u, P) ==> begin p := u; b[p] := k; end;\n"
    "ruleset i: P do rule \"either\" begin p := (k > 0 ? i : p); end; end;\n"
    "rule \"any scalarset\" begin p := u; end;\n"
    "rule \"divide\" begin b[u] := 3 / k + 3 % k; end;\n"
    "rule \"divide more\" begin k := (b[u] * 7 - 2) / k; end;\n"
    "rule \"remain\" begin k := (b[u] * 7 - 2) % k; end;\n"
    "rule \"shift\" begin k := ((1 << k) >> 1) & 3; end;\n"
    "rule \"shift more\" begin l := (k << b[u]) >> k; end;\n"
    "rule \"bits\" begin k := ((k ^ 2) | 1) & ~k; end;\n"
    "rule \"large\" begin l := l * l * 4611686018427387904 + l; end;\n"
    "rule \"larger\" k > 0 ==> begin l := l * 1073741824; end;\n"
    "rule \"negate\" begin k := -k - b[u]; end;\n"
    "rule \"compare\" p = u | e = u ==> begin k := 0; end;\n"
    "rule \"step\" begin for i := 0 to 2 by k do b[u] := i; end; end;\n"
    "rule \"quantified\" exists i := k to 3 by 2 do forall v: U do b[v] <= i end end ==> begin b[eb] := 3; end;\n";

static void agree(const char *name, const char *text, size_t states) {
  struct gate_cross cross;
  bool did = gate_cross_text(&cross, name, text, states);
  if (!did || *cross.complaint)
    printf("%s\n", *cross.complaint ? cross.complaint : "not a model");
  assert_true(did && !*cross.complaint && cross.seen > 50 && cross.faults > 10);
  gate_free(&cross);
}

static void agrees_with_the_interpreter(void **unused) {
  (void)unused;
  agree("everything", everything, 300);
  agree("numbers", numbers, 300);
}

/* What comes first counts: a firing that is discarded fails no more, and the other way round. */
static void first_outcome_counts(void **unused) {
  (void)unused;
  agree("outcomes",
        "var x: 0..9; y: 0..9; startstate begin x := 0; y := 0; end;\n"
        "ruleset a: 0..9 do ruleset b: 0..9 do rule begin x := a; y := b; end; end; end;\n"
        "rule \"one\" begin assume x < 5; assert y < 5; end; rule \"other\" begin assert y < 5; assume x < 5; end;\n",
        200);
}

static void refuses(const char *text, uint32_t line, const char *why) {
  struct gate_cross cross;
  assert_false(gate_cross_text(&cross, "refused", text, 10));
  assert_true(cross.refused);
  assert_non_null(strstr(cross.circuits->refused, why));
  assert_int_equal(cross.circuits->refused_at.line, line);
  gate_free(&cross);
}

static void says_what_it_cannot_build(void **unused) {
  (void)unused;
  refuses("var x: 0..100000; startstate begin x := 0; end;\nrule begin\nfor i := 0 to x do x := i; end; end;\n", 3,
          "bound");
  refuses("var x: 0..3;\nstartstate begin x := 0; end;\n"
          "ruleset a: 0..999 do ruleset b: 0..999 do rule x = a ==> begin x := b % 4; end; end; end;\n",
          3, "instances");
  refuses("var x: 0..9; startstate begin x := 0; end;\nrule x = 9 ==> var y: 0..9; begin\n"
          "for a := 0 to 99 do for b := 0 to 99 do for c := 0 to 99 do for d := 0 to 99 do for e := 0 to 99 do\n"
          "y := a % 10; end; end; end; end; end; x := y; end;\n",
          3, "rounds");
}

/* Cells that are always defined have no code for undefined; others do. */
static void settles_what_is_defined(void **unused) {
  (void)unused;
  struct gate_cross cross;
  assert_true(gate_cross_text(&cross, "settled",
                              "type P: scalarset(2); var a: array [P] of boolean; b: boolean; c: boolean; d: 0..3;\n"
                              "startstate begin for p: P do a[p] := false; end; b := true; c := true; d := 0; end;\n"
                              "ruleset p: P do rule begin a[p] := !a[p]; end; end; rule c ==> begin undefine b; end;\n"
                              "rule !isundefined(b) ==> begin d := (d + 1) % 4; end;\n",
                              100));
  assert_string_equal(cross.complaint, "");
  const struct noe_cell_code *codes = cross.circuits->codes;
  assert_true(!codes[0].has_undefined && !codes[1].has_undefined && codes[2].has_undefined && !codes[3].has_undefined);
  assert_int_equal(cross.circuits->bit_count, 1 + 1 + 2 + 1 + 2);
  gate_free(&cross);
}

/* The laws at the top of graph.h, and a planted defect that the checker finds. */
static void graphs_are_sound(void **unused) {
  (void)unused;
  struct noe_memory *memory = noe_base_memory_new(0);
  struct noe_graph_of_gates graph;
  noe_circuit_graph_init(&graph, memory, 3);
  noe_literal x = noe_circuit_input(0), y = noe_circuit_input(1), z = noe_circuit_input(2);
  noe_literal xy = noe_circuit_and(&graph, x, y);
  assert_int_equal(noe_circuit_and(&graph, y, x), xy);
  assert_int_equal(noe_circuit_and(&graph, x, xy), xy);
  assert_int_equal(noe_circuit_and(&graph, x ^ 1, xy), NOE_FALSE);
  assert_int_equal(noe_circuit_and(&graph, x, xy ^ 1), noe_circuit_and(&graph, x, y ^ 1));
  assert_int_equal(noe_circuit_or(&graph, xy, noe_circuit_and(&graph, x, y ^ 1)), x);
  noe_literal chosen = noe_circuit_choose(&graph, z, x, y);
  uint64_t inputs[3] = {0xaa, 0xcc, 0xf0}, values[64];
  noe_circuit_simulate(&graph, inputs, values);
  assert_int_equal(noe_circuit_value(values, chosen) & 0xff, 0xac);
  assert_true(noe_circuit_graph_is_sound(&graph));
  graph.gates[chosen >> 1].left ^= 1;
  assert_false(noe_circuit_graph_is_sound(&graph));
  noe_circuit_graph_free(&graph);
  assert_int_equal(noe_base_memory_used(memory), 0);
  noe_base_memory_delete(memory);
}

int main(int count, char **words) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_with_the_interpreter),
      cmocka_unit_test(first_outcome_counts),
      cmocka_unit_test(says_what_it_cannot_build),
      cmocka_unit_test(settles_what_is_defined),
      cmocka_unit_test(graphs_are_sound),
  };
  if (count == 1)
    return cmocka_run_group_tests(tests, NULL, NULL);
  const char *most = getenv("CROSS_STATES");
  int status = 0;
  for (int i = 1; i < count; i++)
    status |= cross_file(words[i], most ? (size_t)atoll(most) : 1000);
  return status;
}
