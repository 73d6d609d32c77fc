import { LosslessNumber, stringify } from 'lossless-json';
import { toCsv } from '../../../domain/text/csv';
import { microsecondsToMs } from '../../../domain/time/historyRange';
import { parseAmount, plainAmount } from '../../../domain/values/amount';
import { canonicalCode, isShare, shareCurrency } from '../../../domain/market/security';
import type { FillRecord } from '../../../service/endpoints/tradingRecords';
import type { Account } from '../../session/accounts/accounts';
import { microsecondsToIso } from './ordersExport';
import type { ExportedList } from './ordersExport';

/** A file for another program, and the number of fills that it leaves out. */
export interface ExecutionFile {
  readonly text: string;
  /** Fills that were neither bought nor sold, lack a time or a figure, or are not of a plain share with a known currency. */
  readonly leftOut: number;
}

/** A fill of a share, with the fields that every format needs. */
interface Execution {
  readonly account: Account;
  readonly fill: FillRecord;
  readonly type: 'BUY' | 'SELL';
  readonly atMs: number;
  readonly currency: string;
  /** Exact product of price and quantity. */
  readonly value: string;
}

const types: Readonly<Record<string, Execution['type']>> = { BUY: 'BUY', BUY_BACK: 'BUY', SELL: 'SELL', SELL_SHORT: 'SELL' };
/** Markets whose shares have a single suffix at Yahoo Finance, which Ghostfolio uses for prices. */
const yahooSuffixes: Readonly<Record<string, string>> = { US: '', SH: '.SS', SZ: '.SZ', SG: '.SI', JP: '.T', AU: '.AX', MY: '.KL' };
const noFees = 'The service does not tell fees and taxes.';

/** Activities for Ghostfolio’s import (JSON). Numbers have the digits that the service sent. */
export function ghostfolioJson(list: ExportedList<FillRecord>): ExecutionFile {
  const all = executionsIn(list);
  const activities = all.flatMap(({ fill, type, atMs, currency }) => {
    const symbol = yahooSymbol(fill.code);
    if (symbol === undefined) return [];
    return [
      {
        comment: `${fill.dealId} ${noFees}`,
        fee: 0,
        quantity: new LosslessNumber(plain(fill.quantity)),
        type,
        unitPrice: new LosslessNumber(plain(fill.price)),
        currency,
        dataSource: 'YAHOO',
        date: new Date(atMs).toISOString(),
        symbol,
      },
    ];
  });
  const document = { meta: { date: new Date(list.exportedAtMs).toISOString(), version: 'dev' }, activities };
  return { text: `${stringify(document, undefined, 2) ?? ''}\n`, leftOut: countOf(list) - activities.length };
}

/** Portfolio transactions for Portfolio Performance’s import (CSV), under that program's column names. */
export function portfolioPerformanceCsv(list: ExportedList<FillRecord>): ExecutionFile {
  const all = executionsIn(list);
  const header = [
    ...['Date', 'Time', 'Type', 'Shares', 'Quote', 'Value', 'Transaction Currency', 'Fees', 'Taxes', 'Ticker Symbol', 'Security Name'],
    ...['Securities Account', 'Note'],
  ];
  const rows = all.map(({ account, fill, type, atMs, currency, value }) => {
    const at = new Date(atMs).toISOString();
    return [
      ...[at.slice(0, 10), at.slice(11, 19), type === 'BUY' ? 'Buy' : 'Sell', plain(fill.quantity), plain(fill.price), value, currency],
      ...['', '', yahooSymbol(fill.code) ?? fill.code, fill.name, account.name, `${fill.dealId} ${noFees}`],
    ];
  });
  return { text: `${toCsv(header, rows)}\r\n`, leftOut: countOf(list) - rows.length };
}

