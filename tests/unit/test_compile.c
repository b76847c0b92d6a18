/* Generated code does what the interpreter does. Without arguments: on a few models that
 * have everything in them, and with mistakes planted in the code, which must be seen.
 * With arguments, names of models: on each of them, in all modes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

#include <cmocka.h>

#include "compile_kit.h"

static char *read_file(const char *name) {
  FILE *file = fopen(name, "r");
  if (!file)
    return NULL;
  size_t room = (size_t)1 << 20;
  char *text = malloc(room);
  text[fread(text, 1, room - 1, file)] = 0;
  fclose(file);
  return text;
}

static bool drop(struct noe_native_frame *frame, uint32_t rule, uint64_t weight, const uint8_t *key, uint32_t bytes,
                 const int64_t *cells, const int64_t *arguments) {
  (void)rule, (void)weight, (void)key, (void)bytes, (void)cells, (void)arguments;
  ++*(uint64_t *)frame->host;
  return true;
}

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* Successors a second, of nothing but the module: over all states seen, for a second. */
static void measure(struct cross *cross) {
  uint64_t steps = 0, states = 0;
  cross->frame->host = &steps;
  cross->frame->successor = drop;
  cross->frame->class_of = cross->frame->rank_of = NULL;
  cross->frame->find_twins = false;
  double began = now(), spent;
  do
    for (size_t i = 0; i < cross->seen.count; i++, states++)
      cross->module->expand(cross->frame, cross->seen.items[i].key);
  while (states && (spent = now() - began) < 1);
  if (states)
    printf("  %.2f million successors, %.2f million states a second\n", (double)steps / spent * 1e-6,
           (double)states / spent * 1e-6);
}

/* Sanitizers look at what writes the text, which is the same for all planted mistakes and at all levels. */
#ifdef __SANITIZE_ADDRESS__
#define USUAL_LEVEL "-O0"
enum { MOST_STATES = 300, IS_SANITIZED = true };
#else
#define USUAL_LEVEL "-O1"
enum { MOST_STATES = 1500, IS_SANITIZED = false };
#endif

/* The compiler that noether itself turns to first, and that takes a tenth of the time of others; NULL without it. */
static const char *instant_compiler(void) {
  return !IS_SANITIZED && system("command -v tcc >/dev/null 2>&1") == 0 ? "tcc" : NULL;
}

/* One line for each mode that has something to say; status 1 if one complains. */
static int cross_files(int count, char **names) {
  static const char *const modes[] = {"plain", "packed", "runs"};
  int status = 0;
  const char *most = getenv("CROSS_STATES"), *level = getenv("CROSS_LEVEL"), *instant = instant_compiler();
  for (int i = 0; i < count; i++) {
    char *text = read_file(names[i]);
    const char *slash = strrchr(names[i], '/'), *name = slash ? slash + 1 : names[i];
    unsigned sort = 0; /* each way for some of them */
    for (const char *at = name; *at; at++)
      sort = sort * 31 + (unsigned char)*at;
    const char *usual = sort % 4 == 1 ? "-O0 -DNOE_UNGATHERED" : sort % 4 == 3 ? "-O0" : "-O0 -DNOE_AIDED";
    cross_compiler = sort % 2 ? NULL : instant;
    cross_few_traits = sort / 4 % 2 ? 0 : NOE_FEW_LOCAL_STATES;
    for (int mode = 0; text && mode < CROSS_MODES; mode++) {
      struct cross cross;
      bool did = cross_run(&cross, names[i], text, (enum cross_mode)mode, most ? (uint64_t)atoll(most) : 250,
                           level ? level : usual, NULL);
      if (did && cross.module && getenv("CROSS_MEASURE"))
        measure(&cross);
      cross_free(&cross);
      if (*cross.complaint) {
        printf("%s\n", cross.complaint);
        status = 1;
      } else if (did)
        printf("%s %s: %lu states, %lu steps, %lu bails, %lu needless; %u of %u rules%s%s\n", names[i], modes[mode],
               (unsigned long)cross.states, (unsigned long)cross.steps, (unsigned long)cross.bails,
               (unsigned long)cross.needless, cross.emission.compiled, cross.emission.total,
               cross.emission.refused ? ": " : "", cross.emission.refused ? cross.emission.refused : "");
    }
    free(text);
  }
  return status;
}

/* ------------------------------------------------------------------ models */

/* Everything that places can be: slices, spread records, unions, bags in slices, pointers. */
static const char places[] =
    "type P: scalarset(4); H: enum{home, away}; U: union{H, P}; K: 0..3;\n"
    "  R: record a: array [P] of record x: K; y: array [0..1] of boolean; end; z: K; b: array [P] of K; end;\n"
    "var r: R; s: R; g: array [0..1] of array [P] of K; u: array [U] of K; o: U; q: P;\n"
    "  m: array [P] of multiset [2] of K; n: multiset [2] of K; k: K;\n"
    "startstate begin undefine r; clear s; for i: P do g[0][i] := 0; g[1][i] := 1; u[i] := 0; end;\n"
    "  u[home] := 0; u[away] := 1; o := home; k := 0; end;\n"
    "function sum(): K; var t: K; begin t := 0; for i: P do if u[i] = 1 & t < 3 then t := t + 1; end; end; return t; "
    "end;\n"
    "procedure up(var c: K); begin c := (c + 1) % 3; end;\n"
    "function twin(p: P): boolean; begin return exists j: P do j != p & u[j] = u[p] end; end;\n"
    "ruleset p: P do\n"
    "  rule \"point\" o = home ==> begin o := p; q := p; end;\n"
    "  rule \"up\" u[p] < 2 & twin(p) ==> begin up(u[p]); end;\n"
    "  rule \"there\" !isundefined(q) & q != p & g[0][p] = 0 ==> begin g[0][p] := 1; up(u[o]); undefine q; end;\n"
    "  rule \"add\" multisetcount(e: m[p], true) < 2 & k < 2 ==> begin multisetadd(k, m[p]); end;\n"
    "  rule \"take\" u[p] = 2 ==> begin multisetremovepred(e: m[p], m[p][e] = 1); u[p] := 0; end;\n"
    "  alias v: s.a[p] do rule \"alias\" v.x = 0 & sum() < 2 ==> begin v.x := 1; v.y[1] := true; end; end;\n"
    "end;\n"
    "ruleset p: P; j: P do\n"
    "  rule \"swap\" u[p] = 1 & u[j] = 0 & p != j ==> begin u[p] := 0; u[j] := 1; end;\n"
    "  rule \"same\" p = j & g[1][p] = 1 & forall i: P do i = p | u[i] != 2 end ==> begin g[1][p] := 0; end;\n"
    "end;\n"
    "ruleset x: U do rule \"union\" u[x] = 1 & k < 2 ==> begin u[x] := 0; k := k + 1; end; end;\n"
    "rule \"home\" o != home & k = 2 ==> begin o := home; k := 0; undefine r; end;\n"
    "rule \"copy\" s != r & sum() = 0 ==> begin r := s; end;\n"
    "rule \"all\" k = 1 & forall i: P do exists j: P do u[j] <= u[i] end end ==> begin\n"
    "  for i: P do g[0][i] := u[i]; end; k := 2; end;\n"
    "choose e: n do rule \"drop\" k = 0 ==> begin multisetremove(e, n); k := 1; end; end;\n"
    "rule \"put\" multisetcount(e: n, n[e] = k) < 1 ==> begin multisetadd(k, n); end;\n"
    "invariant \"sum\" sum() <= 3;\n"
    "ruleset p: P do invariant \"bound\" u[p] = 2 -> multisetcount(e: m[p], true) <= 2; end;\n"
    "cover \"two\" exists p: P do u[p] = 2 end;\n";

