" Murphi, as noether reads it.
if exists("b:current_syntax")
  finish
endif
syn case ignore
syn keyword murphiControl alias begin by case choose do else elsif end endalias endchoose endexists endfor endforall endif endrule endruleset endstartstate endswitch endwhile exists fair for forall hint if return rule ruleset startstate strongfair switch then to weakfair while
syn keyword murphiType array boolean endrecord enum multiset of real record scalarset union
syn keyword murphiDeclaration const endfunction endprocedure externfun externproc function procedure type var
syn keyword murphiClaim assert assume cover ctl ctlstar invariant liveness ltl mu never pctl
syn keyword murphiBuiltin clear error ismember isundefined multisetadd multisetcount multisetremove multisetremovepred put undefine
syn keyword murphiConstant false true undefined
syn keyword murphiTemporal always eventually historically next once previous release since until weakuntil
syn match murphiTemporal "\<\(enabled\|taken\)\>\ze\s*(\s*\""
syn match murphiNumber "\<\(0x\x\+\|\d\+\)\>"
syn match murphiOperator "==>\|:=\|->\|<=\|>=\|!="
syn region murphiString start=+"+ skip=+\\.+ end=+"+ end=+$+
syn match murphiComment "--.*$" contains=@Spell
syn region murphiComment start="/\*" end="\*/" contains=@Spell
hi def link murphiControl Keyword
hi def link murphiType Type
hi def link murphiDeclaration StorageClass
hi def link murphiClaim PreProc
hi def link murphiBuiltin Function
hi def link murphiConstant Constant
hi def link murphiTemporal Operator
hi def link murphiNumber Number
hi def link murphiOperator Operator
hi def link murphiString String
hi def link murphiComment Comment
let b:current_syntax = "murphi"
