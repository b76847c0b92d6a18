-- expect: verdict=violated kind=assertion code=R808
var x: 0..1;
function f(): 0..1; begin if x = 1 then return 0; end; end;
startstate begin x := 0; end;
rule begin x := f(); end;