/* Errors, discards, recursion, odd numbers: BAIL where it must be, and only there. */
static const char troubles[] =
    "type K: -3..3; var a: K; b: array [0..2] of K; w: 0..1000; t: boolean;\n"
    "function fact(n: 0..6): 0..1000; begin if n = 0 then return 1; end; return n * fact(n - 1); end;\n"
    "function even(x: K): boolean; begin if x > 2 then assume x != 3; end; if x % 2 = 0 then return true; end; end;\n"
    "startstate begin a := 0; b[0] := 0; b[1] := -2; w := 0; t := false; end;\n"
    "rule \"up\" a < 3 ==> begin a := a + 1; end;\n"
    "rule \"down\" begin a := a - 1; end;\n"
    "rule \"index\" a >= 0 & w != 0 ==> begin b[a] := a; end;\n"
    "rule \"undefined\" a = 1 ==> begin a := b[2]; end;\n"
    "rule \"fact\" a >= 0 ==> begin w := fact(a + 2); end;\n"
    "rule \"result\" begin t := even(a); end;\n"
    "rule \"assume\" a < 2 ==> begin b[1] := a; assume w < 100; t := !t; end;\n"
    "rule \"divide\" begin w := 12 / (a * a); end;\n"
    "rule \"shift\" a >= 0 ==> begin w := (1 << a) + (w & 6) + (w ^ 1) - (w | 1) + 8 >> -1 + a; end;\n"
    "rule \"while\" t ==> begin while w > 7 do w := w - 7; end; switch w case 0, 1: a := 0; case 2: return; else t := "
    "false; end; end;\n"
    "rule \"assert\" w = 24 ==> begin assert a != 2; for i := 2 to -2 by -2 do cover i = a; end; end;\n"
    "invariant \"w\" a = 3 -> w != 720; assume w < 900; cover b[1] = 3;\n";

/* Names of points in points: packed keys only. */
static const char pointers[] =
    "type P: scalarset(3); Q: scalarset(2); M: record from: P; dest: P; end; S: array [P] of 0..1;\n"
    "var next: array [P] of P; e: array [P] of array [P] of boolean; net: multiset [3] of M; v: array [Q] of P; l: S;\n"
    "  h: array [P] of array [P] of array [P] of P; k: array [P] of array [P] of array [Q] of boolean;\n"
    "startstate begin for p: P do for j: P do e[p][j] := false; for q: Q do k[p][j][q] := false; end; end; undefine "
    "next[p]; l[p] := 0; end; end;\n"
    "procedure post(f: P; t: P); var m: M; begin m.from := f; m.dest := t; multisetadd(m, net); end;\n"
    "procedure flip(var x: S; p: P); begin x[p] := 1 - x[p]; end;\n"
    "ruleset p: P; j: P do\n"
    "  rule \"link\" isundefined(next[p]) & p != j ==> begin next[p] := j; end;\n"
    "  rule \"mark\" !e[p][j] ==> begin e[p][j] := true; end;\n"
    "  rule \"name\" isundefined(h[p][j][p]) ==> begin h[p][j][p] := j; end;\n"
    "  ruleset q: Q do rule \"note\" !k[p][j][q] & isundefined(v[q]) ==> begin k[p][j][q] := true; end; end;\n"
    "  rule \"send\" !e[p][j] & multisetcount(x: net, true) < 3 ==> begin post(p, j); e[p][j] := true; end;\n"
    "end;\n"
    "choose m: net do ruleset q: Q do rule \"get\" true ==> begin\n"
    "  v[q] := net[m].dest; e[net[m].from][net[m].dest] := false; k[net[m].from][net[m].dest][q] := true; "
    "multisetremove(m, net); end; end; end;\n"
    "ruleset p: P do rule \"flip\" !isundefined(next[p]) ==> begin flip(l, p); undefine next[p]; end; end;\n"
    "rule \"all\" forall p: P do l[p] = 1 end ==> begin for p: P do post(p, p); l[p] := 0; end; end;\n"
    "rule \"none\" exists q: Q do !isundefined(v[q]) end ==> begin clear e; clear k; undefine v; end;\n"
    "ruleset p: P do invariant \"self\" !isundefined(next[p]) -> next[p] != p; end;\n";

/* Points of small blocks wherever they can be: runs, the least of several. */
static const char values[] =
    "type P: scalarset(4); V: scalarset(3); H: enum{none, some}; U: union{H, V};\n"
    "  L: record full: boolean; data: V; end;\n"
    "var line: array [P] of L; has: array [P] of array [V] of boolean; either: array [P] of U; seen: array [V] of "
    "0..1;\n"
    "  bag: array [P] of multiset [2] of V; lot: multiset [2] of record v: V; w: V; end; memory: V; o: P; n: 0..3;\n"
    "startstate begin for p: P do line[p].full := false; undefine line[p].data; either[p] := none;\n"
    "  for v: V do has[p][v] := false; end; end; for v: V do seen[v] := 0; end; n := 0; end;\n"
    "ruleset p: P; v: V do\n"
    "  rule \"fill\" !line[p].full ==> begin line[p].full := true; line[p].data := v; o := p; end;\n"
    "  rule \"have\" !has[p][v] & seen[v] = 1 ==> begin has[p][v] := true; end;\n"
    "  rule \"bag\" multisetcount(x: bag[p], true) < 2 & n < 3 ==> begin multisetadd(v, bag[p]); n := n + 1; end;\n"
    "end;\n"
    "ruleset p: P do rule \"drain\" line[p].full ==> begin memory := line[p].data; undefine line[p]; line[p].full := "
    "false; "
    "end; end;\n"
    "ruleset p: P; u: U do rule \"either\" either[p] = none & u != none ==> begin either[p] := u; end; end;\n"
    "ruleset v: V; w: V do rule \"lot\" v != w & multisetcount(x: lot, true) < 1 ==> var m: record v: V; w: V; end;\n"
    "  begin m.v := v; m.w := w; multisetadd(m, lot); end; end;\n"
    "ruleset p: P do choose x: bag[p] do rule \"take\" begin seen[bag[p][x]] := 1; multisetremove(x, bag[p]); end; "
    "end; "
    "end;\n"
    "choose x: lot do ruleset v: V do rule \"swap\" lot[x].v != v ==> begin lot[x].v := v; end; end; end;\n"
    "rule \"all\" forall v: V do exists p: P do has[p][v] end end ==> begin for v: V do seen[v] := 0; end; end;\n"
    "rule \"gone\" !isundefined(o) ==> begin undefine o; undefine memory; end;\n"
    "ruleset v: V do invariant \"known\" (exists p: P do has[p][v] end) -> n > 0; end;\n";

/* The same with nothing that tells the turn beforehand. */
static const char ballots[] =
    "type P: scalarset(4); V: scalarset(3); var vote: array [P] of record a: V; b: V; end; n: 0..1;\n"
    "startstate begin undefine vote; n := 0; end;\n"
    "ruleset p: P; v: V; w: V do rule \"vote\" v != w & isundefined(vote[p].a) ==> begin vote[p].a := v; vote[p].b := "
    "w; "
    "end; end;\n"
    "ruleset p: P; q: P do rule \"follow\" !isundefined(vote[p].a) & !isundefined(vote[q].a) ==> begin\n"
    "  vote[p].a := vote[q].b; n := 1 - n; end; end;\n"
    "ruleset v: V do rule \"recount\" forall p: P do !isundefined(vote[p].a) & vote[p].a = v end ==> begin undefine "
    "vote; "
    "end; end;\n"
    "rule \"count\" n = 0 ==> var k: 0..4; begin k := 0; for p: P do if !isundefined(vote[p].a) then k := k + 1; end; "
    "end;\n"
    "  if k = 3 then n := 1; end; end;\n";

