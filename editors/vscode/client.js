// JSON-RPC with `noether lsp`, without any package: heads with Content-Length, one object each.
"use strict";
const { spawn } = require("child_process");

class Client {
  constructor(command, options, onNotice, onEnd) {
    this.number = 0;
    this.waiting = new Map();
    this.buffer = Buffer.alloc(0);
    this.onNotice = onNotice;
    this.process = spawn(command, ["lsp", ...options], { stdio: ["pipe", "pipe", "ignore"] });
    this.process.on("error", error => this.end(error, onEnd));
    this.process.on("exit", status => this.end(new Error("noether lsp has ended with status " + status), onEnd));
    this.process.stdin.on("error", () => {});
    this.process.stdout.on("data", piece => this.take(piece));
  }

  end(error, onEnd) {
    if (this.isOver) return;
    this.isOver = true;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
    onEnd(error);
  }

  send(message) {
    if (this.isOver) return;
    const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
    this.process.stdin.write(`Content-Length: ${body.length}\r\n\r\n`);
    this.process.stdin.write(body);
  }

  notify(method, params) { this.send({ method, params }); }

  ask(method, params) {
    const id = ++this.number;
    return new Promise((resolve, reject) => {
      if (this.isOver) return reject(new Error("noether lsp is not running"));
      this.waiting.set(id, { resolve, reject });
      this.send({ id, method, params });
    });
  }

  take(piece) {
    this.buffer = Buffer.concat([this.buffer, piece]);
    for (;;) {
      const head = this.buffer.indexOf("\r\n\r\n");
      if (head < 0) return;
      const length = Number(/Content-Length: *(\d+)/i.exec(this.buffer.toString("latin1", 0, head))[1]);
      if (this.buffer.length < head + 4 + length) return;
      const message = JSON.parse(this.buffer.toString("utf8", head + 4, head + 4 + length));
      this.buffer = this.buffer.subarray(head + 4 + length);
      this.deliver(message);
    }
  }

  deliver(message) {
    if (message.method) {
      this.onNotice(message.method, message.params);
      if (message.id !== undefined) this.send({ id: message.id, result: null });
      return;
    }
    const one = this.waiting.get(message.id);
    this.waiting.delete(message.id);
    if (one && message.error) one.reject(new Error(message.error.message));
    else if (one) one.resolve(message.result);
  }
}

module.exports = { Client };
