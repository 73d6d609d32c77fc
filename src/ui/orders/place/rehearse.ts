import * as v from 'valibot';
import * as vscode from 'vscode';
import { rehearsalOf } from '../../../app/orders/ticket/rehearsal';
import type { Rehearsal } from '../../../app/orders/ticket/rehearsal';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import { stateKeys } from '../../../app/platform/storedNames';
import type { PositionsBook } from '../../../app/positions/positionsBook';
import { isSameSession } from '../../../app/session/connection';
import type { Account } from '../../../app/session/accounts/accounts';
import { marketOf } from '../../../domain/market/security';
import { maskWhen } from '../../../domain/text/mask';
import { idText } from '../../../domain/text/visibleText';
import { seen } from '../../../service/lists/list';
import { gapsText } from '../../platform/lists/gapText';
import { listText } from '../../platform/lists/listText';
import { chooseOne } from '../../platform/say/ask';
import { accountItem, lookOf } from '../cancel/chooseAccount';
import { sayWarning } from '../../platform/say/messages';
import { cancellableProgress } from '../../platform/say/progress';
import type { TicketForms } from '../form/openForm';
import { marketFor } from './chooseNewOrder';
import type { UiPorts } from '../../platform/ports';

/** A rehearsal, with the forms of the sandbox if it opens there. */
export interface OpenRehearsal extends Rehearsal {
  readonly forms?: Pick<TicketForms, 'show'> | undefined;
}

/** Where the user chose before for the same market, or where they say now. */
export type RehearsalPlace = 'asBefore' | 'asked';

/** The built-in sandbox as a place to rehearse, beside the service of the window. */
export interface SandboxDesk {
  /** Its order forms, which reach nothing but the sandbox. */
  readonly forms: Pick<TicketForms, 'show'>;
  /** Starts the sandbox and signs in there. @returns its live accounts; undefined if the user is not signed in afterwards. */
  open(): Promise<readonly Account[] | undefined>;
}

export interface RehearseDependencies extends Pick<UiPorts, 'access' | 'state'> {
  readonly positions: Pick<PositionsBook, 'read'>;
  readonly isPrivate: () => boolean;
  /** Undefined in the sandbox’s own desk. */
  readonly sandbox: (() => SandboxDesk) | undefined;
}

type PaperAccount = Account & { readonly kind: 'simulated' };

const choiceMs = 5_000;

/**
 * Turns a live order into a new order of a paper account of the same service, or of the sandbox; undefined if that is not possible, which
 * was reported to the user. The place that the user chose once is used again for securities of the same market.
 *
 * @param where - See {@link RehearsalPlace}.
 */
export async function rehearse(
  live: Ticket,
  where: RehearsalPlace,
  dependencies: RehearseDependencies,
): Promise<OpenRehearsal | undefined> {
  const { access } = dependencies;
  const begun = access.current;
  const code = live.placing?.code ?? '';
  const place = await choosePlace(dependencies, code, where);
  if (place === undefined || !isSameSession(begun, access.current)) return undefined;
  if ('desk' in place) return inSandbox(live, code, place.desk());
  const market = await marketFor(place, code);
  if (market === undefined || !isSameSession(begun, access.current)) return undefined;
  return fitting(rehearsalOf(live, place, market));
}

async function inSandbox(live: Ticket, code: string, desk: SandboxDesk): Promise<OpenRehearsal | undefined> {
  const accounts = await desk.open();
  if (accounts === undefined) return undefined;
  const account = accounts.find(({ markets }) => mayTrade(markets, code)) ?? accounts[0];
  if (account === undefined) {
    void sayWarning(vscode.l10n.t('The sandbox lists no account in which this order could be rehearsed. Nothing was opened.'));
    return undefined;
  }
  const rehearsal = fitting(rehearsalOf(live, account, undefined));
  return rehearsal === undefined ? undefined : { ...rehearsal, forms: desk.forms };
}

/** The rehearsal; undefined if the order cannot be rehearsed, with the reason shown to the user. */
function fitting(rehearsal: ReturnType<typeof rehearsalOf>): Rehearsal | undefined {
  if (!('unfit' in rehearsal)) return rehearsal;
  const why =
    rehearsal.unfit === 'order_type'
      ? vscode.l10n.t('Paper accounts take limit and market orders only, so this order can’t be rehearsed.')
      : vscode.l10n.t('Paper accounts don’t have the session of this order, so it can’t be rehearsed.');
  void sayWarning(why);
  return undefined;
}

