" Files that end in .m are many things. A Murphi model has a startstate, a ruleset or `==>`.
function! s:IsMurphi() abort
  return search('\c\v^\s*(startstate|ruleset|rule)>|\=\=\>', 'nw') > 0
endfunction
autocmd BufNewFile,BufRead *.m if s:IsMurphi() | set filetype=murphi | endif
autocmd BufNewFile,BufRead *.murphi set filetype=murphi
