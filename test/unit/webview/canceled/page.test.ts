// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import type { CanceledRow, ToCanceledHost, ToCanceledPage } from '../../../../src/panel/canceled/canceledProtocol';
import { CanceledPage } from '../../../../src/webview/canceled/page';
import { click, drawn, textOf, textsOf } from '../support/document';
import { openPage } from '../support/openPage';

const row = (id: string, changes: Partial<CanceledRow> = {}): CanceledRow => ({
  ...{ id, fate: 'open', order: `BUY 100 TENCENT @ 552.500 (${id})`, orderId: id, symbol: 'HK.00700', account: 'Margin' },
  ...{ filled: '', outcome: 'rejected' },
  ...changes,
});

describe('the page of canceled orders', () => {
  it('names what is still open first, each order with its place, and opens its security', async () => {
    const shown = await openPage<ToCanceledPage, ToCanceledHost>((host) => new CanceledPage(host));
    const rows = [row('B', { fate: 'over', outcome: 'canceled' }), row('A')];
    await shown.say('view', { summary: 'Still open: 1.', isSending: false, rows, notes: [], left: 1 });
    await drawn();
    expect(textsOf(shown.page, 'section').map((text) => text.slice(0, 10))).toEqual(['Still open', 'No longer ']);
    // Where the columns of ID and account have no space, the line below the order has them.
    expect(textsOf(shown.page, 'tbody th .place')).toEqual(['A · Margin', 'B · Margin']);
    expect(textsOf(shown.page, 'tbody td.own')).toEqual(['A', 'Margin', 'B', 'Margin']);
    expect(textOf(shown.page.querySelector('.rest'))).toBe('Cancel the Rest (1)…');
    click(shown.page, 'tbody .link-button');
    expect(shown.host.last).toEqual(['open', { id: 'A' }]);
  });
});