/** How a rehearsal describes itself, with the values of the live order that it leaves out. */
export function rehearsalText({ ticket, without }: Rehearsal, isPrivate: boolean): { readonly message: string; readonly detail: string } {
  const words = { time_in_force: vscode.l10n.t('time in force'), lot_type: vscode.l10n.t('kind of lot') };
  const mask = maskWhen(isPrivate);
  const [account, live] = [mask(idText(ticket.accountId)), mask(idText(ticket.rehearses?.accountId ?? ''))];
  return {
    message: ticket.isPaper
      ? vscode.l10n.t('Rehearsal in paper account {0}. Nothing of it is sent to account {1}, whose ticket stays as it is.', account, live)
      : vscode.l10n.t(
          'Rehearsal in the sandbox on this machine, account {0}, with made-up prices. Nothing of it is sent to account {1}, whose ticket stays as it is.',
          account,
          live,
        ),
    detail: without.length === 0 ? '' : vscode.l10n.t('Not part of a paper order: {0}.', listText(without.map((name) => words[name]))),
  };
}

/** Stored instead of an account that the user chose; no service has an account of this name. */
const sandboxChosen = '(sandbox)';

interface PlaceItem extends vscode.QuickPickItem {
  readonly key: string;
  readonly place: PaperAccount | { readonly desk: () => SandboxDesk };
}

async function choosePlace(
  dependencies: RehearseDependencies,
  code: string,
  where: RehearsalPlace,
): Promise<PlaceItem['place'] | undefined> {
  const { access, state, isPrivate } = dependencies;
  // A window that uses the sandbox has no second one.
  const desk = access.current.connection.kind === 'service' ? dependencies.sandbox : undefined;
  const stored = v.safeParse(v.record(v.string(), v.string()), state.get(stateKeys.rehearsalAccounts));
  const last = stored.success ? stored.output : {};
  const prefix = marketOf(code) ?? '';
  if (desk !== undefined && last[prefix] === sandboxChosen && where === 'asBefore') return { desk };
  const accounts = await paperAccounts(dependencies, code);
  const [only] = accounts;
  if (only === undefined && desk === undefined) {
    void sayWarning(vscode.l10n.t('This service lists no paper account in which this order could be rehearsed. Nothing was opened.'));
    return undefined;
  }
  const known = accounts.length === 1 && desk === undefined ? only : accounts.find(({ id }) => id === last[prefix]);
  if (known !== undefined && where === 'asBefore') return known;
  const papers = accounts.map((account) => ({ ...accountItem(account, lookOf(access, isPrivate())), key: account.id, place: account }));
  const sandbox = {
    label: vscode.l10n.t('Sandbox'),
    description: vscode.l10n.t('on this machine, with made-up prices; starts it if needed'),
    iconPath: new vscode.ThemeIcon('server-process'),
    key: sandboxChosen,
  };
  const items: readonly PlaceItem[] = [...papers, ...(desk === undefined ? [] : [{ ...sandbox, place: { desk } }])];
  const chosen = await chooseOne(items, {
    title: vscode.l10n.t('Rehearsal {0}', idText(code)),
    placeHolder: vscode.l10n.t('Where do you want to rehearse?'),
  });
  if (chosen !== undefined) await state.set(stateKeys.rehearsalAccounts, { ...last, [prefix]: chosen.key });
  return chosen?.place;
}

async function paperAccounts({ positions }: RehearseDependencies, code: string): Promise<readonly PaperAccount[]> {
  return cancellableProgress(vscode.l10n.t('Loading accounts'), async (signal) => {
    const { directory } = await positions.read({ choose: () => [], maxAgeMs: choiceMs }, signal);
    const lists = directory.flatMap(({ kind, list }) => (list === undefined || kind !== 'simulated' ? [] : [seen(list)]));
    const gaps = lists.flatMap((list) => list.gaps);
    if (gaps.length > 0) void sayWarning(vscode.l10n.t('Some accounts are missing from this list. {0}', gapsText(gaps, 'accounts')));
    return lists
      .flatMap(({ items }) => items)
      .filter(isPaper)
      .filter(({ markets }) => mayTrade(markets, code));
  });
}

/** Only Hong Kong’s integer identifies its market. */
function mayTrade(markets: readonly number[], code: string): boolean {
  return markets.length === 0 || (marketOf(code) === 'HK' ? markets.includes(1) : markets.some((market) => market !== 1));
}

function isPaper(account: Account): account is PaperAccount {
  return account.kind === 'simulated';
}
