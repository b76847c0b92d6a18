-- A value that does not fit is an error; which one depends on the value, not on its name in the text.
-- found: HIGH 2
type HIGH: 1..3; LOW: 0..2;
var a: HIGH; b: LOW;
ruleset h: HIGH do startstate begin a := h; b := 0; end; end;
rule "down" begin b := a; end;
ruleset h: HIGH do rule "pick" begin a := h; end; end;
