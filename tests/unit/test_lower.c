/* The lowered form does what the interpreter does. Without arguments: on a model that has
 * everything in it, and the facts of some small ones. With arguments, names of models: on
 * each of them. */
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "lower_kit.h"

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

/* ------------------------------------------------------------------- files */

struct files {
  int count;
  char **names;
  int status;
};

static void cross_file(struct files *files, const char *name, size_t most) {
  char *text = read_file(name);
  struct low_cross cross;
  if (!text) {
    printf("%s: cannot be read\n", name);
    files->status = 1;
    return;
  }
  bool did = low_cross_text(&cross, name, text, most);
  low_free_all(&cross);
  if (*cross.complaint) {
    printf("MISMATCH %s\n", cross.complaint);
    files->status = 1;
  } else if (did)
    printf("%s: %zu states, %lu firings, %lu faults\n", name, cross.seen, (unsigned long)cross.fired,
           (unsigned long)cross.faults);
  else if (cross.refused)
    printf("%s: refused\n", name);
  free(text);
}

/* Calls may be nested ten thousand deep: with a stack for that. */
static void *cross_files(void *context) {
  struct files *files = context;
  const char *most = getenv("CROSS_STATES");
  for (int i = 0; i < files->count; i++)
    cross_file(files, files->names[i], most ? (size_t)atoll(most) : 60);
  return NULL;
}

static void in_thread(void *(*work)(void *), void *context) {
  pthread_attr_t attributes;
  pthread_t thread;
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, (size_t)1 << 30);
  if (pthread_create(&thread, &attributes, work, context))
    abort();
  pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
}

/* ------------------------------------------------------------------ models */

/* Orders of evaluation and what outlives what: sources read before the target's indices are
 * evaluated, effects of guards and aliases dropped, locals fresh in each call, results of
 * functions that call themselves, one of two places passed on. */
