// Murphi models in Visual Studio Code: what `noether lsp` says, handed on. No build, no packages.
"use strict";
const vscode = require("vscode");
const { Client } = require("./client");

let client;

const position = one => new vscode.Position(one.line, one.character);
const range = one => new vscode.Range(position(one.start), position(one.end));
const at = (document, place) => ({ textDocument: { uri: document.uri.toString() }, position: { line: place.line, character: place.character } });
const of = document => ({ textDocument: { uri: document.uri.toString() } });
const edits = list => list.map(one => vscode.TextEdit.replace(range(one.range), one.newText));

function workspaceEdit(edit) {
  const made = new vscode.WorkspaceEdit();
  for (const [uri, list] of Object.entries(edit.changes)) made.set(vscode.Uri.parse(uri), edits(list));
  return made;
}

function diagnostic(one) {
  const made = new vscode.Diagnostic(range(one.range), one.message, one.severity === 1 ? vscode.DiagnosticSeverity.Error : vscode.DiagnosticSeverity.Warning);
  made.code = one.code;
  made.source = one.source;
  return made;
}

function providers(context, lensesChanged) {
  const selector = { language: "murphi" }, languages = vscode.languages, add = one => context.subscriptions.push(one);
  add(languages.registerHoverProvider(selector, { provideHover: async (document, place) => {
    const found = await client.ask("textDocument/hover", at(document, place));
    return found && new vscode.Hover(new vscode.MarkdownString(found.contents.value), range(found.range));
  } }));
  add(languages.registerDefinitionProvider(selector, { provideDefinition: async (document, place) => {
    const found = await client.ask("textDocument/definition", at(document, place));
    return found && new vscode.Location(vscode.Uri.parse(found.uri), range(found.range));
  } }));
  add(languages.registerReferenceProvider(selector, { provideReferences: async (document, place, how) =>
    (await client.ask("textDocument/references", { ...at(document, place), context: how })).map(one => new vscode.Location(vscode.Uri.parse(one.uri), range(one.range))) }));
  add(languages.registerDocumentHighlightProvider(selector, { provideDocumentHighlights: async (document, place) =>
    (await client.ask("textDocument/documentHighlight", at(document, place))).map(one => new vscode.DocumentHighlight(range(one.range))) }));
  add(languages.registerRenameProvider(selector, {
    prepareRename: async (document, place) => {
      const found = await client.ask("textDocument/prepareRename", at(document, place));
      if (!found) throw new Error("there is no name here that could be changed");
      return { range: range(found.range), placeholder: found.placeholder };
    },
    provideRenameEdits: async (document, place, newName) => workspaceEdit(await client.ask("textDocument/rename", { ...at(document, place), newName })),
  }));
  add(languages.registerDocumentSymbolProvider(selector, { provideDocumentSymbols: async document =>
    (await client.ask("textDocument/documentSymbol", of(document))).map(one => new vscode.DocumentSymbol(one.name, one.detail, one.kind - 1, range(one.range), range(one.selectionRange))) }));
  add(languages.registerDocumentFormattingEditProvider(selector, { provideDocumentFormattingEdits: async document => edits(await client.ask("textDocument/formatting", { ...of(document), options: {} }) || []) }));
  add(languages.registerCodeActionsProvider(selector, { provideCodeActions: async (document, where) =>
    (await client.ask("textDocument/codeAction", { ...of(document), range: { start: where.start, end: where.end }, context: { diagnostics: [] } })).map(one => {
      const made = new vscode.CodeAction(one.title, vscode.CodeActionKind.QuickFix);
      made.edit = workspaceEdit(one.edit);
      return made;
    }) }));
  add(languages.registerCodeLensProvider(selector, { onDidChangeCodeLenses: lensesChanged.event, provideCodeLenses: async document =>
    (await client.ask("textDocument/codeLens", of(document))).map(one => new vscode.CodeLens(range(one.range), one.command)) }));
}

function follow(context) {
  const isOurs = document => document.languageId === "murphi";
  const open = document => isOurs(document) && client.notify("textDocument/didOpen", { textDocument: { uri: document.uri.toString(), languageId: "murphi", version: document.version, text: document.getText() } });
  context.subscriptions.push(
    vscode.workspace.onDidOpenTextDocument(open),
    vscode.workspace.onDidChangeTextDocument(({ document }) => isOurs(document) && client.notify("textDocument/didChange", { textDocument: { uri: document.uri.toString(), version: document.version }, contentChanges: [{ text: document.getText() }] })),
    vscode.workspace.onDidCloseTextDocument(document => isOurs(document) && client.notify("textDocument/didClose", of(document))));
  vscode.workspace.textDocuments.forEach(open);
}

async function activate(context) {
  const settings = vscode.workspace.getConfiguration("noether"), found = vscode.languages.createDiagnosticCollection("noether"), lensesChanged = new vscode.EventEmitter();
  const notice = (method, params) => {
    if (method === "textDocument/publishDiagnostics") found.set(vscode.Uri.parse(params.uri), params.diagnostics.map(diagnostic));
    else if (method === "workspace/codeLens/refresh") lensesChanged.fire();
    else if (method === "window/showMessage") vscode.window.setStatusBarMessage(params.message, 10000);
  };
  client = new Client(settings.get("command"), settings.get("options"), notice, error => vscode.window.showWarningMessage("noether: " + error.message));
  await client.ask("initialize", { capabilities: { workspace: { codeLens: { refreshSupport: true } } } });
  client.notify("initialized", {});
  const check = (...words) => client.ask("workspace/executeCommand", { command: "noether.check", arguments: words });
  context.subscriptions.push(found, lensesChanged, vscode.commands.registerCommand("noether.check", check),
    vscode.commands.registerCommand("noether.checkFile", () => vscode.window.activeTextEditor && check(vscode.window.activeTextEditor.document.uri.toString())));
  providers(context, lensesChanged);
  follow(context);
}

async function deactivate() {
  if (!client || client.isOver) return;
  await client.ask("shutdown", null);
  client.notify("exit", null);
}

module.exports = { activate, deactivate };
