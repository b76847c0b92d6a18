-- A bound that cuts the search off gives unknown; one that does not, the verdict.
-- expect: options="--bound=2" verdict=unknown states=3
-- expect: options="--bound=50" verdict=holds states=10 rules=10
-- expect: options="--bound=10" verdict=holds states=10 rules=10
-- expect: options="--bound=9" verdict=unknown states=10
var v: 0..9;
startstate begin v := 0; end;
rule begin v := (v + 1) % 10; end;