static const char orders[] =
    "type K: 0..3; R: record f: K; g: array [0..1] of K; end; P: scalarset(2);\n"
    "var x: K; y: K; a: array [K] of K; r: R; s: R; q: array [0..1] of R; m: multiset [2] of R; n: multiset [2] of K;\n"
    "  c: array [P] of boolean; w: boolean;\n"
    "procedure zap(); begin r.f := 3; x := 3; end;\n"
    "function index(): K; begin r.f := (r.f + 1) % 4; return r.f % 2; end;\n"
    "function fresh(k: K): boolean; var l: K; e: R; begin if k = 0 then l := 1; e.f := 2; end;\n"
    "  return isundefined(l) & isundefined(e.f); end;\n"
    "function sum(k: K): K; begin if k = 0 then return 0; end; return (1 + sum(k - 1)) % 4; end;\n"
    "function deep(k: K; v: R): R; var l: R; begin if k = 0 then return v; end; l := v; l.f := (l.f + 1) % 4;\n"
    "  return deep(k - 1, l); end;\n"
    "procedure down(k: K; var v: R); begin v.f := k; if k > 0 then down(k - 1, v); end; end;\n"
    "procedure turn(k: K; var v: R; var o: R); begin if k > 0 then turn(k - 1, o, v); else v.f := 1; end; end;\n"
    "function seen(v: R): K; begin r.f := 2; return v.f; end;\n"
    "function dirty(): boolean; begin x := 2; y := 2; return true; end;\n"
    "function early(k: K): K; begin for i: K do if i = k then return a[i]; end; end; return 3; end;\n"
    "function none(k: K): K; begin if k < 2 then return k; end; end;\n"
    "startstate begin x := 0; y := 1; for i: K do a[i] := i; end; r.f := 0; r.g[0] := 1; r.g[1] := 2; s := r; q[0] := "
    "r;\n"
    "  q[1] := s; for p: P do c[p] := false; end; w := false; end;\n"
    "rule \"held\" begin q[index()] := r; end;\n"
    "rule \"added\" multisetcount(i: m, true) < 2 ==> begin multisetadd(r, m); end;\n"
    "rule \"assigned\" begin a[index()] := r.f; end;\n"
    "rule \"fresh\" fresh(0) | !fresh(1) | fresh(0) ==> begin error \"locals outlive their call\"; end;\n"
    "rule \"sum\" x < 3 ==> begin y := sum(x + 1); x := (x + 1) % 4; end;\n"
    "rule \"deep\" begin s := deep(x, r); end;\n"
    "rule \"down\" begin down(y, q[x % 2]); end;\n"
    "rule \"turn\" begin turn(x, r, s); end;\n"
    "rule \"one of two\" begin y := seen(x > 1 ? r : s); end;\n"
    "rule \"dirty\" dirty() & x != 2 ==> begin y := (x + y) % 4; end;\n"
    "alias v: x + y; u: a[x]; t: (w ? r : s) do rule \"alias\" v < 4 & !isundefined(t.f) ==> begin u := t.f; end; "
    "end;\n"
    "alias v: dirty() do rule \"alias of an effect\" v & x < 2 ==> begin w := !w; end; end;\n"
    "rule \"sum and effect\" begin x := x + index(); end;\n"
    "rule \"early\" begin y := early(r.f); end;\n"
    "rule \"none\" begin y := none(x); end;\n"
    "rule \"while\" y > 2 ==> begin while y > 0 do y := y - 1; if y = 1 then return; end; end; zap(); end;\n"
    "rule \"spin\" x = 3 & y = 3 ==> begin while true do y := 3; end; end;\n"
    "choose i: m do rule \"take\" m[i].f = x ==> begin s := m[i]; multisetremove(i, m); y := m[i].f; end; end;\n"
    "choose i: n do choose j: n do rule \"two\" n[i] != n[j] ==> begin n[i] := n[j]; end; end; end;\n"
    "rule \"full\" begin multisetadd(x, n); end;\n"
    "rule \"empty\" x = 2 ==> begin multisetremovepred(i: n, n[i] = x); undefine r; clear s; end;\n"
    "ruleset p: P do rule \"or\" begin c[p] := c[p] | w; w := w & c[p]; end; end;\n"
    "rule \"switch\" begin switch x + 1 case 1, 2: y := 0; case y: y := 1; else put \"none \"; put x; put r; end; "
    "end;\n"
    "ruleset i := 3 to 0 by -2 do rule \"steps\" a[i] < 3 ==> begin for j := i to 0 by -1 do a[j] := a[j] + 1; end; "
    "end; end;\n"
    "rule \"assume\" begin a[3] := x; assume x != 1; cover y = 2; assert \"y\" y != 3 | x != 2; end;\n"
    "invariant \"claim\" x = 2 -> y != 3 -> r.f >= 0; cover exists i: K do a[i] = y end; assume a[0] < 4;\n"
    "ltl \"atoms\" forall p: P do [] (c[p] -> <> exists o: P do !c[o] | w end) end;\n";

/* Unions, shifts and divisions, with every error that they can come to. */
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
    "rule \"shift\" begin k := ((1 << k) >> 1) & 3; end;\n"
    "rule \"bits\" begin k := ((k ^ 2) | 1) & ~k; end;\n"
    "rule \"large\" begin l := l * l * 4611686018427387904 + l; end;\n"
    "rule \"larger\" k > 0 ==> begin l := l * 1073741824; end;\n"
    "rule \"negate\" begin k := -k - b[u]; end;\n"
    "rule \"compare\" p = u | e = u ==> begin k := 0; end;\n"
    "rule \"step\" begin for i := 0 to 2 by k do b[u] := i; end; end;\n"
    "rule \"quantified\" exists i := k to 3 by 2 do forall v: U do b[v] <= i end end ==> begin b[eb] := 3; end;\n";

