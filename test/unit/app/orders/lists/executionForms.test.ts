import { parse } from 'lossless-json';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { beancountText, ghostfolioJson, portfolioPerformanceCsv } from '../../../../../src/app/orders/lists/executionForms';
import { fillsCsv } from '../../../../../src/app/orders/lists/ordersExport';
import type { ExportedList } from '../../../../../src/app/orders/lists/ordersExport';
import type { FillRecord } from '../../../../../src/service/endpoints/tradingRecords';
import { listOf } from '../../../../../src/service/lists/list';

const account = { id: '8001', name: 'Main "one"', kind: 'live', markets: [], source: 'service' } as const;

function fill(changes: Partial<FillRecord> = {}): FillRecord {
  return {
    dealId: 'D1',
    orderId: 'O1',
    code: 'HK.00700',
    name: 'TENCENT',
    side: 'BUY',
    quantity: '100',
    price: '562.50',
    createdAt: '1763650000123456',
    updatedAt: '1763650000123456',
    counterBrokerId: '',
    counterBrokerName: '',
    currency: '',
    status: 'OK',
    unknown: {},
    ...changes,
  };
}

function fills(...rows: readonly FillRecord[]): ExportedList<FillRecord> {
  return { name: 'fills', range: undefined, exportedAtMs: 0, accounts: [{ account, list: listOf(rows), updatedAtMs: 0, rows }] };
}

const several = fills(
  fill(),
  fill({
    dealId: 'D2',
    code: 'US.BRK.B',
    side: 'SELL_SHORT',
    quantity: '0.123456789',
    price: '9007199254740.993',
    createdAt: '1763600000000000',
  }),
  fill({ dealId: 'option', code: 'US.AAPL280121C250000' }),
  fill({ dealId: 'bare', code: '00700' }),
  fill({ dealId: 'side', side: 'X' }),
  fill({ dealId: 'time', createdAt: '' }),
  fill({ dealId: 'figure', price: '--' }),
);

describe('fills for Ghostfolio', () => {
  it('are activities with exact numbers, and a count of fills that it can’t take', () => {
    const { text, leftOut } = ghostfolioJson(several);
    expect(leftOut).toBe(6);
    expect(parse(text, undefined, (number) => `number ${number}`)).toEqual({
      meta: { date: '1970-01-01T00:00:00.000Z', version: 'dev' },
      activities: [
        {
          comment: 'D1 2025-11-20T14:46:40.123456Z The service does not tell fees and taxes.',
          ...{ fee: 'number 0', quantity: 'number 100', type: 'BUY' },
          ...{ unitPrice: 'number 562.5', currency: 'HKD', dataSource: 'YAHOO', date: '2025-11-20T00:00:00.000Z', symbol: '0700.HK' },
        },
      ],
    });
  });

  it('of several accounts are told apart by accounts that the import creates', () => {
    const other = { ...account, id: '8002', name: 'Second', firm: 'FUTUINC' } as const;
    const rows = [fill()];
    const list = { list: listOf(rows), updatedAtMs: 0, rows };
    const two: ExportedList<FillRecord> = {
      ...fills(),
      accounts: [
        { account, ...list },
        { account: other, ...list },
      ],
    };
    expect(JSON.parse(ghostfolioJson(two).text)).toMatchObject({
      accounts: [
        { id: 'live:8001', name: 'Main "one"', currency: 'HKD', balance: 0, platformId: null },
        { id: 'live:8002', name: 'Second', currency: 'USD' },
      ],
      activities: [{ accountId: 'live:8001' }, { accountId: 'live:8002' }],
    });
    const { data } = Papa.parse<Readonly<Record<string, string>>>(portfolioPerformanceCsv(two).text.trimEnd(), { header: true });
    expect(data.map((row) => row['Securities Account'])).toEqual(['Main "one"', 'Second']);
  });

  it('have the symbols of Yahoo Finance, or are left out when there is more than one candidate', () => {
    const codes = ['SH.600519', 'SZ.000001', 'SG.D05', 'JP.7203', 'HK.80700', 'KR.005930', 'CA.SHOP'];
    const { text, leftOut } = ghostfolioJson(fills(...codes.map((code) => fill({ code }))));
    const symbols = [...text.matchAll(/"symbol": "([^"]+)"/g)].map(([, symbol]) => symbol);
    expect(symbols).toEqual(['600519.SS', '000001.SZ', 'D05.SI', '7203.T', '80700.HK']);
    expect(leftOut).toBe(2);
  });
});

describe('fills for Portfolio Performance', () => {
  it('are rows under its column names, with the exact value', () => {
    const { text, leftOut } = portfolioPerformanceCsv(several);
    expect(leftOut).toBe(6);
    const { data } = Papa.parse<Readonly<Record<string, string>>>(text.trimEnd(), { header: true });
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      ...{ Date: '2025-11-20', Time: '22:46:40', Type: 'Buy', Shares: '100', Quote: '562.5', Value: '56250' },
      ...{ 'Transaction Currency': 'HKD', 'Ticker Symbol': '0700.HK', 'Security Name': 'TENCENT', 'Securities Account': 'Main "one"' },
    });
    const sold = portfolioPerformanceCsv(fills(fill({ side: 'SELL', quantity: '0.123456789', price: '9007199254740.993' })));
    expect(sold.text).toContain(',Sell,0.123456789,9007199254740.993,1111999897873.516022451477,');
  });
});

