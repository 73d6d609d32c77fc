import * as vscode from 'vscode';
import type { TradingMonths } from '../../app/tradingDays/tradingDays';
import { addMonths, monthText, monthsBetween, mostMonths, parseMonth } from '../../domain/tradingDays/monthGrid';
import type { Month } from '../../domain/tradingDays/monthGrid';

const markets = ['HK', 'US', 'SH', 'SZ', 'BJ', 'SG', 'JP', 'AU', 'CA', 'MY', 'KR', 'JP_FUTURE', 'SG_FUTURE'] as const;

/** Asks for the market and the months; undefined when dismissed. A page that takes the focus back late does not close the questions. */
export async function askTradingDays(now: Month): Promise<TradingMonths | undefined> {
  const market = await askMarket();
  if (market === undefined) return undefined;
  const range = await askRange(market, now);
  return range === undefined ? undefined : { market, ...range };
}

async function askMarket(): Promise<string | undefined> {
  const typed = { label: vscode.l10n.t('Enter a market prefix…') };
  const items = [...markets.map((label) => ({ label, description: marketName(label) })), typed];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Show Trading Days'),
    placeHolder: vscode.l10n.t('Market'),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  if (picked !== typed) return picked?.label;
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('Show Trading Days'),
    ignoreFocusOut: true,
    prompt: vscode.l10n.t('Market prefix, such as HK in HK.00700'),
    validateInput: (value) => (value.trim() === '' ? vscode.l10n.t('Enter a market prefix.') : undefined),
  });
  return text?.trim();
}

function marketName(market: (typeof markets)[number]): string {
  return {
    HK: vscode.l10n.t('Hong Kong'),
    US: vscode.l10n.t('United States'),
    SH: vscode.l10n.t('Shanghai'),
    SZ: vscode.l10n.t('Shenzhen'),
    BJ: vscode.l10n.t('Beijing'),
    SG: vscode.l10n.t('Singapore'),
    JP: vscode.l10n.t('Japan'),
    AU: vscode.l10n.t('Australia'),
    CA: vscode.l10n.t('Canada'),
    MY: vscode.l10n.t('Malaysia'),
    KR: vscode.l10n.t('South Korea'),
    JP_FUTURE: vscode.l10n.t('Japan futures'),
    SG_FUTURE: vscode.l10n.t('Singapore futures'),
  }[market];
}

interface Range {
  readonly first: Month;
  readonly last: Month;
}

async function askRange(market: string, now: Month): Promise<Range | undefined> {
  const year = (of: number): Range => ({ first: { year: of, month: 1 }, last: { year: of, month: 12 } });
  const ranges: readonly (readonly [string, Range])[] = [
    [vscode.l10n.t('This month'), { first: now, last: now }],
    [vscode.l10n.t('This month and the next two'), { first: now, last: addMonths(now, 2) }],
    [vscode.l10n.t('This month and the previous two'), { first: addMonths(now, -2), last: now }],
    [vscode.l10n.t('This year'), year(now.year)],
    [vscode.l10n.t('Next year'), year(now.year + 1)],
  ];
  const items: (vscode.QuickPickItem & { readonly range?: Range })[] = [
    ...ranges.map(([label, range]) => ({ label, description: rangeText(range), range })),
    { label: vscode.l10n.t('Enter months…') },
  ];
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('{0} Trading Days', market),
    placeHolder: vscode.l10n.t('Months'),
    ignoreFocusOut: true,
  });
  if (picked === undefined) return undefined;
  return picked.range ?? typeRange(market, now);
}

async function typeRange(market: string, now: Month): Promise<Range | undefined> {
  const text = await vscode.window.showInputBox({
    title: vscode.l10n.t('{0} Trading Days', market),
    ignoreFocusOut: true,
    prompt: vscode.l10n.t('First and last month, for example 2026-01 to 2026-03'),
    value: rangeText({ first: now, last: addMonths(now, 2) }),
    validateInput: (value) => {
      const range = parseRange(value);
      return typeof range === 'string' ? range : undefined;
    },
  });
  const range = text === undefined ? undefined : parseRange(text);
  return typeof range === 'string' ? undefined : range;
}

function rangeText({ first, last }: Range): string {
  return first.year === last.year && first.month === last.month ? monthText(first) : `${monthText(first)} – ${monthText(last)}`;
}

/** The months that a text names, or what is wrong with it. */
export function parseRange(text: string): Range | string {
  const months = text.match(/\d{4}-\d{2}/g) ?? [];
  const rest = text.replace(/\d{4}-\d{2}/g, '').replace(/to|[\s–—\-,;/…]+/gi, '');
  const first = parseMonth(months[0] ?? '');
  const last = parseMonth(months[1] ?? months[0] ?? '');
  if (first === undefined || last === undefined || months.length > 2 || rest !== '')
    return vscode.l10n.t('Enter one or two months as yyyy-MM.');
  const count = monthsBetween(first, last);
  if (count < 1) return vscode.l10n.t('The last month can’t be before the first month.');
  return count > mostMonths ? vscode.l10n.t('Enter at most {0} months.', mostMonths) : { first, last };
}