static void *cross_texts(void *context) {
  static const char *const texts[] = {orders, numbers};
  for (int i = 0; i < 2; i++) {
    struct low_cross cross;
    bool did = low_cross_text(&cross, i ? "numbers" : "orders", texts[i], 400);
    low_free_all(&cross);
    if (!did || *cross.complaint)
      printf("%s\n", did ? cross.complaint : "not lowered");
    *(bool *)context = *(bool *)context && did && !*cross.complaint && cross.seen > 100 && cross.faults > 10;
  }
  return NULL;
}

static void agrees_with_the_interpreter(void **unused) {
  (void)unused;
  bool fine = true;
  in_thread(cross_texts, &fine);
  assert_true(fine);
}

/* -------------------------------------------------------------------- facts */

static void load(struct low_cross *cross, const char *text) {
  *cross = (struct low_cross){.name = "facts"};
  assert_true(low_load(cross, text));
  cross->form[1] = noe_lower_model(cross->arena, cross->model, false);
}

static const char printed[] =
    "type P: scalarset(3); K: 0..5; var a: array [P] of K; n: K; b: boolean; m: multiset [2] of K;\n"
    "function next(k: K): K; begin return (k + 1) % 6; end;\n"
    "startstate begin for p: P do a[p] := 0; end; n := 0; b := false; end;\n"
    "ruleset p: P do rule \"r\" n < 5 ==> begin a[p] := next(n); n := n + 1; b := b | n = a[p];\n"
    "  multisetadd(n, m); end; end;\n";

/* Each promise that is broken is noticed. */
static void unsound_forms(void **unused) {
  (void)unused;
  struct low_cross cross;
  load(&cross, printed);
  struct noe_low_clause *rule = &cross.form[1]->rules[0];
  struct noe_low_op *first = rule->guard.block.first, *second = first->next, kept = *second, before = *first;
  assert_null(noe_lower_check(cross.form[1]));
  second->left = second->result;
  assert_string_equal(noe_lower_check(cross.form[1]), "a value is used behind what gives it");
  *second = kept;
  second->result = first->result;
  assert_string_equal(noe_lower_check(cross.form[1]), "a value is given once");
  *second = kept;
  struct noe_low_address far = *first->address;
  far.base = cross.model->cell_count;
  first->address = &far;
  assert_string_equal(noe_lower_check(cross.form[1]), "a place of the state is in the state");
  *first = before;
  struct noe_low_op leave = {.kind = NOE_LOW_LEAVE,
                             .result = NOE_NO_VALUE,
                             .left = NOE_NO_VALUE,
                             .right = NOE_NO_VALUE,
                             .bound = NOE_NO_VALUE,
                             .operand = NOE_NO_VALUE,
                             .body.yield = NOE_NO_VALUE,
                             .otherwise.yield = NOE_NO_VALUE,
                             .condition.yield = NOE_NO_VALUE};
  second->next = &leave;
  assert_string_equal(noe_lower_check(cross.form[1]), "a LEAVE ends a region around it");
  *second = kept;
  rule->guard.block.yield = rule->unit.value_count;
  assert_string_equal(noe_lower_check(cross.form[1]), "a value is one of the unit");
  low_free_all(&cross);
}

