-- The same as every_instance_covers.m with the elements of a multiset, in the order of their contents.
-- expect: verdict=violated kind=assertion code=R801
-- permuted: P
type P: scalarset(2); M: record id: P; k: boolean; end;
var m: multiset[2] of M; x: 0..1;
startstate begin undefine m; x := 0; end;
ruleset p: P; k: boolean do rule multisetcount(i: m, m[i].id = p) = 0 & multisetcount(i: m, isundefined(m[i].k)) = 0 & multisetcount(i: m, true) < 2 ==> var z: M; begin z.id := p; z.k := false; multisetadd(z, m); end; end;
choose i: m do choose j: m do rule i != j & !isundefined(m[i].k) & !isundefined(m[j].k) ==> begin undefine m[i].k; m[j].k := true; end; end; end;
rule begin x := 1-x; end;
choose i: m do cover "c" m[i].k; end;
