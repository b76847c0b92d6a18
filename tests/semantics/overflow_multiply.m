-- multiplication overflows on its own, whatever would come after it.
-- expect: verdict=violated kind=assertion code=R805 line=4
var v: 0..4611686018427387904;
startstate begin v := 3037000500; end; rule begin v := v * v / v; end;
