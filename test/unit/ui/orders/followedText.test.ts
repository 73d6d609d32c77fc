import { describe, expect, it } from 'vitest';
import type { FollowedEnd } from '../../../../src/app/orders/eye/judge';
import type { Attempt, OrderAction, SeenOrder } from '../../../../src/domain/orders/orderAttempts';
import { followedEndText, followedNews } from '../../../../src/ui/orders/followedText';
import { orderRecord } from '../../../support/orders/orderFakes';
import { stateText } from '../../../../src/ui/orders/orderText';

const attempt: Attempt = {
  root: 'r',
  action: 'modify',
  startedAt: '2026-11-20T09:00:00.000Z',
  endedAt: '2026-11-20T09:00:01.000Z',
  target: { service: 'https://broker.example', accountId: '8001', orderId: 'OK-1', exchange: 'SEHK', isSandbox: false },
  body: '{}',
  fields: [{ field: 'qty', old: '100', typed: '200', kept: '200', isCut: false, isChanged: true }],
  order: undefined,
  state: 'accepted',
  outcome: { kind: 'accepted' },
  resolution: undefined,
  followed: undefined,
  requests: 1,
};
const text = (end: FollowedEnd['end'], said: string, isPrivate = false): string => followedEndText({ end, attempt, text: said }, isPrivate);

describe('the words for the end of an accepted change', () => {
  it('say that the order was not changed only for a rejection', () => {
    expect(text('rejected', 'Out of the band')).toMatch(/^Not changed: OK-1\. .* was accepted, then rejected: Out of the band\.$/);
    for (const other of [text('applied', ''), text('notApplied', ''), text('notApplied', 'Out of the band')])
      expect(other).not.toMatch(/rejected|not changed/);
  });

  it('claim nothing about a change that may have been applied and changed again, or whose order is gone', () => {
    const followed = (seen: SeenOrder | undefined) => ({ kind: 'followed', root: 'r', end: 'endUnknown', text: '', seen }) as const;
    const seen = { qty: '300', price: '12.5', auxPrice: '', status: 'SUBMITTED' };
    const told = (action: OrderAction, now: SeenOrder | undefined): string =>
      followedEndText(
        { end: 'endUnknown', attempt: { ...attempt, action, state: 'endUnknown', followed: followed(now) }, text: '' },
        false,
      );
    expect(told('modify', seen)).toBe(
      'End unknown: OK-1. The service accepted the change to 200, but the order shows other values. It may have been applied and then changed again. Check it with your broker.',
    );
    expect(told('modify', undefined)).toMatch(/^End unknown: OK-1\. .* no longer lists the order/);
    expect(told('cancel', undefined)).toMatch(/^End unknown: OK-1\. .* no longer lists the order/);
    expect(told('cancel', { ...seen, status: 'CANCELED' })).toBe(
      'End unknown: OK-1. Its status, “CANCELED”, doesn’t show whether it was canceled. Check it with your broker.',
    );
    expect(told('place', undefined)).toMatch(/^Order accepted, but not found: /);
    expect(told('place', seen)).toMatch(/^End unknown: .* its status doesn’t show/);
    // It may have been found by its mark after a rejection, or without a response.
    expect(told('place', seen)).not.toMatch(/service accepted/);
    for (const [action, now] of [
      ['modify', seen],
      ['modify', undefined],
      ['cancel', undefined],
      ['place', seen],
      ['place', undefined],
    ] as const) {
      expect(told(action, now)).not.toMatch(/not (applied|changed|canceled|placed)|rejected/i);
      expect(stateText({ action, state: 'endUnknown' })).toBe('accepted, end unknown');
    }
  });

  it('say that an order can be modified again only if it has not ended', () => {
    const freed = (status: string): string => followedEndText({ end: 'freed', attempt, text: '', order: orderRecord({ status }) }, false);
    expect(freed('SUBMITTED')).toBe('Unlocked: OK-1 can be modified again.');
    for (const status of ['FILLED_ALL', 'CANCELLED_ALL']) expect(freed(status)).toBe('Ended with its old values: OK-1.');
  });

  it('end a sentence of the service once, whatever its own ending', () => {
    for (const end of ['', '.', '. ', '...', '…', '。', '！', '?', '!', ' .'])
      for (const kind of ['rejected', 'notApplied'] as const) {
        const shown = text(kind, `Out of the 24.5 band${end}`);
        expect(shown).toMatch(/: Out of the 24\.5 band\.($| Check the order)/);
      }
    expect(text('rejected', '...')).toMatch(/rejected: \.\.\.\.$/);
  });

  it('give the message on the order, and hide it with the amounts', () => {
    expect(text('notApplied', 'Out of the band')).toMatch(
      /^Change not applied after 45 seconds: .* The service says: Out of the band\. Check the order/,
    );
    expect(text('notApplied', '')).toMatch(/^Change not applied after 45 seconds: .* Check the order/);
    expect(text('endUnknown', 'Out of the band')).toMatch(/changed again\. The order says: Out of the band\. Check it/);
    for (const end of ['rejected', 'notApplied', 'endUnknown'] as const) expect(text(end, 'at 561.5', true)).not.toMatch(/561|200/);
  });
});

