import { describe, expect, it } from 'vitest';
import { liveAccounts, simulatedAccounts } from '../../../../src/service/endpoints/accounts/accounts';
import { funds } from '../../../../src/service/endpoints/accounts/funds';
import { livePositions } from '../../../../src/service/endpoints/accounts/livePositions';
import { simulatedPositions } from '../../../../src/service/endpoints/accounts/simulatedPositions';
import { hotCalendar } from '../../../../src/service/endpoints/calendar/hotCalendar';
import { searchCalendar } from '../../../../src/service/endpoints/calendar/searchCalendar';
import { fillHistory, orderFills, orderHistory } from '../../../../src/service/endpoints/orders/history';
import { orderDetails } from '../../../../src/service/endpoints/orders/orderDetails';
import { orders } from '../../../../src/service/endpoints/orders/orders';
import { currentCandles, historyCandles } from '../../../../src/service/endpoints/quotes/candles';
import { capitalDistribution, capitalFlow } from '../../../../src/service/endpoints/quotes/capital';
import { intradayPoints } from '../../../../src/service/endpoints/quotes/intradayPoints';
import { marketStates } from '../../../../src/service/endpoints/quotes/marketStates';
import { orderBook } from '../../../../src/service/endpoints/quotes/orderBook';
import { ownerPlates, plateList, plateStock } from '../../../../src/service/endpoints/quotes/plates';
import { snapshot } from '../../../../src/service/endpoints/quotes/snapshot';
import { ticks } from '../../../../src/service/endpoints/quotes/ticks';
import { tradingDays } from '../../../../src/service/endpoints/quotes/tradingDays';
import { simulatedCash, simulatedTradingPower } from '../../../../src/service/endpoints/simulated/cash';
import { simulatedOrderHistory, simulatedOrders } from '../../../../src/service/endpoints/simulated/orders';
import { groupSecurities, securityGroups } from '../../../../src/service/endpoints/watchlist/securityGroups';
import { mergedBook } from '../../../../src/domain/quotes/mergedBook';
import { classify } from '../../../support/network/classify';
import { decode } from '../../../support/network/decode';
import { recorded } from '../../../support/recorded';

const level = (price: string, volume: string, exchange: string): object => ({ price, volume, exchange });

