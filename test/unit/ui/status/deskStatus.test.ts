import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PrivacyMode } from '../../../../src/app/privacy/privacyMode';
import { columnsOf, fitted } from '../../../../src/domain/text/columns';
import { DeskStatus } from '../../../../src/ui/platform/statusBar/deskStatus';
import type { StatusPart } from '../../../../src/ui/platform/statusBar/deskStatus';
import { commandOf } from '../../../../src/ui/platform/runCommand';
import { registerPrivacy } from '../../../../src/ui/privacy/registerPrivacy';
import { registerStatus } from '../../../../src/ui/status/registerStatus';
import { editor } from '../../../support/editor/editor';
import { FakeShell } from '../../../support/editor/fakeShell';
import { FakeAccess, fakeClient, otherServiceState, signedInState } from '../../../support/fakeAccess';
import { MemoryState } from '../../../support/secrets/sharedSecrets';

const stop: StatusPart = {
  forms: ['Orders Stopped', 'Stopped'],
  icon: 'stop-circle',
  level: 'error',
  notes: ['Sending orders is stopped.'],
};
const outage: StatusPart = { forms: ['Service doesn’t respond', 'No response'], icon: 'warning', level: 'warning' };
const day: StatusPart = {
  forms: ['day +1,234.00 HKD'],
  rows: [['Day P&L', '+1,234.00']],
  action: commandOf('marketDesk.portfolio.open', 'Open Portfolio'),
};
const clock: StatusPart = { forms: ['14:03:05 +40 ms ±4 ms', '14:03:05 +40 ms', '14:03:05'] };

describe('the one item of the status bar', () => {
  let status: DeskStatus;
  let privacy: PrivacyMode;
  let shell: FakeShell;
  let access: FakeAccess;

  beforeEach(() => {
    status = new DeskStatus();
    privacy = new PrivacyMode(new MemoryState());
    shell = new FakeShell();
    access = new FakeAccess(fakeClient());
    registerPrivacy({ shell: shell.forFeatures(), privacy, status });
    registerStatus({ shell: shell.forFeatures(), access, privacy, status });
  });
  afterEach(() => status.dispose());

  const plain = (): string => (editor.barTexts[0] ?? '').replace(/\$\([^)]*\) ?/g, '###');

  it('names the service, and whether somebody is signed in', () => {
    expect(editor.barTexts).toEqual(['$(beaker) Sandbox']);
    access.become({ ...signedInState, session: { kind: 'signedOut' } });
    expect(editor.barTexts).toEqual(['$(beaker) Sandbox: not signed in']);
    access.become(otherServiceState);
    expect(editor.barTexts).toEqual(['$(plug) other.example']);
    access.become({ connection: { kind: 'none' }, session: { kind: 'signedOut' } });
    expect(editor.barTexts).toEqual([]);
  });

  it('says what is wrong first, the worst of it first and in its color', async () => {
    status.set('outage', outage);
    expect(editor.bar[0]?.backgroundColor?.id).toBe('statusBarItem.warningBackground');
    status.set('stop', stop);
    await privacy.toggle();
    expect(editor.barTexts[0]).toBe('$(stop-circle) Stopped · $(warning) No response · $(eye-closed)');
    expect(editor.bar[0]?.backgroundColor?.id).toBe('statusBarItem.errorBackground');
    status.set('stop', undefined);
    expect(editor.barTexts[0]).toBe('$(warning) No response · $(eye-closed) · $(beaker) Sandbox');
    status.set('outage', undefined);
    expect(editor.barTexts[0]).toBe('$(eye-closed) Private · $(beaker) Sandbox');
    expect(editor.bar[0]?.backgroundColor).toBeUndefined();
  });

  it('keeps the number of new alerts where there is no room for more, and offers the list of them first', async () => {
    const alerts: StatusPart = {
      ...{ forms: ['2'], icon: 'bell-dot', level: 'warning', notes: ['New alerts: 2'] },
      action: commandOf('marketDesk.alerts.showTriggered', 'Show Triggered Alerts'),
    };
    for (const [name, part] of [
      ['stop', stop],
      ['outage', outage],
      ['clock', clock],
      ['alerts', alerts],
    ] as const)
      status.set(name, part);
    await privacy.toggle();
    expect(editor.barTexts[0]).toContain('$(bell-dot) 2');
    expect(columnsOf(plain())).toBeLessThanOrEqual(35);
    await shell.run('marketDesk.status.show');
    expect(editor.lists.at(-1)?.filter(({ label }) => label === 'Show Triggered Alerts')).toMatchObject([{ description: '2' }]);
    status.set('alerts', undefined);
    expect(editor.barTexts[0]).not.toContain('bell-dot');
  });

  it('says why privacy mode is on when what was stored can’t be read', () => {
    const unreadable = new PrivacyMode({ get: () => 'true', set: async () => undefined });
    registerPrivacy({ shell: new FakeShell().forFeatures(), privacy: unreadable, status });
    expect(status.parts.flatMap(({ notes = [] }) => notes).join(' ')).toContain('can’t be read, so it is on');
  });

  it('never takes more than a narrow window has, and cuts no figure: what doesn’t fit is shorter or missing', async () => {
    const all: readonly [Parameters<DeskStatus['set']>[0], StatusPart][] = [
      ['dayProfit', day],
      ['clock', clock],
      ['agents', { forms: ['MCP'], icon: 'hubot' }],
      ['outage', outage],
      ['stop', stop],
    ];
    await privacy.toggle();
    for (const [name, part] of all) {
      status.set(name, part);
      expect(columnsOf(plain())).toBeLessThanOrEqual(35);
      expect(editor.barTexts[0]).toContain('$(eye-closed)');
      const shown = plain()
        .split(' · ')
        .map((text) => text.replace('###', ''));
      for (const text of shown.filter((one) => /\d/.test(one))) expect(clock.forms).toContain(text);
    }
    expect(plain()).toBe('###Stopped · ###No response · ###');
    // Everything is in the tooltip and said to screen readers.
    expect(editor.bar[0]?.hover).toMatch(/Sending orders is stopped/);
    expect(editor.bar[0]?.accessibilityInformation?.label).toMatch(/Orders Stopped.*Service doesn’t respond.*Private/);
  });

  it('has room for the time and the offset of the clock, whatever the name of the service', () => {
    status.set('clock', clock);
    expect(plain()).toBe('###Sandbox · 14:03:05 +40 ms ±4 ms');
    const { connection } = otherServiceState;
    const at = (baseUrl: string): void =>
      access.become({ ...otherServiceState, connection: connection.kind === 'none' ? connection : { ...connection, baseUrl } });
    at('https://openapi.brokers.example:8443');
    expect(plain()).toBe('###openapi.brok… · 14:03:05 +40 ms');
    at('http://127.0.0.1:45003');
    expect(plain()).toBe('###127.0.0.1 · 14:03:05 +40 ms');
  });

  it('leaves day P&L to its own items, and tells it in its menu', async () => {
    status.set('dayProfit', day);
    expect(editor.barTexts).toEqual(['$(beaker) Sandbox']);
    await shell.run('marketDesk.status.show');
    expect(editor.lists.at(-1)?.filter(({ label }) => ['Open Portfolio', 'Day P&L'].includes(label))).toMatchObject([
      { description: 'day +1,234.00 HKD' },
      { description: '+1,234.00' },
    ]);
  });

  it('opens a menu with what can be done about each state, and with the rest', async () => {
    await privacy.toggle();
    status.set('stop', { ...stop, action: { command: 'marketDesk.orders.releaseSending', title: 'Release Sending Orders…' } });
    expect(editor.bar[0]?.command).toBe('marketDesk.status.show');
    editor.answer(undefined);
    await shell.run('marketDesk.status.show');
    const items = editor.lists.at(-1)?.map(({ label }) => label) ?? [];
    expect(items.slice(0, 2)).toEqual(['Release Sending Orders…', 'Turn Off Privacy Mode']);
    expect(items).not.toContain('Stop Sending Orders');
    expect(items).toEqual(expect.arrayContaining(['Sign Out', 'Show Clock Details', 'Diagnose Connection', 'Open Settings']));
  });
});

