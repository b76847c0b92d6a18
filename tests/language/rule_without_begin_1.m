-- A rule without guard and `begin`: the body may be empty or start with a keyword.
-- expect: verdict=holds states=2 rules=18
type T: 0..1;
var x: T; m: multiset [1] of T;
procedure flip(); begin x := 1 - x; end;
startstate clear x; end;
rule "skip" end;
rule endrule;
rule 0 "skip too" end;
rule if x = 0 then x := 1; else x := 0; end; end;
rule "for" for i: T do flip(); end; end;
rule while x = 1 do flip(); end; end;
rule switch x case 0: x := 1; end; end;
rule alias y: x do y := 1 - y; end; end;
rule ; put x; end;
