-- A loop through the start state: the first time nothing has been yet, later it has. A run is judged by its loop taken
-- often enough for what it looks back at.
--
-- expect: verdict=violated kind=ltl property="not yet"
-- claim: violated "not yet"

var x: 0..2;
startstate begin x := 0; end;
rule "next" begin x := (x + 1) % 3; end;
ltl "not yet" []<> !(once x = 2);
