import * as vscode from 'vscode';
import { dayTotals } from '../../domain/positions/dayTotals';
import { holdingToday, isFreshRead } from '../../domain/positions/liveHolding';
import type { FollowedPrice } from '../../domain/positions/liveHolding';
import { directionOf } from '../../domain/quotes/priceDirection';
import { masked } from '../../domain/text/mask';
import { absolute, groupDigits, parseAmount, plainAmount, roughAmount, showBriefMoney } from '../../domain/values/amount';
import { isWholeButOld, seen } from '../../service/lists/list';
import type { Gap, List } from '../../service/lists/list';
import type { PositionsState } from '../../app/positions/positionsBook';
import { sentences } from '../../domain/text/sentences';
import type { WatchHolding } from '../../panel/watchlist/watchlistProtocol';
import { isSameSecurity } from '../../domain/market/security';
import { gapsText, untold } from '../platform/lists/gapText';
import { silence } from '../platform/silence';
import { namedTotal, wholeText } from '../platform/words/dayText';

export interface HoldingContext {
  readonly quote: FollowedPrice;
  readonly isOld: boolean;
  readonly nowMs: number;
  readonly isPrivate: boolean;
  readonly isSandbox: boolean;
}

/**
 * What the user has of a security: in live accounts, and if there is none, in paper accounts, because the two are never
 * added. As long as positions of live accounts may be missing, those of paper accounts are not taken for the user's. Null if there is none.
 */
export function watchHolding(state: PositionsState, symbol: string, context: HoldingContext): WatchHolding | null {
  const { accounts = [] } = state;
  const lacks = { live: lacksOf('live', state), simulated: lacksOf('simulated', state) };
  const isBefore = (kind: 'live' | 'simulated'): boolean => isFromBefore(kind, state);
  const isPartial = (kind: 'live' | 'simulated'): boolean => lacks[kind] !== '' && !isBefore(kind);
  const { quote, isOld, nowMs, isPrivate, isSandbox } = context;
  const mine = accounts.map(({ account, list, updatedAtMs }) => ({
    kind: account.kind,
    isWhole: !isPartial(account.kind),
    isOld: silence.isOn || isBefore(account.kind),
    holdings: (list === undefined ? [] : seen(list).items)
      .filter(({ holding }) => isSameSecurity(holding.symbol, symbol))
      .map((read) => {
        // A code without a market may belong to another security, so its price would be wrong.
        const own = read.holding.symbol === symbol ? quote : undefined;
        return holdingToday(read, own, { isOld, isFresh: isFreshRead(symbol, updatedAtMs, nowMs), readAtMs: updatedAtMs });
      }),
  }));
  const totals = dayTotals(mine);
  const [first] = totals;
  if (first?.kind !== 'live' && isPartial('live')) return unknown(lacks.live);
  if (first === undefined) return !isPartial('simulated') ? null : unknown(lacks.simulated);
  const held = mine.filter(({ kind }) => kind === first.kind).flatMap(({ holdings }) => holdings);
  const quantities = held.map(({ holding }) => {
    const quantity = parseAmount(holding.quantity);
    return quantity === undefined || holding.side === 'other' ? undefined : holding.side === 'short' ? -absolute(quantity) : quantity;
  });
  const quantity = quantities.reduce<bigint | undefined>(
    (sum, one) => (sum === undefined || one === undefined ? undefined : sum + one),
    0n,
  );
  const { amount } = first.day;
  const lines = totals.map((total) => [namedTotal(total, (text) => text, isSandbox), wholeText(total)].filter((part) => part !== ''));
  const missing = lacks[first.kind] === '' ? '' : vscode.l10n.t('{0}: {1}', wholeText(first), lacks[first.kind]);
  if (isPrivate) return { ...nothing, position: masked, day: masked, note: missing, lacks: missing };
  return {
    position: quantity === undefined ? '–' : groupDigits(plainAmount(quantity)),
    day: amount === undefined ? '–' : showBriefMoney(amount),
    note: lines.map((parts) => parts.join(' · ')).join('\n'),
    lacks: missing,
    direction: directionOf(amount ?? 0n),
    sortPosition: quantity === undefined ? null : roughAmount(quantity),
    sortDay: amount === undefined ? null : roughAmount(amount),
  };
}

const nothing = { direction: 'flat', sortPosition: null, sortDay: null } as const;

function unknown(reason: string): WatchHolding {
  return { ...nothing, position: '–', day: '–', note: reason, lacks: reason };
}

/** Whether the positions of this kind of account are all there, but from before a read that failed. */
function isFromBefore(kind: 'live' | 'simulated', { accounts, directory }: PositionsState): boolean {
  const lists = [...directory.filter((each) => each.kind === kind), ...(accounts ?? []).filter(({ account }) => account.kind === kind)];
  const incomplete = lists.map(({ list }) => list).filter((list) => list?.verdict !== 'complete' && list?.verdict !== 'notOffered');
  return incomplete.length > 0 && incomplete.every(isWholeButOld);
}

/** Why positions of this kind of account may be missing; empty if none can be. What the service doesn't have is not missing. */
function lacksOf(kind: 'live' | 'simulated', { accounts, directory }: PositionsState): string {
  const listed = directory.filter((each) => each.kind === kind).map(({ list }) => list);
  const lists = (accounts ?? []).filter(({ account }) => account.kind === kind).map(({ list }) => list);
  if ([...listed, ...lists].includes(undefined)) return vscode.l10n.t('Loading…');
  const gapsOf = (some: readonly (List<unknown> | undefined)[]): readonly Gap[] =>
    some.flatMap((list) => (list === undefined ? [] : untold(seen(list).gaps).filter((gap) => gap.kind !== 'notOffered')));
  return sentences(gapsText(gapsOf(listed), 'accounts'), gapsText(gapsOf(lists), 'positions'));
}
