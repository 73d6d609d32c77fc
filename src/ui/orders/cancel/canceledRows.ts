import * as vscode from 'vscode';
import type { CanceledOrder } from '../../../app/orders/ticket/cancelRun';
import type { Attempt, AttemptState } from '../../../domain/orders/orderAttempts';
import { hasEnded } from '../../../domain/orders/orderRules';
import { maskWhen } from '../../../domain/text/mask';
import { sentences } from '../../../domain/text/sentences';
import { idText } from '../../../domain/text/visibleText';
import { causes as everyCause } from '../../../panel/canceled/canceledProtocol';
import type { CanceledCause, CanceledFate, CanceledRow, CanceledView } from '../../../panel/canceled/canceledProtocol';
import type { OrderRecord } from '../../../service/records';
import { listText } from '../../platform/lists/listText';
import { orderLine } from '../../platform/words/orderLine';
import type { DigitsOf } from '../../platform/words/orderLine';
import { statusWord } from '../../platform/words/wireWords';
import { paperAccountWord } from '../orderText';
import { briefName, filledText, sentenceOf } from '../story/names';
import type { Look } from '../story/names';
import { notSentText, staleText } from '../story/notSent';
import { story } from '../story/story';
import { rows } from '../story/table';

/** What is known of an order now. */
export interface KnownOrder {
  readonly canceled: CanceledOrder;
  /** Undefined while its request is not in the journal. */
  readonly attempt: Attempt | undefined;
  /** As last read anywhere in the window. */
  readonly now: OrderRecord | undefined;
}

/** How much an order still needs the user. Only the order itself, or the journal, proves that it is over; an answer of the service does not. */
function fateOf({ canceled: { result }, attempt, now }: KnownOrder): CanceledFate {
  if (now !== undefined && hasEnded(now.status)) return 'over';
  if (attempt === undefined) return result === undefined ? 'sending' : 'open';
  return attempt.state === 'pending' && result === undefined ? 'sending' : rows[attempt.state].fate;
}

/** For the summary. Only the order itself proves how it ended. */
function causeOf(known: KnownOrder): CanceledCause | undefined {
  const { attempt, now } = known;
  switch (fateOf(known)) {
    case 'over': {
      if (now !== undefined && hasEnded(now.status)) return now.status.startsWith('CANCELLED') ? 'canceled' : 'ended';
      return attempt?.state === 'applied' ? 'canceled' : 'ended';
    }
    case 'open':
      return attempt === undefined ? 'notSent' : causes[attempt.state];
    default:
      return undefined;
  }
}

/** Why the order of a cancellation in this state is still open. */
const causes: Partial<Record<AttemptState, CanceledCause>> = {
  ...{ rejected: 'rejected', rejectedLater: 'rejected', notAuthorized: 'rejected', tooManyRequests: 'rejected', clockRejected: 'rejected' },
  ...{ needsConfirmation: 'unfinished', needsBrowser: 'unfinished', notOffered: 'unfinished', notChanged: 'unfinished' },
  ...{ abandoned: 'unfinished', notSent: 'notSent', notApplied: 'accepted' },
};

/** One order as a row of the page. */
export function canceledRow(known: KnownOrder, isPrivate: boolean, digits: DigitsOf = () => undefined): CanceledRow {
  const { canceled, now } = known;
  const { account, preview } = canceled;
  const order = now ?? canceled.order;
  const mask = maskWhen(isPrivate);
  const name = account.name === account.id ? mask(idText(account.id)) : idText(account.name);
  const cause = causeOf(known);
  return {
    id: preview.root,
    fate: fateOf(known),
    ...(cause === undefined ? {} : { cause }),
    order: orderLine(order, { isPrivate, market: digits(order.code) }),
    orderId: idText(order.orderId),
    symbol: idText(order.code),
    account: [name, paperAccountWord(account)].filter((text) => text !== '').join(' · '),
    filled: filledText(order, { isPrivate }) ?? '',
    outcome: outcomeText(known, { isPrivate, digits }),
  };
}

