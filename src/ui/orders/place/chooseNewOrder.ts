import * as vscode from 'vscode';
import { Origin } from '../../../app/orders/request/origin';
import { heldSecurities } from '../../../app/positions/heldSecurities';
import { isPickedPrice, placingTicket, readPlaceArguments, unfitArgument } from '../../../app/orders/ticket/placingTicket';
import type { PlaceArguments } from '../../../app/orders/ticket/placingTicket';
import type { ListedKind } from '../../../app/accounts/accountDirectory';
import { AccountSubject } from '../../../app/orders/ticket/ticket';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import type { PositionsBook } from '../../../app/positions/positionsBook';
import { isSameSession } from '../../../app/session/connection';
import type { ConnectionState } from '../../../app/session/connection';
import type { AccountMemory } from '../../../app/accounts/accountMemory';
import { accountKey } from '../../../app/session/accounts/accounts';
import type { Account } from '../../../app/session/accounts/accounts';
import { marketOf } from '../../../domain/market/security';
import { typedCode } from '../../../domain/market/typedSecurity';
import { maskWhen } from '../../../domain/text/mask';
import { idText } from '../../../domain/text/visibleText';
import { listOf, seen } from '../../../service/lists/list';
import type { List } from '../../../service/lists/list';
import { chooseOne } from '../../platform/say/ask';
import { sayWarning } from '../../platform/say/messages';
import { subjectOf } from '../../platform/trees/treeModel';
import { askSymbol } from '../../platform/say/askSymbol';
import { tellIfUnknown } from '../../platform/say/tellIfUnknown';
import type { Suggestion } from '../../platform/say/askSymbol';
import { chooseAccount, lookOf } from '../cancel/chooseAccount';
import type { AccountChoice, AccountLook } from '../cancel/chooseAccount';
import { mayPlace, placingOffText } from '../limits/turnedOff';
import { mayChoose, sayOff } from '../chooseTicket';
import { inOne } from '../ticket/ticketLists';
import type { UiPorts } from '../../platform/ports';

export interface NewOrderChoice {
  /** If the argument names none. */
  readonly side?: 'BUY' | 'SELL' | undefined;
  /** The user chooses another account than this one, as of `accountKey`. */
  readonly otherThan?: string;
  /** The form that the new one takes the place of, while nothing in it is being sent. */
  readonly insteadOf?: object;
}

const choiceMs = 5_000;

/**
 * The account and the security of a new order, as a ticket. Asks for what the argument does not say; for the account only if the row has
 * none, no order of the user's was opened in this market before, and none can be {@link supposed}. A live account in which placing is
 * turned off is refused before anything else is asked.
 *
 * @param argument - A row, a symbol, or `PlaceArguments`.
 * @param take - Fills a price into a new order that is open for the security. @returns False if there is none.
 * @returns undefined if the user dismissed a question, or nothing can be placed.
 */
export async function chooseNewOrder(
  {
    access,
    positions,
    isPrivate,
    memory,
  }: Pick<UiPorts, 'access'> & {
    readonly positions: PositionsBook;
    /** Whether the lists hide account numbers. */
    readonly isPrivate: () => boolean;
    readonly memory: Pick<AccountMemory, 'current'>;
  },
  argument: unknown,
  take: (code: string, price: string) => boolean,
  { side, otherThan }: NewOrderChoice = {},
): Promise<Ticket | undefined> {
  if (!(await mayChoose(access))) return undefined;
  const begun = access.current;
  const own = memory.current();
  const row = subjectOf(argument);
  const said = row === undefined ? readPlaceArguments(typeof argument === 'string' ? { symbol: argument } : argument) : symbolIn(row);
  const given = side === undefined ? said : { side, ...said };
  const code = given.symbol === undefined ? undefined : typedCode(given.symbol);
  if (code !== undefined && isPickedPrice(said) && take(code, said.price)) return undefined;
  const isOthers = Origin.of(argument) === Origin.command || Origin.ofProposal(argument) !== undefined;
  const askCode = async (): Promise<string | undefined> => askSymbol(vscode.l10n.t('New Order: Security'), [], heldIn(positions));
  // The security tells which account is likely; an account that is named can be refused before anything is asked.
  const isNamed = row instanceof AccountSubject || given.accountId !== undefined;
  const known = code ?? (isNamed ? undefined : await askCode());
  if (known === undefined && !isNamed) return undefined;
  const usual = known === undefined ? undefined : (keyIn(row) ?? own.lastUsed(marketOf(known) ?? ''));
  const suppose = (accounts: readonly Account[], isComplete: boolean): Account | undefined =>
    accounts.find((account) => accountKey(account) === usual) ??
    (usual === undefined && isComplete
      ? supposed(accounts, begun, known, [...holdersOf(positions, known), own.lastUsed() ?? ''])
      : undefined);
  const account =
    row instanceof AccountSubject
      ? row.account
      : await accountFor(positions, given, lookOf(access, isPrivate()), { otherThan, suppose: isOthers ? undefined : suppose });
  if (account === undefined) return undefined;
  if (!mayPlace(begun, { isPaper: account.kind === 'simulated' })) {
    await sayOff(placingOffText());
    return undefined;
  }
  const symbol = known ?? (await askCode());
  if (symbol === undefined) return undefined;
  if (row === undefined) void tellIfUnknown(access, symbol);
  const market = account.kind === 'simulated' ? await marketFor(account, symbol) : undefined;
  if (account.kind === 'simulated' && market === undefined) return undefined;
  const ticket = placingTicket(account, market, symbol, given);
  const unfit = unfitArgument(ticket, given);
  if (unfit !== undefined) {
    void sayWarning(vscode.l10n.t('Nothing was opened: {0} isn’t a side or an order type for {1}.', idText(unfit), idText(symbol)));
    return undefined;
  }
  if (isSameSession(begun, access.current)) {
    if (!isOthers) own.used(account, marketOf(symbol) ?? '');
    return ticket;
  }
  void sayWarning(vscode.l10n.t('Nothing was sent: the service or user changed while the ticket was open.'));
  return undefined;
}

