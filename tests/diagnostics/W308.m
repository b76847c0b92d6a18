-- expect: options="--deadlock=off" verdict=holds states=1 rules=0 code=W308
var x: 0..1;
startstate begin x := 0; end;
