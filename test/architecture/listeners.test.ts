import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, trackedFiles } from './sources/sources';

/** Opens a port or a socket. */
const opensListener =
  /\b(?:createServer|createSecureServer|createTlsServer)\s*\(|\bnew (?:Server|WebSocketServer)\(\{?[^)]*\bport\b|\.listen\(\s*(?:\{|\d|'|port\b|at\b)/;
const asksGate = /\bgateRefusal\(/;
/** What a listener that reaches more than its own memory needs. */
const reachesMachine = /from 'node:(?:fs|fs\/promises|child_process|worker_threads)'/;

/** Files of which no page and no other user gets anything, for these reasons. */
const exceptions: Readonly<Record<string, string>> = {
  'test/host/start.ts': 'asks whether a port is free, and accepts nothing',
  'test/promises/whole/journal/raceProof.ts':
    'a stand-in broker, on both loopback addresses, because the proof spells its own in four ways',
  'test/promises/whole/tickets/ticketWorld.ts': 'listens in memory',
  'test/unit/ui/agents/agentAddress.test.ts': 'a socket in a folder of the user’s own, of a window that is alive',
  'test/promises/desk/world.ts': 'listens in memory',
  'test/ci/machine.test.ts': 'a process with a port that is to be found and ended; it answers nothing',
  'test/contract/outage.test.ts': 'a stand-in service; what it reads is the state of the client',
  'test/outside/hostile.test.ts': 'the intruder, a page that the gates have to refuse',
  'test/architecture/listeners.test.ts': 'names the calls that it looks for',
};

interface Found {
  readonly file: string;
  readonly text: string;
}

/** A stand-in of a test that sends what the test gave it, on the loopback interface, for the seconds that the test runs. */
function isStandIn({ file, text }: Found): boolean {
  if (!/^(?:test|bench)\//.test(file)) return false;
  const isLocal = !/\.listen\(/.test(text) || /\.listen\([^\n]*'127\.0\.0\.1'|host: '127\.0\.0\.1'/.test(text);
  return isLocal && !reachesMachine.test(text);
}

/** The file itself asks the gate, or one that it imports does. */
function isGated({ file, text }: Found, read: (file: string) => string): boolean {
  if (asksGate.test(text)) return true;
  const imported = [...text.matchAll(/from '(\.[^']+)'/g)].map(
    ([, target = '']) => `${path.posix.join(path.posix.dirname(file), target)}.ts`,
  );
  return imported.some((target) => asksGate.test(read(target)));
}

const read = (file: string): string => {
  try {
    return readFileSync(path.join(root, file), 'utf8');
  } catch {
    return '';
  }
};

const ungated = (files: readonly Found[]): readonly string[] =>
  files
    .filter(({ text }) => opensListener.test(text))
    .filter((found) => exceptions[found.file] === undefined && !isStandIn(found) && !isGated(found, read))
    .map(({ file }) => file);

describe('listeners', () => {
  const sources = trackedFiles()
    .filter((file) => /\.(?:ts|mts|mjs|js)$/.test(file))
    .map((file): Found => ({ file, text: read(file) }));

  it('ask the gate before they answer', () => {
    expect(ungated(sources), 'Ask gateRefusal of packages/gate first: any web page and any user of the machine reaches a port.').toEqual(
      [],
    );
    const product = sources.filter(({ file, text }) => /^(?:src|packages|scripts)\/|^test\/host\//.test(file) && opensListener.test(text));
    // The MCP server, the sign-in, the sandbox, and the editor of `npm start`: if these are not found, nothing would be.
    expect(product.map(({ file }) => file)).toEqual(
      expect.arrayContaining([
        'src/ui/agents/agentServer.ts',
        'src/ui/session/loopbackServer.ts',
        'packages/sandbox/src/sandbox.ts',
        'test/host/server/front.ts',
      ]),
    );
  });

  it('without the gate are found by this test', () => {
    const open = "const server = createServer((request, response) => response.end('hello'));";
    const file = (name: string, text: string): Found => ({ file: name, text });
    expect(ungated([file('src/ui/other/server.ts', open)])).toHaveLength(1);
    expect(ungated([file('scripts/pictures/server.mjs', open)])).toHaveLength(1);
    expect(ungated([file('test/host/other.ts', `${open} server.listen(0);`)])).toHaveLength(1);
    expect(
      ungated([file('test/support/files.ts', `import { readFile } from 'node:fs/promises'; ${open} server.listen(0, '127.0.0.1')`)]),
    ).toHaveLength(1);
    expect(ungated([file('test/support/standIn.ts', `${open} server.listen(0, '127.0.0.1')`)])).toHaveLength(0);
  });

  it('of the VS Code server that `npm start` runs are never started without a token', () => {
    const tokenless = ['without', 'connection', 'token'].join('-');
    expect(sources.filter(({ text }) => text.includes(tokenless)).map(({ file }) => file)).toEqual([]);
  });
});
