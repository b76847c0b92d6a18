-- Values that meet in a comparison, and nowhere else, are of one kind.
-- found: NODE 3
type NODE: 1..3;
var at: NODE; on: array [NODE] of boolean;
ruleset p: NODE do startstate begin at := p; for m: NODE do on[m] := false; end; end; end;
ruleset n: NODE do rule "on" n != at & !on[n] ==> begin on[n] := true; end; end;
rule "off" begin for m: NODE do on[m] := false; end; end;
invariant "not there" forall n: NODE do n = at -> !on[n] end;
invariant "not both" exists n: NODE do n != at & !on[n] end;
