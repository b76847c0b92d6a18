-- Elements are removed one by one by a condition that looks at the rest.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(2); M: record p: P; v: 0..1; end;
var m: multiset [4] of M; t: M; n: 0..4;
startstate begin undefine m; undefine t; n := 0; end;
ruleset p: P; v: 0..1 do rule "add" multisetcount(i: m, true) < 3 ==> begin t.p := p; t.v := v; multisetadd(t, m); undefine t; end; end;
rule "thin" multisetcount(i: m, true) = 3 ==> begin
  multisetremovepred(i: m, multisetcount(j: m, true) > 1 & m[i].v = 0);
  n := multisetcount(i: m, m[i].v = 1);
end;
rule "empty" begin undefine m; n := 0; end;
invariant "ones are rare" n < 3;
