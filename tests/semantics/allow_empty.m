-- 5.1: a model without start states is refused, unless it is asked for.
-- expect: verdict=rejected code=E507
-- expect: options="--allow-empty" verdict=holds states=0 rules=0
var v: 0..1;
rule begin v := 0; end;
invariant v = 0;
