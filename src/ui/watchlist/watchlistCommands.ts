import * as vscode from 'vscode';
import type { WatchlistStore } from '../../app/watchlist/watchlistStore';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import { securityAt } from '../../domain/market/security';
import { visibleText } from '../../domain/text/visibleText';
import { longestGroupName, mostSymbols, countSymbols, watchSymbol } from '../../domain/watchlist/watchlist';
import type { WatchGroup } from '../../domain/watchlist/watchlist';
import { isNotOffered } from '../../service/notOffered';
import { askText, chooseMany, chooseOne } from '../platform/say/ask';
import { askSymbol } from '../platform/say/askSymbol';
import { tellIfUnknown } from '../platform/say/tellIfUnknown';
import { symbolOf } from '../platform/trees/symbolOf';
import { defaultGroupName } from './watchlistArguments';
import { sayInfo, sayWarning } from '../platform/say/messages';
import { flash } from '../platform/say/statusItem';

/** Names of known securities, for choosing among them. */
export type KnownSecurities = () => Promise<readonly { readonly symbol: string; readonly name: string }[]>;

/** *Add to Watchlist…*. Returns what was added; undefined when dismissed. */
export async function addToWatchlist(
  store: WatchlistStore,
  access: ServiceAccess,
  known: KnownSecurities,
  argument: unknown,
): Promise<string | undefined> {
  const symbol = symbolOf(argument) ?? symbolInSelection() ?? (await asked(store, access, known));
  if (symbol === undefined) return undefined;
  if (countSymbols(store.list) >= mostSymbols) {
    void sayWarning(vscode.l10n.t('A watchlist can hold up to {0} securities.', mostSymbols));
    return undefined;
  }
  const group =
    store.list.length < 2 ? store.list[0] : await pickGroup(store, vscode.l10n.t('Select a group for {0}', visibleText(symbol)));
  if (store.list.length >= 2 && group === undefined) return undefined;
  await store.add([symbol], group?.id, defaultGroupName());
  flash(vscode.l10n.t('{0} is on your watchlist', symbol), 3_000, 'check');
  return symbol;
}

/** A code at the cursor, or selected, in the focused editor. */
function symbolInSelection(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { start } = editor.selection;
  return securityAt(editor.document.lineAt(start.line).text, start.character)?.code;
}

async function asked(store: WatchlistStore, access: ServiceAccess, known: KnownSecurities): Promise<string | undefined> {
  // What the list has already comes last.
  const held = known().then((found) => {
    const watched = new Set(store.list.flatMap(({ symbols }) => symbols));
    const isNew = ({ symbol }: { readonly symbol: string }): boolean => !watched.has(symbol);
    return [
      ...found.filter(isNew).map((security) => ({ ...security, source: vscode.l10n.t('Positions') })),
      ...found.filter((security) => !isNew(security)).map((security) => ({ ...security, source: vscode.l10n.t('On your watchlist') })),
    ];
  });
  const symbol = await askSymbol(vscode.l10n.t('Add to Watchlist'), [], held);
  if (symbol !== undefined) void tellIfUnknown(access, symbol);
  return symbol;
}

export async function pickGroup(store: WatchlistStore, title: string): Promise<WatchGroup | undefined> {
  const items = store.list.map((group) => ({
    label: visibleText(group.name),
    description: group.symbols.length === 1 ? vscode.l10n.t('1 security') : vscode.l10n.t('{0} securities', group.symbols.length),
    group,
  }));
  return (await chooseOne(items, { title }))?.group;
}

export async function askGroupName(title: string, value = ''): Promise<string | undefined> {
  const name = await askText({
    title,
    value,
    prompt: vscode.l10n.t('Name of the group'),
    validateInput: (text) =>
      text.trim() === ''
        ? vscode.l10n.t('Enter a name.')
        : text.trim().length > longestGroupName
          ? vscode.l10n.t('A name can’t be longer than {0} characters.', longestGroupName)
          : undefined,
  });
  return name?.trim();
}

/** *Import Watchlist from the Service…*: the groups that the service stores for the user, each as a group of the list. */
export async function importGroups(store: WatchlistStore, access: ServiceAccess): Promise<void> {
  const client = await access.client();
  const signal = AbortSignal.timeout(20_000);
  try {
    const groups = await client.beyond.securityGroups({ type: 'ALL' }, { signal });
    const items = groups.map(({ name, type }) => ({ label: visibleText(name), description: visibleText(type), name }));
    const chosen = await chooseMany(items, {
      title: vscode.l10n.t('Import Watchlist from the Service'),
    });
    for (const { name } of chosen ?? []) {
      const securities = await client.beyond.groupSecurities({ groupName: name }, { signal: AbortSignal.timeout(20_000) });
      const symbols = securities.flatMap(({ code }) => watchSymbol(code) ?? []);
      const same = store.list.find((group) => group.name === name);
      if (same === undefined) await store.addGroup(name.slice(0, longestGroupName), symbols);
      else await store.add(symbols, same.id, name);
    }
  } catch (error) {
    if (!isNotOffered(error)) throw error;
    void sayInfo(vscode.l10n.t('This service doesn’t keep watchlists.'));
  }
}

/** *Export Watchlist to the Service…*: adds the securities of a group to one of the user's groups at the service. */
export async function exportGroup(store: WatchlistStore, access: ServiceAccess): Promise<void> {
  const group = store.list.length < 2 ? store.list[0] : await pickGroup(store, vscode.l10n.t('Select a group to export'));
  if (group === undefined || group.symbols.length === 0) return;
  const client = await access.client();
  try {
    const theirs = await client.beyond.securityGroups({ type: 'CUSTOM' }, { signal: AbortSignal.timeout(20_000) });
    const target = await chooseOne(
      theirs.map(({ name }) => ({ label: visibleText(name), name })),
      { title: vscode.l10n.t('Select the service’s group to add to', group.symbols.length) },
    );
    if (target === undefined) return;
    const most = 200;
    for (let start = 0; start < group.symbols.length; start += most)
      await client.beyond.changeSecurityGroup(
        { groupName: target.name, operation: 'add', codes: group.symbols.slice(start, start + most) },
        { signal: AbortSignal.timeout(20_000) },
      );
    void sayInfo(vscode.l10n.t('Securities now in the service’s group “{1}”: {0}', group.symbols.length, visibleText(target.name)));
  } catch (error) {
    if (!isNotOffered(error)) throw error;
    void sayInfo(vscode.l10n.t('This service doesn’t keep watchlists.'));
  }
}
