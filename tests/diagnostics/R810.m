-- expect: verdict=violated kind=assertion code=R810
var x: 0..1;
procedure p(); begin p(); end;
startstate begin x := 0; end;
rule begin p(); end;
