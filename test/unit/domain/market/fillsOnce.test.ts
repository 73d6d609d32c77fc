import { describe, expect, it } from 'vitest';
import { fillsOnce } from '../../../../src/domain/market/fillsOnce';
import type { FillRecord } from '../../../../src/service/endpoints/tradingRecords';
import { aFill } from '../../../support/builders/fillBuilders';

const at = '1795485600123456';
const later = '1795485700000000';
const wholeSecond = '1795485600000000';

const both = (one: Partial<FillRecord>, other: Partial<FillRecord>) => {
  const fill = { createdAt: at, updatedAt: at };
  const found = fillsOnce([aFill({ ...fill, ...one }), aFill({ ...fill, ...other })]);
  return { ...found, said: found.fills.map(({ status, quantity, price }) => `${status} ${quantity} @ ${price}`) };
};

describe('two records of a fill', () => {
  it.each([
    ['undone later', { status: 'CANCELLED', updatedAt: later }, { status: 'OK' }, 'CANCELLED'],
    ['undone, with an older time', { status: 'BUSTED' }, { status: 'OK', updatedAt: later }, 'BUSTED'],
    ['undone, without times of updates', { status: 'REVERSED', updatedAt: '' }, { status: 'OK', updatedAt: '' }, 'REVERSED'],
    ['changed later', { status: 'CHANGED', updatedAt: later }, { status: 'OK' }, 'CHANGED'],
    ['changed at the same time', { status: 'CHANGED' }, { status: 'OK' }, 'CHANGED'],
    ['undone, with a time of its own', { status: 'CANCELLED', createdAt: later, updatedAt: later }, { status: 'OK' }, 'CANCELLED'],
    ['changed before it was right', { status: 'OK', updatedAt: later }, { status: 'CHANGED' }, 'OK'],
  ])('are one, %s, in whatever order they are listed', (_, one, other, status) => {
    expect(both(one, other)).toMatchObject({ fills: [{ status }], alike: 0 });
    expect(both(other, one)).toMatchObject({ fills: [{ status }], alike: 0 });
  });

  it.each([
    ['another spelling of its numbers', { quantity: '100', price: '552.50' }, {}],
    ['another spelling of its security', { code: 'SEHK.00700' }, {}],
    ['no security in one', { code: '' }, {}],
    ['whole seconds in one', { createdAt: wholeSecond }, {}],
    ['whole milliseconds in one', { createdAt: '1795485600123000' }, {}],
    ['no time in one', { createdAt: '' }, {}],
  ])('are one with %s', (_, one, other) => {
    expect(both(one, other)).toMatchObject({ fills: [{}], alike: 0 });
  });

  it('with a later correction are one, with the corrected values', () => {
    expect(both({ quantity: '90', price: '550', updatedAt: later }, {}).said).toEqual(['OK 90 @ 550']);
    expect(both({}, { quantity: '90', price: '550', updatedAt: later }).said).toEqual(['OK 90 @ 550']);
  });
});

describe('fills with the same ID', () => {
  it.each([
    ['orders', { orderId: 'O-2' }],
    ['securities', { code: 'HK.00005' }],
    ['days', { createdAt: '1795572000123456' }],
    ['seconds and prices', { createdAt: '1795485601123456', price: '553' }],
  ])('in different %s are different fills', (_, other) => {
    expect(both({}, other)).toMatchObject({ fills: [{}, {}], alike: 0 });
  });

  it.each([
    ['whose values differ without a later one', {}, { price: '553' }],
    ['whose values differ without a time', { createdAt: '' }, { quantity: '200' }],
    ['made within a second', { createdAt: '1795485600223456' }, {}],
    ['of which one is undone, with other values', { status: 'CANCELLED', quantity: '0', createdAt: later }, {}],
  ])('are all listed, and can’t be told apart: %s', (_, one, other) => {
    expect(both(one, other)).toMatchObject({ fills: [{}, {}], alike: 2 });
  });

  it('that no service ever sent are told apart by their orders', () => {
    expect(both({ dealId: '', orderId: 'O-1' }, { dealId: '', orderId: 'O-2' })).toMatchObject({ fills: [{}, {}], alike: 0 });
  });
});
