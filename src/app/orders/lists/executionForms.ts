import { LosslessNumber, stringify } from 'lossless-json';
import { toCsv } from '../../../domain/text/csv';
import { isShortTrade, isTrade, directionOf, tradeTime } from '../../../domain/market/fill';
import { bareCode, canonicalCode, isShare, marketOf, statedCurrency } from '../../../domain/market/security';
import { wallTimeToTheSecond } from '../../../domain/time/zones';
import { parseAmount, plainAmount } from '../../../domain/values/amount';
import type { FillRecord } from '../../../service/endpoints/tradingRecords';
import { accountKey } from '../../session/accounts/accounts';
import type { Account } from '../../session/accounts/accounts';
import { fundsCurrencies } from '../../accounts/accountCurrency';
import { microsecondsToIso } from './ordersExport';
import type { ExportedList } from './ordersExport';

/** A file for another program, and the number of fills that it leaves out. */
export interface ExecutionFile {
  readonly text: string;
  /**
   * Fills that the program cannot take: neither bought nor sold, without a time or a positive price and quantity, or not of a plain share with
   * a known currency; for some programs also short sales.
   */
  readonly leftOut: number;
  /** Fills that were canceled or changed afterwards, and are no trades. */
  readonly undone: number;
}

/** A fill of a share, with the fields that every format needs. */
interface Execution {
  readonly account: Account;
  readonly fill: FillRecord;
  /** As quotes know it. */
  readonly code: string;
  readonly type: 'BUY' | 'SELL';
  readonly atMs: number;
  /** Day and time of the trade at its exchange. */
  readonly date: string;
  readonly time: string;
  readonly currency: string;
  /** Exact product of price and quantity. */
  readonly value: string;
}

/** Markets whose shares have a single suffix at Yahoo Finance, which Ghostfolio uses for prices. */
const yahooSuffixes: Readonly<Record<string, string>> = { US: '', SH: '.SS', SZ: '.SZ', SG: '.SI', JP: '.T', AU: '.AX', MY: '.KL' };
const noFees = 'The service does not tell fees and taxes.';

/**
 * Activities for Ghostfolio’s import (JSON). Numbers have the digits that the service sent. Ghostfolio keeps the day of an activity, and has no
 * short sales. Several accounts are told apart by accounts of their own, which the import creates.
 */
export function ghostfolioJson(list: ExportedList<FillRecord>): ExecutionFile {
  const all = executionsIn(list).filter(({ fill }) => !isShortTrade(fill.side));
  const own = [...new Map(all.map(({ account }) => [accountKey(account), account])).values()];
  const isOfSeveral = own.length > 1;
  const activities = all.flatMap(({ account, fill, code, type, date, currency }) => {
    const symbol = yahooSymbol(code);
    if (symbol === undefined) return [];
    return [
      {
        ...(isOfSeveral ? { accountId: accountKey(account) } : {}),
        comment: `${fill.dealId} ${microsecondsToIso(fill.createdAt)} ${noFees}`,
        fee: 0,
        quantity: new LosslessNumber(plain(fill.quantity)),
        type,
        unitPrice: new LosslessNumber(plain(fill.price)),
        currency,
        dataSource: 'YAHOO',
        date: `${date}T00:00:00.000Z`,
        symbol,
      },
    ];
  });
  const accounts = own.map((account) => ({
    ...{ id: accountKey(account), name: account.name, currency: fundsCurrencies(account)[0], balance: 0 },
    ...{ comment: null, isExcluded: false, platformId: null },
  }));
  const meta = { date: new Date(list.exportedAtMs).toISOString(), version: 'dev' };
  const document = { meta, ...(isOfSeveral ? { accounts } : {}), activities };
  return fileOf(list, `${stringify(document, undefined, 2) ?? ''}\n`, activities.length);
}

/**
 * Portfolio transactions for Portfolio Performance’s import (CSV), under that program's column names. It has no short sales; accounts are told
 * apart by their names.
 */
