import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasMark, utf8Bytes } from '../../../../../src/domain/orders/placing/mark';
import { checkPlacement, choicesFor, sides } from '../../../../../src/domain/orders/placing/placement';
import type { PlacementDraft } from '../../../../../src/domain/orders/placing/placement';
import { orderTypes } from '../../../../../src/domain/orders/orderRules';
import { preparedPlacement } from '../../../../../src/app/orders/request/preparedPlacement';

const mark = '#abcd1234';

function draft(over: Partial<PlacementDraft> = {}): PlacementDraft {
  return {
    accountId: '8001',
    isPaper: false,
    market: undefined,
    code: 'HK.00700',
    securityType: 'STOCK',
    choices: { side: 'BUY', order_type: 'LIMIT', time_in_force: 'DAY', session: 'RTH', lot_type: 'ROUND' },
    typed: { qty: '100', price: '560', aux_price: '' },
    remark: '',
    mark,
    ...over,
  };
}

const problemsOf = (over: Partial<PlacementDraft>): readonly string[] => {
  const checked = checkPlacement(draft(over));
  return checked.ok ? [] : checked.problems.map(({ field, reason }) => `${String(field)} ${reason}`);
};

describe('a new order', () => {
  it('has only the fields that its security and account accept', () => {
    expect(checkPlacement(draft())).toMatchObject({
      ok: true,
      placement: {
        exchange: 'SEHK',
        timeInForce: 'DAY',
        session: undefined,
        lotType: 'ROUND',
        price: '560',
        auxPrice: undefined,
        remark: mark,
      },
    });
    expect(checkPlacement(draft({ code: 'US.AAPL' }))).toMatchObject({
      placement: { exchange: 'US', session: 'RTH', lotType: undefined },
    });
    expect(checkPlacement(draft({ isPaper: true, market: 1 }))).toMatchObject({
      placement: { market: 1, timeInForce: undefined, session: undefined, lotType: undefined },
    });
  });

  it.each([
    ['no quantity', { typed: { qty: '', price: '560', aux_price: '' } }, ['qty empty']],
    ['a price of zero', { typed: { qty: '1', price: '0', aux_price: '' } }, ['price zero']],
    ['no trigger', { choices: { ...draft().choices, order_type: 'STOP' } }, ['aux_price required']],
    ['a side that nobody knows', { choices: { ...draft().choices, side: 'GIVE' } }, ['side malformed']],
    [
      'a session that a market order does not have',
      { code: 'US.AAPL', choices: { ...draft().choices, order_type: 'MARKET', session: 'OVERNIGHT' } },
      ['session malformed'],
    ],
    ['no security', { code: '700' }, ['code malformed']],
    ['no market of its paper account', { isPaper: true }, ['market malformed']],
    [
      'a type that paper accounts do not have',
      {
        isPaper: true,
        market: 1,
        choices: { ...draft().choices, order_type: 'STOP_LIMIT' },
        typed: { qty: '1', price: '1', aux_price: '1' },
      },
      ['order_type malformed'],
    ],
    ['something invisible in its remark', { remark: 'a\u202eb' }, ['remark invisible']],
    ['too long a remark', { remark: '漢'.repeat(19) }, ['remark tooLong']],
  ] as const)('is refused with %s', (_, over, problems) => {
    expect(problemsOf(over)).toEqual(problems);
  });

  it('sends only digits that the service keeps, and says which ones it dropped', () => {
    const checked = checkPlacement(draft({ typed: { qty: '100', price: '560.12345', aux_price: '' } }));
    expect(checked).toMatchObject({
      placement: { price: '560.1234', fields: [{}, { typed: '560.12345', kept: '560.1234', isCut: true }] },
    });
  });

  it('keeps its remark within the allowed bytes, and is sent as it was checked', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 120 }),
        fc.boolean(),
        fc.constantFrom(...sides),
        fc.constantFrom(...orderTypes),
        fc.constantFrom('HK.00700', 'US.AAPL', 'SG.D05'),
        (remark, isPaper, side, orderType, code) => {
          const choices = { ...draft().choices, side, order_type: orderType };
          const checked = checkPlacement(
            draft({
              remark,
              isPaper,
              market: isPaper ? 1 : undefined,
              code,
              choices,
              typed: { qty: '100', price: '1.5', aux_price: '2.5' },
            }),
          );
          if (!checked.ok) return;
          const { placement } = checked;
          expect(utf8Bytes(placement.remark)).toBeLessThanOrEqual(isPaper ? 100 : 64);
          expect(hasMark(placement.remark, mark)).toBe(true);
          const body = JSON.parse(preparedPlacement(placement).bodyText) as Record<string, unknown>;
          expect(body[isPaper ? 'text' : 'remark']).toBe(placement.remark);
          expect(body['qty']).toBe('100');
          expect(body['price']).toBe(placement.price);
        },
      ),
    );
  });

  it('is offered in the form exactly as the client then builds it', () => {
    for (const code of ['HK.00700', 'US.AAPL', 'SG.D05'])
      for (const orderType of orderTypes) {
        const offered = choicesFor(code, { isPaper: false }, orderType);
        for (const session of offered.session.length === 0 ? ['RTH'] : offered.session) {
          const choices = { ...draft().choices, order_type: orderType, session };
          const checked = checkPlacement(draft({ code, choices, typed: { qty: '1', price: '1', aux_price: '1' } }));
          expect(checked.ok && preparedPlacement(checked.placement).bodyText, `${code} ${orderType} ${session}`).toContain(orderType);
        }
      }
  });
});