/* Loops whose order matters in some states, and does not in others. */
static const char orders[] =
    "type P: scalarset(3); var a: array [P] of 0..2; last: P; n: 0..3; t: boolean; b: array [P] of boolean; x: 0..9;\n"
    "startstate begin for p: P do a[p] := 0; b[p] := false; end; n := 0; t := false; x := 0; undefine last; end;\n"
    "procedure note(p: P); begin if a[p] = 2 then last := p; end; end;\n"
    "function ones(): 0..3; var k: 0..3; begin k := 0; for p: P do if a[p] = 1 then k := k + 1; end; end; return k; "
    "end;\n"
    "function any(): boolean; begin for p: P do if b[p] then return true; end; end; return false; end;\n"
    "ruleset p: P do rule \"up\" a[p] < 2 ==> begin a[p] := a[p] + 1; end; end;\n"
    "rule \"last\" !t & ones() = 0 ==> begin for p: P do note(p); end; t := true; end;\n"
    "rule \"number\" t ==> begin n := 0; for p: P do if b[p] then n := n + 1; x := n; end; end; t := false; end;\n"
    "rule \"chain\" ones() = 2 ==> begin for p: P do if a[p] = 1 then t := !t; b[p] := t; end; end; end;\n"
    "rule \"read\" ones() = 1 & x != 3 ==> begin for p: P do if a[p] = 1 then x := 3; elsif a[p] = 2 then b[p] := x = "
    "3; "
    "end; end; end;\n"
    "rule \"return\" any() ==> begin for p: P do b[p] := false; end; end;\n"
    "rule \"nested\" ones() = 1 ==> begin for p: P do for q: P do if p != q & a[q] = 1 then n := n + 1; end; end; end; "
    "end;\n";

/* Guards whose parts can be tested early, or must not be: o may be undefined, and so may h
 * and j, and late is in one start state only, behind those that the generator looks at. */
static const char guards[] =
    "const N: 3; type P: scalarset(N); K: 0..3;\n"
    "var a: array [P] of record s: K; o: K; end; g: K; h: 0..1; j: 0..1; b: array [0..1] of K; late: K; net: multiset "
    "[2] of K;\n"
    "ruleset i: 0..19 do startstate begin for p: P do a[p].s := 0; undefine a[p].o; end; g := i % 2; h := 0; b[0] := "
    "0;\n"
    "  b[1] := 1; if i < 19 then late := 0; end; end; end;\n"
    "function is(x: K): boolean; begin assert g != 3 | x != 2; return x = 1; end;\n"
    "rule \"g\" g < 3 ==> begin g := g + 1; end;\n"
    "rule \"soon\" g = 2 & late = 1 & h = 1 ==> begin h := 0; end;\n"
    "rule \"back\" g = 3 & late = 0 ==> begin g := 0; late := 1; end;\n"
    "rule \"late\" g = 2 & !isundefined(h) ==> begin undefine h; g := 0; end;\n"
    "rule \"put\" g = 1 & multisetcount(e: net, true) < 2 ==> begin multisetadd(g + late, net); j := 1; end;\n"
    "ruleset p: P do\n"
    "  rule \"up\" a[p].s < 3 & g != 2 ==> begin a[p].s := a[p].s + 1; end;\n"
    "  rule \"set\" a[p].s = 2 & g = 2 ==> begin a[p].o := g; a[p].s := 1; end;\n"
    "  rule \"clear\" a[p].s = 3 & (forall q: P do q = p | a[q].s != 2 end) & g = 1 ==>\n"
    "    begin undefine a[p].o; a[p].s := 0; end;\n"
    "  rule \"failing first\" a[p].s = 1 & a[p].o = 2 & g = 3 ==> begin a[p].s := 0; end;\n"
    "  rule \"never\" a[p].s < 4 & N = 4 ==> begin g := 0; end;\n"
    "  rule \"never, but fails\" a[p].s = 2 & a[p].o < 4 & N = 4 ==> begin g := 0; end;\n"
    "  rule \"always\" N = 3 & a[p].s <= 3 & is(a[p].s) & g = 0 ==> begin a[p].s := 2; end;\n"
    "end;\n"
    "ruleset p: P; q: P; i: 0..1 do\n"
    "  rule \"pairs\" p != q & a[q].s = b[i] & (exists r: P do r != p & a[r].s = 2 end) & a[p].s = 1 & g = 2 ==>\n"
    "    begin a[q].s := 2; end;\n"
    "  rule \"guarded\" a[p].s = 3 & i = 1 & !isundefined(a[q].o) & a[q].o = 2 & g != 0 ==> begin undefine a[q].o; "
    "end;\n"
    "end;\n"
    "alias z: b[h] do ruleset p: P do rule \"alias\" g = 3 & z = 0 & a[p].s = 3 ==> begin z := 1; end; end; end;\n"
    "choose e: net do ruleset p: P do rule \"choose\" g = 0 & net[e] = 1 & a[p].s = 2 ==>\n"
    "  begin multisetremove(e, net); end; end; end;\n"
    "choose e: net do rule \"no rounds\" g = 3 & b[j] = 1 ==> begin g := 0; end; end;\n"
    "invariant \"late\" g != 3 | late <= 1;\n";

/* Numbers that overflow, on either side, or just do not. */
static const char numbers[] =
    "var x: -4..4; n: 0..3; startstate begin x := 0; n := 0; end;\n"
    "rule x < 4 ==> begin x := x + 1; end; rule x > -4 ==> begin x := x - 1; end; rule n < 3 ==> begin n := n + 1; "
    "end;\n"
    "rule n = 1 & x * 3074457345618258602 > 0 ==> begin n := 0; end;\n"
    "rule n = 2 & x * 2000000000000000000 + x * 1000000000000000000 > 0 ==> begin n := 0; end;\n"
    "rule n = 3 & x * 2000000000000000000 - 2000000000000000000 > 0 ==> begin n := 0; end;\n"
    "rule n = 0 & 3000000000000000000 * 3 - x * 2000000000000000000 > 0 ==> begin n := 3; end;\n";

/* Many cells, in bytes or more, most of which stay as they are. If not all starts are
 * complete an element of `late` is undefined, but only behind those that the generator looks at. */
