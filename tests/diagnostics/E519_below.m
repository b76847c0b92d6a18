-- expect: verdict=rejected code=E519 line=4
var x: 0..1;
startstate begin x := 0; end;
ctl "ahead" AG enabled("flip");
var y: 0..1;
rule "flip" y = 0 ==> begin x := 1 - x; end;
