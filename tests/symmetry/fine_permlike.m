-- A loop that is proved only while it runs: no two rounds touch the same cell.
-- expect: verdict=holds
-- permuted: P
type P: scalarset(3);
var link: array [P] of P; got: array [P] of boolean;
startstate begin for i: P do link[i] := i; got[i] := false; end; end;
ruleset i: P; j: P do rule "swap" i != j ==> var k: P; begin k := link[i]; link[i] := link[j]; link[j] := k; end; end;
rule "through" begin for i: P do got[link[i]] := !got[link[i]]; end; end;
invariant "all or none" forall i: P; j: P do got[i] = got[j] end;