#define WIDE(top, complete)                                                                                            \
  "type P: scalarset(3); K: 0..3; L: -1.." top "; R: record on: boolean; who: P; k: K; end;\n"                         \
  "var a: array [0..59] of K; t: array [0..39] of R; late: array [0..39] of K; s: array [P] of array [0..66] of L;\n"  \
  "  f: array [P] of array [0..3] of P; e: array [P] of array [P] of array [0..1] of boolean;\n"                       \
  "  net: array [0..1] of multiset [3] of record k: K; p: P; end; i: 0..59; o: P; u: array [0..4] of L; j: 0..3;\n"    \
  "ruleset n: 0..19 do startstate begin for k: 0..59 do a[k] := k % 3; end; for k: 0..39 do t[k].on := false; end;\n"  \
  "  for k: 0..39 do if n < " complete " | k != 20 then late[k] := n % 2; end; end; i := n; j := n / 2 % 4;\n"         \
  "  for p: P do for k: 0..66 do s[p][k] := -1; end; for q: P do e[p][q][0] := false; e[p][q][1] := true; end; end; "  \
  "end; end;\n"                                                                                                        \
  "rule \"step\" !isundefined(a[i]) & a[i] < 3 ==> begin a[i] := a[i] + 1; i := (i * 7 + 5) % 60; end;\n"              \
  "rule \"pass\" !isundefined(a[i]) & a[i] >= 2 ==> begin undefine a[i]; a[59 - i] := 0; j := (j + 1) % 4; end;\n"     \
  "rule \"blank\" isundefined(a[i]) ==> begin a[i] := 0; undefine u[i % 5]; i := (i + 11) % 60; end;\n"                \
  "rule \"late\" late[39 - i % 40] = 1 & j < 2 ==> begin late[39 - i % 40] := 2; u[j] := " top "; j := j + 1; end;\n"  \
  "rule \"clear\" j = 3 ==> begin undefine t; for k: 0..39 do t[k].on := k = 3; end; undefine u; j := 0; undefine o; " \
  "end;\n"                                                                                                             \
  "ruleset p: P do\n"                                                                                                  \
  "  rule \"name\" j = 1 ==> begin t[i % 40].who := p; t[i % 40].on := true; s[p][i % 67] := i; o := p; end;\n"        \
  "  ruleset q: P do rule \"tie\" j = 3 & e[p][q][i % 2] = (i % 2 = 1) ==> begin\n"                                    \
  "    f[p][i % 4] := q; e[q][p][i % 2] := !e[q][p][i % 2]; i := (i + 1) % 60; if i % 3 = 0 then j := 1; end; end; "   \
  "end;\n"                                                                                                             \
  "  rule \"put\" j = 0 & multisetcount(e: net[i % 2], true) < 3 ==>\n"                                                \
  "    var r: record k: K; p: P; end; begin r.k := i % 4; r.p := p; multisetadd(r, net[i % 2]); i := (i + 1) % 60; "   \
  "end;\n"                                                                                                             \
  "  rule \"count\" s[p][0] < " top " & j = 2 ==> begin s[p][0] := s[p][0] + 1; s[p][66] := " top "; j := 0; end;\n"   \
  "end;\n"                                                                                                             \
  "choose e: net[0] do rule \"take\" j != 2 ==> begin o := net[0][e].p; multisetremove(e, net[0]); end; end;\n"        \
  "invariant \"late\" j != 3 | forall k: 0..39 do late[k] <= 1 | i != k end;\n"
/* Labels of all kinds: numbers, some of them twice, or below zero; of what may be undefined;
 * and some that are no numbers. */
static const char labels[] =
    "type E: enum {ea, eb, ec, ed, ee}; H: enum {home}; U: union {E, H}; K: -3..4;\n"
    "var x: E; y: K; z: U; n: 0..3;\n"
    "startstate begin x := ea; y := -3; z := ea; n := 0; end;\n"
    "rule \"name\" begin switch x case ea: x := eb; case eb, ec: x := ed; case ed: x := ee; else x := ec; end; end;\n"
    "rule \"range\" begin switch y case -3: y := -1; case -1, 0: y := y + 2; n := 1; case 1: y := 3; case 1: y := -2;\n"
    "  case 3, 2: y := -3; end; end;\n"
    "rule \"union\" begin switch z case ea: z := home; case home: z := eb; case eb: undefine y; z := ec;\n"
    "  case ed: z := ea; else z := ed; y := 4; end; end;\n"
    "rule \"mixed\" n > 0 & !isundefined(y) ==> begin switch y case 4: y := 0; case n: y := 2; case 3: n := 0; case 1: "
    "n := 2; end; end;\n"
    "rule \"lose\" n = 2 ==> begin undefine z; y := 1; n := 3; end;\n"
    "rule \"find\" isundefined(z) ==> begin z := ea; end;\n";
/* Fewer cells, with such a one among them. */
static const char gaps[] =
    "var late: array [0..59] of 0..3; i: 0..59; j: 0..3;\n"
    "ruleset n: 0..19 do startstate begin for k: 0..59 do if n < 19 | k != 20 then late[k] := n % 2; end; end;\n"
    "  i := n; j := n / 2 % 4; end; end;\n"
    "rule \"late\" late[59 - i] = 1 & j < 3 ==> begin late[59 - i] := 2; j := j + 1; end;\n"
    "rule \"step\" late[i] != 3 ==> begin late[i] := 3; i := (i * 7 + 5) % 60; end;\n"
    "rule \"turn\" j > 0 ==> begin j := j - 1; i := (i + 1) % 60; end;\n";
/* Runs with as many: o names points, and so do some of v. */
static const char plains[] =
    "type P: scalarset(4); H: enum {home}; N: union {H, P}; K: 0..3;\n"
    "var v: array [0..29] of N; a: array [0..249] of K; m: multiset [2] of K; o: P; s: array [P] of K; i: 0..249;\n"
    "startstate begin for k: 0..249 do a[k] := k % 4; end; for k: 0..29 do v[k] := home; end; for p: P do s[p] := 0; "
    "end; i := 0; end;\n"
    "rule \"step\" a[i] < 3 ==> begin a[i] := a[i] + 1; undefine a[249 - i]; i := (i * 3 + 1) % 120; end;\n"
    "rule \"on\" a[i] = 3 ==> begin a[i] := 0; i := (i + 7) % 120; end;\n"
    "rule \"off\" !isundefined(o) & a[i] = 1 ==> begin undefine o; v[i % 30] := home; end;\n"
    "rule \"add\" multisetcount(e: m, true) < 2 & i % 2 = 0 ==> begin multisetadd(a[i], m); i := i + 1; end;\n"
    "ruleset p: P do\n"
    "  rule \"up\" s[p] < 3 & a[i] != 2 ==> begin s[p] := s[p] + 1; end;\n"
    "  rule \"name\" s[p] = 1 ==> begin v[i % 30] := p; s[p] := 2; end;\n"
    "  rule \"point\" s[p] = 2 & isundefined(o) ==> begin o := p; v[29 - i % 30] := p; end;\n"
    "end;\n";
static const char wide[] = WIDE("99", "20"), wider[] = WIDE("299", "20"), holed[] = WIDE("99", "19");

static void expect_same_with(const char *name, const char *text, enum cross_mode mode, uint64_t most, bool all_rules,
                             const char *level) {
  struct cross cross;
  bool did = cross_run(&cross, name, text, mode, most, level, NULL);
  cross_free(&cross);
  if (*cross.complaint)
    fail_msg("%s", cross.complaint);
  assert_true(did);
  assert_true(cross.states > 10 && cross.steps > 10);
  assert_int_equal(cross.needless, 0);
  if (all_rules)
    assert_int_equal(cross.emission.compiled, cross.emission.total);
}

static void expect_same(const char *name, const char *text, enum cross_mode mode, uint64_t most, bool all_rules) {
  expect_same_with(name, text, mode, most, all_rules, USUAL_LEVEL);
}

/* Without the help that some compilers give. */
static void any_compiler_will_do(void **state) {
  (void)state;
  if (IS_SANITIZED)
    skip(); /* the text is that of the other tests */
  expect_same("numbers", numbers, CROSS_PLAIN, 400, true);
  expect_same_with("numbers", numbers, CROSS_PLAIN, 400, true, USUAL_LEVEL " -DNOE_PORTABLE");
  expect_same_with("troubles", troubles, CROSS_PLAIN, 400, true, USUAL_LEVEL " -DNOE_PORTABLE");
  expect_same_with("places", places, CROSS_RUNS, 200, false, USUAL_LEVEL " -DNOE_PORTABLE");
  expect_same_with("places", places, CROSS_RUNS, 400, false, USUAL_LEVEL " -DNOE_AIDED");
  expect_same_with("places", places, CROSS_PACKED, 400, false, USUAL_LEVEL " -DNOE_AIDED");
  expect_same_with("places", places, CROSS_PACKED, 400, false, USUAL_LEVEL " -DNOE_UNGATHERED");
  expect_same_with("pointers", pointers, CROSS_PACKED, 300, false, USUAL_LEVEL " -DNOE_UNGATHERED");
}