describe('a recorded answer', () => {
  it('for a snapshot has the extended-hours sessions with their times, but none that has not traded', () => {
    const read = decode(
      snapshot,
      recorded('a snapshot with blocks for the sessions outside regular hours, one of which has not traded').text,
    );
    expect(read).toMatchObject([
      {
        code: 'US.CHE',
        updatedAt: 1_758_835_200_000,
        lastPrice: '512.16',
        turnover: '118540000.0',
        preMarket: { price: '512.16', at: 1_758_835_200_000 },
        afterMarket: { price: '512.16', at: 1_758_841_800_000, highPrice: '512.16', volume: '4300', turnover: '2203000.0' },
        overnight: undefined,
      },
    ]);
  });

  it('for a snapshot with flat fields has the session that they describe', () => {
    const read = decode(snapshot, recorded('a snapshot with flat fields for the sessions outside regular hours, 0 outside of them').text);
    expect(read).toMatchObject([
      {
        preMarket: undefined,
        afterMarket: { price: '230.11', at: undefined, highPrice: '230.4', lowPrice: '229.3', volume: '812300', change: '0.76' },
        overnight: undefined,
      },
    ]);
  });

  it('for an order book gives a book for each exchange, with levels that name it', () => {
    expect(decode(orderBook, recorded('an order book of one exchange').text)).toEqual([
      {
        exchange: '',
        at: 1_788_849_000_123,
        bids: [level('562.5', '12300', ''), level('562.0', '40800', '')],
        asks: [level('563.0', '8600', ''), level('563.5', '22700', '')],
      },
    ]);
    const both = orderBook.decode(
      recorded("the order books of two exchanges of one security, crossing each other's levels").answer,
      { request: orderBook, path: '' },
      { sentAt: 0, receivedAt: 0 },
    );
    expect(mergedBook(both)).toEqual({
      at: 1_788_875_118_827,
      bids: [level('229.72', '1', 'ARCA'), level('229.71', '35', 'NASDAQ'), level('229.7', '249', 'NASDAQ'), level('229.7', '254', 'ARCA')],
      asks: [
        level('229.74', '64', 'NASDAQ'),
        level('229.74', '147', 'ARCA'),
        level('229.75', '47', 'ARCA'),
        level('229.76', '111', 'NASDAQ'),
      ],
    });
  });

  it('for an order book has quantities with their decimals, and none on a side that is not valid', () => {
    expect(decode(orderBook, recorded('an order book with scaled quantities, and a side that is not valid').text)).toMatchObject([
      { bids: [{ price: '61250.5', volume: '1.50' }], asks: [] },
    ]);
  });

  it('for trades and candles has quantities with their decimals', () => {
    expect(decode(ticks, recorded('trades with scaled quantities').text)).toMatchObject([
      { sequence: '1', volume: '1.50', direction: 'buy' },
    ]);
    expect(decode(historyCandles, recorded('candles with scaled quantities').text)).toMatchObject({ items: [{ volume: '1.50' }] });
  });

  it('for the latest trades keeps sequences of 19 digits', () => {
    expect(decode(ticks, recorded('the latest trades').text)).toMatchObject([
      { sequence: '7683160128438141163', time: 1_788_875_118_672, price: '229.7108', volume: '500', direction: 'neutral' },
      { sequence: '7683160128438141165', price: '229.7', direction: 'sell' },
    ]);
  });

  it('for the minutes of a day keeps the section of each point', () => {
    expect(decode(intradayPoints, recorded('the minutes of a day in one section').text)).toMatchObject([
      { time: 1_758_802_200_000, price: '498.648', section: 'NORMAL' },
      { time: 1_758_802_260_000, price: '502.032', section: 'NORMAL' },
    ]);
    expect(decode(intradayPoints, recorded('the minutes of a day with a break at noon').text)).toMatchObject([
      { time: 1_788_839_940_000, price: '562.5', section: 'MORNING' },
      { time: 1_788_843_600_000, price: '562.0', section: 'AFTERNOON' },
    ]);
    expect(decode(intradayPoints, recorded('no section, as on a day without trading').text)).toEqual([]);
  });

  it('for the latest candles is read', () => {
    expect(decode(currentCandles, recorded('the latest candles').text)).toMatchObject([
      { time: 1_788_796_800_000, date: '20260908', open: '561.0', close: '562.5', previousClose: '560.0' },
    ]);
  });

  it('for history says whether there are earlier candles, and leaves out minutes to come', () => {
    expect(decode(historyCandles, recorded('a page of history that names where the one before it begins').text)).toMatchObject({
      items: [{ open: '561.0', close: '562.5' }],
      hasMore: true,
      nextEnd: '',
    });
    const minutes = recorded('minutes of history that end with slots nobody has traded in yet, the first of them all that there is');
    expect(decode(historyCandles, minutes.text)).toMatchObject({ items: [{ time: 1_788_875_100_000 }], hasMore: false });
  });

  it('for market states, trading days, and groups is read', () => {
    expect(decode(marketStates, recorded('states of markets').text)).toEqual([{ code: 'HK.00700', state: 'REST' }]);
    expect(decode(marketStates, recorded('the state of a market that nobody knows').text)).toEqual([{ code: 'XX.1', state: 'NONE' }]);
    expect(decode(tradingDays, recorded('trading days').text)).toEqual({
      kind: 'days',
      days: [
        { date: '2026-12-23', session: 'whole' },
        { date: '2026-12-24', session: 'morning' },
      ],
    });
    expect(decode(securityGroups, recorded('groups of securities').text)).toEqual([
      { name: 'Favorites', type: 'SYSTEM' },
      { name: 'Chips', type: 'CUSTOM' },
    ]);
    expect(decode(groupSecurities, recorded('the securities of a group').text)).toMatchObject([{ code: 'US.AAPL' }]);
  });

  it('for live accounts, funds, and positions keeps every figure that is not marked invalid', () => {
    expect(decode(liveAccounts, recorded('live accounts').text)).toMatchObject([{ id: '8000001', kind: 'live' }]);
    expect(decode(funds, recorded('funds of a live account').text)).toMatchObject({
      currency: 'USD',
      power: '1000.50',
      marketValue: '1500.25',
    });
    expect(decode(livePositions, recorded('live positions, one figure of which is marked invalid').text)).toMatchObject([
      { side: 'LONG', code: 'US.AAPL', quantity: '10', price: '229.70', costPrice: '', profit: '28.40', dayProfit: '3.10' },
    ]);
  });

  it('for orders and fills is read the same way in every list', () => {
    const order = { orderId: '700012', code: 'US.AAPL', quantity: '100', price: '229.50', createdAt: '1788875118000000' };
    expect(decode(orders, recorded('open orders of a market').text)).toMatchObject([{ ...order, dealtQuantity: '40' }]);
    expect(decode(orderDetails, recorded('orders by their ids').text)).toMatchObject([order]);
    expect(decode(orderHistory, recorded('orders of the past').text)).toMatchObject([{ ...order, status: 'FILLED_ALL' }]);
    expect(decode(orderFills, recorded('fills of the day').text)).toMatchObject([{ orderId: '700012', quantity: '40', price: '229.48' }]);
  });

  it('for paper cash and quantities leaves unknown figures empty', () => {
    expect(decode(simulatedCash, recorded('cash of a paper account, with what is not known as null').text)).toMatchObject({
      balance: '1000000.00',
      totalAssets: '1005000.00',
      unrealizedProfit: '',
    });
    expect(decode(simulatedTradingPower, recorded('the most that a paper account can trade of a security').text)).toMatchObject({
      cashBuy: '1700',
      cashAndMarginBuy: '',
      positionSell: '300',
    });
  });

  it('for paper accounts and positions keeps markets and ratios as sent', () => {
    expect(decode(simulatedAccounts, recorded('paper accounts, one for each market').text)).toMatchObject([
      { id: '9000001', title: '美股融资融券模拟账户', markets: [100] },
      { id: '9000002', markets: [1] },
      { id: '9000003', markets: [11] },
    ]);
    expect(decode(simulatedPositions, recorded('paper positions with the ratio as a fraction').text)).toMatchObject([
      { symbol: '00700', profitRatio: '-0.0446' },
    ]);
  });

  it('for the calendar distinguishes a value that is not published yet from one that does not exist', () => {
    expect(decode(hotCalendar, recorded('releases of a day, two of which are not out').text)).toMatchObject({
      items: [
        { announce: '3.75', star: 5, time: 1_781_719_200, uniqueId: 'calendar_economic:103384299' },
        { announce: '', currency: null, unit: null, uniqueId: null },
        { predictive: '24.5', unit: '10K persons' },
      ],
      hasMore: false,
    });
    expect(decode(searchCalendar, recorded('a search for releases, one of which is not out').text)).toMatchObject({
      items: [{ announce: null, text: 'Canada May <em>CPI</em> MoM' }, { announce: '3.0' }],
      hasMore: true,
      nextKey: 'eyJwYWdlIjoyfQ==',
    });
    const events = recorded('a search for events, which have no values, with each character of the keyword marked');
    expect(decode(searchCalendar, events.text)).toMatchObject({
      items: [{ previous: null, predictive: null, announce: null, detailUrl: null, country: '美国' }],
    });
  });

  it('for money in and out is read with every digit', () => {
    expect(decode(capitalFlow, recorded('the capital flow of a day by minute').text)).toEqual([
      { time: 1788831000000, net: '1250000.5' },
      { time: 1788831060000, net: '-1.857915e8' },
    ]);
    expect(decode(capitalDistribution, recorded('the capital distribution of a day').text)).toEqual({
      in: { extraLarge: '2.261085e9', large: '2141963720.0', medium: '1800000000.0', small: '2100000000.5' },
      out: { extraLarge: '2000000000.0', large: '2300000000.0', medium: '1700000000.0', small: '2.887413e9' },
      updatedAt: 1788854399000,
    });
  });

  it('for plates is read with its pagination inside data or next to it', () => {
    expect(decode(plateList, recorded('plates of a market').text)).toEqual([{ code: 'HK.LIST23618', name: 'Digital Media' }]);
    expect(decode(ownerPlates, recorded('the plates of a security').text)).toEqual([{ code: 'HK.LIST1284', name: 'Social Media' }]);
    const page = { hasMore: true, nextKey: '2', total: 12 };
    const inside = recorded('constituents of a plate with the pagination inside, the last of which names no time of its listing');
    expect(decode(plateStock, inside.text)).toMatchObject({ ...page, items: [{ code: 'HK.02337' }, { code: 'HK.09999' }] });
    const beside = recorded('constituents of a plate with the pagination beside');
    expect(decode(plateStock, beside.text)).toMatchObject({ ...page, items: [{ code: 'HK.02337' }] });
  });

  it('for past paper orders and fills is read, and its last page is recognized', () => {
    expect(decode(simulatedOrders, recorded('orders of the day of a paper account').text)).toMatchObject([
      { orderId: '7147945', code: '00700', dealtQuantity: '100', market: '' },
      { orderId: '7147990', side: 'SELL', orderType: 'LIMIT', market: '2' },
    ]);
    expect(decode(simulatedOrderHistory, recorded('orders of a paper account of the past, with the pagination inside').text)).toMatchObject(
      { items: [{ dealtQuantity: '300' }], hasMore: true, nextKey: '50' },
    );
    expect(
      decode(simulatedOrderHistory, recorded('orders of a paper account of the past, with the pagination beside and a last key of 0').text),
    ).toMatchObject({ items: [{ sent: { status: '5' } }], hasMore: false });
    expect(decode(fillHistory, recorded('fills of the past, with more after them').text)).toMatchObject({
      items: [{ orderId: '700012', quantity: '40' }],
      hasMore: true,
      nextKey: 'b3JkZXI',
    });
  });

  it.each(['a placed order', 'a changed order', 'a cancelled order', 'a confirmed order'])(
    'for a live write counts as accepted: %s',
    (name) => {
      expect(classify(recorded(name).text)).toMatchObject({ kind: 'accepted' });
    },
  );

  it.each(['a placed paper order', 'a changed paper order', 'a cancelled paper order'])(
    'for a paper write counts as accepted: %s',
    (name) => {
      expect(classify(recorded(name).text, 200, { simulated: true })).toMatchObject({ kind: 'accepted' });
    },
  );

  it('for a write counts as a question or a refusal when it asks or fails', () => {
    expect(classify(recorded('a change that asks for a confirmation').text)).toMatchObject({ kind: 'needsConfirmation' });
    expect(classify(recorded('a cancellation that failed').text)).toMatchObject({ kind: 'refused' });
  });
});
