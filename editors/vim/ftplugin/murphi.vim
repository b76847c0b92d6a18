if exists("b:did_ftplugin")
  finish
endif
let b:did_ftplugin = 1
setlocal commentstring=--\ %s comments=:-- shiftwidth=2 expandtab
setlocal makeprg=noether\ check\ --color=off\ --trace=off\ %:S
setlocal errorformat=%f:%l:%c:\ %trror[%*[A-Z0-9]]:\ %m,%f:%l:%c:\ %tarning[%*[A-Z0-9]]:\ %m,%-G%.%#
let b:undo_ftplugin = "setlocal commentstring< comments< shiftwidth< expandtab< makeprg< errorformat<"
if has("nvim")
  lua require("noether").start()
endif