static void places_are_found(void **state) {
  (void)state;
  expect_same("places", places, CROSS_PLAIN, 400, true);
  expect_same("places", places, CROSS_PACKED, 400, false);
  expect_same("places", places, CROSS_RUNS, 400, false);
}

static void switches_jump(void **state) {
  (void)state;
  struct cross cross;
  assert_true(cross_run(&cross, "labels", labels, CROSS_PLAIN, 2000, USUAL_LEVEL, NULL));
  cross_free(&cross);
  assert_string_equal(cross.complaint, "");
  assert_int_equal(cross.emission.compiled, cross.emission.total);
  assert_true(cross.steps > 400 && cross.bails > 4 && cross.bails < cross.states / 4 && !cross.needless);
}

/* A state of no bits is a key of one byte, also where multisets have no room for anything. */
static void nothing_is_packed(void **state) {
  (void)state;
  static const char nothing[] = "var m: array [0..1] of multiset [0] of boolean; startstate begin end;\n"
                                "rule \"empty\" true ==> begin clear m[0]; end;\n";
  struct cross cross;
  assert_true(cross_run(&cross, "nothing", nothing, CROSS_PLAIN, 10, USUAL_LEVEL, NULL));
  cross_free(&cross);
  assert_string_equal(cross.complaint, "");
  assert_true(cross.states == 1 && cross.steps == 1 && !cross.bails);
}

/* Nor is there anything to sort. */
static void nothing_is_sorted(void **state) {
  (void)state;
  static const char nothing[] =
      "type S: scalarset(2); K: 0..3; var a: array [S] of K; b: multiset [0] of K;\n"
      "startstate begin for i: S do a[i] := 0; end; end;\n"
      "ruleset p: S do rule \"up\" a[p] < 3 ==> begin a[p] := a[p] + 1; multisetremovepred(e: b, true); end; end;\n"
      "ruleset p: S do rule \"back\" a[p] = 3 ==> begin a[p] := 0; end; end;\n";
  for (int mode = CROSS_PLAIN; mode < CROSS_MODES; mode++) {
    struct cross cross;
    assert_true(cross_run(&cross, "nothing", nothing, (enum cross_mode)mode, 50, USUAL_LEVEL, NULL));
    cross_free(&cross);
    assert_string_equal(cross.complaint, "");
    assert_true(cross.states >= 10 && !cross.bails && cross.emission.compiled == 2);
  }
}

/* Numbers that are kept in frames need not be as small as those in states. */
static void large_numbers_have_room(void **state) {
  (void)state;
  static const char large[] =
      "type K: 0..6; var x: K; z: array [0..7] of K;\n"
      "startstate begin for i := 0 to 7 do z[i] := 0; end; x := 0; end;\n"
      "rule \"up\" x < 6 ==> begin x := x + 1; end;\n"
      "alias big: x * 60 do rule \"more\" big > 130 & x < 6 ==> begin x := x + 1; z[3] := big % 7; end; end;\n"
      "rule \"loop\" x = 5 ==> begin for i := 120 to 140 do z[i % 8] := 0; end; x := 0; end;\n";
  struct cross cross;
  assert_true(cross_run(&cross, "large", large, CROSS_PLAIN, 200, USUAL_LEVEL, NULL));
  cross_free(&cross);
  assert_string_equal(cross.complaint, "");
  assert_true(cross.states > 10 && cross.steps > 10 && !cross.bails);
}

static void errors_are_seen(void **state) {
  (void)state;
  expect_same("troubles", troubles, CROSS_PLAIN, 400, true);
}

static void pointers_are_packed(void **state) {
  (void)state;
  expect_same("pointers", pointers, CROSS_PLAIN, 300, true);
  expect_same("pointers", pointers, CROSS_PACKED, 300, false);
}

/* A state with an undefined cell that is taken to be defined is left to the interpreter. */
static void guards_are_planned(void **state) {
  (void)state;
  for (int mode = CROSS_PLAIN; mode < CROSS_MODES; mode++) {
    struct cross cross;
    assert_true(cross_run(&cross, "guards", guards, (enum cross_mode)mode, 600, USUAL_LEVEL, NULL));
    cross_free(&cross);
    if (*cross.complaint)
      fail_msg("%s", cross.complaint);
    assert_int_equal(cross.emission.compiled, cross.emission.total);
    assert_true(cross.bails > 2 && cross.steps > 100 && cross.needless < cross.states);
  }
}

static void many_cells_are_packed(void **state) {
  (void)state;
  for (int mode = CROSS_PLAIN; mode <= CROSS_PACKED; mode++) {
    struct cross cross;
    expect_same("wide", wide, (enum cross_mode)mode, 200, true);
    expect_same("wider", wider, (enum cross_mode)mode, 200, true);
    if (!IS_SANITIZED)
      expect_same_with("wide", wide, (enum cross_mode)mode, 200, true, "-O0 -DNOE_PORTABLE");
    assert_true(cross_run(&cross, "holed", holed, (enum cross_mode)mode, 400, USUAL_LEVEL, NULL));
    cross_free(&cross);
    if (*cross.complaint)
      fail_msg("%s", cross.complaint);
    assert_true(cross.bails && cross.steps > 100 && cross.needless < cross.states / 4);
  }
  struct cross cross;
  assert_true(cross_run(&cross, "gaps", gaps, CROSS_PLAIN, 400, USUAL_LEVEL, NULL));
  cross_free(&cross);
  assert_string_equal(cross.complaint, "");
  assert_true(cross.bails && cross.steps > 100 && cross.needless < cross.states / 4);
  expect_same("plains", plains, CROSS_PACKED, 300, true);
  expect_same("plains", plains, CROSS_RUNS, 300, true);
}

static void values_are_turned(void **state) {
  (void)state;
  expect_same("values", values, CROSS_PACKED, 300, false);
  expect_same("values", values, CROSS_RUNS, 600, true);
  expect_same("ballots", ballots, CROSS_RUNS, 400, true);
}

/* What the watch is too strict about it leaves to the interpreter. */
static void orders_are_watched(void **state) {
  (void)state;
  for (int mode = CROSS_PACKED; mode <= CROSS_RUNS; mode++) {
    struct cross cross;
    assert_true(cross_run(&cross, "orders", orders, (enum cross_mode)mode, 400, USUAL_LEVEL, NULL));
    cross_free(&cross);
    if (*cross.complaint)
      fail_msg("%s", cross.complaint);
    assert_int_equal(cross.emission.compiled, cross.emission.total);
    assert_true(cross.bails > 2 && cross.needless < cross.bails && cross.bails < cross.states);
  }
}

/* ---------------------------------------------------------- canonical forms */

/* All that canonical forms look at: slices, names in cells without index, of one point, of
 * two, in unions; bags with no owner, one, two. */
