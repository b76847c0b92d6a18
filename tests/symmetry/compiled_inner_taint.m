-- What rounds of an inner loop left is overwritten by another round of the outer one, with the value
-- that was there, in one of these four ways at least, whichever values come first.
-- expect: verdict=violated kind=invariant
-- permuted: 
type P: scalarset(2); Q: scalarset(2);
var a: array [P] of boolean; b: array [Q] of 1..2; x: 0..2; first: boolean; value: 1..2;
ruleset f: boolean; v: 1..2 do startstate begin for p: P do a[p] := false; end; for q: Q do b[q] := 1; end; x := 0; first := f; value := v; end; end;
ruleset p: P do rule "turn" x = 0 ==> begin a[p] := !a[p]; end; end;
ruleset q: Q do rule "change" x = 0 ==> begin b[q] := 3 - b[q]; end; end;
  rule "mix" x = 0 & exists p: P do !a[p] end & exists p: P do a[p] end &
             exists q: Q do b[q] = 1 end & exists q: Q do b[q] = 2 end ==>
  var t: 1..2;
  begin
    for p: P do
      if a[p] = first then for q: Q do t := b[q]; end; else t := value; end;
    end;
    x := t;
  end;
rule "again" x > 0 ==> begin x := 0; end;
invariant "the low one never comes last" x != 1;
