import * as vscode from 'vscode';
import { oldestOf } from '../../app/lastState/oldRows';
import { accountKey } from '../../app/session/accounts/accounts';
import type { OldAccount } from '../../app/accounts/oldAccounts';
import type { PositionsState } from '../../app/positions/positionsBook';
import type { SortOrder } from '../../domain/positions/holdingGroups';
import { firstFailure } from '../../service/lists/list';
import { outage } from '../platform/errors/outage';
import { presentError } from '../platform/errors/presentError';
import { asOfTime, silence } from '../platform/silence';
import { setBadge, setHead } from '../platform/say/surfaces';
import type { ViewHead } from '../platform/say/surfaces';
import { sortText } from './sortPositions';

export interface HeadTexts {
  readonly sort: SortOrder;
  /** The market that simulated positions are limited to. */
  readonly market?: number | undefined;
  /** The day's P&L; empty if unknown. */
  readonly day: string;
  /** Accounts that are shown in their last known state. */
  readonly old: readonly OldAccount<unknown>[];
  readonly nowMs: number;
}

/** The message in the head of the view: the day's P&L, sort order, filter, the time of the data, and a note if it is old. */
export class PositionsHeader {
  constructor(
    private readonly view: ViewHead,
    private readonly timeZone: () => string,
  ) {}

  /** @param state - Undefined while not signed in: the head is empty then. */
  show(state: PositionsState | undefined, { sort, market, day, old, nowMs }: HeadTexts): void {
    const asOfMs = oldestOf(old.map((account) => account.old));
    const shownMs = asOfMs ?? (state === undefined ? undefined : oldestUpdate(state));
    const oldest = shownMs === undefined ? undefined : asOfTime(this.timeZone(), shownMs, nowMs);
    const keys = new Set(old.map(({ account }) => accountKey(account)));
    const stale =
      oldest === undefined
        ? []
        : (state?.accounts ?? []).flatMap(({ account, list, updatedAtMs: at }) => {
            const failure = at === undefined && !keys.has(accountKey(account)) ? undefined : firstFailure(list);
            // What the service’s silence explains is told in the status bar, once for all views.
            return failure === undefined || outage.explains(failure.error) ? [] : [failure.error];
          });
    setHead(this.view, {
      description:
        state === undefined
          ? ''
          : [day, ...description(sort, market), headTime(oldest, asOfMs !== undefined)].filter((part) => part !== '').join(' · '),
      message: state === undefined || silence.text === '' ? message(stale, oldest) : silence.text,
    });
    setBadge(this.view, stale.length, vscode.l10n.t('Accounts out of date: {0}', stale.length));
  }
}

function headTime(time: string | undefined, isOld: boolean): string {
  if (time === undefined) return '';
  return isOld ? vscode.l10n.t('as of {0}', time) : vscode.l10n.t('updated {0}', time);
}

function description(sort: SortOrder, market: number | undefined): readonly string[] {
  return [sortText(sort), ...(market === undefined ? [] : [vscode.l10n.t('market {0}', market)])];
}

function message(errors: readonly unknown[], oldest: string | undefined): string {
  if (errors.length === 0 || oldest === undefined) return '';
  return vscode.l10n.t('Out of date (as of {0}): {1}', oldest, presentError(errors[0]).message);
}

function oldestUpdate(state: PositionsState): number | undefined {
  const times = (state.accounts ?? []).flatMap(({ updatedAtMs }) => (updatedAtMs === undefined ? [] : [updatedAtMs]));
  return times.length === 0 ? undefined : Math.min(...times);
}