export function portfolioPerformanceCsv(list: ExportedList<FillRecord>): ExecutionFile {
  const all = executionsIn(list).filter(({ fill }) => !isShortTrade(fill.side));
  const header = [
    ...['Date', 'Time', 'Type', 'Shares', 'Quote', 'Value', 'Transaction Currency', 'Fees', 'Taxes', 'Ticker Symbol', 'Security Name'],
    ...['Securities Account', 'Note'],
  ];
  const owners = new Map(all.map(({ account }) => [accountKey(account), account.name]));
  const nameOf = (account: Account): string => {
    const isShared = [...owners.values()].filter((name) => name === account.name).length > 1;
    return isShared ? `${account.name} (${account.id})` : account.name;
  };
  const rows = all.map(({ account, fill, code, type, date, time, currency, value }) => [
    ...[date, time, type === 'BUY' ? 'Buy' : 'Sell', plain(fill.quantity), plain(fill.price), value, currency],
    ...['', '', yahooSymbol(code) ?? code, fill.name, nameOf(account), `${fill.dealId} ${noFees}`],
  ]);
  return fileOf(list, `${toCsv(header, rows)}\r\n`, rows.length);
}

/** Transactions for beancount, at their prices and without lots: which lot a sale reduces is not known, and a range may begin after the purchase. */
export function beancountText(list: ExportedList<FillRecord>): ExecutionFile {
  const all = executionsIn(list).toSorted((one, other) => one.atMs - other.atMs);
  const first = all
    .map(({ date }) => date)
    .reduce<string | undefined>((least, date) => (least === undefined || date < least ? date : least), undefined);
  const accounts = [...new Set(all.map(({ account }) => accountName(account)))];
  const opened = first === undefined ? [] : accounts.flatMap((name) => [`${first} open ${name}:Securities`, `${first} open ${name}:Cash`]);
  const transactions = all.map((each) => {
    const { account, fill, code, type, date, currency, value } = each;
    const [sign, other] = type === 'BUY' ? ['', '-'] : ['-', ''];
    const name = accountName(account);
    return [
      `${date} * ${quoted(`${fill.side} ${code}`)} ${quoted(fill.name)}`,
      `  fill: ${quoted(fill.dealId)}`,
      `  order: ${quoted(fill.orderId)}`,
      `  time: ${quoted(microsecondsToIso(fill.createdAt))}`,
      `  ${name}:Securities  ${sign}${plain(fill.quantity)} ${code} @ ${plain(fill.price)} ${currency}`,
      `  ${name}:Cash  ${other}${value} ${currency}`,
    ].join('\n');
  });
  return fileOf(list, `${[`; ${noFees}`, opened.join('\n'), ...transactions].join('\n\n')}\n`, all.length);
}

function fileOf({ accounts }: ExportedList<FillRecord>, text: string, taken: number): ExecutionFile {
  const all = accounts.flatMap(({ rows }) => rows);
  const undone = all.filter((fill) => !isTrade(fill)).length;
  return { text, leftOut: all.length - taken - undone, undone };
}

function executionsIn({ accounts }: ExportedList<FillRecord>): readonly Execution[] {
  return accounts.flatMap(({ account, rows }) => rows.filter(isTrade).flatMap((fill) => executionOf(account, fill) ?? []));
}

function executionOf(account: Account, fill: FillRecord): Execution | undefined {
  const direction = directionOf(fill.side);
  const at = tradeTime(fill);
  const currency = isShare(fill.code, 'unknown') ? codeOfCurrency(statedCurrency(fill.code, [fill.currency])) : undefined;
  const value = productOf(fill.price, fill.quantity);
  if (direction === undefined || at === undefined || currency === undefined || value === undefined) return undefined;
  const { atMs, date, zone } = at;
  const type = direction === 'buy' ? 'BUY' : 'SELL';
  return { account, fill, code: canonicalCode(fill.code), type, atMs, date, time: wallTimeToTheSecond(zone, atMs), currency, value };
}

/** What the service says becomes part of a file: only three letters are a currency. */
function codeOfCurrency(currency = ''): string | undefined {
  return /^[A-Za-z]{3}$/.test(currency) ? currency.toUpperCase() : undefined;
}

/** @returns undefined if a market’s shares have several suffixes, or no known one. */
function yahooSymbol(code: string): string | undefined {
  const [market = '', bare] = [marketOf(code), bareCode(code)];
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
  // A price or quantity that is not above zero is none: none of the programs takes one for a share.
  if (one === undefined || other === undefined || one <= 0n || other <= 0n) return undefined;
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
