import * as vscode from 'vscode';
import type { FollowedEnd } from '../../app/orders/eye/judge';
import type { StateStore } from '../../app/platform/ports';
import { stateKeys } from '../../app/platform/storedNames';
import { hasMark } from '../../domain/orders/placing/mark';
import { serviceIdentity } from '../../domain/orders/serviceIdentity';
import type { OutcomeNews } from './outcomeNews';

export interface DroppedMarkDependencies {
  readonly state: StateStore;
  readonly news: Pick<OutcomeNews, 'notify'>;
}

/** Warns, once per service and kind of account, that a new order came back without its mark: after a lost response, the mark can prove nothing. */
export async function tellDroppedMark(
  { attempt, order }: Pick<FollowedEnd, 'attempt' | 'order'>,
  { state, news }: DroppedMarkDependencies,
): Promise<void> {
  const { mark, service, isPaper = false } = attempt.target;
  if (order === undefined || mark === undefined || hasMark(order.remark, mark)) return;
  const place = `${serviceIdentity(service)}${isPaper ? ' paper' : ''}`;
  const stored = state.get(stateKeys.droppedMarks);
  const told: readonly unknown[] = Array.isArray(stored) ? stored : [];
  if (told.includes(place)) return;
  await state.set(stateKeys.droppedMarks, [...told, place]);
  const message = vscode.l10n.t(
    'This service doesn’t return the mark of an order: if the response to a new order is lost, that order can’t be found again for certain.',
  );
  news.notify({ severity: 'warning', message }, { isPaper });
}