static const char names[] =
    "type H: enum {home}; P: scalarset(3); D: scalarset(2); N: union {H, P};\n"
    "  M: record kind: 0..1; src: N; val: D; end;\n"
    "var own: P; a: array [P] of record st: 0..2; d: D; up: N; end; r: array [P] of array [P] of N; cur: P; last: N;\n"
    "  net: array [N] of multiset [2] of M; chan: array [P] of array [P] of multiset [1] of D; free: multiset [2] of "
    "M;\n"
    "startstate begin for p: P do a[p].st := 0; a[p].up := home; end; undefine cur; last := home; end;\n"
    "procedure post(to_: N; k: 0..1; s: N; v: D); var m: M; begin\n"
    "  m.kind := k; m.src := s; m.val := v; if multisetcount(i: net[to_], true) < 2 then multisetadd(m, net[to_]); "
    "end; end;\n"
    "ruleset p: P; q: P; d: D do\n"
    "  rule \"ask\" a[p].st = 0 ==> begin a[p].st := 1; a[p].up := q; a[p].d := d; post(q, 0, p, d); end;\n"
    "  rule \"relate\" isundefined(r[p][q]) & a[p].st = 1 ==> begin r[p][q] := a[q].up; cur := q; end;\n"
    "  rule \"post\" a[p].st = 1 & multisetcount(i: chan[p][q], true) = 0 ==> begin multisetadd(d, chan[p][q]); end;\n"
    "end;\n"
    "ruleset p: P do choose m: net[p] do rule \"get\" a[p].st < 2 ==> begin\n"
    "  last := net[p][m].src; a[p].st := a[p].st + 1; post(home, 1, p, net[p][m].val); multisetremove(m, net[p]); end; "
    "end; end;\n"
    "ruleset p: P do rule \"pick\" isundefined(own) ==> begin own := p; end; end;\n"
    "choose m: net[home] do rule \"free\" multisetcount(i: free, true) < 2 ==> begin\n"
    "  multisetadd(net[home][m], free); multisetremove(m, net[home]); end; end;\n"
    "rule \"forget\" !isundefined(cur) ==> begin a[cur].st := 0; undefine a[cur].d; undefine r[cur]; undefine cur; "
    "end;\n";

/* Messages, and hardly anything else to tell points by. */
static const char mail[] =
    "type P: scalarset(3); M: record kind: 0..1; src: P; end; var box: multiset [3] of M; busy: array [P] of boolean;\n"
    "startstate begin for p: P do busy[p] := false; end; end;\n"
    "ruleset p: P; k: 0..1 do rule \"post\" multisetcount(i: box, true) < 3 ==> var m: M; begin\n"
    "  m.kind := k; m.src := p; multisetadd(m, box); end; end;\n"
    "choose i: box do rule \"take\" true ==> begin\n"
    "  busy[box[i].src] := !busy[box[i].src]; multisetremove(i, box); end; end;\n";

/* Messages about two points, which are told of each other only when ties are looked at. */
static const char letters[] =
    "type P: scalarset(4); M: record src: P; dst: P; end; var box: multiset [20] of M; own: array [P] of multiset [2] "
    "of P;\n"
    "startstate begin end;\n"
    "ruleset p: P; q: P do rule \"post\" multisetcount(i: box, true) < 3 ==> var m: M; begin\n"
    "  m.src := p; m.dst := q; multisetadd(m, box); end; end;\n"
    "ruleset p: P do choose i: box do rule \"forward\" true ==> var m: M; begin\n"
    "  m := box[i]; m.dst := p; multisetremove(i, box); multisetadd(m, box); end; end; end;\n"
    "choose i: box do rule \"keep\" multisetcount(k: own[box[i].dst], true) < 2 ==> begin\n"
    "  multisetadd(box[i].src, own[box[i].dst]); multisetremove(i, box); end; end;\n"
    "ruleset p: P; q: P do choose i: own[p] do rule \"swap\" true ==> begin\n"
    "  multisetremove(i, own[p]); multisetadd(q, own[p]); end; end; end;\n";

/* Letters some of which are not signed, to points whose cells tell them apart, or do not. */
static const char postcards[] =
    "type P: scalarset(3); M: record kind: 0..2; src: P; note: 0..1; end;\n"
    "var st: array [P] of 0..2; box: array [P] of multiset [3] of M; sent: 0..3;\n"
    "startstate begin for p: P do st[p] := 0; end; sent := 0; end;\n"
    "ruleset p: P do\n"
    "  rule \"up\" st[p] < 2 ==> begin st[p] := st[p] + 1; end;\n"
    "  rule \"down\" st[p] = 2 ==> begin st[p] := 0; end;\n"
    "  rule \"card\" sent < 3 ==> var m: M; begin undefine m; m.kind := st[p]; multisetadd(m, box[p]); sent := sent + "
    "1; end;\n"
    "  rule \"letter\" sent < 3 & st[p] > 0 ==> var m: M; begin\n"
    "    m.kind := 1; m.src := p; undefine m.note; multisetadd(m, box[p]); sent := sent + 1; end;\n"
    "  rule \"parcel\" sent < 2 & st[p] = 0 ==> var m: M; begin\n"
    "    m.kind := 1; undefine m.src; m.note := 0; multisetadd(m, box[p]); sent := sent + 1; end;\n"
    "  choose i: box[p] do rule \"read\" st[p] = 1 ==> begin multisetremove(i, box[p]); sent := sent - 1; end; end;\n"
    "end;\n";

/* Points that one another's cells name, and nothing else that ties them. */
#define CHAIN(points)                                                                                                  \
  "type P: scalarset(" points "); var next: array [P] of P; on: array [P] of boolean;\n"                               \
  "startstate begin for p: P do on[p] := false; end; end;\n"                                                           \
  "ruleset p: P do rule \"turn\" true ==> begin on[p] := !on[p]; end; end;\n"                                          \
  "ruleset p: P; q: P do rule \"link\" on[p] ==> begin next[p] := q; on[p] := false; end; end;\n"
static const char chain[] = CHAIN("5"), longer[] = CHAIN("8");

/* Rules that outrank others, whose guards may meet errors all the same. */
static const char ranks[] =
    "type P: scalarset(3); var st: array [P] of 0..3; next: array [P] of P; n: 0..3;\n"
    "startstate begin for p: P do st[p] := 0; end; n := 0; end;\n"
    "ruleset p: P do rule 5 \"rise\" st[p] = 0 & n < 3 ==> begin st[p] := 1; n := n + 1; end; end;\n"
    "ruleset p: P; q: P do rule 3 \"link\" st[p] = 1 & st[q] = 1 & p != q ==> begin next[p] := q; st[p] := 2; end; "
    "end;\n"
    "ruleset p: P do rule 7 \"fall\" st[p] = 2 & st[next[p]] > 0 ==> begin st[p] := 3; undefine next[p]; end; end;\n"
    "ruleset p: P do rule 9 \"odd\" st[p] = 3 & st[next[p]] = 3 ==> begin st[p] := 0; end; end;\n"
    "ruleset p: P do rule 5 \"again\" st[p] = 3 ==> begin st[p] := 0; n := n - 1; end; end;\n";

/* Many of them. */
static const char forest[] =
    "type P: scalarset(12); var next: array [P] of P; on: array [P] of boolean;\n"
    "startstate begin for p: P do on[p] := false; end; end;\n"
    "ruleset p: P; q: P do rule \"link\" isundefined(next[p]) ==> begin next[p] := q; end; end;\n"
    "ruleset p: P do rule \"turn\" !isundefined(next[p]) & !on[p] ==> begin on[p] := true; end; end;\n"
    "ruleset p: P; q: P do invariant \"apart\" p != q & on[p] & on[q] -> next[p] != next[q]; end;\n";

