-- a section of declarations ends at a claim or a mark
-- expect: verdict=violated kind=invariant
var x: 0..1; ltl "a" [] (x < 2);
type T: 0..1; never "b" { x = 2 } weakfair rule begin x := 1 - x; end;
const mu: 1; ctl "c" AG (x < 2) mu "d" x = 0 | x = mu;
startstate begin x := 0; end; invariant x = 0;
