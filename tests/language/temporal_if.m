-- a sequence needs braces around choices, parentheses around ? :
-- expect: verdict=rejected code=E201
var x: 0..1; startstate begin x := 0; end; rule "flip" begin x := 1 - x; end;
never "a" { x = 0 ? true : false };
