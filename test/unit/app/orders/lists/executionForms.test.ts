import { parse } from 'lossless-json';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { beancountText, ghostfolioJson, portfolioPerformanceCsv } from '../../../../../src/app/orders/lists/executionForms';
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
    expect(leftOut).toBe(5);
    expect(parse(text, undefined, (number) => `number ${number}`)).toEqual({
      meta: { date: '1970-01-01T00:00:00.000Z', version: 'dev' },
      activities: [
        {
          ...{ comment: 'D1 The service does not tell fees and taxes.', fee: 'number 0', quantity: 'number 100', type: 'BUY' },
          ...{ unitPrice: 'number 562.5', currency: 'HKD', dataSource: 'YAHOO', date: '2025-11-20T14:46:40.123Z', symbol: '0700.HK' },
        },
        {
          ...{ comment: 'D2 The service does not tell fees and taxes.', fee: 'number 0', quantity: 'number 0.123456789', type: 'SELL' },
          ...{
            unitPrice: 'number 9007199254740.993',
            currency: 'USD',
            dataSource: 'YAHOO',
            date: '2025-11-20T00:53:20.000Z',
            symbol: 'BRK-B',
          },
        },
      ],
    });
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
    expect(leftOut).toBe(5);
    const { data } = Papa.parse<Readonly<Record<string, string>>>(text.trimEnd(), { header: true });
    expect(data).toHaveLength(2);
    expect(data[0]).toMatchObject({
      ...{ Date: '2025-11-20', Time: '14:46:40', Type: 'Buy', Shares: '100', Quote: '562.5', Value: '56250' },
      ...{ 'Transaction Currency': 'HKD', 'Ticker Symbol': '0700.HK', 'Security Name': 'TENCENT', 'Securities Account': 'Main "one"' },
    });
    expect(data[1]).toMatchObject({ Type: 'Sell', Value: '1111999897873.516022451477' });
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
    expect(blocks[1]).toBe('2025-11-20 open Assets:Broker:8001:Securities\n2025-11-20 open Assets:Broker:8001:Cash');
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
