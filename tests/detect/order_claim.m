-- Claims say of each two what they might say twice: no order is shown.
-- found: NODE 3
type NODE: 1..3;
var on: array [NODE] of boolean; many: 0..3; last: NODE;
ruleset s: NODE do startstate begin for n: NODE do on[n] := false; end; many := 0; last := s; end; end;
ruleset n: NODE do
  rule "on" !on[n] & many < 2 ==> begin on[n] := true; many := many + 1; last := n; end;
  rule "off" on[n] ==> begin on[n] := false; many := many - 1; end;
end;
invariant "two at most" forall a: NODE do forall b: NODE do forall c: NODE do (a < b) -> (b = c | a = c | !(on[a] & on[b] & on[c])) end end end;
invariant "never two" forall a: NODE do forall b: NODE do a < b -> !(on[a] & on[b]) end end;
invariant "backwards" forall a: NODE do forall b: NODE do !(a > b & on[a] & on[b] & last = a) end end;
invariant "with a gap" forall a: NODE do !(exists b: NODE do a >= b & on[a] & a != b & on[b] end) end;
invariant "or" forall a: NODE do forall b: NODE do a <= b | !on[a] | !on[b] end end;
ruleset a: NODE; b: NODE do invariant "parameters" a < b & on[a] -> !on[b]; end;
invariant "states" on[last] -> many < 2 | forall a: NODE do a < last -> !on[a] end;
