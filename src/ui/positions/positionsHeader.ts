import * as vscode from 'vscode';
import type { PositionsState } from '../../app/positions/positionsBook';
import type { SortOrder } from '../../domain/positions/holdingGroups';
import { firstFailure } from '../../service/lists/list';
import { presentError } from '../platform/errors/presentError';
import { setBadge, setHead } from '../platform/say/surfaces';
import type { ViewHead } from '../platform/say/surfaces';
import { clockText } from './positionText';
import { sortText } from './sortPositions';

/** What the head of the view says: order, filter, when the data is from, and that it is old when it is. */
export class PositionsHeader {
  constructor(
    private readonly view: ViewHead,
    private readonly timeZone: () => string,
  ) {}

  /**
   * @param state - Undefined while not signed in: the head is empty then.
   * @param market - The market that simulated positions are limited to.
   */
  show(state: PositionsState | undefined, sort: SortOrder, market?: number): void {
    const updatedAtMs = state === undefined ? undefined : oldestUpdate(state);
    const oldest = updatedAtMs === undefined ? undefined : clockText(this.timeZone(), updatedAtMs);
    const stale =
      oldest === undefined
        ? []
        : (state?.accounts ?? []).flatMap(({ list, updatedAtMs: at }) => {
            const failure = at === undefined ? undefined : firstFailure(list);
            return failure === undefined ? [] : [failure.error];
          });
    setHead(this.view, {
      description: state === undefined ? '' : description(sort, market, oldest),
      message: message(stale, oldest),
    });
    setBadge(this.view, stale.length, vscode.l10n.t('Accounts out of date: {0}', stale.length));
  }
}

function description(sort: SortOrder, market: number | undefined, oldest: string | undefined): string {
  const parts = [sortText(sort)];
  if (market !== undefined) parts.push(vscode.l10n.t('market {0}', market));
  if (oldest !== undefined) parts.push(vscode.l10n.t('updated {0}', oldest));
  return parts.join(' · ');
}

function message(errors: readonly unknown[], oldest: string | undefined): string {
  if (errors.length === 0 || oldest === undefined) return '';
  return vscode.l10n.t('Out of date (as of {0}): {1}', oldest, presentError(errors[0]).message);
}

function oldestUpdate(state: PositionsState): number | undefined {
  const times = (state.accounts ?? []).flatMap(({ updatedAtMs }) => (updatedAtMs === undefined ? [] : [updatedAtMs]));
  return times.length === 0 ? undefined : Math.min(...times);
}
