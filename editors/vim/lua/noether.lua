-- Neovim: the language server for the buffer at hand. `vim.g.noether_command` may name another program.
local M = {}

function M.start()
  if not (vim.lsp and vim.lsp.start) or vim.g.noether_lsp == false then
    return
  end
  local command = vim.g.noether_command or { "noether", "lsp" }
  if vim.fn.executable(command[1]) == 0 then
    return
  end
  vim.lsp.start({ name = "noether", cmd = command, root_dir = vim.fn.getcwd() })
end

return M
