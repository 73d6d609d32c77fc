import * as vscode from 'vscode';
import { heldSecurities } from '../../app/positions/heldSecurities';
import { isSignedIn } from '../../app/session/connection';
import { entryId } from '../../domain/watchlist/watchlist';
import { removeWithUndo } from './removeWithUndo';
import { symbolOf } from '../platform/trees/symbolOf';
import { entryOfArgument } from './watchlistArguments';
import type { KnownSecurities } from './watchlistCommands';
import { WatchlistView } from './watchlistView';
import type { WatchlistViewDependencies } from './watchlistView';
import { flash } from '../platform/say/statusItem';
import { askModal } from '../platform/say/messages';
import type { UiPorts } from '../platform/ports';

/** The Watchlist view with its commands. */
export function registerWatchlist(dependencies: WatchlistViewDependencies & Pick<UiPorts, 'shell'>): vscode.Disposable {
  const { shell, access, store } = dependencies;
  const view = new WatchlistView({ ...dependencies, store });
  const commands = async () => import('./watchlistCommands');
  const known = knownSecurities(dependencies);

  shell.providePage('marketDesk.watchlist', view);
  shell.handle('marketDesk.watchlist.add', async (argument) => {
    const symbol = await (await commands()).addToWatchlist(store, access, known, argument);
    const group = store.list.findLast(({ symbols }) => symbol !== undefined && symbols.includes(symbol));
    if (symbol !== undefined && group !== undefined && argument === undefined) view.reveal(entryId({ groupId: group.id, symbol }));
  });
  shell.handle('marketDesk.watchlist.remove', async (argument) => {
    const entry = entryOfArgument(argument);
    const symbol = symbolOf(argument);
    if (entry !== undefined) {
      const isAmongChosen = view.chosen.some((chosen) => entryId(chosen) === entryId(entry));
      await removeWithUndo(store, isAmongChosen ? view.chosen : [entry]);
    } else if (symbol !== undefined)
      await removeWithUndo(
        store,
        store.list.filter(({ symbols }) => symbols.includes(symbol)).map(({ id }) => ({ groupId: id, symbol })),
      );
    else await removeWithUndo(store, view.chosen);
  });
  shell.handle('marketDesk.watchlist.moveToGroup', async (argument) => {
    const entry = entryOfArgument(argument);
    const entries = entry === undefined || view.chosen.some((chosen) => entryId(chosen) === entryId(entry)) ? view.chosen : [entry];
    const { pickGroup } = await commands();
    const group = entries.length === 0 ? undefined : await pickGroup(store, vscode.l10n.t('Move to Group'));
    if (group !== undefined) await store.move(entries, group.id, null);
  });
  shell.handle('marketDesk.watchlist.addGroup', async () => {
    const name = await (await commands()).askGroupName(vscode.l10n.t('Add Watchlist Group'));
    if (name === undefined) return;
    await store.addGroup(name);
    flash(vscode.l10n.t('Group “{0}” added.', name), 5_000);
  });
  shell.handle('marketDesk.watchlist.renameGroup', async () => {
    const { askGroupName, pickGroup } = await commands();
    const group = store.list.length < 2 ? store.list[0] : await pickGroup(store, vscode.l10n.t('Select a group to rename'));
    const name = group === undefined ? undefined : await askGroupName(vscode.l10n.t('Rename Watchlist Group'), group.name);
    if (group !== undefined && name !== undefined) await store.renameGroup(group.id, name);
  });
  shell.handle('marketDesk.watchlist.removeGroup', async () => {
    const group = await (await commands()).pickGroup(store, vscode.l10n.t('Select a group to remove'));
    if (group === undefined) return;
    const yes = vscode.l10n.t('Remove');
    const text = vscode.l10n.t('Remove the group “{0}”? Securities in it: {1}.', group.name, group.symbols.length);
    if (group.symbols.length === 0 || (await askModal(text, '', yes)) === yes) await store.removeGroup(group.id);
  });
  shell.handle('marketDesk.watchlist.import', async () => (await commands()).importGroups(store, access));
  shell.handle('marketDesk.watchlist.export', async () => (await commands()).exportGroup(store, access));
  return view;
}

/** Securities in the user's accounts; a name is looked up only in known data, because the service has no search for it. */
function knownSecurities({ access, books }: Pick<WatchlistViewDependencies, 'access' | 'books'>): KnownSecurities {
  const read = heldSecurities(books.positions);
  return async () => (isSignedIn(access.current) ? ((await read()) ?? []) : []);
}
