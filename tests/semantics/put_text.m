-- 5.6: `put` prints in the runs that are shown; enum values by name.
-- expect: verdict=violated kind=assertion prints="hello world"
-- expect: verdict=violated kind=assertion prints="v:3"
-- expect: verdict=violated kind=assertion prints="green"
-- expect: verdict=violated kind=assertion prints="w:Undefined"
type E: enum {red, green};
var v, w: 0..3; e: E;
startstate begin v := 3; e := green; end;
rule begin put "hello "; put "world\n"; put v; put green; put "\n"; put w; error "enough"; end;
