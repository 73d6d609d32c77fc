import * as vscode from 'vscode';
import { mostOf } from '../../../app/orders/ticket/tradingPowerReader';
import type { KnownPower } from '../../../app/orders/ticket/tradingPowerReader';
import type { Placing, Ticket } from '../../../app/orders/ticket/ticket';
import { isShare } from '../../../domain/market/security';
import type { MarketFacts } from '../../../domain/orders/orderWarnings';
import { partOfMost } from '../../../domain/orders/placing/sizeByRisk';
import { ownBytes } from '../../../domain/orders/placing/mark';
import { choicesFor } from '../../../domain/orders/placing/placement';
import type { PlacementProblem, PlacingChoice } from '../../../domain/orders/placing/placement';
import { idText } from '../../../domain/text/visibleText';
import { showNumber } from '../../../domain/values/amount';
import type { TicketChoiceView, TicketFormView, TicketPartView } from '../../../panel/ticket/ticketProtocol';
import { problemText } from '../orderText';
import { lotTypeWord, orderTypeWord, sessionWord, sideWord, timeInForceWord } from '../../platform/words/wireWords';

type PlacingView = Pick<TicketFormView, 'choices' | 'remark' | 'most' | 'parts'>;

const divisors = [4, 2, 1] as const;

const words: Readonly<Record<PlacingChoice, (value: string) => string>> = {
  side: sideWord,
  order_type: orderTypeWord,
  time_in_force: timeInForceWord,
  session: sessionWord,
  lot_type: lotTypeWord,
};

/** The fields of a new order besides its numbers; empty for a change. */
export function placingView(
  ticket: Ticket,
  problems: readonly PlacementProblem[],
  power: KnownPower,
  market: Pick<MarketFacts, 'lotSize'>,
): PlacingView {
  const { placing, isPaper } = ticket;
  if (placing === undefined) return { choices: [], remark: null, most: '', parts: [] };
  const known = choicesFor(placing.code, { isPaper }, placing.choices.order_type);
  const names: readonly PlacingChoice[] = ['side', 'order_type', 'time_in_force', 'session', 'lot_type'];
  const wrong = problems.find(({ field }) => field === 'remark');
  return {
    choices: names
      .filter((name) => known[name].length > 0)
      .map((name): TicketChoiceView => {
        const options = known[name].map((value) => ({ value, label: words[name](value) }));
        return { name, label: labelOf(name), value: placing.choices[name], options };
      }),
    remark: {
      label: vscode.l10n.t('Remark'),
      rule: vscode.l10n.t(
        'Up to {0} bytes. {1} is added so that this order can be found again.',
        ownBytes(placing.mark, { isPaper }),
        placing.mark,
      ),
      problem: wrong === undefined ? '' : problemText(wrong),
    },
    most: mostText(placing.choices.side, power),
    parts: divisors.map((_, at) => partView(placing, power, market, at)),
  };
}

/** A part of what the account can trade on the side of a new order, by its position in the form; undefined if there is none. */
export function partOf(placing: Placing, { power }: KnownPower, { lotSize }: Pick<MarketFacts, 'lotSize'>, at: number): string | undefined {
  const most = mostOf(power, placing.choices.side);
  const divisor = divisors[at];
  const isByLot = placing.choices.lot_type !== 'ODD' && isShare(placing.code, 'unknown');
  return most === undefined || divisor === undefined ? undefined : partOfMost(most, divisor, isByLot ? lotSize : '');
}

function partView(placing: Placing, power: KnownPower, market: Pick<MarketFacts, 'lotSize'>, at: number): TicketPartView {
  const quantity = partOf(placing, power, market, at);
  const [label, hint] = partTexts(at, quantity === undefined ? '' : number(quantity));
  if (quantity !== undefined) return { label, hint, isUsable: true };
  const isKnown = mostOf(power.power, placing.choices.side) !== undefined;
  const why = isKnown
    ? vscode.l10n.t('That is less than one lot.')
    : power.kind === 'none' || power.kind === 'loading'
      ? vscode.l10n.t('What the account can trade is still being read.')
      : vscode.l10n.t('What the account can trade isn’t known.');
  return { label, hint: why, isUsable: false };
}

function partTexts(at: number, quantity: string): readonly [label: string, hint: string] {
  if (at === 0) return ['¼', vscode.l10n.t('A quarter of what the account can trade: {0}', quantity)];
  if (at === 1) return ['½', vscode.l10n.t('Half of what the account can trade: {0}', quantity)];
  return [
    vscode.l10n.t({ message: 'Max', args: [], comment: ['Button that fills in the largest quantity that the account can trade.'] }),
    vscode.l10n.t('All that the account can trade: {0}', quantity),
  ];
}

function labelOf(name: PlacingChoice): string {
  switch (name) {
    case 'side':
      return vscode.l10n.t('Side');
    case 'order_type':
      return vscode.l10n.t('Order type');
    case 'time_in_force':
      return vscode.l10n.t('Time in force');
    case 'session':
      return vscode.l10n.t('Session');
    case 'lot_type':
      return vscode.l10n.t('Lots');
  }
}

function mostText(side: string, { kind, power }: KnownPower): string {
  if (kind === 'failed') return vscode.l10n.t('couldn’t be read');
  if (kind !== 'notOffered' && power === undefined) return '';
  const most = mostOf(power, side);
  if (most === undefined) return vscode.l10n.t('not provided by this service');
  const cash = side === 'BUY' && power !== undefined && power.cashBuy !== '' && power.cashBuy !== most ? power.cashBuy : undefined;
  if (cash === undefined) return number(most);
  return vscode.l10n.t({
    message: '{0}, cash {1}',
    args: [number(most), number(cash)],
    comment: ['Follows “Max”. The largest quantities of an order: with margin, and paid in cash.'],
  });
}

function number(text: string): string {
  return idText(showNumber(text));
}
