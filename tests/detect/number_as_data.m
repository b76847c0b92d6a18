-- A process number is stored as data and compared with data.
-- found:
type NODE: 1..3;
var data: 0..7; owner: NODE;
startstate begin data := 0; owner := 1; end;
ruleset n: NODE do rule "write" data != n ==> begin data := n; owner := n; end; end;
rule "add" data < 7 ==> begin data := data + owner; end;
invariant "not seven" data != 7;
