// Started by programs outside of the editor, over stdio, with the ID under which the user knows the program:
//   node bridge.js 0123456789abcdef
// It lies beside the addresses of the windows, in a folder of the user's own.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import * as v from 'valibot';
import { Bridge, Offered } from './bridge';
import { offeredFile } from './windowAddress';
import { Windows } from './windows';

async function main(): Promise<void> {
  const [program = ''] = process.argv.slice(2);
  if (!/^[\da-f]{16}$/.test(program)) throw new Error('Usage: node bridge.js ID, as *Copy MCP Configuration* writes it.');
  const folder = path.dirname(path.resolve(process.argv[1] ?? ''));
  const offered = v.parse(Offered, JSON.parse(await readFile(path.join(folder, offeredFile), 'utf8')));
  const bridge = new Bridge(new Windows(folder, program), offered);
  // The client has ended.
  process.stdin.once('end', () => process.exit(0));
  process.stdout.once('error', () => process.exit(0));
  await bridge.connect(new StdioServerTransport());
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
