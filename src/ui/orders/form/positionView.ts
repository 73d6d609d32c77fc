import * as vscode from 'vscode';
import { currentOf, startText, traitsOf } from '../../../app/orders/ticket/ticket';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import type { KnownPower } from '../../../app/orders/ticket/tradingPowerReader';
import { checkField } from '../../../domain/orders/orderDraft';
import { hasEnded, isBuy, isSell, withoutZero } from '../../../domain/orders/orderRules';
import { positionAfter } from '../../../domain/positions/positionAfter';
import { masked } from '../../../domain/text/mask';
import { idText } from '../../../domain/text/visibleText';
import { absolute, plainAmount, showNumber } from '../../../domain/values/amount';
import type { Amount } from '../../../domain/values/amount';
import { difference, isMoreThan } from '../../../domain/values/decimal';
import type { Held } from '../../../domain/positions/positionAfter';
import { listText } from '../../platform/lists/listText';
import type { TicketFact } from '../../../panel/ticket/ticketProtocol';
import type { KnownHeld } from './heldPosition';

interface PositionLook {
  readonly isPrivate: boolean;
  /** Whether the order can still be sent as it stands in the form. */
  readonly isOpen: boolean;
}

/** `2,000 @ 645.95 → 2,100`: what the account holds of a ticket's security, and what that becomes if all of the order is filled. */
export function positionView(
  ticket: Ticket,
  held: KnownHeld | undefined,
  { power }: Pick<KnownPower, 'power'>,
  { isPrivate, isOpen }: PositionLook,
): TicketFact | null {
  if (held === undefined) return null;
  const label = vscode.l10n.t({ message: 'Position', args: [], comment: ['What the account holds of the security of an order.'] });
  if (held === 'unread') return { label, value: vscode.l10n.t('not known yet') };
  if (held === 'unclear') return { label, value: vscode.l10n.t('not known') };
  if (isPrivate) return { label, value: masked };
  const side = ticket.placing?.choices.side ?? ticket.order?.side ?? '';
  const after = afterText(ticket, held, side, power, isOpen);
  return { label, value: isOpen ? listText([after, closingText(held, side, ticket.orderId)]) : after };
}

function afterText(ticket: Ticket, held: Held, side: string, power: KnownPower['power'], isOpen: boolean): string {
  const cost = withoutZero(held.costPrice);
  const now = cost === '' ? number(held.quantity) : `${number(held.quantity)} @ ${idText(showNumber(cost))}`;
  const quantity = isOpen ? restOf(ticket) : undefined;
  const after = quantity === undefined ? undefined : positionAfter(held, side, quantity);
  if (after === undefined) return now;
  const shown = number(after.quantity);
  switch (after.turns) {
    case 'closed':
      return vscode.l10n.t({ message: '{0} → closed', args: [now], comment: ['What a position becomes.'] });
    case 'long':
      return vscode.l10n.t({ message: '{0} → {1}, becomes long', args: [now, shown], comment: ['What a position becomes.'] });
    case 'short':
      // Only the service knows whether the account may sell short.
      return side === 'SELL_SHORT' || isMoreThan(power?.shortSell ?? '', '0') === true
        ? vscode.l10n.t({ message: '{0} → {1}, becomes short', args: [now, shown], comment: ['What a position becomes.'] })
        : vscode.l10n.t('{0}, sells {1} more than is held', now, number(absolute(after.quantity)));
    case undefined:
      return `${now} → ${shown}`;
  }
}

/** What other open orders are to take off the position that this one takes from, too: together, they may trade more than is held. */
function closingText({ quantity, open = [] }: Exclude<KnownHeld, string>, side: string, ownId: string): string {
  const isClosing = quantity > 0n ? isSell : quantity < 0n ? isBuy : () => false;
  if (!isClosing(side)) return '';
  const total = open.filter((order) => order.orderId !== ownId && isClosing(order.side)).reduce((sum, { rest }) => sum + rest, 0n);
  if (total === 0n) return '';
  return quantity > 0n
    ? vscode.l10n.t('open orders already sell {0}', number(total))
    : vscode.l10n.t('open orders already buy {0}', number(total));
}

/** What an order is still to trade, as typed; undefined if that is not known. */
function restOf(ticket: Ticket): string | undefined {
  const checked = checkField('qty', startText(ticket, 'qty'), traitsOf(ticket), currentOf(ticket).qty);
  if (!checked.ok) return undefined;
  if (ticket.placing !== undefined) return checked.change.kept;
  const { status = '', dealtQuantity = '' } = ticket.order ?? {};
  return hasEnded(status) ? undefined : difference(checked.change.kept, dealtQuantity);
}

function number(amount: Amount): string {
  return showNumber(plainAmount(amount));
}
