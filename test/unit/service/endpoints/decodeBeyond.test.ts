import { describe, expect, it } from 'vitest';
import { liveAccounts, simulatedAccounts } from '../../../../src/service/endpoints/accounts/accounts';
import { livePositions } from '../../../../src/service/endpoints/accounts/livePositions';
import { orderDetails } from '../../../../src/service/endpoints/orders/orderDetails';
import { orders } from '../../../../src/service/endpoints/orders/orders';
import { plateList } from '../../../../src/service/endpoints/quotes/plates';
import { snapshot } from '../../../../src/service/endpoints/quotes/snapshot';
import { aQuote } from '../../../support/builders/quoteBuilders';
import { decode } from '../../../support/network/decode';

describe('an answer beyond the specification', () => {
  it('is read as accounts', () => {
    const live = {
      s: 'ok',
      d: {
        accounts: [{ account_id: 8001, security_firm: 'Firm', enable_market: [1, '2', 'x'], acc_type: 'cash' }, { account_id: '8002' }],
      },
    };
    expect(decode(liveAccounts, live)).toEqual([
      { id: '8001', kind: 'live', title: 'Firm', markets: [1, 2] },
      { id: '8002', kind: 'live', title: '', markets: [] },
    ]);
    const simulated = {
      ret_code: 0,
      data: { accounts: [{ account_id: 'SIM-1001', market_id: 1, account_title: 'Paper', account_type: 'stock' }] },
    };
    expect(decode(simulatedAccounts, simulated)).toEqual([{ id: 'SIM-1001', kind: 'simulated', title: 'Paper', markets: [1] }]);
    expect([decode(liveAccounts, { s: 'ok' }), decode(simulatedAccounts, { ret_code: 0, data: {} })]).toEqual([
      'd object/nothing',
      'data.accounts array/nothing',
    ]);
  });

  const order =
    '{"order_id":123456789012345678,"code":"US.AAPL","order_status":"NEW_ONE","price":"1.50","create_time":1790000000123456,"odd":1}';

  it('is read as orders, page by page', () => {
    expect(decode(orders, `{"s":"ok","d":{"orders":[${order}],"page_flag":"f","completed":false}}`)).toMatchObject({
      hasMore: true,
      nextKey: 'f',
      items: [
        {
          orderId: '123456789012345678',
          status: 'NEW_ONE',
          price: '1.50',
          createdAt: '1790000000123456',
          auxPrice: '',
          unknown: { odd: '1' },
        },
      ],
    });
    expect(decode(orders, '{"d":{"orders":[],"page_flag":"f","completed":true}}')).toMatchObject({ hasMore: false });
    expect(decode(orders, '{"d":{"orders":null,"page_flag":""}}')).toEqual({ items: [], hasMore: undefined, nextKey: '' });
    expect(decode(orders, '{"d":{"orders":[],"page_flag":"f"}}')).toMatchObject({ hasMore: true });
    expect(decode(orderDetails, `{"d":[${order}]}`)).toMatchObject([{ orderId: '123456789012345678' }]);
    expect([decode(orders, { s: 'ok' }), decode(orderDetails, { s: 'ok' }), decode(orderDetails, { d: [{}] })]).toEqual([
      'd object/nothing',
      'd array/nothing',
      'd[0].order_id string or number/nothing',
    ]);
  });

  it('is read as live positions, in which a figure marked invalid is empty', () => {
    const live = {
      position_side: 'LONG',
      code: 'US.AAPL',
      qty: '1',
      pl_val: '5',
      pl_val_valid: true,
      pl_ratio: '7',
      pl_ratio_valid: false,
      cost_price: '3',
      cost_price_valid: false,
    };
    expect(decode(livePositions, { s: 'ok', d: [live] })).toMatchObject([
      { side: 'LONG', profit: '5', profitRatio: '', costPrice: '', unknown: {} },
    ]);
    expect(decode(livePositions, { s: 'ok', d: [{ code: 'A', qty: 1, pl_ratio: '7' }] })).toMatchObject([
      { profitRatio: '7', quantity: '1' },
    ]);
  });

  it.each([
    [{ option_contract_multiplier: 100 }, '100'],
    [{ option_contract_size: '500.0' }, '500.0'],
    [{ option_contract_multiplier: 100, option_contract_size: '100.0' }, '100'],
    [{ contract_multiplier: 50, contract_size: null }, '50'],
    [{ option_contract_multiplier: 100, contract_size: 10 }, ''],
    [{ lot_size: 100 }, ''],
  ])('is read with the contract size of an option, unless two fields contradict each other: %j', (given, size) => {
    const answer = { ret_code: 0, data: { snapshot_list: [{ code: 'US.AAPL270115C200000', ...given }] } };
    expect(decode(snapshot, answer)).toMatchObject([{ contractSize: size }]);
  });

  it('is read as plates and snapshots', () => {
    expect(decode(plateList, { data: { plate_list: [{ code: 'HK.BK1000', plate_id: 'BK1000', plate_name: 'Tech' }] } })).toEqual([
      { code: 'HK.BK1000', name: 'Tech' },
    ]);
    expect(
      decode(snapshot, {
        data: { snapshot_list: [{ code: 'HK.00700', name: 'T', last_price: '310.50', prev_close_price: 300, volume: 5 }] },
      }),
    ).toEqual([aQuote('HK.00700', { name: 'T', lastPrice: '310.50', previousClose: '300', volume: '5' })]);
  });
});
