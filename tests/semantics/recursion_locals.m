-- 5.2: locals of each call are its own and start undefined.
-- expect: verdict=holds states=2 rules=2
var b: boolean;
function sum(n: 0..9): 0..99; var here, below: 0..99; begin
  assert isundefined(here) & isundefined(below);
  here := n; if n > 0 then below := sum(n - 1); else below := 0; end;
  assert here = n; return here + below;
end;
startstate begin b := false; end;
rule begin assert sum(9) = 45 & sum(0) = 0; b := !b; end;
