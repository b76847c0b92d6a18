/* Which loops are proved beforehand, which are watched, and what is given up. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/options.h"
#include "lang/murphi/murphi.h"
#include "symmetry/prove.h"

static const char frame[] =
    "type P: scalarset(3); Q: scalarset(2); R: record f, g: 0..3; p: P; end;\n"
    "var a, b: array [P] of 0..3; r: array [P] of R; m: array [P] of array [P] of boolean;\n"
    "    o: P; n: 0..9; t: boolean; c: array [0..2] of 0..3; w: multiset [2] of P;\n"
    "    z, y: record x: array [P] of 0..3; y: array [P] of 0..3; v: 0..3; h: P; r: array [P] of R; end;\n"
    "startstate begin end;\n"
    "function pure(p: P): boolean; begin return a[p] = 1; end;\n"
    "function dirty(p: P): boolean; begin n := 1; return true; end;\n"
    "procedure set(p: P; v: 0..3); begin a[p] := v; end;\n"
    "procedure put_(var x: 0..3); begin x := 1; end;\n"
    "procedure empty(p: P); begin for j: P do m[p][j] := false; end; set(p, 0); end;\n"
    "procedure keep(p: P); var l: 0..3; begin l := b[p]; a[p] := l; end;\n"
    "procedure other(p: P); begin a[p] := a[o]; end;\n"
    "procedure move(var p: P); begin p := o; a[p] := 1; end;\n"
    "procedure add_(var x: 0..9); begin x := x + 1; end;\n"
    "procedure down(); begin n := n - 1; end;\n"
    "function early(p: P): boolean; begin if a[p] = 1 then return true; end; return false; end;\n"
    "procedure within(p: P; x: boolean); begin\n%s\nend;\n"
    "rule begin\n%s\nend;\n";

struct loaded {
  struct noe_memory *memory;
  struct noe_arena *arena;
  const struct noe_model *model;
  struct noe_proof *proof;
};

static struct loaded load_within(const char *within, const char *body) {
  struct loaded loaded = {.memory = noe_base_memory_new(0)};
  loaded.arena = noe_base_arena_new(loaded.memory);
  char *text = noe_base_arena_format(loaded.arena, frame, within, body);
  struct noe_source source = noe_base_source_text(loaded.arena, "test.m", text, strlen(text));
  struct noe_diagnostics *diagnostics = noe_base_diagnostics_new(loaded.arena, &source);
  struct noe_options options = noe_base_options();
  loaded.model = noe_murphi_load(loaded.arena, &source, &options, diagnostics);
  if (!loaded.model)
    fail_msg("the model is refused: %s", body);
  loaded.proof = noe_symmetry_prove(loaded.arena, loaded.memory, loaded.model);
  return loaded;
}

static struct loaded load(const char *body) { return load_within("", body); }

static void unload(struct loaded *loaded) {
  noe_base_arena_delete(loaded->arena);
  assert_int_equal(noe_base_memory_used(loaded->memory), 0);
  noe_base_memory_delete(loaded->memory);
}

/* How the last loop of the body (outermost loops are numbered last) is watched. */
static enum noe_watch_kind kind_of(const char *body) {
  struct loaded loaded = load(body);
  assert_true(loaded.model->loop_count > 0);
  enum noe_watch_kind kind = (enum noe_watch_kind)loaded.proof->kinds[loaded.model->loop_count - 1];
  unload(&loaded);
  return kind;
}

/* The same for a loop in a procedure with parameters p and x. */
static enum noe_watch_kind kind_within(const char *body) {
  struct loaded loaded = load_within(body, "within(o, t);");
  assert_true(loaded.model->loop_count > 0);
  enum noe_watch_kind kind = (enum noe_watch_kind)loaded.proof->kinds[loaded.model->loop_count - 1];
  unload(&loaded);
  return kind;
}

