-- Real arithmetic is refused once, at its first use.
-- expect: verdict=rejected code=E601 line=3
const half: 0.5;
var x: real(3, 20);
startstate begin x := 1.5; end;
