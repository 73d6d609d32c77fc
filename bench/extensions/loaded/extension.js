// Writes the files that the extension host has loaded so far, in the order in which it did, each time the command is run.
const { renameSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const vscode = require('vscode');

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand('marketDeskBench.loaded', () => {
      const file = process.env.BENCH_RESULT;
      writeFileSync(`${file}.draft`, JSON.stringify(Object.keys(Module._cache)));
      renameSync(`${file}.draft`, file);
    }),
  );
};
