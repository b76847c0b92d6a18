-- The start states prefer one pair each: what is usual between two values is the same for all of them.
-- expect: verdict=holds
-- permuted: P
type P: scalarset(3);
var m: array [P] of array [P] of boolean; n: array [P] of array [P] of 0..2;
ruleset p: P; q: P do
  startstate
  begin
    assume p != q;
    for i: P do for j: P do m[i][j] := (i = p & j = q); if i = p & j = q then n[i][j] := 1; end; end; end;
  end;
end;
ruleset p: P; q: P do
  rule "turn" p != q ==> begin m[p][q] := !m[p][q]; end;
  rule "count" p != q & m[q][p] ==> begin if isundefined(n[p][q]) then n[p][q] := 0; else undefine n[p][q]; end; end;
end;
