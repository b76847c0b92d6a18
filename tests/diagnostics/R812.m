-- expect: verdict=violated kind=assertion property="never one" code=R812 line=4
var x: 0..1;
startstate begin x := 0; end;
rule begin x := 1; assert x = 0 "never one"; end;
