import * as vscode from 'vscode';
import { mostOf } from '../../../app/orders/ticket/tradingPowerReader';
import type { KnownPower } from '../../../app/orders/ticket/tradingPowerReader';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import { ownBytes } from '../../../domain/orders/placing/mark';
import { choicesFor } from '../../../domain/orders/placing/placement';
import type { PlacementProblem, PlacingChoice } from '../../../domain/orders/placing/placement';
import { idText } from '../../../domain/text/visibleText';
import { showNumber } from '../../../domain/values/amount';
import type { TicketChoiceView, TicketFact, TicketFormView } from '../../../panel/ticket/ticketProtocol';
import { problemText } from '../orderText';
import { lotTypeWord, orderTypeWord, sessionWord, sideWord, timeInForceWord } from '../../platform/words/wireWords';

type PlacingView = Pick<TicketFormView, 'choices' | 'remark' | 'most'>;

const words: Readonly<Record<PlacingChoice, (value: string) => string>> = {
  side: sideWord,
  order_type: orderTypeWord,
  time_in_force: timeInForceWord,
  session: sessionWord,
  lot_type: lotTypeWord,
};

/** The fields of a new order besides its numbers; empty for a change. */
export function placingView(ticket: Ticket, problems: readonly PlacementProblem[], power: KnownPower): PlacingView {
  const { placing, isPaper } = ticket;
  if (placing === undefined) return { choices: [], remark: null, most: [] };
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
    most: mostFacts(placing.choices.side, power),
  };
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

function mostFacts(side: string, { kind, power }: KnownPower): readonly TicketFact[] {
  const label = vscode.l10n.t('The account can trade');
  switch (kind) {
    case 'none':
    case 'loading':
      return power === undefined ? [] : shown(label, side, power);
    case 'shown':
      return shown(label, side, power);
    case 'notOffered':
      return [{ label, value: vscode.l10n.t('not provided by this service') }];
    case 'failed':
      return [{ label, value: vscode.l10n.t('couldn’t be read') }];
  }
}

function shown(label: string, side: string, power: KnownPower['power']): readonly TicketFact[] {
  const most = mostOf(power, side);
  const cash = side === 'BUY' && power !== undefined && power.cashBuy !== '' && power.cashBuy !== most ? power.cashBuy : undefined;
  if (most === undefined) return [{ label, value: vscode.l10n.t('not provided by this service') }];
  const value = vscode.l10n.t('at most {0}', number(most));
  return [{ label, value: cash === undefined ? value : vscode.l10n.t('{0}, of which {1} without margin', value, number(cash)) }];
}

function number(text: string): string {
  return idText(showNumber(text));
}
