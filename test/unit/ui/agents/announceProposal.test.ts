import { beforeEach, describe, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { createProposals } from '../../../../src/container/proposals';
import type { OrderProposal } from '../../../../src/app/agents/orderProposal';
import { Emitter } from '../../../../src/app/platform/emitter';
import type { TicketEvent } from '../../../../src/app/orders/ticket/ticketEvents';
import { front } from '../../../../src/ui/platform/say/front';
import { machineTimers } from '../../../../src/ui/platform/machineTime';
import { editor } from '../../../support/editor/editor';
import { settle } from '../../../support/machine/fakeTime';
import { machine } from '../../../support/orders/orderDesk';

const agent = { kind: 'agent', name: 'Helper' } as const;
const proposals: readonly OrderProposal[] = [
  { action: 'change', accountId: '1', orderId: 'O1', qty: '5' },
  { action: 'cancel', accountId: '1', orderId: 'O1' },
  { action: 'new', accountId: '1', side: 'BUY', symbol: 'HK.00700', qty: '100' },
];

describe.each(proposals)('a proposal of an agent: $action', (proposal) => {
  let reported: unknown[];
  let saved: () => Promise<void>;
  const propose = async (): Promise<string> => {
    const desk = createProposals({
      tickets: new Emitter<TicketEvent>(),
      journal: () => ({ find: async () => undefined }) as never,
      timers: machineTimers,
      clock: machine,
      programs: { stopProposals: async () => saved() } as never,
      report: (error) => void reported.push(error),
    });
    const fate = await desk.propose(proposal, agent, AbortSignal.timeout(300));
    desk.dispose();
    return fate.kind;
  };

  beforeEach(() => {
    reported = [];
    saved = async () => undefined;
  });

  it('is a notification: it asks nothing, opens nothing, and takes no focus, until the user wants to look', async () => {
    editor.leaveOpen();
    expect(await propose()).toBe('waiting');
    expect(editor.told).toEqual([expect.stringMatching(/proposed by .*Helper.*Nothing was sent/)]);
    expect([editor.questions, editor.ran, editor.webviews]).toEqual([[], [], []]);
  });

  it('shows nothing at all while the user has a form in hand, a question open, or answered one a moment ago', async () => {
    const form = front.watch(() => true);
    expect(await propose()).toBe('inUse');
    form.dispose();
    const question = front.begin();
    expect(await propose()).toBe('inUse');
    question.dispose();
    const { settleMs } = front;
    front.settleMs = 1_000;
    expect(await propose()).toBe('inUse');
    front.settleMs = settleMs;
    expect([editor.told, editor.questions, editor.ran, editor.webviews]).toEqual([[], [], [], []]);
  });

  it('says when it could not be saved that the program proposes nothing more', async () => {
    const error = new Error('ENOSPC');
    saved = async () => Promise.reject(error);
    editor.answer('Stop This Program');
    const desk = propose();
    expect(await desk).toBe('declined');
    await settle();
    expect(reported).toEqual([error]);
    expect(vscode.window.activeTextEditor).toBeUndefined();
  });
});
