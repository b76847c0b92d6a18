-- House principle: --pedantic turns every warning into an error.
-- expect: verdict=holds states=2 rules=2 code=W101 line=7
-- expect: options="--pedantic" verdict=rejected code=W101 line=7
var v: 0..15;
startstate begin v := 0; end;
rule begin
  v := v = 0 ? 010 : 0;
  for i: 0..3 do i := 0; end;
end;
