-- A text that once kept the parser in one place.
-- expect: verdict=rejected
rule b:=
-type T: 0..7
