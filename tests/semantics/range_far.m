-- 3.2: indices of a range that is far from 0, whose multiples are no numbers. 11 values of
-- h, 2 of l, and the mark of the last; "mark" fires in 4 of these 44 states.
-- expect: verdict=holds states=44 rules=92 options="--compile=never"
-- expect: verdict=holds states=44 rules=92 options="--compile=always"
type
  H: 3074457345618258600..3074457345618258610;
  L: -4611686018427387904..-4611686018427387903;
  R: record p: boolean; r: array [L] of boolean; end;
var a: array [H] of R; h: H; l: L;
startstate begin
  clear a;
  h := 3074457345618258600;
  l := -4611686018427387904;
end;
rule "next" begin h := h = 3074457345618258610 ? 3074457345618258600 : h + 1; end;
rule "turn" begin l := l = -4611686018427387904 ? l + 1 : l - 1; end;
rule "mark" h = 3074457345618258610 ==> begin a[h].p := !a[h].r[l]; end;
ruleset i: H do
  rule "never" a[i].p & i < h ==> begin h := i; end;
  ruleset k: L do rule "never" a[i].r[k] ==> begin l := k; end; end;
end;
invariant forall i: H do a[i].p -> i = 3074457345618258610 end;
