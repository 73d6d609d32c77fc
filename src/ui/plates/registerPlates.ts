import * as vscode from 'vscode';
import { isSignedIn, onSessionChange } from '../../app/session/connection';
import { PlateFeed } from '../../app/plates/plateFeed';
import { TreePrices } from '../../app/quotes/treePrices';
import type { LiveMarket } from '../../app/quotes/liveMarket';
import type { Log, MachineClock, StateStore, Timers } from '../../app/platform/ports';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import { parsePlateId, stepPlate } from '../../domain/plates/plateId';
import { visibleText } from '../../domain/text/visibleText';
import { InvalidInputError } from '../../service/errors';
import { seen } from '../../service/lists/list';
import type { CommandArgument } from '../platform/commandArguments';
import { isSettingChosen, onSettingChange, readSetting, writeSetting } from '../platform/settings';
import type { Shell } from '../platform/shell/shell';
import { ModelTree, subjectOf } from '../platform/trees/treeModel';
import { choosePlates } from './addPlate';
import { LivePlates } from './livePlates';
import { PlateNames } from './plateNames';
import { plateOrderControl } from './plateOrder';
import { PlateSubject, plateRow } from './plateRows';
import { plateProblemText } from './plateText';
import { chooseOne } from '../platform/ask';

type PlateArgument = CommandArgument<'marketDesk.plates.remove'>;

export interface PlatesDependencies {
  readonly shell: Shell;
  readonly access: ServiceAccess;
  readonly state: StateStore;
  readonly clock: MachineClock;
  readonly timers: Timers;
  readonly log: Log;
  /** What moves prices, loaded when rows are there. */
  readonly live: () => Promise<{ readonly market: LiveMarket }>;
}

/** Shown in the sandbox until the user chooses plates, so that there is something to look at. */
const sandboxPlates: readonly string[] = ['HK.BK1001', 'US.BK2001'];

/** The Plates view with its commands. */
export function registerPlates(dependencies: PlatesDependencies): vscode.Disposable {
  const { shell, access } = dependencies;
  const names = new PlateNames(dependencies.state);
  const feed = new PlateFeed(dependencies);
  const ids = (): readonly string[] => {
    const isFirstUse = access.current.connection.kind === 'sandbox' && !isSettingChosen('plates');
    return isFirstUse ? sandboxPlates : [...new Set(readSetting('plates'))];
  };
  const write = async (after: readonly string[]): Promise<void> => writeSetting('plates', after);
  const tree = new ModelTree();
  const prices = new LivePlates(
    new TreePrices({
      load: async () => (await dependencies.live()).market,
      timers: dependencies.timers,
      log: dependencies.log,
      changed: () => show(),
    }),
    shell.view('marketDesk.plates'),
  );
  const open = new Set<string>();

  const show = (): void => {
    const shown = isSignedIn(access.current) ? ids() : [];
    prices.show(shown.filter((id) => open.has(id)).map(constituentsOf));
    const price = (symbol: string): string => prices.text(symbol);
    tree.show(shown.map((id) => plateRow(id, { feed, name: names.of(id), price })));
    void shell.setContext('marketDesk.plates', ids().length === 0 ? 'empty' : 'some');
  };
  const constituentsOf = (id: string): readonly string[] => {
    const list = feed.state(id)?.list;
    return list === undefined ? [] : seen(list).items.flatMap(({ code }) => code ?? []);
  };
  const setOpen = (node: unknown, isOpen: boolean): void => {
    const subject = subjectOf(node);
    if (!(subject instanceof PlateSubject) || subject.symbol !== undefined) return;
    if (isOpen) open.add(subject.plateId);
    else open.delete(subject.plateId);
    show();
  };
  const add = async (argument: string | undefined): Promise<void> => {
    const chosen = argument !== undefined ? [{ id: checked(argument), name: undefined }] : await choosePlates(access);
    if (chosen.length === 0) return;
    await names.remember(chosen);
    await write([...new Set([...ids(), ...chosen.map(({ id }) => id)])]);
    // Names may be new although the list is not.
    show();
  };
  const target = (argument: PlateArgument): string | undefined => {
    if (typeof argument === 'string') return argument;
    const subject = subjectOf(argument ?? shell.view('marketDesk.plates').selection[0]);
    return subject instanceof PlateSubject ? subject.plateId : undefined;
  };
  const remove = async (argument: PlateArgument): Promise<void> => {
    const plateId = target(argument) ?? (await pickPlate(ids(), names, vscode.l10n.t('Remove Plate')));
    if (plateId === undefined) return;
    feed.forget(plateId);
    await write(ids().filter((id) => id !== plateId));
  };
  const move =
    (direction: 'up' | 'down') =>
    async (argument: PlateArgument): Promise<void> => {
      const plateId =
        target(argument) ??
        (await pickPlate(ids(), names, direction === 'up' ? vscode.l10n.t('Move Plate Up') : vscode.l10n.t('Move Plate Down')));
      const before = ids();
      const after = plateId === undefined ? before : stepPlate(before, plateId, direction);
      if (after !== before) await write(after);
    };

  shell.handle('marketDesk.plates.add', add);
  shell.handle('marketDesk.plates.remove', remove);
  shell.handle('marketDesk.plates.moveUp', move('up'));
  shell.handle('marketDesk.plates.moveDown', move('down'));
  shell.handle('marketDesk.plates.refresh', async (plateId) => (plateId === undefined ? feed.refreshAll() : feed.refresh(plateId)));
  shell.handle('marketDesk.plates.loadMore', async (argument) => {
    const plateId = target(argument);
    if (plateId !== undefined) await feed.loadMore(plateId);
  });

  show();
  return vscode.Disposable.from(
    feed,
    prices,
    shell.view('marketDesk.plates').onDidExpandElement(({ element }) => setOpen(element, true)),
    shell.view('marketDesk.plates').onDidCollapseElement(({ element }) => setOpen(element, false)),
    feed.onDidChange(show),
    onSettingChange('plates', show),
    onSessionChange(access, () => {
      feed.reset();
      show();
    }),
    shell.provideTree('marketDesk.plates', {
      roots: () => tree.roots(),
      onDidChange: tree.onDidChange,
      dragAndDrop: plateOrderControl(ids, write),
    }),
    tree,
  );
}

function checked(text: string): string {
  const parsed = parsePlateId(text);
  if (parsed.kind === 'problem') throw new InvalidInputError('plate_id', plateProblemText(parsed.problem));
  return parsed.id;
}

async function pickPlate(ids: readonly string[], names: PlateNames, title: string): Promise<string | undefined> {
  const items = ids.map((id) => ({ label: visibleText(names.of(id) ?? id), description: visibleText(id), id }));
  const picked = await chooseOne(items, { title, matchOnDescription: true });
  return picked?.id;
}
