-- expect: verdict=violated kind=assertion code=R805 line=4
var x: 0..4611686018427387904;
startstate begin x := 4611686018427387904; end;
rule x + x > 0 ==> begin x := 0; end;
