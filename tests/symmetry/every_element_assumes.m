-- The same as every_instance_assumes.m with the elements of a multiset, in the order of their contents.
-- expect: verdict=holds
-- permuted: P
type P: scalarset(2); M: record id: P; k: boolean; end;
var m: multiset[2] of M; x: 0..1; a: array[P] of boolean;
startstate begin for p:P do a[p] := true; end; undefine m; x := 0; end;
ruleset p: P do rule multisetcount(i: m, m[i].id = p) = 0 ==> var z: M; begin z.id := p; z.k := true; multisetadd(z, m); end;
rule begin a[p] := !a[p]; end; end;
rule multisetcount(i: m, true) = 2 & (exists p: P do a[p] end) & (exists p: P do !a[p] end) ==> var z: M; begin undefine m; for p: P do z.id := p; if !a[p] then z.k := false; else undefine z.k; end; multisetadd(z, m); end; end;
rule begin x := 1-x; end;
choose i: m do assume "c" m[i].k; end;