/* So many points that twins stand for each other in claims and quantifiers, too. */
static const char crowd[] =
    "type P: scalarset(12); var st: array [P] of 0..2; next: array [P] of P; n: 0..3; box: multiset [2] of P;\n"
    "startstate begin for p: P do st[p] := 0; end; n := 0; end;\n"
    "ruleset p: P do rule \"join\" st[p] = 0 & n < 3 ==> begin st[p] := 1; n := n + 1; end; end;\n"
    "ruleset p: P; q: P do rule \"link\" st[p] = 1 & st[q] > 0 ==> begin next[p] := q; st[p] := 2; end; end;\n"
    "ruleset p: P do rule \"leave\" st[p] = 2 & forall q: P do q != p -> st[q] < 2 end ==> begin\n"
    "  st[p] := 0; undefine next[p]; n := n - 1; end; end;\n"
    "ruleset p: P do rule \"keep\" st[p] = 2 & multisetcount(i: box, true) < 2 ==> begin multisetadd(p, box); end; "
    "end;\n"
    "ruleset p: P do rule \"greet\" st[p] = 1 & multisetcount(i: box, true) < 2 ==> begin multisetadd(p, box); end; "
    "end;\n"
    "choose i: box do rule \"drop\" true ==> begin multisetremove(i, box); end; end;\n"
    "ruleset p: P; q: P do invariant \"two\" p != q -> !(st[p] = 1 & st[q] = 1); end;\n"
    "ruleset p: P do invariant \"more\" forall q: P do p != q -> st[p] + st[q] < 4 | n < 3 end; end;\n"
    "invariant \"three\" forall q: P do forall r: P do q != r -> st[q] + st[r] + n < 7 end end;\n"
    "invariant \"some\" exists p: P do exists q: P do p != q & st[p] = 0 & st[q] = 0 & isundefined(next[p]) end end;\n"
    "invariant \"few\" multisetcount(i: box, exists p: P do box[i] = p & st[p] = 2 end) < 2;\n";

static void representatives_are_found(void **state) {
  (void)state;
  static const struct {
    const char *name, *text;
    bool bails; /* some states have errors in them */
  } models[] = {{"chain", chain, false},         {"ranks", ranks, true},      {"forest", forest, false},
                {"crowd", crowd, false},         {"letters", letters, false}, {"names", names, false},
                {"postcards", postcards, false}, {"longer", longer, false}};
  for (size_t i = 0; i < sizeof models / sizeof *models; i++) {
    struct cross cross;
    cross_run(&cross, models[i].name, models[i].text, CROSS_PACKED, MOST_STATES, USUAL_LEVEL, NULL);
    cross_free(&cross);
    assert_string_equal(cross.complaint, "");
    assert_true(cross.canonical > cross.steps / 2);
    assert_true(!cross.needless && (cross.bails > 0) == models[i].bails);
  }
}

/* ---------------------------------------------------------------- mistakes */

static const char *sought, *instead;

/* Colours tell nearly all points apart that are no twins. Without them it is left to what has to
 * tell in any case, and may be mistaken. */
static const char by_colour[] = "g->colours[a] != g->colours[b]";

static void plant(char *text) {
  char *at = strstr(text, sought), *told = strstr(text, by_colour);
  if (!at)
    fail_msg("the code has no `%s`", sought);
  memcpy(at, instead, strlen(instead));
  if (told)
    *(char *)memset(told, ' ', strlen(by_colour)) = '0';
}

struct mistake {
  const char *text;
  enum cross_mode mode;
  const char *sought, *instead; /* of one length */
};

/* Each must be seen, or the comparison is worth nothing. */
static const struct mistake mistakes[] = {
    {places, CROSS_PLAIN, "if (!t", "if ( t"},                                  /* a guard */
    {numbers, CROSS_PLAIN, "(cell)((stored)-1 +", "(cell)((stored)-0 +"},       /* the least value */
    {values, CROSS_RUNS, "return a[i] < b[i] ? -1", "return a[i] < b[i] ? +1"}, /* bags in another order */
    {places, CROSS_PLAIN, "(before = slot_bytes(e - stride, stride)) > number",
     "(before = slot_bytes(e - stride, stride)) < number"},             /* in bytes */
    {places, CROSS_RUNS, "= w->b0[v1].weight;", "= w->b0[v1].origin;"}, /* instances counted wrongly */
    {places, CROSS_RUNS, "return x;", "return e;"},                     /* and not taken out */
    {places, CROSS_RUNS, "if (s[i - 1] < v)\n", "if (s[i - 1] > v)\n"}, /* entries in another order */
    {troubles, CROSS_PLAIN, "> 2)) goto bail", "> 9)) goto bail"},      /* a test that is too weak */
    {troubles, CROSS_PLAIN, "f->status = DISCARDED;", "                      "},
    {orders, CROSS_PACKED, "return !m->rewritten ||", "return 1             ||"}, /* the last writer goes unseen */
    {orders, CROSS_RUNS, "if (m->written || by", "if (0          || by"},         /* and who reads what others wrote */
    {guards, CROSS_PLAIN, "return whole;", "return 1;    "}, /* undefined cells that are taken to be defined */
    {gaps, CROSS_PLAIN, "return !undefined;", "return 1;         "},
    {holed, CROSS_PLAIN, "(v == U);", "(v != v);"},
    {labels, CROSS_PLAIN, "case 2:\n", "case 9:\n"},
    {wide, CROSS_PLAIN, "f->home[i] = word);", "word             );"},       /* what is known of the last state */
    {wide, CROSS_PLAIN, "memcpy(f->key, f->home", "memcpy(f->key, f->key "}, /* the key of another successor */
    {wide, CROSS_PLAIN, "= (k[p->word] & ~(bits_of(p)", "= (k[p->word] | ~(bits_of(p)"},
    {wide, CROSS_PACKED, "x &= ~(lane <<", "x &= ~(~0ul <<"}, /* the first change of several */
    {wider, CROSS_PLAIN, "k < i + 4 * STEP; k += STEP", "k < i + 3 * STEP; k += STEP"},
    {wide, CROSS_PACKED, "noe_mix(PLACE(trait - OF(traits))",
     "noe_mix(PLACE(0                 )"}, /* a slice of other words */
    {wide, CROSS_PACKED, "trait_word(number, v) - trait_word(number, was)",
     "trait_word(number, v) + trait_word(number, was)"},
    {wide, CROSS_PACKED, "t < 0 ? from : (cell)(from + p[t] - t);\n    }",
     "         from                         ;\n    }"},
    {wide, CROSS_PACKED, "d[names[i].cell] = (cell)(c[names[i].cell] + p[t]",
     "d[names[i].cell] = (cell)(c[names[i].cell] +   t "},
    {wide, CROSS_PACKED, "const uint32_t first = OF(matrices)[m];", "const uint32_t first = OF(matrices)[0];"},
    {plains, CROSS_RUNS, "name##n(f, e, pointers[i].number)", "name##n(f, e, 1                 )"},
    {plains, CROSS_RUNS, "(cell)(f->rank##number[e] + pointers", "(cell)(                 e + pointers"},
    {plains, CROSS_RUNS, "plain[i].empty), plain[i].width", "plain[i].base ), plain[i].width"},
    {pointers, CROSS_PACKED, "return rank == members", "return rank != members"},
    {pointers, CROSS_PACKED, "!= c[(at) + j * (stride)])", "!= c[(at) + i * (stride)])"},     /* slices that differ */
    {pointers, CROSS_PACKED, "if (c[at] != (t < 0 ? from :", "if (c[at] != (t < 0 ? c[at]:"}, /* and relations */
    {pointers, CROSS_PACKED, "(ARGUMENTS < 3 || v[2] != a)", "(ARGUMENTS < 9 || v[2] != a)"},
    {pointers, CROSS_PACKED, "if (CELL_OF(a, v) != CELL_OF(b, OTHER(v)))",
     "if (CELL_OF(a, v) == CELL_OF(b, OTHER(v)))"}, /* rows */
    {names, CROSS_PACKED, "if (t != a && t != b && v != a)",
     "if (v < 99)                    "}, /* a name unseen in a slice */
    {names, CROSS_PACKED, "if (t != a && t != b && u != a && v != a)",
     "if (1)                                   "},                                /* in a matrix */
    {mail, CROSS_PACKED, "if (!are_same(s, c + at,", "if (!are_same(s, s     ,"}, /* in a bag */
    {mail, CROSS_PACKED, "if (!named)", "if (1     )"},
    {mail, CROSS_PACKED, "return is_like(c, a, b);", "return 1;               "}, /* idle ones that differ */
    {names, CROSS_PACKED, "if (is_decided(g, c, scratch))\n    return arranged;",
     "if (1)                        \n    return arranged;"},
    {names, CROSS_PACKED, "*w = nothing;", "            ;"}, /* slots that stay */
    {names, CROSS_PACKED, "differ_in(w->c + bags##type[i].cell, from->c",
     "differ_in(w->c + bags##type[i].cell, w->c   "}, /* a bag unsorted */
    {mail, CROSS_PACKED, "if (order > 0)\n      OF(tell)",
     "if (order > 9)\n      OF(tell)"}, /* a message that is gone, and remembered */
    {mail, CROSS_PACKED, "if (order < 0)\n      OF(tell)", "if (order <-9)\n      OF(tell)"},
    {letters, CROSS_PACKED, "(uint32_t)t, h *(OF", "(uint32_t)t, 0 *(OF"}, /* and whom it names */
    {letters, CROSS_PACKED, "g->touched[point] = 1;", ";                     "},
    {pointers, CROSS_PACKED, "if (t >= 0)\n    g->touched[t] = 1;", "if (t >= 0)\n                     ;"},
    {pointers, CROSS_PACKED, "g->touched[about[number].points[i]] = 1;", ";                                       "},
    {names, CROSS_PACKED, "even = s##a == s##b;", "even = 1           ;"},             /* messages before cells */
    {letters, CROSS_PACKED, "return (y - (is & added))", "return (y + (is & added))"}, /* bytes that become cells */
    {letters, CROSS_PACKED, "7f7f7f)) + added", "7f7f7f)) - added"},
    {letters, CROSS_PACKED, "(uint64_t)quarter << 8 * at, at += 2", "(uint64_t)quarter << 8 *  1, at += 2"},
    {crowd, CROSS_PACKED, "&& !g->touched[p];", "                 ;"}, /* one that leaves its group */
    {ranks, CROSS_PACKED, "if (f->outranked)", "if (0           )"},
    {forest, CROSS_PACKED, "? g->weight[leader] - 1u : 0", "? 0                      : 0"}, /* one that ties ask for */
    {crowd, CROSS_PACKED, "g->weight[leader]++;", "g->weight[p    ]++;"},
    {crowd, CROSS_PACKED, "[] = {points[0], ", "[] = {-1       , "}, /* who is bound, forgotten */
    {crowd, CROSS_PACKED, "f->host.rank_of = f->judged[1];", "f->host.rank_of = f->judged[0];"},
    {names, CROSS_PACKED, "cell *const to = d + at;", "cell *const to = d + 0 ;"}, /* a bag at another place */
    {names, CROSS_PACKED, "host->stabiliser *= factorial[size]", "host->stabiliser *= factorial[1   ]"},
    {names, CROSS_PACKED, "(cell)(e[at] + p[t] - t);\n      LIST(",
     "(cell)(e[at]           );\n      LIST("}, /* a name that stays */
    {names, CROSS_PACKED, "(to, OF(BAG_CAPACITY));", "(to, 1               );"},
    {values, CROSS_RUNS, "(cell)images[v - (first)]", "v                        "}, /* a value that is not turned */
    {values, CROSS_RUNS, "? set | 1u << (turn) :", "? set                :"},       /* a turn that is forgotten */
    {values, CROSS_RUNS, "    settle(w);", "    (void)(w);"},                       /* bags that stay unsorted */
    {values, CROSS_RUNS, "rank_of[points[last]] == members", "rank_of[points[last]] != members"},
    {ballots, CROSS_RUNS, "n[origins[turn][i]] < n[orig", "n[origins[turn][i]] > n[orig"}, /* the greatest census */
    {ballots, CROSS_RUNS, "memcmp(f->key, f->least, bytes) < 0", "memcmp(f->key, f->least, bytes) > 0"},
};