static const char operations[] = "rule \"r\", p  (line 4)\n"
                                 "  guard: may-fail\n"
                                 "    %1: 0..5? = load n\n"
                                 "    %2: 0..5 = check defined %1  (line 4, R801)\n"
                                 "    %6: 0..1 = less %2 5\n"
                                 "    yield %6\n"
                                 "  body: writes may-fail\n"
                                 "    %9: 0..5? = load n\n"
                                 "    %10: 0..5 = check defined %9  (line 2, R801)\n"
                                 "    %14: 1..6 = add %10 1\n"
                                 "    %19: 0..5 = remainder %14 6\n"
                                 "    store a[p] := %19\n"
                                 "    %26: 0..5? = load n\n"
                                 "    %27: 0..5 = check defined %26  (line 4, R801)\n"
                                 "    %31: 1..6 = add %27 1\n"
                                 "    %32: 1..5 = check within %31 in 0..5  (line 4, R802)\n"
                                 "    store n := %32  (commutes: + 1)\n"
                                 "    %33: 0..1? = load b\n"
                                 "    %34: 0..1 = check defined %33  (line 4, R801)\n"
                                 "    %36: 0..1 = if %34\n"
                                 "      yield true\n"
                                 "    else\n"
                                 "      %37: 0..5? = load n\n"
                                 "      %38: 0..5 = check defined %37  (line 4, R801)\n"
                                 "      %42: 0..5? = load a[p]\n"
                                 "      %43: 0..5 = check defined %42  (line 4, R801)\n"
                                 "      %44: 0..1 = equal %38 %43\n"
                                 "      yield %44\n"
                                 "    store b := %36  (commutes: | %44)\n"
                                 "    %48: 0..5? = load n\n"
                                 "    %49: 0..5 = check defined %48  (line 5, R801)\n"
                                 "    check room m  (line 5, R806)\n"
                                 "    add element m %49  (commutes)\n"
                                 "    sort bags\n";

/* Calls are copied in, checks that cannot fail are gone, bounds are what they can be, updates that
 * commute are seen. */
static void is_printed(void **unused) {
  (void)unused;
  struct low_cross cross;
  load(&cross, printed);
  struct noe_text text = noe_base_text(cross.memory);
  noe_lower_print_clause(cross.form[1], &cross.form[1]->rules[0], &text);
  assert_string_equal(noe_base_text_string(&text), operations);
  noe_base_text_free(&text);
  low_free_all(&cross);
}

static const struct noe_low_op *find(const struct noe_low_op *list, enum noe_low_kind kind, int skip) {
  for (; list; list = list->next)
    if (list->kind == kind && !skip--)
      return list;
  return NULL;
}

/* `x := x + e` commutes only if nothing comes between and e does not depend on x. */
static void updates(void **unused) {
  (void)unused;
  struct low_cross cross;
  load(&cross, "type K: 0..99; var x: K; y: K; a: array [0..3] of K; b: boolean;\n"
               "function f(): K; begin x := 5; return 1; end;\n"
               "startstate begin x := 0; y := 0; b := true; end;\n"
               "rule \"yes\" begin x := y + x; x := x - 2; a[y % 4] := a[y % 4] + y; b := b & y = 1; end;\n"
               "rule \"no\" begin x := x + f(); x := x + x; x := 2 - x; a[y % 4] := a[y % 3] + y; x := x * 2; b := b & "
               "!b; end;\n");
  const struct noe_low_op *yes = cross.form[1]->rules[0].body.block.first,
                          *no = cross.form[1]->rules[1].body.block.first;
  assert_int_equal(find(yes, NOE_LOW_STORE, 0)->update, NOE_UPDATE_ADD);
  assert_int_equal(find(yes, NOE_LOW_STORE, 1)->update, NOE_UPDATE_ADD);
  assert_true(find(yes, NOE_LOW_STORE, 1)->negated);
  assert_int_equal(find(yes, NOE_LOW_STORE, 3)->update, NOE_UPDATE_AND);
  assert_null(find(yes, NOE_LOW_STORE, 4));
  for (int i = 0; find(no, NOE_LOW_STORE, i); i++)
    assert_int_equal(find(no, NOE_LOW_STORE, i)->update, NOE_UPDATE_NONE);
  low_free_all(&cross);
}

struct sightings {
  const struct noe_low_unit *unit;
  int parameters, each, computed, certain;
};

