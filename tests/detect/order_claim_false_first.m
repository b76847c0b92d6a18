-- Whatever the order, the claim is false before it meets the undefined value; the view, where comparisons do not tell
-- orders apart, meets that first.
-- expect: verdict=violated kind=invariant
-- found:
type NODE: 1..3;
var on: array [NODE] of boolean; link: array [NODE] of NODE;
startstate begin for n: NODE do on[n] := false; undefine link[n]; end; end;
ruleset n: NODE do rule "on" begin on[n] := !on[n]; end; end;
invariant "one by one" forall a: NODE do forall b: NODE do (a > b -> (!on[b] -> on[link[a]])) & (b > a -> on[b]) end end;
