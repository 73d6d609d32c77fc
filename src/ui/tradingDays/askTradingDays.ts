import * as vscode from 'vscode';
import type { TradingPeriod } from '../../app/tradingDays/tradingDays';
import {
  addMonths,
  hasWholeMonths,
  monthOf,
  monthsBetween,
  mostMonths,
  parsePeriod,
  wholeMonths,
} from '../../domain/tradingDays/monthGrid';
import type { Month, Period } from '../../domain/tradingDays/monthGrid';
import { askText, chooseOne } from '../platform/say/ask';
import { marketWord } from '../platform/words/marketWords';

export const listedMarkets = ['HK', 'US', 'SH', 'SZ', 'BJ', 'SG', 'JP', 'AU', 'CA', 'MY', 'KR', 'JP_FUTURE', 'SG_FUTURE'] as const;

/** Asks for the market and the months or days; undefined when dismissed. A page that takes the focus late does not close the questions. */
export async function askTradingDays(now: Month): Promise<TradingPeriod | undefined> {
  const market = await askMarket();
  if (market === undefined) return undefined;
  const range = await askRange(market, now);
  return range === undefined ? undefined : { market, ...range };
}

async function askMarket(): Promise<string | undefined> {
  const typed = { label: vscode.l10n.t('Enter a market prefix…') };
  const items = [...listedMarkets.map((label) => ({ label, description: marketWord(label) })), typed];
  const picked = await chooseOne(items, {
    title: vscode.l10n.t('Show Trading Days'),
    placeHolder: vscode.l10n.t('Market'),
    matchOnDescription: true,
  });
  if (picked !== typed) return picked?.label;
  const text = await askText({
    title: vscode.l10n.t('Show Trading Days'),
    prompt: vscode.l10n.t('Market prefix, such as HK in HK.00700'),
    validateInput: (value) => (value.trim() === '' ? vscode.l10n.t('Enter a market prefix.') : undefined),
  });
  return text?.trim();
}

async function askRange(market: string, now: Month): Promise<Period | undefined> {
  const year = (of: number): Period => wholeMonths({ year: of, month: 1 }, { year: of, month: 12 });
  const ranges: readonly (readonly [string, Period])[] = [
    [vscode.l10n.t('This month'), wholeMonths(now, now)],
    [vscode.l10n.t('This month and the next two'), wholeMonths(now, addMonths(now, 2))],
    [vscode.l10n.t('This month and the previous two'), wholeMonths(addMonths(now, -2), now)],
    [vscode.l10n.t('This year'), year(now.year)],
    [vscode.l10n.t('Next year'), year(now.year + 1)],
  ];
  const items: (vscode.QuickPickItem & { readonly range?: Period })[] = [
    ...ranges.map(([label, range]) => ({ label, description: rangeText(range), range })),
    { label: vscode.l10n.t('Enter months or days…') },
  ];
  const picked = await chooseOne(items, {
    title: vscode.l10n.t('{0} Trading Days', market),
    placeHolder: vscode.l10n.t('Months'),
  });
  if (picked === undefined) return undefined;
  return picked.range ?? typeRange(market, now);
}

async function typeRange(market: string, now: Month): Promise<Period | undefined> {
  const text = await askText({
    title: vscode.l10n.t('{0} Trading Days', market),
    prompt: vscode.l10n.t('First and last month or day, for example 2026-01 to 2026-03, or 2026-12-20 to 2027-01-05'),
    value: rangeText(wholeMonths(now, addMonths(now, 2))),
    validateInput: (value) => {
      const range = parseRange(value);
      return typeof range === 'string' ? range : undefined;
    },
  });
  const range = text === undefined ? undefined : parseRange(text);
  return typeof range === 'string' ? undefined : range;
}

function rangeText(period: Period): string {
  const [from, to] = hasWholeMonths(period) ? [period.from.slice(0, 7), period.to.slice(0, 7)] : [period.from, period.to];
  return from === to ? from : `${from} – ${to}`;
}

/** The days that a text specifies, by months or by days, or what is wrong with it. */
export function parseRange(text: string): Period | string {
  const ends = text.match(/\d{4}-\d{2}(?:-\d{2})?/g) ?? [];
  const rest = text.replace(/\d{4}-\d{2}(?:-\d{2})?/g, '').replace(/to|[\s–—\-,;/…]+/gi, '');
  const period = parsePeriod(ends[0] ?? '', ends[1] ?? ends[0] ?? '');
  if (period === undefined || ends.length > 2 || rest !== '')
    return vscode.l10n.t('Enter one or two months (yyyy-MM) or days (yyyy-MM-dd).');
  if (period.to < period.from) return vscode.l10n.t('The end can’t be before the start.');
  const count = monthsBetween(monthOf(period.from), monthOf(period.to));
  return count > mostMonths ? vscode.l10n.t('Enter at most {0} months.', mostMonths) : period;
}
