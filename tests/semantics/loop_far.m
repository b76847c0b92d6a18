-- A loop variable is no less defined where narrow cells of compiled code have no room for
-- it: whoever takes -32768 for undefined stores it in y.
-- expect: verdict=violated code=R802 line=9 options="--compile=never"
-- expect: verdict=violated code=R802 line=9 options="--compile=always"
var x: 0..2; y: -100..100;
startstate begin x := 0; y := 0; end;
rule "a" x = 0 ==> begin x := 1; end;
ruleset i := -32766 to -32770 by -1 do
  rule "b" i < -32767 & i > -32769 & x = 1 ==> begin if x = 2 then i := 3; end; y := i; end;
end;