static void loops_that_are_apart(void **state) {
  (void)state;
  static const char *const bodies[] = {
      "for i: P do a[i] := 0; end;",
      "for i: P do a[i] := b[i]; r[i].f := a[i]; end;",
      "for i: P do if b[i] = 1 then a[i] := 2; else a[i] := n; end; end;",
      "for i: P do undefine r[i]; clear a[i]; end;",
      "for i: P do if a[i] = 1 then t := true; end; end;",
      "for i: P do for j: P do m[i][j] := i = j; end; end;",
      "for i: P do switch a[i] case 0: b[i] := 1; else b[i] := 2; end; end;",
      "for i: P do assert a[i] < 3; end;",
      "for i: P do if i = o then a[i] := 1; end; end;",
      "for i: P do if pure(i) then a[i] := 1; end; end;",
      "for i: P do n := n + 1; end;",
      "for i: P do if t then n := n - 1; end; down(); end;",
      "for i: P do add_(n); n := n + 2; end;",
      "for i: P do set(i, b[i]); end;",
      "for i: P do put_(a[i]); end;",
      "for i: P do empty(i); end;",
      "for i: P do keep(i); end;",
      "for i: P do if early(i) then a[i] := 2; end; end;",
      "for i: P do for j: P do m[j][i] := true; end; end;",
      "for i: P do z.x[i] := z.y[i]; end;",
      "for i: P do z.x[i] := 0; if z.v = 1 & z.x[i] = 0 | z.h = i then z.y[i] := 1; end; end;",
      "for i: P do put_(z.x[i]); z.y[i] := z.v; end;",
      "for i: P do r[i].f := r[o].g; z.r[i].f := z.r[z.h].g; end;",
      "for i: P do z.x[i] := z.r[i].f; z.v := 1; end;",
  };
  for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++)
    if (kind_of(bodies[i]) != NOE_WATCH_NOTHING)
      fail_msg("not proved: %s", bodies[i]);
}

static void loops_that_are_watched(void **state) {
  (void)state;
  static const char *const bodies[] = {
      "for i: P do n := n + 1; n := n - 1; end;",
      "for i: P do n := n + 1; a[i] := n; end;",
      "for i: P do n := n + a[i]; end;",
      "for i: P do n := 1 - n; end;",
      "for i: P do n := n + 0; n := 2; end;",
      "for i: P do n := n + 1; down(); end;",
      "for i: P do add_(n); n := 3; end;",
      "for i: P do n := a[i]; end;",
      "for i: P do o := i; end;",
      "for i: P do a[o] := b[i]; end;",
      "for i: P do for j: P do m[j][i] := true; m[i][j] := false; end; end;",
      "for i: P do a[i] := b[i]; b[o] := 0; end;",
      "for i: P do for j: P do a[j] := a[i]; end; end;",
      "for i: P do if a[i] = 1 then t := true; else t := false; end; end;",
      "for i: P do if t then a[i] := 1; end; t := true; end;",
      "for i: P do if dirty(i) then n := 2; end; end;",
      "for i: P do set(o, a[i]); end;",
      "for i: P do put_(a[i]); a[o] := 2; end;",
      "for i: P do other(i); end;",
      "for i: P do move(i); end;",
      "for i: P do move(o); end;",
      "for i: P do keep(i); keep(o); end;",
      "for i: P do if early(o) then a[i] := 2; end; end;",
      "for i: P do for j: P do empty(j); m[i][j] := true; end; end;",
      "for i: P do i := o; a[i] := 1; end;",
      "for i: P do multisetadd(i, w); end;",
      "for i: P do alias x: a[i] do x := 1; end; end;",
      "for i: P do if a[i] = 1 then return; end; end;",
      "multisetremovepred(i: w, w[i] = o);",
      "for i: P do z.x[i] := z.x[o]; end;",
      "for i: P do z.x[i] := z.v; z.v := 2; end;",
      "for i: P do z.h := i; z.x[i] := 1; end;",
      "for i: P do z.x[i] := 1; if z = y then a[i] := 1; end; end;",
      "for i: P do undefine z; z.x[i] := 1; end;",
      "for i: P do z.r[i].f := z.r[o].f; end;",
      "for i: P do undefine z.r[o]; z.r[i].f := 1; end;",
  };
  for (size_t i = 0; i < sizeof bodies / sizeof bodies[0]; i++)
    if (kind_of(bodies[i]) != NOE_WATCH_ORDER)
      fail_msg("taken for proved: %s", bodies[i]);
}