/** Transactions for beancount, at their prices and without lots: which lot a sale reduces is not known, and a range may begin after the purchase. */
export function beancountText(list: ExportedList<FillRecord>): ExecutionFile {
  const all = executionsIn(list).toSorted((one, other) => one.atMs - other.atMs);
  const dayOf = ({ atMs }: Execution): string => new Date(atMs).toISOString().slice(0, 10);
  const [first] = all;
  const accounts = [...new Set(all.map(({ account }) => accountName(account)))];
  const opened =
    first === undefined ? [] : accounts.flatMap((name) => [`${dayOf(first)} open ${name}:Securities`, `${dayOf(first)} open ${name}:Cash`]);
  const transactions = all.map((each) => {
    const { account, fill, type, currency, value } = each;
    const [sign, other] = type === 'BUY' ? ['', '-'] : ['-', ''];
    const name = accountName(account);
    return [
      `${dayOf(each)} * ${quoted(`${type} ${fill.code}`)} ${quoted(fill.name)}`,
      `  fill: ${quoted(fill.dealId)}`,
      `  order: ${quoted(fill.orderId)}`,
      `  time: ${quoted(microsecondsToIso(fill.createdAt))}`,
      `  ${name}:Securities  ${sign}${plain(fill.quantity)} ${fill.code} @ ${plain(fill.price)} ${currency}`,
      `  ${name}:Cash  ${other}${value} ${currency}`,
    ].join('\n');
  });
  return { text: `${[`; ${noFees}`, opened.join('\n'), ...transactions].join('\n\n')}\n`, leftOut: countOf(list) - all.length };
}

function countOf({ accounts }: ExportedList<FillRecord>): number {
  return accounts.reduce((sum, { rows }) => sum + rows.length, 0);
}

function executionsIn({ accounts }: ExportedList<FillRecord>): readonly Execution[] {
  return accounts.flatMap(({ account, rows }) =>
    rows.flatMap((row) => {
      const fill = { ...row, code: canonicalCode(row.code) };
      const type = Object.hasOwn(types, fill.side) ? types[fill.side] : undefined;
      const atMs = microsecondsToMs(fill.createdAt);
      const currency = isShare(fill.code, 'unknown') ? shareCurrency(fill.code) : undefined;
      const value = productOf(fill.price, fill.quantity);
      return type === undefined || atMs === undefined || currency === undefined || value === undefined
        ? []
        : [{ account, fill, type, atMs, currency, value }];
    }),
  );
}

function marketOf(code: string): string {
  return code.slice(0, code.indexOf('.'));
}

/** @returns undefined if a market’s shares have several suffixes, or no known one. */
function yahooSymbol(code: string): string | undefined {
  const [market, bare] = [marketOf(code), code.slice(code.indexOf('.') + 1)];
  if (market === 'HK') return `${bare.replace(/^0(?=\d{4}$)/, '')}.HK`;
  const suffix = yahooSuffixes[market];
  return suffix === undefined ? undefined : `${market === 'US' ? bare.replace('.', '-') : bare}${suffix}`;
}

/** Without trailing zeros; empty if the text is not a number. */
function plain(text: string): string {
  const amount = parseAmount(text);
  return amount === undefined ? '' : plainAmount(amount);
}

/** An amount has 18 decimals, enough for the product of a price and a quantity with nine each. */
function productOf(price: string, quantity: string): string | undefined {
  const [one, other] = [parseAmount(price), parseAmount(quantity)];
  if (one === undefined || other === undefined) return undefined;
  const product = one * other;
  const unit = 10n ** 18n;
  return product % unit === 0n ? plainAmount(product / unit) : undefined;
}

/** Letters, digits, and dashes; the first is a capital letter or digit. */
function accountName({ kind, id }: Account): string {
  const bare = id.replace(/[^A-Za-z0-9-]/g, '-').replace(/^[^A-Z0-9]+/, '');
  return `Assets:${kind === 'live' ? 'Broker' : 'Paper'}:${bare === '' ? 'Account' : bare}`;
}

function quoted(text: string): string {
  return `"${text
    .replace(/[\n\r]+/g, ' ')
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')}"`;
}