static void note_name(void *context, const struct noe_low_touch *touch) {
  struct sightings *seen = context;
  seen->certain += touch->certain;
  for (uint32_t i = 0; i < touch->address->index_count; i++) {
    enum noe_named kind = noe_lower_name(seen->unit, touch->address->indices[i].value).kind;
    seen->parameters += kind == NOE_NAMED_PARAMETER;
    seen->each += kind == NOE_NAMED_EACH;
    seen->computed += kind == NOE_NAMED_COMPUTED;
  }
}

/* Which elements an access names, and what certainly happens. */
static void touches(void **unused) {
  (void)unused;
  struct low_cross cross;
  load(&cross,
       "type P: scalarset(3); var a: array [P] of P; c: array [P] of boolean; d: array [P] of array [P] of boolean;\n"
       "startstate begin undefine a; clear c; clear d; end;\n"
       "ruleset p: P do rule \"r\" begin a[p] := p; if c[p] then c[a[p]] := true; return; end;\n"
       "  c[p] := false; end; end;\n"
       "ruleset p: P do rule \"all\" begin for q: P do c[q] := d[p][q]; d[q][q] := true; end; end; end;\n");
  struct sightings seen = {.unit = &cross.form[1]->rules[0].unit};
  noe_lower_touches(&cross.form[1]->rules[0].body.block, note_name, &seen);
  assert_int_equal(seen.parameters, 4); /* a[p], c[p], a[p], c[p] */
  assert_int_equal(seen.computed, 1);   /* c[a[p]] */
  assert_int_equal(seen.certain, 2);    /* a[p] and c[p], before the first way out */
  struct noe_access one = noe_lower_access(cross.memory, cross.form[1], &cross.form[1]->rules[0], (int64_t[]){1});
  assert_true(noe_bitset_has(&one.must_writes, 1) && noe_base_bitset_count(&one.must_writes) == 1);
  assert_true(noe_bitset_has(&one.writes, 1) && noe_base_bitset_count(&one.writes) == 4);
  noe_lower_access_free(&one);
  struct noe_access all = noe_lower_access(cross.memory, cross.form[1], &cross.form[1]->rules[1], (int64_t[]){1});
  assert_int_equal(noe_base_bitset_count(&all.must_writes), 3); /* c; of d the diagonal is not followed */
  assert_int_equal(noe_base_bitset_count(&all.must_reads), 3);  /* one row of d */
  assert_int_equal(noe_base_bitset_count(&all.writes), 12);
  noe_lower_access_free(&all);
  low_free_all(&cross);
}

/* What lists may do. */
static void purity(void **unused) {
  (void)unused;
  struct low_cross cross;
  load(&cross, "var x: 0..3; b: boolean; m: multiset [1] of 0..3;\n"
               "function sets(): boolean; begin x := 1; return true; end;\n"
               "startstate begin x := 0; b := true; end;\n"
               "rule \"r\" sets() ==> begin while true do return; end; end;\n"
               "rule \"s\" true ==> begin assume false; end;\n"
               "rule \"t\" begin cover true; end; invariant \"i\" true;\n");
  const struct noe_low_clause *rules = cross.form[1]->rules;
  assert_true(rules[0].guard.facts.writes && !rules[0].guard.facts.may_fail);
  assert_true(!rules[0].body.facts.writes && rules[0].body.facts.may_fail);
  assert_true(rules[1].body.facts.discards && !rules[1].body.facts.is_seen && !rules[1].guard.facts.may_fail);
  assert_true(rules[2].body.facts.is_seen && !rules[2].body.facts.discards);
  low_free_all(&cross);
}

int main(int count, char **words) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(agrees_with_the_interpreter),
      cmocka_unit_test(unsound_forms),
      cmocka_unit_test(is_printed),
      cmocka_unit_test(updates),
      cmocka_unit_test(touches),
      cmocka_unit_test(purity),
  };
  if (count == 1)
    return cmocka_run_group_tests(tests, NULL, NULL);
  struct files files = {count - 1, words + 1, 0};
  in_thread(cross_files, &files);
  return files.status;
}
