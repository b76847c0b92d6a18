-- A step of a run is another instance of its rule once the run is rotated.
-- found: O 7, P 6
type P: 1..6; L: enum {a, b, c};
type O: 0..6;
var local: array [P] of L; mark: array [P] of boolean; owner: O;
function follower(p: P): P; begin return ((p % 6) + 1); end;
ruleset s: P do startstate begin for p: P do local[p] := a; mark[p] := false; end; owner := 0; end; end;
ruleset p: P do rule "r0" owner = p ==> begin owner := 0; end; end;
ruleset p: P do rule "r1" local[p] = c & owner = p & owner = (p = 6 ? 1 : p + 1) ==> begin mark[follower(p)] := false; end; end;
ruleset p: P do rule "r2" mark[p] & !mark[p] & !mark[p] ==> begin local[(p = 1 ? 6 : p - 1)] := local[p]; local[(p = 1 ? 6 : p - 1)] := local[p]; mark[follower(p)] := true; end; end;
ruleset p: P do rule "r3" !mark[p] & owner = 0 & local[(p = 1 ? 6 : p - 1)] = local[((((p = 1 ? 6 : p - 1) + 4) % 6) + 1)] ==> begin owner := follower(p); if owner != ((p = 1 ? 6 : p - 1) = 6 ? 1 : (p = 1 ? 6 : p - 1) + 1) then mark[p] := true; else local[p] := a; end; local[p] := b; end; end;
ruleset p: P do cover "c0" owner = 0; end;
invariant "i1" forall p: P do !mark[p] | owner = p | local[p] = a & local[p] = local[((p % 6) + 1)] end;
ruleset p: P do liveness "l2" mark[p]; end;
