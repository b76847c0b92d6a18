-- A cover statement counts where a claim about states comes to it; with every engine, and in a witness.
-- expect: verdict=holds states=3
var v: 0..2;
function next(): boolean; begin cover "seen" v = 2; return v <= 2; end;
startstate begin v := 0; end;
rule begin v := (v + 1) % 3; end;
invariant "small" next();
