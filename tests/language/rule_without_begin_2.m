-- The same, for the statements of one word. In the second state the `assume` fires not.
-- expect: verdict=holds states=2 rules=15 options="--deadlock=off"
type T: 0..1;
var x: T; m: multiset [1] of T;
startstate "s" clear x; end;
rule clear x; end;
rule undefine m; x := 1; end;
rule put "text"; end;
rule assert x < 2; end;
rule return; end;
rule 0 assume x = 0; end;
rule cover x = 1; end;
rule multisetremovepred(i: m, true); end;
