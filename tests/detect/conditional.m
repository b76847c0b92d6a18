-- A literal comes out of `? :`.
-- found: NODE 3
type NODE: 1..4;
var at: NODE; flag: boolean;
ruleset m: NODE do startstate begin at := m; flag := false; end; end;
rule "jump" begin at := flag ? 1 : at; flag := !flag; end;
ruleset m: NODE do rule "go" flag ==> begin at := m; end; end;
invariant "three" !(at = 3 & flag);
invariant "one" !(at = 1 & !flag);