static bool is_caught(const struct mistake *mistake, const char *compiler) {
  struct cross cross;
  sought = mistake->sought;
  instead = mistake->instead;
  cross_compiler = compiler;
  cross_run(&cross, "mistake", mistake->text, mistake->mode, 400, "-O0", plant);
  cross_compiler = NULL;
  cross_free(&cross);
  assert_non_null(cross.module); /* it has to be a mistake that compiles */
  return *cross.complaint || cross.needless;
}

/* Some lines are not for the instant compiler: there a mistake makes a difference to the other one. */
static void mistakes_are_caught(void **state) {
  (void)state;
  const char *instant = instant_compiler();
  if (IS_SANITIZED)
    skip();
  for (size_t i = 0; i < sizeof mistakes / sizeof *mistakes; i++)
    if (!(instant && is_caught(&mistakes[i], instant)) && !is_caught(&mistakes[i], NULL))
      fail_msg("`%s` instead of `%s` makes no difference", instead, sought);
}

/* -------------------------------------------------------------------- text */

static struct noe_text write_text(struct cross *cross, const char *text) {
  const char *why;
  *cross = (struct cross){.name = "text", .mode = CROSS_RUNS};
  assert_true(cross_load(cross, text));
  struct noe_text out = noe_base_text(cross->memory);
  assert_true(noe_compile_emit(cross->memory, cross->model, cross->symmetry, cross->proof, false, &out,
                               &cross->emission, &why));
  return out;
}

/* Two runs give the same bytes; what the model's author wrote is not among them. */
static void the_text_is_ours(void **state) {
  (void)state;
  static const char model[] =
      "type Pxyzzy: scalarset(3); var vxyzzy: array [Pxyzzy] of enum {exyzzy, fxyzzy};\n"
      "function gxyzzy(pxyzzy: Pxyzzy): boolean; begin put \"*/ xyzzy\"; return vxyzzy[pxyzzy] = "
      "exyzzy; end;\n"
      "startstate \"sxyzzy\" begin for i: Pxyzzy do vxyzzy[i] := exyzzy; end; end;\n"
      "ruleset qxyzzy: Pxyzzy do rule \"*/ rxyzzy\" gxyzzy(qxyzzy) ==> begin vxyzzy[qxyzzy] := "
      "fxyzzy; assert \"*/xyzzy\" true; end; end;\n"
      "invariant \"*/ ixyzzy\" true;\n";
  struct cross one, two;
  struct noe_text first = write_text(&one, model), second = write_text(&two, model);
  assert_string_equal(noe_base_text_string(&first), noe_base_text_string(&second));
  assert_null(strstr(noe_base_text_string(&first), "xyzzy"));
  noe_base_text_free(&first);
  noe_base_text_free(&second);
  cross_free(&one);
  cross_free(&two);
}

int main(int argc, char **argv) {
  if (argc > 1)
    return cross_files(argc - 1, argv + 1);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(places_are_found),     cmocka_unit_test(errors_are_seen),
      cmocka_unit_test(pointers_are_packed),  cmocka_unit_test(values_are_turned),
      cmocka_unit_test(guards_are_planned),   cmocka_unit_test(representatives_are_found),
      cmocka_unit_test(any_compiler_will_do), cmocka_unit_test(many_cells_are_packed),
      cmocka_unit_test(mistakes_are_caught),  cmocka_unit_test(the_text_is_ours),
      cmocka_unit_test(orders_are_watched),   cmocka_unit_test(nothing_is_packed),
      cmocka_unit_test(nothing_is_sorted),    cmocka_unit_test(large_numbers_have_room),
      cmocka_unit_test(switches_jump),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
