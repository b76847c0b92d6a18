-- expect: verdict=holds states=2 rules=4 code=W302 line=5
var x: 0..1;
startstate begin x := 0; end;
rule begin for i: 0..1 do
  for i: 0..1 do x := i; end; end; x := 0;
end;
rule begin x := 1 - x; end;
