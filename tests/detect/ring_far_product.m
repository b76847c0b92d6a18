-- A product that is too large to compute with beforehand: whose it is still shows.
-- found:
type Q: 0..3;
var at: Q; lit: array [Q] of boolean;
startstate begin for q: Q do lit[q] := false; end; at := 1; end;
ruleset q: Q do rule "go" q != at ==> begin at := q; end; end;
rule "light" (at * 100000 * 100000) % 30000000000 = 10000000000 ==> begin lit[at] := true; end;
invariant "one is lit" forall q: Q do lit[q] -> at != q | !lit[(q + 1) % 4] end;
ruleset q: Q do cover "lit" lit[q]; end;
