import { describe, expect, it } from 'vitest';
import { agentToolNames } from '../../../../src/app/agents/agentCalls';
import type { AgentCall } from '../../../../src/app/agents/agentCalls';
import { AgentLog, callLine, callSubject } from '../../../../src/app/agents/agentLog';
import { Redactor } from '../../../../src/app/platform/redactor';
import { MemoryLog } from '../../../support/machine/fakeMachine';

describe('the log of agents', () => {
  const redactor = new Redactor();
  const open = () => new AgentLog({ clock: { wallMs: () => 0 }, conceal: (text) => redactor.conceal(text), log: new MemoryLog() });

  it.each(agentToolNames)('records %s unchanged, with its caller, its input, and the size of its answer', (tool) => {
    const log = open();
    log.write(
      callLine({
        agent: 'claude-code',
        tool,
        input: '{"keyword":"CPI"}',
        size: 12,
        ms: 3,
        isError: false,
        isPersonal: false,
        isKnown: true,
      }),
    );
    const name = tool.replace('marketDesk_', '');
    expect(log.text).toBe(`1970-01-01T00:00:00.000Z claude-code called ${name} {"keyword":"CPI"} -> 12 characters in 3 ms`);
  });

  it('keeps what was read of accounts, whatever else an agent calls', () => {
    const log = open();
    const call = { agent: 'a', input: '{}', size: 1, ms: 1, isError: false };
    const write = (one: AgentCall): void => log.write(callLine(one), callSubject(one));
    write({ ...call, tool: 'marketDesk_listPositions', isPersonal: true, isKnown: true });
    for (let at = 0; at < 5_000; at += 1) write({ ...call, tool: `invented${at}`, isError: true, isPersonal: false, isKnown: false });
    for (let at = 0; at < 5_000; at += 1)
      write({ ...call, tool: 'marketDesk_getQuotes', input: String(at), isPersonal: false, isKnown: true });
    expect(log.text).toContain('listPositions');
    const lines = log.text.split('\n');
    expect(lines.length).toBeLessThan(600);
    expect(lines.filter((line) => line.includes('invented'))).toHaveLength(0);
  });

  it('holds no credential, and is bounded in length', () => {
    const log = open();
    redactor.register('a-bearer-of-the-window');
    log.write('a-bearer-of-the-window');
    expect(log.text).not.toContain('a-bearer');
    for (let at = 0; at < 3_000; at += 1) log.write(String(at));
    expect(log.text.split('\n')).toHaveLength(2_000);
    expect(log.text.endsWith(' 2999')).toBe(true);
  });
});
