-- Two rings have nothing to do with each other, whatever their sizes.
-- expect: verdict=rejected code=E401 line=6
type R: ringset(3); S: ringset(3);
var r: R; s: S;
startstate begin undefine r; undefine s; end;
rule "mixed" begin r := s; end;
