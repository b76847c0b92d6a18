-- Firings that an assumption discards never were: what stands before the assumption has not run, unless in others.
var x: 0..3; y: boolean;
startstate begin x := 0; y := false; end;
rule "up" x < 3 ==>
begin
  if x = 2 then
    y := true;
    assume x < 2;
  end;
  x := x + 1;
end;
rule "turn" x > 0 ==> begin x := 0; end;
