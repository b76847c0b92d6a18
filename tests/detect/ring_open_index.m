-- Each round of the loop writes a place and reads one that is known by its index only: the order of the places shows.
-- found:
type P: 1..4;
var at: P; on: array [P] of boolean;
startstate begin for p: P do on[p] := false; end; at := 2; end;
rule "move" begin at := at = 4 ? 1 : at + 1; end;
rule "flip" begin for p: P do on[p] := !on[at]; end; end;
ruleset p: P do invariant "three in a row" !(on[p] & on[p = 4 ? 1 : p + 1] & !on[p = 1 ? 4 : p - 1]); end;
