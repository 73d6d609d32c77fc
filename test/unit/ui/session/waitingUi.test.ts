import { describe, expect, it } from 'vitest';
import type { WaitingInfo } from '../../../../src/app/session/signIn/signIn';
import type { CommandId } from '../../../../src/ui/platform/ids';
import { readCommandArgument } from '../../../../src/ui/platform/commandArguments';
import { WaitingUi } from '../../../../src/ui/session/waitingUi';
import { settle } from '../../../support/machine/fakeTime';
import { editor } from '../../../support/editor/editor';

const info: WaitingInfo = { host: 'api.example.com', flow: 'uriHandler', nextFlow: 'loopback', url: 'https://api.example.com/consent' };

function open() {
  const handlers = new Map<CommandId, () => unknown>();
  const context: Record<string, unknown> = {};
  const ui = new WaitingUi(
    {
      handle: (id, handler) => void handlers.set(id, () => handler(readCommandArgument(id, []))),
      setContext: async (key, value) => Promise.resolve(void (context[key] = value)),
    },
    async () => Promise.resolve('ignored'),
  );
  return { ui, context, press: (id: CommandId) => handlers.get(id)?.() };
}

describe('WaitingUi', () => {
  it.each([
    ['marketDesk.signIn.cancel', 'cancel'],
    ['marketDesk.signIn.tryAnotherWay', 'another-way'],
  ] as const)('tells the views that it waits, and ends by %s', async (command, choice) => {
    const { ui, context, press } = open();
    const result = ui.wait(info, { signal: new AbortController().signal });
    await settle();
    expect(context).toEqual({ 'marketDesk.signIn': 'waiting', 'marketDesk.signIn.hasAnotherWay': true });
    expect(editor.progressed[0]?.messages.join()).toContain('(command:marketDesk.signIn.tryAnotherWay)');
    press(command);
    expect(await result).toBe(choice);
    expect(context).toEqual({ 'marketDesk.signIn': 'none', 'marketDesk.signIn.hasAnotherWay': false });
  });

  it('offers no other flow when there is none', async () => {
    const { ui, context, press } = open();
    const result = ui.wait({ ...info, nextFlow: undefined }, { signal: new AbortController().signal });
    await settle();
    expect(context['marketDesk.signIn.hasAnotherWay']).toBe(false);
    expect(editor.progressed[0]?.messages.join()).not.toContain('tryAnotherWay');
    press('marketDesk.signIn.tryAnotherWay');
    await settle();
    expect(context['marketDesk.signIn']).toBe('waiting');
    editor.progressed[0]?.cancel();
    expect(await result).toBe('cancel');
  });

  it('copies the link of the page while it waits, and stops when the sign-in is over', async () => {
    const { ui, press } = open();
    const over = new AbortController();
    const result = ui.wait(info, { signal: over.signal });
    await settle();
    press('marketDesk.signIn.copyAddress');
    await settle();
    expect(editor.clipboard).toBe(info.url);
    over.abort();
    expect(await result).toBe('cancel');
  });
});
