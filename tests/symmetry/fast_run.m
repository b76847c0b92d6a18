-- With fast representatives a run goes from one stored state to the next, not from any state of its orbit.
-- expect: verdict=violated kind=deadlock
-- permuted: P
type P: scalarset(6);
var n: array [P] of P; c: array [P] of boolean; k: boolean;
startstate begin for p: P do c[p] := false; end; k := false; end;
ruleset p: P; q: P do
  rule "pair" p != q & isundefined(n[p]) & isundefined(n[q]) ==>
  begin n[p] := q; n[q] := p; end;
  rule "swap" !isundefined(n[p]) & !isundefined(n[q]) & n[p] != q & !k ==>
    var t: P;
  begin t := n[p]; n[p] := n[q]; n[q] := t; k := true; end;
end;
ruleset p: P do rule "mark" k & !c[p] ==> begin c[p] := true; end; end;
