import * as vscode from 'vscode';
import type { OrderJournal } from '../../../app/orders/journal/orderJournal';
import type { PlaceArguments } from '../../../app/orders/ticket/placingTicket';
import type { ModifyArguments } from '../../../app/orders/ticket/ticket';
import { isUnresolved } from '../../../domain/orders/orderAttempts';
import type { Attempt } from '../../../domain/orders/orderAttempts';
import { paperCodes } from '../../../domain/orders/paperCode';
import { leftToPlace, mayPlaceAgain } from '../../../domain/orders/placeAgain';
import type { OrderRecord } from '../../../service/records';
import { cancellableProgress } from '../../platform/say/progress';
import { briefName } from '../story/names';
import type { Look } from '../story/names';
import { stateText } from '../story/story';
import type { OutcomeNews } from '../outcomeNews';
import type { UiPorts } from '../../platform/ports';
import type { Timers } from '../../../app/platform/ports';

/** A cancellation has ended by then, or is reported as not ended. */
const patienceMs = 60_000;

/**
 * *Cancel and Place Again…*: for a paper order whose change was refused. Two actions, each with a confirmation; the form of the second one
 * opens only after the cancellation has ended, with the remaining quantity.
 */
export async function placeAgain(
  attempt: Attempt,
  dependencies: Pick<UiPorts, 'timers'> & {
    readonly journal: Pick<OrderJournal, 'find' | 'latestFor' | 'attempts' | 'onDidChange'>;
    readonly news: Pick<OutcomeNews, 'notify'>;
    readonly look: () => Look;
    /** *Cancel Order…*, which asks for confirmation. */
    readonly cancel: (order: ModifyArguments) => Promise<void>;
    /** *New Order…*, which is reviewed and confirmed like any other. */
    readonly place: (order: PlaceArguments) => Promise<void>;
    /** The order as it is now. */
    readonly read: (accountId: string, orderId: string, signal: AbortSignal) => Promise<OrderRecord | undefined>;
  },
): Promise<void> {
  const { journal, news, cancel, place, read } = dependencies;
  if (!mayPlaceAgain(attempt)) return;
  const { accountId, orderId, market } = attempt.target;
  await cancel({ accountId, orderId, accountKind: 'simulated' });
  const canceling = await journal.latestFor(attempt.target);
  // The order was kept, or nothing was sent: the user knows.
  if (canceling === undefined || canceling.root === attempt.root || canceling.action !== 'cancel') return;
  const order = briefName(orderId, attempt.order, dependencies.look());
  const title = vscode.l10n.t('Waiting until {0} is canceled', order);
  const ended = await cancellableProgress(title, async (signal) => untilEnded(canceling.root, journal, dependencies.timers, signal));
  if (ended?.state !== 'applied') {
    const why = ended === undefined ? '' : stateText(ended);
    const message = isEndOpen(ended)
      ? vscode.l10n.t('Not placed again: {0} isn’t shown as canceled ({1}).', order, why)
      : vscode.l10n.t('Not placed again: {0} isn’t canceled ({1}).', order, why);
    news.notify({ severity: 'warning', message }, { isPaper: true });
    return;
  }
  const now = await read(accountId, orderId, AbortSignal.timeout(patienceMs));
  const left = now === undefined ? undefined : leftToPlace(attempt, now.dealtQuantity);
  if (now === undefined || left === undefined) {
    const message = vscode.l10n.t('Not placed again: nothing is left of {0}, or the service doesn’t list it any more.', order);
    news.notify({ severity: 'info', message }, { isPaper: true });
    return;
  }
  const symbol = paperCodes(await journal.attempts())(accountId, market, now.code);
  const price = attempt.fields.find(({ field }) => field === 'price')?.kept;
  await place({
    accountId,
    accountKind: 'simulated',
    side: now.side,
    orderType: now.orderType,
    qty: left,
    ...(symbol === undefined ? {} : { symbol }),
    ...(price === undefined ? {} : { price }),
  });
}

/** Whether the order may have been canceled, or may still be. */
function isEndOpen(canceling: Attempt | undefined): boolean {
  return canceling === undefined || isUnresolved(canceling.state) || canceling.state === 'accepted' || canceling.state === 'endUnknown';
}

/** The cancellation once it has ended; its current state if the user stops waiting, or after a minute. */
async function untilEnded(
  root: string,
  journal: Pick<OrderJournal, 'find' | 'onDidChange'>,
  timers: Timers,
  signal: AbortSignal,
): Promise<Attempt | undefined> {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const look = async ({ isLast }: { readonly isLast: boolean }): Promise<void> => {
      const attempt = await journal.find(root);
      const isOpen = attempt !== undefined && (attempt.state === 'accepted' || isUnresolved(attempt.state));
      if (isOver || (isOpen && !isLast)) return;
      isOver = true;
      subscription.dispose();
      timer.dispose();
      signal.removeEventListener('abort', giveUp);
      resolve(attempt);
    };
    const lookAgain = (): void => void look({ isLast: false }).catch(reject);
    const giveUp = (): void => void look({ isLast: true }).catch(reject);
    const subscription = journal.onDidChange(lookAgain);
    const timer = timers.after(patienceMs, giveUp);
    signal.addEventListener('abort', giveUp, { once: true });
    lookAgain();
  });
}
