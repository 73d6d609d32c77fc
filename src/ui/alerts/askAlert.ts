import * as vscode from 'vscode';
import type { AlertRule, OrderAlertEvent } from '../../domain/alerts/alert';
import type { LiveQuote } from '../../domain/quotes/liveQuote';
import { marketOf } from '../../domain/market/security';
import { visibleText } from '../../domain/text/visibleText';
import { parseAmount, showNumber } from '../../domain/values/amount';
import { askText, chooseOne } from '../platform/say/ask';
import { orderEventText } from '../platform/words/alertText';

/** What is known about the price of a symbol; undefined if nothing is. */
export type KnownPrice = (symbol: string) => LiveQuote | undefined;

type FigureRule = Extract<AlertRule, { readonly symbol: string }>;

/**
 * Asks what to alert the user about; `undefined` when dismissed.
 *
 * @param given - The symbol that the command was run on, if any. Alerts about orders are not offered then. With a price, only that is asked,
 *   and it waits on the side of the last price on which it is.
 * @param named - Asks for a security.
 */
export async function askRule(
  { symbol: given, price }: { readonly symbol: string | undefined; readonly price?: string | undefined },
  known: KnownPrice,
  named: (title: string) => Promise<string | undefined>,
): Promise<AlertRule | undefined> {
  const prices = [
    { label: vscode.l10n.t('Price at or above…'), asked: 'above' as const },
    { label: vscode.l10n.t('Price at or below…'), asked: 'below' as const },
    { label: vscode.l10n.t('Day change…'), asked: 'dayChange' as const },
  ];
  const events: readonly OrderAlertEvent[] = ['filled', 'changed', 'rejected'];
  const orders = given === undefined ? events.map((asked) => ({ label: orderEventText(asked), asked })) : [];
  const title = given === undefined ? vscode.l10n.t('Add Alert') : vscode.l10n.t('Add Alert for {0}', visibleText(given));
  const last = given === undefined ? undefined : known(given)?.lastPrice;
  const side = price === undefined || last === undefined ? undefined : sideOf(price, last);
  const placeHolder =
    last === undefined || last === ''
      ? vscode.l10n.t('What to alert you about')
      : vscode.l10n.t('{0}: {1}', vscode.l10n.t('Last price'), showNumber(last));
  const asked = side ?? (await chooseOne([...prices, ...orders], { title, placeHolder }))?.asked;
  if (asked === undefined) return undefined;
  if (asked === 'filled' || asked === 'changed' || asked === 'rejected') return { kind: 'order', event: asked };
  const symbol = given ?? (await named(title));
  if (symbol === undefined) return undefined;
  const figure = await askFigure({ title, kind: asked, last: known(symbol)?.lastPrice, value: asked === 'dayChange' ? '' : (price ?? '') });
  if (figure === undefined) return undefined;
  const hours = tradesOutside(symbol, known(symbol)) ? await askHours(title) : {};
  if (hours === undefined) return undefined;
  return asked === 'dayChange' ? { kind: asked, symbol, percent: figure, ...hours } : { kind: asked, symbol, price: figure, ...hours };
}

/** Undefined if one of them is no number. */
function sideOf(price: string, last: string): 'above' | 'below' | undefined {
  const [at, from] = [parseAmount(price), parseAmount(last)];
  return at === undefined || from === undefined ? undefined : at >= from ? 'above' : 'below';
}

/** American securities trade outside the regular hours too; for other securities, the price itself tells whether they do. */
function tradesOutside(symbol: string, quote: ReturnType<KnownPrice>): boolean {
  return marketOf(symbol) === 'US' || (quote?.preMarket ?? quote?.afterMarket ?? quote?.overnight) !== undefined;
}

/** Asks which prices count; `undefined` when dismissed. */
async function askHours(title: string): Promise<{ readonly extended?: true } | undefined> {
  const choices = [
    { label: vscode.l10n.t('Regular trading hours only'), hours: {} },
    { label: vscode.l10n.t('Include extended hours'), hours: { extended: true } as const },
  ];
  const placeHolder = vscode.l10n.t('Extended hours: pre-market, after hours, and overnight, where the service provides their prices');
  return (await chooseOne(choices, { title, placeHolder }))?.hours;
}

export interface FigureQuestion {
  readonly title: string;
  readonly kind: FigureRule['kind'];
  readonly last: string | undefined;
  /** The initial text of the field. */
  readonly value: string;
}

/** Asks for the price or the percentage that an alert waits for; `undefined` when dismissed. */
export async function askFigure({ title, kind, last, value }: FigureQuestion): Promise<string | undefined> {
  const prompt =
    kind === 'dayChange'
      ? vscode.l10n.t('Change since the previous close, in percent')
      : last === undefined || last === ''
        ? vscode.l10n.t('Price')
        : vscode.l10n.t({
            message: 'Price. Last price: {0}',
            args: [showNumber(last)],
            comment: ['Asks for the price of an alert. {0} is the last price of the security.'],
          });
  return (await askText({ title, prompt, value, validateInput: figureProblem }))?.trim();
}

function figureProblem(text: string): string | undefined {
  return /^\d{1,12}(\.\d{1,9})?$/.test(text.trim()) && /[1-9]/.test(text)
    ? undefined
    : vscode.l10n.t('Enter a number above zero, for example {0}.', showNumber('12.5'));
}
