-- The names of binary operators are no operators where none can stand: as types, and before operands.
-- expect: options="--pedantic" verdict=holds
type U: 0..1; var x: U;
function W(n: U): U; begin return n; end;
startstate begin x := 0; end;
rule begin x := 1 - x; end;
ltl "a" [] (exists k: U do x = k end);
ltl "b" [] (W(x) = x);
