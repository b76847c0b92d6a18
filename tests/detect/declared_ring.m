-- A declared ring stays a ring beside what is found: its places are rotated, never exchanged.
-- found: P 3
type R: ringset(4); P: 1..3;
var a: array [R] of boolean; w: array [P] of boolean;
ruleset r: R do
  startstate begin for i: R do a[i] := false; end; for p: P do w[p] := false; end; a[r] := true; end;
end;
ruleset r: R do rule "move" a[r] & !a[succ(r)] ==> begin a[r] := false; a[succ(r)] := true; end; end;
ruleset r: R do rule "opposite" a[r] & !a[r + 2] ==> begin a[r + 2] := true; end; end;
ruleset p: P do rule "w" begin w[p] := !w[p]; end; end;
invariant "no neighbours" !(exists r: R do a[r] & a[succ(r)] end);
