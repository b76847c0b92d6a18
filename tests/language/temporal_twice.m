-- two marks on one item
-- expect: verdict=rejected code=E511
var x: 0..1; startstate begin x := 0; end; rule "flip" begin x := 1 - x; end;
weakfair strongfair rule begin x := 0; end;