/**
 * The account of the first order in a market: the form opens at once, names it, and offers the others. In the sandbox, and while new live orders
 * are allowed, a live one: that of a position in the security, the one used last in another market, or the first of the service's list. While
 * they are not allowed, one on paper if its market is known.
 *
 * @param likely - Keys of accounts, the likeliest first.
 */
function supposed(
  accounts: readonly Account[],
  begun: ConnectionState,
  code: string | undefined,
  likely: readonly string[],
): Account | undefined {
  const live = accounts.filter(({ kind }) => kind === 'live');
  if (begun.connection.kind !== 'sandbox' && !mayPlace(begun, { isPaper: false }))
    return code !== undefined && marketOf(code) === 'HK'
      ? accounts.find(({ kind, markets }) => kind === 'simulated' && markets.includes(hongKong))
      : undefined;
  return likely.flatMap((key) => live.filter((account) => accountKey(account) === key))[0] ?? live[0];
}

/** Keys of the accounts that are known to hold a security. */
function holdersOf(positions: Pick<PositionsBook, 'state'>, code: string | undefined): readonly string[] {
  const { accounts = [] } = positions.state;
  const holds = (list: (typeof accounts)[number]['list']): boolean =>
    list !== undefined && seen(list).items.some(({ holding }) => holding.symbol === code);
  return accounts.filter(({ list }) => holds(list)).map(({ account }) => accountKey(account));
}

/** What a view's row says about a new order. */
function symbolIn(subject: unknown): PlaceArguments {
  const symbol = typeof subject === 'object' && subject !== null && 'symbol' in subject ? subject.symbol : undefined;
  return typeof symbol === 'string' ? { symbol } : {};
}

/** The account of a row that is of one. */
function keyIn(subject: unknown): string | undefined {
  const key = typeof subject === 'object' && subject !== null && 'accountKey' in subject ? subject.accountKey : undefined;
  return typeof key === 'string' ? key : undefined;
}

async function accountFor(
  positions: PositionsBook,
  { accountId: id, accountKind }: PlaceArguments,
  look: AccountLook,
  choice: Pick<AccountChoice, 'otherThan' | 'suppose'>,
): Promise<Account | undefined> {
  const read = async (signal: AbortSignal): Promise<readonly ListedKind[]> =>
    (await positions.read({ choose: () => [], maxAgeMs: choiceMs }, signal)).directory;
  const title = vscode.l10n.t('New Order');
  const none = vscode.l10n.t('This service doesn’t list accounts, so there is none to place an order in.');
  if (id === undefined) return chooseAccount({ accounts: async (signal) => inOne(await read(signal)) }, look, { none, title, ...choice });
  const named = async (signal: AbortSignal): Promise<List<Account>> => {
    const kinds = (await read(signal)).filter(({ kind }) => accountKind === undefined || kind === accountKind);
    return inOne(kinds.map(({ kind, list }) => ({ kind, list: list === undefined ? list : withNumber(list, id) })));
  };
  const unknown = vscode.l10n.t('There is no account {0}.', maskWhen(look.isPrivate)(idText(id)));
  return chooseAccount({ accounts: named }, look, { none: unknown, title });
}

/** Within one kind, a number is that of one account, so gaps matter only if the rest of the list does not have it. */
function withNumber(list: List<Account>, id: string): List<Account> {
  const { items, gaps } = seen(list);
  const found = items.filter((account) => account.id === id);
  return listOf(found, found.length > 0 ? [] : gaps);
}

async function heldIn(positions: PositionsBook): Promise<readonly Suggestion[]> {
  const held = (await heldSecurities(positions)()) ?? [];
  return held.map((security) => ({ ...security, source: vscode.l10n.t('Positions') }));
}

/** Hong Kong is the only market whose integer all records agree on. */
const hongKong = 1;

/** The market integer of a paper account in which the security is traded; asks the user if nothing tells it. */
export async function marketFor({ markets }: Pick<Account, 'markets'>, code: string): Promise<number | undefined> {
  const [only, another] = markets;
  if (another === undefined && only !== undefined) return only;
  if (marketOf(code) === 'HK' && markets.includes(hongKong)) return hongKong;
  if (only === undefined) {
    void sayWarning(vscode.l10n.t('The market of this paper account isn’t known.'));
    return undefined;
  }
  const items = markets.map((market) => ({ label: vscode.l10n.t('Market {0}', market), market }));
  return (
    await chooseOne(items, {
      title: vscode.l10n.t('New Order'),
      placeHolder: vscode.l10n.t('In which market of the paper account is {0} traded?', idText(code)),
    })
  )?.market;
}
