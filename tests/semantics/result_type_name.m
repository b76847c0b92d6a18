-- The type of the result may go by a name that a parameter takes: it is looked up outside.
-- expect: verdict=holds states=2 rules=2
type t: 0..1;
var x: boolean;
function foo(t: boolean): t; begin return t ? 1 : 0; end;
startstate begin x := true; end;
rule begin if foo(x) = 1 then x := false; else x := true; end; end;