describe('texts that share a line', () => {
  it('become shorter before they go, the one that yields last stays', () => {
    const text = (yields: number, ...forms: [string, ...string[]]) => ({ forms, before: 0, yields, rank: 'ordinary' as const });
    expect(fitted([text(1, 'abcdef', 'abc'), text(2, '12345', '12')], 11)).toEqual(['abcdef', '12345']);
    expect(fitted([text(1, 'abcdef', 'abc'), text(2, '12345', '12')], 8)).toEqual(['abcdef', '12']);
    expect(fitted([text(1, 'abcdef', 'abc'), text(2, '12345', '12')], 4)).toEqual(['abc', undefined]);
    expect(fitted([text(1, 'abcdef', 'abc')], 1)).toEqual(['abc']);
    expect(fitted([{ ...text(1, 'abcdef', 'abc'), rank: 'essential' }, text(2, '12345', '12')], 7)).toEqual(['abc', '12']);
    expect(fitted([text(1, '沙盒')], 4)).toEqual(['沙盒']);
    // What shortens first is not what goes first.
    expect(fitted([text(1, 'abcdef', 'abc'), { ...text(2, '12345', '12'), rank: 'extra' }], 8)).toEqual(['abc', '12345']);
    expect(fitted([text(1, 'abcdef', 'abc'), { ...text(2, '12345', '12'), rank: 'extra' }], 4)).toEqual(['abc', undefined]);
    // A form that is much shorter than the one before it leaves room for longer ones.
    expect(fitted([text(1, 'abcdefghij', 'a'), text(2, '12345', '12')], 8)).toEqual(['a', '12345']);
    expect(columnsOf('沙盒 a')).toBe(6);
  });
});
