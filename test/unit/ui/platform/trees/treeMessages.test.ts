import { describe, expect, it } from 'vitest';
import { Emitter } from '../../../../../src/app/platform/emitter';
import type { Wait } from '../../../../../src/app/session/requestWaits';
import { ModelTree } from '../../../../../src/ui/platform/trees/treeModel';
import { waiting } from '../../../../../src/ui/platform/trees/waiting';
import { loadingRow, messageRow } from '../../../../../src/ui/platform/trees/treeMessages';

describe('a row with a message', () => {
  it('is read aloud as it is drawn, without its tooltip', () => {
    const row = messageRow({ id: 'next', text: 'Next in 2 h 29 min', description: 'US CPI +1', tooltip: 'US CPI\nJobless' });
    expect(row.item().accessibilityInformation).toEqual({ label: 'Next in 2 h 29 min, US CPI +1' });
  });

  it('is read aloud with its tooltip if that says more', () => {
    const item = messageRow({
      id: 'error',
      text: 'The service didn’t respond in time.',
      tooltip: 'The service didn’t respond in time.\nSelect to try again.',
    }).item();
    expect([item.accessibilityInformation, item.tooltip]).toEqual([undefined, 'The service didn’t respond in time.\nSelect to try again.']);
  });
});

describe('a row that is loading', () => {
  it('says why it takes long, and only this row is redrawn meanwhile', () => {
    const changed = new Emitter<void>();
    let wait: Wait | undefined;
    const following = waiting.follow({ of: (kind) => (kind === 'trading' ? wait : undefined), onDidChange: changed.event });
    const tree = new ModelTree();
    const below = loadingRow('orders', 'trading');
    tree.show([{ ...messageRow({ id: 'account', text: 'Cash' }), children: [below] }, loadingRow('today')]);
    const redrawn: (readonly string[])[] = [];
    tree.onDidChange((nodes) => redrawn.push((nodes ?? []).map(({ id }) => id)));
    const labels = (): unknown => [below.item().label, loadingRow('today').item().label];
    expect(labels()).toEqual(['Loading…', 'Loading…']);
    wait = { kind: 'limit', seconds: 23 };
    changed.fire();
    expect(redrawn).toEqual([['orders', 'today']]);
    expect(labels()).toEqual(['Waiting for the service’s limit: 23 s', 'Loading…']);
    wait = { kind: 'slow' };
    expect(labels()).toEqual(['The service is slow to respond…', 'Loading…']);
    following.dispose();
    expect(labels()).toEqual(['Loading…', 'Loading…']);
    tree.dispose();
  });
});
