-- expect: verdict=violated kind=assertion property="stop here" code=R813 line=4
var x: 0..1;
startstate begin x := 0; end;
rule begin error "stop here"; end;
