-- expect: verdict=rejected code=E519 line=5
var x: 0..1;
startstate begin x := 0; end;
ruleset n: 0..1; m: 0..1 do rule "set" x != m ==> begin x := n; end; end;
ctl "too few" AG EF enabled("set", 1);
