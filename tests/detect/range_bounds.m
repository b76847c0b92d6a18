-- 1..3 and 0..2 hold values of one kind: 1 and 2 are alike, 0 and 3 are told by what does not fit.
-- found:
type HIGH: 1..3; LOW: 0..2;
var a: HIGH; b: LOW; seen: array [HIGH] of boolean;
ruleset h: HIGH do startstate begin a := h; b := 1; for x: HIGH do seen[x] := false; end; end; end;
ruleset h: HIGH do rule "high" begin a := h; seen[h] := true; end; end;
rule "down" a != 3 ==> begin b := a; end;
rule "up" b != 0 ==> begin a := b; end;
ruleset l: LOW do rule "low" begin b := l; end; end;
invariant "never three" !seen[3];
invariant "b is never 2" b != 2;
