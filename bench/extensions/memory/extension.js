// Writes what the extension host holds after a full collection, each time the command is run.
const { writeFileSync } = require('node:fs');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const vscode = require('vscode');

exports.activate = (context) => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  context.subscriptions.push(
    vscode.commands.registerCommand('marketDeskBench.memory', async () => {
      for (let round = 0; round < 5; round += 1) {
        collect();
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
      const { heapUsed, external } = process.memoryUsage();
      writeFileSync(process.env.BENCH_RESULT, JSON.stringify({ heapUsed, external }));
    }),
  );
};
