import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type * as vscode from 'vscode';
import { AllowedPrograms } from '../../../../src/app/agents/allowedPrograms';
import { ConfiguredPrograms } from '../../../../src/app/agents/configuredPrograms';
import { LastingConfigurations } from '../../../../src/ui/agents/lastingConfigurations';
import { registerAgents } from '../../../../src/ui/agents/registerAgents';
import { manifest } from '../../../support/agents/agentDesk';
import { editor } from '../../../support/editor/editor';
import { FakeShell } from '../../../support/editor/fakeShell';
import { MemoryLog } from '../../../support/machine/fakeMachine';
import { machine } from '../../../support/orders/orderDesk';
import { MemoryState } from '../../../support/secrets/sharedSecrets';

let folder = '';
let state: MemoryState;
let shell: FakeShell;
let log: MemoryLog;
const open: vscode.Disposable[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'market-desk-agents-'));
  await writeFile(path.join(folder, 'packed.js'), '');
  state = new MemoryState();
});
afterEach(async () => {
  await closeWindow();
  await rm(folder, { recursive: true, force: true });
});

/** Counts how often the library was loaded. */
let loaded = 0;

/** A window that has loaded the feature. */
function openWindow(): void {
  loaded = 0;
  shell = new FakeShell();
  log = new MemoryLog();
  const configured = new ConfiguredPrograms({ state, clock: machine });
  const lasting = new LastingConfigurations({
    ...{ programs: configured, folder: path.join(folder, 'mcp'), program: path.join(folder, 'packed.js'), offered: {} },
    protect: () => undefined,
  });
  open.push(
    registerAgents({
      ...{ configured, lasting, log, manifest, clock: machine, version: '1', protect: () => undefined },
      shell: shell.forFeatures(),
      status: { set: () => undefined },
      calls: { call: async () => ({ text: '', isError: false }) },
      programs: new AllowedPrograms({ state, clock: machine, service: () => '', ask: async () => undefined }),
      proposals: { allow: () => undefined },
      agentLog: { write: () => undefined },
      loadServer: async () => {
        loaded += 1;
        return (await import('../../../../src/ui/agents/agentServer')).AgentServer;
      },
    }),
  );
}

/** As when the editor ends: nobody stopped the server. */
async function closeWindow(): Promise<void> {
  for (const window of open.splice(0)) window.dispose();
  await expect.poll(addresses).toEqual([]);
}

async function addresses(): Promise<readonly string[]> {
  return (await readdir(path.join(folder, 'mcp')).catch(() => [])).filter((name) => /^\w{16}\.\w{16}\.json$/.test(name));
}

describe('the MCP server', () => {
  it('is loaded by no window that starts none', () => {
    openWindow();
    expect([loaded, shell.contexts.get('marketDesk.agents')]).toEqual([0, undefined]);
  });

  it('is started by the next window too once a configuration for good was copied, until the user stops it', async () => {
    openWindow();
    await shell.run('marketDesk.agents.start');
    expect(await addresses()).toEqual([]);
    editor.answer('For good', 'Cursor');
    await shell.run('marketDesk.agents.copyConfiguration');
    expect(editor.clipboard).toContain('"type": "stdio"');
    expect(await addresses()).toHaveLength(1);
    await closeWindow();
    openWindow();
    await expect.poll(addresses).toHaveLength(1);
    await expect.poll(() => shell.contexts.get('marketDesk.agents')).toBe('on');
    await shell.run('marketDesk.agents.stop');
    await closeWindow();
    openWindow();
    expect([loaded, log.lines]).toEqual([0, []]);
  });

  it('runs for the editor, and says why others can’t find it, when its folder can’t be written', async () => {
    await new ConfiguredPrograms({ state, clock: machine }).add('Cursor');
    // As on a disk that is full, or can’t be written: there is no folder, and none can be made.
    await writeFile(path.join(folder, 'mcp'), '');
    openWindow();
    await shell.run('marketDesk.agents.start');
    expect(shell.contexts.get('marketDesk.agents')).toBe('on');
    expect(log.lines.join('\n')).toContain('Programs with a configuration can’t find the MCP server');
    editor.answer('For good', 'Cursor');
    await shell.run('marketDesk.agents.copyConfiguration');
    expect(shell.reports).toHaveLength(1);
    expect(editor.clipboard).toBe('');
    await rm(path.join(folder, 'mcp'));
  });

  it('is not started by the next window after the configuration that ends with the window, or when the last other was removed', async () => {
    openWindow();
    await shell.run('marketDesk.agents.start');
    editor.answer('Until this window closes');
    await shell.run('marketDesk.agents.copyConfiguration');
    expect(editor.clipboard).toContain('Bearer ');
    await closeWindow();
    openWindow();
    expect(loaded).toBe(0);
    await shell.run('marketDesk.agents.start');
    editor.answer('For good', 'Cursor');
    await shell.run('marketDesk.agents.copyConfiguration');
    // Enter changes nothing.
    editor.answer('Cursor', 'Leave its configuration as it is', 'Cursor', 'Remove its configuration');
    await shell.run('marketDesk.agents.manage');
    expect(await addresses()).toHaveLength(1);
    await shell.run('marketDesk.agents.manage');
    expect(await addresses()).toEqual([]);
    await closeWindow();
    openWindow();
    expect(loaded).toBe(0);
  });
});
