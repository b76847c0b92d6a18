-- 5.5: an error in a startstate is a violation with a trace of its own.
-- expect: verdict=violated kind=assertion code=R802 line=4
var v: 0..3;
ruleset i: 0..4 do startstate begin v := i; end; end;
rule begin v := 3 - v; end;