describe('the text about a followed change', () => {
  const news = (end: FollowedEnd['end'], before: FollowedEnd['before'], state: Attempt['state']) =>
    followedNews({ end, before, attempt: { ...attempt, state }, order: undefined, text: '' }, false);

  it('is the same for an expected end, whatever was told before, and a warning for any other', () => {
    const applied = { severity: 'info', message: 'Change applied: OK-1 is now 200.', state: 'applied' };
    for (const before of ['accepted', 'unknown', 'saysRejected'] as const) expect(news('applied', before, 'applied')).toEqual(applied);
    expect(news('freed', 'saysRejected', 'rejected')).toMatchObject({ severity: 'info', state: 'rejected' });
    expect(news('rejected', 'accepted', 'rejectedLater')).toMatchObject({ severity: 'warning', state: 'rejectedLater' });
    expect(news('notApplied', 'accepted', 'notApplied')).toMatchObject({ severity: 'warning', state: 'notApplied' });
    expect(news('endUnknown', 'accepted', 'endUnknown')).toMatchObject({ severity: 'warning', state: 'endUnknown' });
  });

  it('names the order by what it trades, with its quantity only if figures may be shown', () => {
    const order = {
      code: 'HK.00700',
      name: 'TENCENT',
      side: 'BUY',
      quantity: '1300',
      orderType: 'LIMIT',
      status: '',
      filled: '',
      lastError: '',
    };
    const told = (of: Partial<Attempt['order']> | undefined, isPrivate = false): string => {
      const named: Attempt = { ...attempt, action: 'cancel', fields: [], order: of === undefined ? undefined : { ...order, ...of } };
      return followedNews({ end: 'applied', before: 'accepted', attempt: named, order: undefined, text: '' }, isPrivate).message;
    };
    expect(told({})).toBe('Canceled: BUY 1,300 TENCENT (OK-1).');
    expect(told({ name: ' ' })).toBe('Canceled: BUY 1,300 HK.00700 (OK-1).');
    // Journals of earlier versions have no quantity.
    expect(told({ quantity: undefined })).toBe('Canceled: BUY TENCENT (OK-1).');
    expect(told({ side: '' })).toBe('Canceled: OK-1.');
    expect(told(undefined)).toBe('Canceled: OK-1.');
    expect(told({}, true)).toMatch(/^Canceled: BUY [^\d]+ TENCENT \(OK-1\)\.$/);
  });
});

describe('the text about an order that ended later', () => {
  const at = { code: 'HK.00700', name: 'TENCENT', quantity: '1300', price: '562.5' };
  const news = (over: Parameters<typeof orderRecord>[0], isPrivate = false, isPaper = false) => {
    const target = { ...attempt.target, orderId: '', mark: 'm', isPaper };
    const placed: Attempt = { ...attempt, action: 'place', target, state: 'applied' };
    return followedNews({ end: 'ended', before: 'applied', attempt: placed, order: orderRecord({ ...at, ...over }), text: '' }, isPrivate);
  };
  const filled = { status: 'FILLED_ALL', dealtQuantity: '1300', dealtAveragePrice: '553.0' };

  it.each([
    [filled, 'Filled: BUY 1,300 TENCENT at 553.0 (OK-1).'],
    [{ ...filled, dealtAveragePrice: '0' }, 'Filled: BUY 1,300 TENCENT (OK-1).'],
    [{ status: 'CANCELLED_ALL' }, 'Canceled: BUY 1,300 TENCENT (OK-1).'],
    [{ status: 'CANCELLED_ALL', lastError: 'Expired.' }, 'Canceled: BUY 1,300 TENCENT (OK-1). Expired.'],
    [{ status: 'CANCELLED_PART', dealtQuantity: '100' }, 'Canceled: BUY 1,300 TENCENT (OK-1). Filled before: 100 of 1,300.'],
    [{ status: 'FAILED' }, 'Order rejected: BUY TENCENT (OK-1), 1,300 @ 562.5. It isn’t in the market.'],
    [
      { status: 'FAILED', lastError: 'No margin.' },
      'Order rejected after it was accepted: BUY TENCENT (OK-1), 1,300 @ 562.5. The service says: No margin.',
    ],
    [{ status: 'DELETED' }, 'BUY 1,300 TENCENT (OK-1). Status: deleted. Nothing is filled.'],
    [
      { status: 'FAILED', dealtQuantity: '100', dealtAveragePrice: '553' },
      'BUY 1,300 TENCENT (OK-1). Status: failed. Filled: 100 of 1,300 at 553.',
    ],
  ])('says how: %o', (order, message) => {
    const severity = order.status === 'FILLED_ALL' ? 'info' : 'warning';
    expect(news(order)).toEqual({ severity, message, state: 'applied', ended: 'OK-1' });
  });

  it('has no figure in privacy mode', () => {
    const cases = [filled, { ...filled, status: 'CANCELLED_PART' }, { status: 'FAILED', lastError: 'Limit 562.5' }, { status: 'DELETED' }];
    for (const order of cases) expect(news(order, true).message.replace('OK-1', '')).not.toMatch(/\d/);
  });

  it('stands beside a change that was applied to it', () => {
    const order = orderRecord({ ...at, ...filled });
    expect(followedEndText({ end: 'applied', attempt, text: '', order }, false)).toBe(
      'Change applied: OK-1 is now 200. Filled 1,300 at 553.0.',
    );
  });
});