/** What the journal knows of the cancellation; why it was not sent; or what the order shows. */
function outcomeText({ canceled: { order, result }, attempt, now }: KnownOrder, look: Look): string {
  const status = now !== undefined && hasEnded(now.status) ? vscode.l10n.t('Status: {0}.', statusWord(now.status)) : '';
  if (result?.kind === 'blocked' && attempt === undefined) {
    if (result.reason !== 'stale') return sentences(notSentText(result), status);
    const { message, detail } = staleText(briefName(order.orderId, order, look), result.verdict);
    return sentences(message, look.isPrivate ? '' : detail);
  }
  if (attempt === undefined || (attempt.state === 'pending' && result === undefined)) return vscode.l10n.t('Sending…');
  if (attempt.state === 'abandoned') return sentences(vscode.l10n.t('Not canceled: you didn’t complete it.'), status);
  const { became, detail } = story({ attempt, now }, look);
  return sentences(sentenceOf(became), detail, rows[attempt.state].fate === 'over' ? '' : status);
}

/** `Still open: 3 (rejected by the service: 2, not completed: 1). Not certain: 1. No longer open: 26 of 30 (canceled: 25, ended otherwise: 1).` */
export function summaryText(
  shown: readonly Pick<CanceledRow, 'fate' | 'cause'>[],
  sending: { readonly done: number; readonly isOver: boolean },
): string {
  if (!sending.isOver) return vscode.l10n.t('Canceling orders: {0} of {1}', sending.done, shown.length);
  const count = (fate: CanceledFate): number => shown.filter((row) => row.fate === fate).length;
  const part = (fate: CanceledFate, text: (found: number) => string): string => (count(fate) === 0 ? '' : text(count(fate)));
  return sentences(
    part('open', (found) => {
      const why = causesText(shown, 'open');
      return why === '' ? vscode.l10n.t('Still open: {0}.', found) : vscode.l10n.t('Still open: {0} ({1}).', found, why);
    }),
    part('unclear', (found) => vscode.l10n.t('Not certain: {0}.', found)),
    part('sending', (found) => vscode.l10n.t('Not answered yet: {0}.', found)),
    part('waiting', (found) => vscode.l10n.t('Accepted, not canceled yet: {0}.', found)),
    part('over', (found) => {
      const how = shown.some(({ cause }) => cause === 'ended') ? causesText(shown, 'over') : '';
      return how === ''
        ? vscode.l10n.t('No longer open: {0} of {1}.', found, shown.length)
        : vscode.l10n.t('No longer open: {0} of {1} ({2}).', found, shown.length, how);
    }),
  );
}

/** `rejected by the service: 2, not completed: 1` */
function causesText(shown: readonly Pick<CanceledRow, 'fate' | 'cause'>[], fate: CanceledFate): string {
  const words: Readonly<Record<CanceledCause, string>> = {
    rejected: vscode.l10n.t('rejected by the service'),
    unfinished: vscode.l10n.t('not completed'),
    notSent: vscode.l10n.t('not sent'),
    accepted: vscode.l10n.t('accepted, but not canceled'),
    canceled: vscode.l10n.t('canceled'),
    ended: vscode.l10n.t({ message: 'ended otherwise', comment: ['Of orders that were to be canceled: filled, or rejected before.'] }),
  };
  return listText(
    everyCause.flatMap((cause) => {
      const count = shown.filter((row) => row.fate === fate && row.cause === cause).length;
      return count === 0 ? [] : [vscode.l10n.t('{0}: {1}', words[cause], count)];
    }),
  );
}

/** The rows that *Cancel the Rest* is about: those whose orders may still be open, and are not on their way to an end. */
export function leftIn(shown: CanceledView['rows']): readonly CanceledRow[] {
  return shown.filter(({ fate }) => fate === 'open' || fate === 'unclear');
}
