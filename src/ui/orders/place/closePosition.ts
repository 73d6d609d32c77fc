import * as vscode from 'vscode';
import type { PlaceArguments } from '../../../app/orders/ticket/placingTicket';
import type { PositionsBook } from '../../../app/positions/positionsBook';
import { accountKey } from '../../../app/session/accounts/accounts';
import type { Account } from '../../../app/session/accounts/accounts';
import { isSameSecurity } from '../../../domain/market/security';
import { partOfMost } from '../../../domain/orders/placing/sizeByRisk';
import type { Holding } from '../../../domain/positions/holding';
import { maskWhen } from '../../../domain/text/mask';
import { idText, visibleText } from '../../../domain/text/visibleText';
import { absolute, parseAmount, plainAmount, showNumber } from '../../../domain/values/amount';
import type { Amount } from '../../../domain/values/amount';
import { seen } from '../../../service/lists/list';
import { listText } from '../../platform/lists/listText';
import { chooseOne } from '../../platform/say/ask';
import { sayWarning } from '../../platform/say/messages';
import { cancellableProgress } from '../../platform/say/progress';
import { sideText } from '../../platform/words/holdingText';
import { subjectOf } from '../../platform/trees/treeModel';
import { accountItem, lookOf } from '../cancel/chooseAccount';
import type { AccountLook } from '../cancel/chooseAccount';
import { mayChoose } from '../chooseTicket';
import type { UiPorts } from '../../platform/ports';

interface Held {
  readonly account: Account;
  readonly holding: Holding;
}

/** A quantity that was read longer ago is read again before an order is made of it. */
const choiceMs = 5_000;

/**
 * The order that closes a position: the other side, of all that the service says can be sold or bought back. Asks which position is meant if
 * the argument doesn't say.
 *
 * @param argument - A row of a view, or something with a symbol.
 * @param part - `half`: half of it, in whole lots.
 * @returns undefined if the user dismissed the question, or there is nothing to close.
 */
export async function chooseClosing(
  {
    access,
    positions,
    lotSize,
    isPrivate,
  }: Pick<UiPorts, 'access'> & {
    readonly positions: Pick<PositionsBook, 'read'>;
    /** Shares of a lot; empty if it isn’t known. */
    readonly lotSize: (symbol: string) => Promise<string>;
    /** Whether the lists hide account numbers and quantities. */
    readonly isPrivate: () => boolean;
  },
  argument: unknown,
  part: 'all' | 'half' = 'all',
): Promise<PlaceArguments | undefined> {
  if (!(await mayChoose(access))) return undefined;
  const row = subjectOf(argument) ?? argument;
  const [symbol, account] = [textIn(row, 'symbol'), textIn(row, 'accountKey')];
  const { accounts = [], directory } = await cancellableProgress(vscode.l10n.t('Loading positions…'), async (signal) =>
    positions.read({ maxAgeMs: choiceMs }, signal),
  );
  const known = [...directory.map(({ list }) => list && seen(list)), ...accounts.map(({ list }) => list && seen(list))];
  const isWhole = known.every((list) => list?.gaps.length === 0);
  const held = accounts
    .filter((one) => account === undefined || accountKey(one.account) === account)
    .flatMap((one) => (one.list === undefined ? [] : seen(one.list).items).map(({ holding }) => ({ account: one.account, holding })));
  const wanted = held.filter(({ holding }) => sizeOf(holding) !== '0' && (symbol === undefined || isSameSecurity(holding.symbol, symbol)));
  if (wanted.length === 0) {
    void sayWarning(nothingToClose(symbol, isWhole));
    return undefined;
  }
  // A position that could not be read may be the one that is meant.
  const isMeant = wanted.length === 1 && symbol !== undefined && (account !== undefined || isWhole);
  const chosen = isMeant ? wanted[0] : await ask(wanted, lookOf(access, isPrivate()));
  const order = chosen === undefined ? undefined : closingOrder(chosen);
  if (order === undefined || part === 'all') return order;
  const qty = partOfMost(order.qty, 2, await lotSize(order.symbol));
  if (qty === undefined) void sayWarning(vscode.l10n.t('Half of {0} is less than one lot.', idText(order.symbol)));
  return qty === undefined ? undefined : { ...order, qty };
}

/** @returns undefined, told to the user, if nobody knows which side closes it, or the service says that none of it is available. */
function closingOrder({ account, holding }: Held): (PlaceArguments & { readonly symbol: string; readonly qty: string }) | undefined {
  const { symbol } = holding;
  const side = closingSide(holding);
  if (side === undefined) {
    void sayWarning(vscode.l10n.t('It isn’t known whether {0} is long or short. Choose Buy or Sell instead.', idText(symbol)));
    return undefined;
  }
  const qty = plainAmount(closable(holding));
  if (qty === '0') {
    void sayWarning(vscode.l10n.t('Nothing of {0} can be closed now: the service says that none of it is available.', idText(symbol)));
    return undefined;
  }
  return { accountId: account.id, accountKind: account.kind, symbol, side, qty };
}

/** Never more than is held, and nothing of a long position if less than nothing is available; quantities of a short one may have a sign. */
function closable({ side, quantity, availableQuantity }: Holding): Amount {
  const held = absolute(parseAmount(quantity) ?? 0n);
  const stated = parseAmount(availableQuantity) ?? held;
  const available = side === 'short' ? absolute(stated) : stated < 0n ? 0n : stated;
  return available < held ? available : held;
}

/** Undefined if the record doesn't say which side it is, or says it twice and differently: an order of the wrong side would enlarge it. */
function closingSide({ side, quantity }: Holding): 'SELL' | 'BUY_BACK' | undefined {
  if (side === 'short') return 'BUY_BACK';
  return side === 'long' && (parseAmount(quantity) ?? 0n) > 0n ? 'SELL' : undefined;
}

function textIn(row: unknown, name: 'symbol' | 'accountKey'): string | undefined {
  if (typeof row === 'string') return name === 'symbol' ? row : undefined;
  const text = typeof row === 'object' && row !== null ? (row as Readonly<Record<string, unknown>>)[name] : undefined;
  return typeof text === 'string' ? text : undefined;
}

/** Shares or contracts, without a sign. */
function sizeOf({ quantity }: Holding): string {
  const amount = parseAmount(quantity);
  return amount === undefined ? '0' : plainAmount(absolute(amount));
}

async function ask(wanted: readonly Held[], look: AccountLook): Promise<Held | undefined> {
  const mask = maskWhen(look.isPrivate);
  const items = wanted.map((one) => {
    const { holding } = one;
    const { label, description, iconPath } = accountItem(one.account, look);
    return {
      label: visibleText(holding.symbol),
      description: visibleText(holding.name),
      detail: listText([label, description ?? '', sideText(holding.side, holding.sideText), mask(showNumber(sizeOf(holding)))]),
      ...(iconPath === undefined ? {} : { iconPath }),
      one,
    };
  });
  return (await chooseOne(items, { title: vscode.l10n.t('Close Position'), matchOnDescription: true, matchOnDetail: true }))?.one;
}

function nothingToClose(symbol: string | undefined, isWhole: boolean): string {
  if (!isWhole) return vscode.l10n.t('No position to close was found, but not all positions could be loaded.');
  return symbol === undefined ? vscode.l10n.t('You have no positions.') : vscode.l10n.t('You have no position in {0}.', idText(symbol));
}
