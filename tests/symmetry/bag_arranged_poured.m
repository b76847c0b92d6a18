-- A plain bag is filled while one with names in it is gone through.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(2); Q: 0..1; Named: record who: P; v: Q; end; Bag: multiset [2] of Q;
var a: array [P] of Q; code: 0..3; plain: Bag; named: multiset [2] of Named;
function eat(v: Q): boolean; begin code := (2 * code + v) % 4; return true; end;
function pour(v: Q): boolean; begin multisetadd(v, plain); return true; end;
startstate begin for p: P do a[p] := 0; end; code := 0; undefine plain; undefine named; end;
ruleset p: P do rule "flip" begin a[p] := 1 - a[p]; end; end;
rule "go" var n: Named; begin
  undefine named; undefine plain; code := 0;
  for p: P do n.who := p; n.v := a[p]; multisetadd(n, named); end;
  multisetremovepred(i: named, pour(named[i].v));
  multisetremovepred(i: plain, eat(plain[i]));
end;
invariant "x" code != 2;
