-- Parameters that nothing depends on: every instance counts, whether or not it is
-- executed. One that is named only in a guard, an alias, an argument, or an index is used;
-- a name that another one hides is not.
-- expect: verdict=holds states=642 rules=29208
-- expect: options="--compile=never" prints="reached 648 times" verdict=holds
-- expect: LAST=3 verdict=violated kind=assertion
const LAST: 4;
type K: 0..3; B: 0..9;
var a: array [0..2] of K; n: K; m: multiset [2] of K;

function least(x: K; y: K): K; begin return x < y ? x : y; end;
function noted(x: K): boolean; begin cover x = 2; return x < 3; end;

ruleset unused: 0..2 do
  startstate begin for i: 0..2 do a[i] := 0; end; n := 0; end;
end;

ruleset i: 0..2; j: B do
  rule "idle behind" a[i] < 2 & n < 2 ==> begin a[i] := a[i] + 1; end;
end;
ruleset j: B; i: 0..2 do
  rule "idle before" a[i] = 2 ==> begin a[i] := 0; end;
  rule "hidden" n = 1 ==> begin for j: 0..2 do a[j] := i; end; n := 0; end;
end;
ruleset j: K do
  rule "in the guard" n = 0 & j > 1 ==> begin n := 1; end;
  rule "an argument" n = 1 ==> begin n := least(j, 2); end;
  alias v: a[j % 3] do rule "an alias" n = 2 ==> begin v := 2; n := 3; end; end;
  rule "noted" n = 2 & noted(n) ==> begin n := 0; end;
end;
ruleset j := 5 to 1 by -2; k: B do
  rule "in steps" n = 3 & multisetcount(e: m, true) < 2 ==> begin multisetadd(j % 4, m); n := 0; end;
  choose e: m do rule "element" n = 3 ==> begin multisetremove(e, m); n := 1; end; end;
end;
ruleset j: K; none := 1 to 0 do rule "never" true ==> begin error "no instance"; end; end;
ruleset j: B do rule "too much" n = 3 & a[0] = 2 ==> begin assert n < LAST; n := 2; end; end;
