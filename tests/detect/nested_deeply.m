-- What processes have is nested 70 records deep: runs are turned so that they fail for the one that the claim names.
-- found: NODE 3
const Leader: 2;
type NODE: 1..4;
  T0: record x: boolean; end; T1: record x: T0; end; T2: record x: T1; end; T3: record x: T2; end; T4: record x: T3; end;
  T5: record x: T4; end; T6: record x: T5; end; T7: record x: T6; end; T8: record x: T7; end; T9: record x: T8; end;
  T10: record x: T9; end; T11: record x: T10; end; T12: record x: T11; end; T13: record x: T12; end; T14: record x: T13; end;
  T15: record x: T14; end; T16: record x: T15; end; T17: record x: T16; end; T18: record x: T17; end; T19: record x: T18; end;
  T20: record x: T19; end; T21: record x: T20; end; T22: record x: T21; end; T23: record x: T22; end; T24: record x: T23; end;
  T25: record x: T24; end; T26: record x: T25; end; T27: record x: T26; end; T28: record x: T27; end; T29: record x: T28; end;
  T30: record x: T29; end; T31: record x: T30; end; T32: record x: T31; end; T33: record x: T32; end; T34: record x: T33; end;
  T35: record x: T34; end; T36: record x: T35; end; T37: record x: T36; end; T38: record x: T37; end; T39: record x: T38; end;
  T40: record x: T39; end; T41: record x: T40; end; T42: record x: T41; end; T43: record x: T42; end; T44: record x: T43; end;
  T45: record x: T44; end; T46: record x: T45; end; T47: record x: T46; end; T48: record x: T47; end; T49: record x: T48; end;
  T50: record x: T49; end; T51: record x: T50; end; T52: record x: T51; end; T53: record x: T52; end; T54: record x: T53; end;
  T55: record x: T54; end; T56: record x: T55; end; T57: record x: T56; end; T58: record x: T57; end; T59: record x: T58; end;
  T60: record x: T59; end; T61: record x: T60; end; T62: record x: T61; end; T63: record x: T62; end; T64: record x: T63; end;
  T65: record x: T64; end; T66: record x: T65; end; T67: record x: T66; end; T68: record x: T67; end; T69: record x: T68; end;
var a: array [NODE] of T69; served: boolean;
startstate begin for q: NODE do a[q].x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x := false; end; served := false; end;
ruleset p: NODE do
  rule "one" !a[p].x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x ==> begin a[p].x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x := true; end;
end;
rule "serve" a[Leader].x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x ==> begin served := true; end;
invariant "leader first" (exists q: NODE do a[q].x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x end) -> a[Leader].x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x;
invariant "not alone" served -> (exists q: NODE do q != Leader & a[q].x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x.x end);
