-- expect: verdict=rejected code=E301 line=4
type Proc: scalarset(3);
var x: Proc;
startstate begin x := Proc_1; end;
rule begin x := x; end;
