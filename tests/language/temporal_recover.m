-- a mistake inside the braces of a sequence does not reach beyond them
-- expect: verdict=rejected code=E201 line=4
var x: 0..1; startstate begin x := 0; end; rule "flip" begin x := 1 - x; end;
never "a" { x = 0; { x = ; x = 1 }; x = 0 };
ltl "b" [] (x = 0 -> <> (x = 1));
