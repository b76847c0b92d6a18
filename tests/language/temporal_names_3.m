-- letters are operators in upper case only, words in any case
-- expect: verdict=violated kind=invariant
var g, f, x, u, w, r, a, e: boolean; startstate begin g := true; f := g; x := g; u := g; w := g; r := g; a := g; e := g; end;
rule begin g := !g; end;
ltl "l" G F f & x U u & ALWAYS w & (r R r) & (a Until e);
ctl "c" AG a & A (a U e) & E<>g;
invariant g;
