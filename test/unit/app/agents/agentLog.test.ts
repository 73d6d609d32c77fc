import { describe, expect, it } from 'vitest';
import { agentToolNames } from '../../../../src/app/agents/agentCalls';
import type { AgentCall } from '../../../../src/app/agents/agentCalls';
import { AgentLog } from '../../../../src/app/agents/agentLog';
import { Redactor } from '../../../../src/app/platform/redactor';
import { FakeMachine, MemoryLog } from '../../../support/machine/fakeMachine';

describe('the log of agents', () => {
  const redactor = new Redactor();
  const open = () => new AgentLog({ clock: new FakeMachine(0), conceal: (text) => redactor.conceal(text), log: new MemoryLog() });

  it.each(agentToolNames)('records %s unchanged, with its caller, its input, and the size of its answer', (tool) => {
    const log = open();
    log.writeCall({
      ...{ agent: 'claude-code', tool, input: '{"keyword":"CPI"}', size: 12, ms: 3 },
      ...{ isError: false, isPersonal: false, isKnown: true },
    });
    const name = tool.replace('marketDesk_', '');
    expect(log.entries()).toMatchObject([
      {
        at: '1970-01-01T00:00:00.000Z',
        text: `claude-code called ${name} {"keyword":"CPI"} -> 12 characters in 3 ms`,
        times: 1,
        call: { agent: 'claude-code', tool },
      },
    ]);
  });

  it('keeps what was read of accounts, whatever else an agent calls', () => {
    const log = open();
    const call = { agent: 'a', input: '{}', size: 1, ms: 1, isError: false };
    const write = (one: AgentCall): void => log.writeCall(one);
    write({ ...call, tool: 'marketDesk_listPositions', isPersonal: true, isKnown: true });
    for (let at = 0; at < 1_000; at += 1) write({ ...call, tool: `invented${at}`, isError: true, isPersonal: false, isKnown: false });
    for (let at = 0; at < 1_000; at += 1)
      write({ ...call, tool: 'marketDesk_getQuotes', input: String(at), isPersonal: false, isKnown: true });
    const lines = log.entries().map(({ text }) => text);
    expect(lines.join('\n')).toContain('listPositions');
    expect(lines.length).toBeLessThan(600);
    expect(lines.filter((line) => line.includes('invented'))).toHaveLength(0);
  });

  it('holds no credential, and is bounded in length', () => {
    const log = open();
    redactor.register('a-bearer-of-the-window');
    log.write('a-bearer-of-the-window');
    log.writeCall({
      ...{ agent: 'a-bearer-of-the-window', tool: 'a-bearer-of-the-window', input: 'a-bearer-of-the-window', size: 1, ms: 1 },
      ...{ isError: false, isPersonal: false, isKnown: true },
    });
    expect(JSON.stringify(log.entries())).not.toContain('a-bearer');
    for (let at = 0; at < 3_000; at += 1) log.write(String(at));
    expect(log.entries()).toHaveLength(2_000);
    expect(log.entries().at(-1)?.text).toBe('2999');
  });

  it('counts a repeated call as one line, which keeps its ID, and gives what is new after a number', () => {
    const log = open();
    const call = { agent: 'a', tool: 'marketDesk_getQuotes', size: 1, ms: 1, isError: false, isPersonal: false, isKnown: true };
    log.writeCall({ ...call, input: '1' });
    log.writeCall({ ...call, input: '2' });
    log.writeCall({ ...call, input: '1' });
    expect(log.entries().map(({ id, number, times }) => [id, number, times])).toEqual([
      [2, 2, 1],
      [1, 3, 2],
    ]);
    expect(log.entries(2).map(({ id }) => id)).toEqual([1]);
  });
});
