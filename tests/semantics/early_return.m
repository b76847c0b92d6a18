-- 5.2: `return` ends rules, procedures and functions from any depth.
-- expect: verdict=holds states=2 rules=2
var n: 0..9; b: boolean;
procedure count(most: 0..9); begin
  for i: 0..9 do for j: 0..9 do if n = most then return; end; n := n + 1; end; end;
end;
function find(x: 0..9): 0..9; begin
  while true do n := n + 1; switch n case 9: return 9; else alias k: n do if k = x then return k; end; end; end; end;
end;
startstate begin n := 0; b := false; end;
rule begin
  count(5); assert n = 5; n := 0; assert find(4) = 4 & n = 4; n := 0; b := !b;
  for i: 0..3 do if i = 2 then return; end; end;
  error "not reached";
end;
