-- a var argument needs equal bounds; the range of the parameter is checked.
-- expect: SMALL=3 verdict=holds states=2 rules=2
-- expect: SMALL=2 verdict=rejected code=E401 line=8
const SMALL: 3;
type T: 0..3;
var x: 0..SMALL; b: boolean;
procedure set(var n: T); begin n := 3; end;
startstate begin x := 0; b := false; end; rule begin set(x); assert x = 3; x := 0; b := !b; end;
