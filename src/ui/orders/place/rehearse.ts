import * as v from 'valibot';
import * as vscode from 'vscode';
import { rehearsalOf } from '../../../app/orders/placing/rehearsal';
import type { Rehearsal } from '../../../app/orders/placing/rehearsal';
import type { Ticket } from '../../../app/orders/ticket/ticket';
import type { StateStore } from '../../../app/platform/ports';
import { stateKeys } from '../../../app/platform/storedNames';
import type { PositionsBook } from '../../../app/positions/positionsBook';
import { isSameSession } from '../../../app/session/connection';
import type { ServiceAccess } from '../../../app/session/serviceAccess';
import type { Account } from '../../../app/session/accounts/accounts';
import { symbolPrefix } from '../../../domain/positions/holding';
import { maskWhen } from '../../../domain/text/mask';
import { idText } from '../../../domain/text/visibleText';
import { seen } from '../../../service/lists/list';
import { gapsText } from '../../platform/lists/gapText';
import { listText } from '../../platform/lists/listText';
import { chooseOne } from '../../platform/say/ask';
import { sayWarning } from '../../platform/say/messages';
import { cancellableProgress } from '../../platform/say/progress';
import { marketFor } from './chooseNewOrder';

export interface RehearseDependencies {
  readonly access: ServiceAccess;
  readonly positions: Pick<PositionsBook, 'read'>;
  readonly state: StateStore;
  readonly isPrivate: () => boolean;
}

type PaperAccount = Account & { readonly kind: 'simulated' };

const choiceMs = 5_000;

/**
 * A live order as a new order of a paper account of the same service, or undefined after the user was told why there is none.
 * The account that was chosen once is taken from then on for securities of the same market.
 */
export async function rehearse(live: Ticket, dependencies: RehearseDependencies): Promise<Rehearsal | undefined> {
  const { access } = dependencies;
  const begun = access.current;
  const code = live.placing?.code ?? '';
  const account = await paperAccount(dependencies, code);
  const market = account === undefined ? undefined : await marketFor(account, code);
  if (account === undefined || market === undefined || !isSameSession(begun, access.current)) return undefined;
  const rehearsal = rehearsalOf(live, account, market);
  if (!('unfit' in rehearsal)) return rehearsal;
  const why =
    rehearsal.unfit === 'order_type'
      ? vscode.l10n.t('Paper accounts take limit and market orders only, so this order can’t be rehearsed.')
      : vscode.l10n.t('Paper accounts don’t have the session of this order, so it can’t be rehearsed.');
  void sayWarning(why);
  return undefined;
}

/** What a rehearsal says of itself, and what of the live order it leaves out. */
export function rehearsalText({ ticket, without }: Rehearsal, isPrivate: boolean): { readonly message: string; readonly detail: string } {
  const words = { time_in_force: vscode.l10n.t('time in force'), lot_type: vscode.l10n.t('kind of lot') };
  const mask = maskWhen(isPrivate);
  return {
    message: vscode.l10n.t(
      'Rehearsal in paper account {0}. Nothing of it is sent to live account {1}, whose ticket stays as it is.',
      mask(idText(ticket.accountId)),
      mask(idText(ticket.rehearses?.accountId ?? '')),
    ),
    detail: without.length === 0 ? '' : vscode.l10n.t('Not part of a paper order: {0}.', listText(without.map((name) => words[name]))),
  };
}

async function paperAccount({ positions, state, isPrivate }: RehearseDependencies, code: string): Promise<PaperAccount | undefined> {
  const accounts = await cancellableProgress(vscode.l10n.t('Loading accounts'), async (signal) => {
    const { directory } = await positions.read({ choose: () => [], maxAgeMs: choiceMs }, signal);
    const lists = directory.flatMap(({ kind, list }) => (list === undefined || kind !== 'simulated' ? [] : [seen(list)]));
    const gaps = lists.flatMap((list) => list.gaps);
    if (gaps.length > 0) void sayWarning(vscode.l10n.t('Some accounts are missing from this list. {0}', gapsText(gaps, 'accounts')));
    return lists
      .flatMap(({ items }) => items)
      .filter(isPaper)
      .filter(({ markets }) => mayTrade(markets, code));
  });
  const [only] = accounts;
  if (only === undefined) {
    void sayWarning(vscode.l10n.t('This service lists no paper account in which this order could be rehearsed. Nothing was opened.'));
    return undefined;
  }
  const stored = v.safeParse(v.record(v.string(), v.string()), state.get(stateKeys.rehearsalAccounts));
  const last = stored.success ? stored.output : {};
  const prefix = symbolPrefix(code) ?? '';
  const known = accounts.length === 1 ? only : accounts.find(({ id }) => id === last[prefix]);
  if (known !== undefined) return known;
  const mask = maskWhen(isPrivate());
  const items = accounts.map((account) => ({
    label: account.name === account.id ? mask(idText(account.id)) : idText(account.name),
    description: vscode.l10n.t('paper account'),
    iconPath: new vscode.ThemeIcon('beaker'),
    account,
  }));
  const chosen = (await chooseOne(items, { placeHolder: vscode.l10n.t('In which paper account do you want to rehearse?') }))?.account;
  if (chosen !== undefined) await state.set(stateKeys.rehearsalAccounts, { ...last, [prefix]: chosen.id });
  return chosen;
}

/** Hong Kong’s is the one integer that says what it is. */
function mayTrade(markets: readonly number[], code: string): boolean {
  return markets.length === 0 || (code.startsWith('HK.') ? markets.includes(1) : markets.some((market) => market !== 1));
}

function isPaper(account: Account): account is PaperAccount {
  return account.kind === 'simulated';
}