/* What a parameter refers to is not known where the loop is. */
static void loops_with_parameters(void **state) {
  (void)state;
  assert_int_equal(kind_within("for i: P do m[p][i] := false; end;"), NOE_WATCH_NOTHING);
  assert_int_equal(kind_within("for i: P do m[p][i] := i = p; end;"), NOE_WATCH_NOTHING);
  assert_int_equal(kind_within("for i: P do if i != p then set(i, 1); end; end;"), NOE_WATCH_NOTHING);
  assert_int_equal(kind_within("for i: P do if r[p].f = 1 then n := n + 1; end; end;"), NOE_WATCH_NOTHING);
  assert_int_equal(kind_within("for i: P do r[i].p := p; end;"), NOE_WATCH_ORDER);
  assert_int_equal(kind_within("for i: P do undefine r[i]; if i = p then a[i] := 1; end; end;"), NOE_WATCH_ORDER);
  assert_int_equal(kind_within("for i: P do m[i][i] := x; end;"), NOE_WATCH_ORDER);
  assert_int_equal(kind_within("for i: P do a[p] := b[i]; end;"), NOE_WATCH_ORDER);
}

static void quantifiers(void **state) {
  (void)state;
  assert_int_equal(kind_of("t := forall i: P do a[i] = 1 end;"), NOE_WATCH_ERRORS);
  assert_int_equal(kind_of("t := exists i: P do pure(i) end;"), NOE_WATCH_ERRORS);
  assert_int_equal(kind_of("t := exists i: P do dirty(i) end;"), NOE_WATCH_ORDER);
  assert_int_equal(kind_of("n := multisetcount(i: w, w[i] = o);"), NOE_WATCH_ERRORS);
  assert_int_equal(kind_of("n := multisetcount(i: w, dirty(w[i]));"), NOE_WATCH_ORDER);
  assert_int_equal(kind_of("for i: 0..2 do n := n + c[i]; end;"), NOE_WATCH_NOTHING);
  assert_int_equal(kind_of("for i := 0 to 2 do n := n + c[i]; end;"), NOE_WATCH_NOTHING);
}

static uint32_t id_of(const struct noe_model *model, const char *name) {
  for (uint32_t i = 0; i < model->type_count; i++)
    if (model->types[i]->name && !strcmp(model->types[i]->name, name))
      return i;
  fail_msg("no type %s", name);
  return 0;
}

static void giving_up(void **state) {
  (void)state;
  struct loaded loaded = load("for i: P do n := a[i]; end; for j: Q do n := n + n; end;");
  uint32_t p = id_of(loaded.model, "P"), q = id_of(loaded.model, "Q"), first = loaded.model->loop_count - 2;
  assert_true(loaded.proof->use[p] && loaded.proof->use[q]);
  noe_symmetry_give_up_for(loaded.proof, loaded.memory, first, NOE_REASON_LOOP);
  assert_false(loaded.proof->use[p]);
  assert_true(loaded.proof->use[q]);
  assert_int_equal(loaded.proof->types[p].reason, NOE_REASON_LOOP);
  assert_int_equal(loaded.proof->kinds[first], NOE_WATCH_NOTHING); /* nothing to be watched for any more */
  assert_int_equal(loaded.proof->kinds[first + 1], NOE_WATCH_ORDER);
  noe_symmetry_trust(loaded.proof);
  assert_int_equal(loaded.proof->kinds[first + 1], NOE_WATCH_NOTHING);
  unload(&loaded);
}

static void cleared(void **state) {
  (void)state;
  struct loaded loaded = load("clear o;");
  uint32_t p = id_of(loaded.model, "P");
  assert_int_equal(loaded.proof->types[p].reason, NOE_REASON_CLEARED);
  assert_false(loaded.proof->use[p]);
  assert_true(loaded.proof->use[id_of(loaded.model, "Q")]);
  unload(&loaded);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(loops_that_are_apart),
      cmocka_unit_test(loops_that_are_watched),
      cmocka_unit_test(loops_with_parameters),
      cmocka_unit_test(quantifiers),
      cmocka_unit_test(giving_up),
      cmocka_unit_test(cleared),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
