-- loose semicolons, trailing commas, any case, any order of sections.
-- expect: verdict=holds states=2 rules=2
CONST A: 1
VAR v: 0..A
STARTSTATE BEGIN v := 0 END
Type E: Enum {red, green,}
Var e: E;;
Procedure P() Begin ; ; v := 1 - v ; ; End
Rule "x" v < 0 -> True ==> P(); EndRule
Function Late(): Boolean; Begin Return FALSE; EndFunction;
Invariant TRUE;
Const Z: 3; Z2: Z;
Invariant v < Z2 & !Late()
