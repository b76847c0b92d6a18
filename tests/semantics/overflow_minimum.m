-- arithmetic near the least integer.
-- expect: HOW=0 verdict=holds states=2 rules=2
-- expect: HOW=1 verdict=violated kind=assertion code=R805 line=10
-- expect: HOW=2 verdict=violated kind=assertion code=R805 line=11
const HOW: 0;
var v: 0..9; b: boolean;
startstate begin b := false; v := 1; end;
rule begin
  alias least: -9223372036854775806 - v do
  if HOW = 1 then assert least * 2 = 0; end;
  if HOW = 2 then assert least - 2 * v = 0; end;
  assert least % -v = 0 & least / -v = 9223372036854775807 & -least > 0 & least + v = -9223372036854775806; b := !b;
  end;
end;