describe('fills of shares in another currency than most of their market', () => {
  it('have their own, and are left out if the code does not tell', () => {
    const list = fills(...['HK.80700', 'SH.900901', 'SZ.200002', 'HK.09010'].map((code) => fill({ code })));
    const { text, leftOut } = portfolioPerformanceCsv(list);
    const { data } = Papa.parse<Readonly<Record<string, string>>>(text.trimEnd(), { header: true });
    expect(data.map((row) => row['Transaction Currency'])).toEqual(['CNY', 'USD', 'HKD']);
    expect(leftOut).toBe(1);
    expect(beancountText(list).leftOut).toBe(1);
  });
});

describe('fills for beancount', () => {
  it('are balanced transactions, oldest first, for accounts that are opened', () => {
    const { text, leftOut } = beancountText(several);
    expect(leftOut).toBe(5);
    const blocks = text.trimEnd().split('\n\n');
    // In New York, the first trade was made on the day before.
    expect(blocks[1]).toBe('2025-11-19 open Assets:Broker:8001:Securities\n2025-11-19 open Assets:Broker:8001:Cash');
    expect(blocks[2]).toContain('2025-11-19 * "SELL_SHORT US.BRK.B" "TENCENT"');
    expect(blocks[2]).toContain('Assets:Broker:8001:Securities  -0.123456789 US.BRK.B @ 9007199254740.993 USD');
    expect(blocks[2]).toContain('Assets:Broker:8001:Cash  1111999897873.516022451477 USD');
    expect(blocks[3]).toBe(
      [
        '2025-11-20 * "BUY HK.00700" "TENCENT"',
        '  fill: "D1"',
        '  order: "O1"',
        '  time: "2025-11-20T14:46:40.123456Z"',
        '  Assets:Broker:8001:Securities  100 HK.00700 @ 562.5 HKD',
        '  Assets:Broker:8001:Cash  -56250 HKD',
      ].join('\n'),
    );
  });

  it('keep a name of the service inside its quotation marks', () => {
    expect(beancountText(fills(fill({ name: 'A "B" \\\nC' }))).text).toContain('"A \\"B\\" \\\\ C"');
  });
});

describe('fills that are no trades', () => {
  const odd = fills(
    fill(),
    fill({ dealId: 'busted', status: 'CANCELLED' }),
    fill({ dealId: 'changed', status: 'CHANGED' }),
    fill({ dealId: 'new status', status: '7' }),
    fill({ dealId: 'negative', price: '-10' }),
    fill({ dealId: 'free', price: '0' }),
    fill({ dealId: 'none', quantity: '0' }),
  );

  it.each([
    ['Ghostfolio', ghostfolioJson],
    ['Portfolio Performance', portfolioPerformanceCsv],
    ['beancount', beancountText],
  ])('are left out and counted: %s', (_, form) => {
    const { text, leftOut, undone } = form(odd);
    expect({ leftOut, undone }).toEqual({ leftOut: 3, undone: 3 });
    expect(text).toContain('D1');
    for (const id of ['busted', 'changed', 'new status', 'negative', 'free', 'none']) expect(text).not.toContain(id);
  });

  it('are in the whole list with a word for it, and with the day of the trade at its exchange', () => {
    const csv = Papa.parse<Readonly<Record<string, string>>>(fillsCsv(odd).trimEnd(), { header: true }).data;
    expect(csv.map(({ counts }) => counts)).toEqual(['yes', 'no', 'no', 'no', 'yes', 'yes', 'yes']);
    const night = fills(fill({ code: 'US.AAPL', createdAt: '1763600000000000' }), fill({ code: 'AU.BHP', createdAt: '1763680000000000' }));
    const { data } = Papa.parse<Readonly<Record<string, string>>>(fillsCsv(night).trimEnd(), { header: true });
    expect(data.map(({ tradeDate, createdTime }) => [tradeDate, createdTime])).toEqual([
      ['2025-11-19', '2025-11-20T00:53:20.000000Z'],
      ['2025-11-21', '2025-11-20T23:06:40.000000Z'],
    ]);
  });
});

it('a security named by its exchange is exported as the one that it is', () => {
  expect(beancountText(fills(fill({ code: 'SEHK.09988' }))).text).toContain('100 HK.09988 @');
});

describe('the currency of a fill in a file', () => {
  it('is the one that the service states, otherwise that of its code', () => {
    const stated = fills(
      fill({ code: 'SG.S27', currency: 'usd' }),
      fill({ dealId: 'D2', code: 'SG.S27' }),
      fill({ dealId: 'D3', code: 'HK.09010', currency: 'USD' }),
    );
    expect(beancountText(stated).text.match(/@ 562\.5 .*/g)).toEqual(['@ 562.5 USD', '@ 562.5 SGD', '@ 562.5 USD']);
    expect(ghostfolioJson(stated).text.match(/"currency": "\w+",\s+"dataSource"/g)).toHaveLength(3);
  });

  it('is three letters, or the fill is left out', () => {
    const hostile = fills(fill({ currency: 'USD\n2020-01-01 open X' }), fill({ dealId: 'D2', currency: 'US$' }));
    for (const form of [beancountText, ghostfolioJson, portfolioPerformanceCsv]) expect(form(hostile).leftOut).toBe(2);
  });
});
