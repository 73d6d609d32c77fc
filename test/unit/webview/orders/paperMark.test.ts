// @vitest-environment happy-dom
import { render } from 'lit';
import { describe, expect, it } from 'vitest';
import type { FillRow } from '../../../../src/panel/orders/ordersPageProtocol';
import { columnSpecs } from '../../../../src/webview/orders/columns';
import type { ColumnContext } from '../../../../src/webview/orders/columns';

const accounts = new Map([
  ['live:8001', { key: 'live:8001', id: '8001', name: '8001', kind: 'live' }],
  ['simulated:S', { key: 'simulated:S', id: 'S', name: 'Paper Trading', kind: 'simulated' }],
] as const);
const context: ColumnContext = {
  ...{ isPrivate: false, isSandbox: false, prices: new Map(), zone: 'UTC', accounts, nowMs: 0, isNarrow: false, marksPaper: true },
  words: { side: {}, type: {}, briefSide: {}, briefType: {}, status: {}, timeInForce: {} },
};
const row = (account: string): FillRow => ({
  ...{ id: 'a', account, dealId: '', orderId: '', code: 'HK.00700', name: '', side: 'BUY', quantity: '', price: '', createdAt: '' },
  ...{ updatedAt: '', counterBrokerId: '', counterBrokerName: '', currency: '', status: '', unknown: {} },
});

function symbolCell(account: string, marksPaper = true): HTMLElement {
  const element = document.createElement('div');
  render(columnSpecs.fills.symbol.cell?.(row(account), { ...context, marksPaper }), element);
  return element;
}

describe('the symbol of an order beside which its account is not shown', () => {
  it('has the mark of a paper account, in icon and word', () => {
    const cell = symbolCell('simulated:S');
    expect(cell.textContent.trim()).toBe('HK.00700');
    expect(cell.querySelector('.codicon-note')?.getAttribute('aria-label')).toBe('paper');
  });

  it.each(['live:8001', 'unknown'])('has no mark for the account %s', (account) => {
    expect(symbolCell(account).querySelector('.codicon')).toBeNull();
  });

  it('has no mark if the page has room for the account', () => {
    expect(symbolCell('simulated:S', false).querySelector('.codicon')).toBeNull();
  });
});
