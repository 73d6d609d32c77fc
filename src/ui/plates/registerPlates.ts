import * as vscode from 'vscode';
import { isSignedIn, onSessionChange } from '../../app/session/connection';
import type { LastState } from '../../app/lastState/lastState';
import type { OldRows } from '../../app/lastState/oldRows';
import { OpenPlates } from '../../app/plates/openPlates';
import { TreePrices } from '../../app/quotes/treePrices';
import type { LiveMarket } from '../../app/quotes/liveMarket';
import type { Log, MachineClock, StateStore, Timers } from '../../app/platform/ports';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import { stateKeys } from '../../app/platform/storedNames';
import { seen } from '../../service/lists/list';
import { directionIcons } from '../platform/words/directionIcons';
import type { DirectionIcons } from '../platform/words/directionIcons';
import { setHead } from '../platform/say/surfaces';
import { silence } from '../platform/silence';
import { onSettingChange, readSetting } from '../platform/settings';
import type { Shell } from '../platform/shell/shell';
import { asOfText } from '../platform/trees/oldRows';
import { ModelTree, subjectOf } from '../platform/trees/treeModel';
import { LivePlates } from './livePlates';
import { plateChoice } from './plateChoice';
import { handlePlateCommands } from './plateCommands';
import { PlateNameReader } from './plateNameReader';
import { PlateNames } from './plateNames';
import { plateOrderControl } from './plateOrder';
import { PlateSubject, plateRow } from './plateRows';
import { keptOrder, orderText, pickOrder } from './sortPlates';

export interface PlatesDependencies {
  readonly shell: Shell;
  readonly access: ServiceAccess;
  readonly state: StateStore;
  readonly clock: MachineClock;
  readonly timers: Timers;
  readonly log: Log;
  /** Live prices, loaded once there are rows. */
  readonly live: () => Promise<{ readonly market: LiveMarket }>;
  readonly books: { readonly last: LastState };
  /** The zone to show times in: the setting, or the system's. */
  readonly timeZone: () => string;
}

const iconsNow = (): DirectionIcons => directionIcons(readSetting('colors.priceDirection'), vscode.env.language);

/** The Plates view with its commands. */
export function registerPlates(dependencies: PlatesDependencies): vscode.Disposable {
  const { shell, access, books, timeZone, clock } = dependencies;
  const names = new PlateNames(dependencies.state);
  const plates = new OpenPlates({ ...dependencies, last: books.last });
  const choice = plateChoice(access);
  const tree = new ModelTree(dependencies.timers);
  const prices = new LivePlates(
    new TreePrices({
      load: async () => (await dependencies.live()).market,
      timers: dependencies.timers,
      log: dependencies.log,
      changed: () => {
        prices.touch();
        show();
      },
    }),
    shell.view('marketDesk.plates'),
    { last: books.last, wallMs: () => clock.wallMs() },
  );
  const open = new Set<string>();
  const reader = new PlateNameReader({ ...dependencies, names, changed: () => show() });
  const view = shell.view('marketDesk.plates');

  let icons = iconsNow();

  const show = (): void => {
    const shown = isSignedIn(access.current) ? choice.read() : [];
    prices.show(shown.filter((id) => open.has(id)).map(constituentsOf));
    const constituents = {
      text: (symbol: string) => prices.text(symbol),
      extended: (symbol: string) => prices.extended(symbol, timeZone()),
      old: (symbol: string) => prices.oldText(symbol),
      change: (symbol: string) => prices.change(symbol),
    };
    const asOf = (rows: OldRows<unknown>): string => asOfText(rows, timeZone(), clock.wallMs());
    const order = keptOrder(dependencies.state);
    tree.show(
      shown.map((id) =>
        plateRow(id, { plates, name: names.of(id), prices: constituents, asOf, order, icons, first: readSetting('securities.first') }),
      ),
    );
    setHead(view, { description: orderText(order), message: isSignedIn(access.current) ? silence.text : '' });
    if (view.visible) void reader.want(shown);
    void shell.setContext('marketDesk.plates', choice.read().length === 0 ? 'empty' : 'some');
  };
  const constituentsOf = (id: string): readonly string[] => {
    const list = plates.state(id)?.list;
    return list === undefined ? [] : seen(list).items.flatMap(({ code }) => code ?? []);
  };
  const fold = (node: unknown, to: 'open' | 'closed'): void => {
    const subject = subjectOf(node);
    if (!(subject instanceof PlateSubject) || subject.symbol !== undefined) return;
    if (to === 'open') open.add(subject.plateId);
    else open.delete(subject.plateId);
    show();
  };

  shell.handle('marketDesk.plates.sort', async () => {
    const order = await pickOrder(keptOrder(dependencies.state));
    if (order === undefined) return;
    await dependencies.state.set(stateKeys.platesSort, order);
    show();
  });
  handlePlateCommands({ shell, access, plates, choice, names, show });
  show();
  return vscode.Disposable.from(
    plates,
    prices,
    shell.view('marketDesk.plates').onDidExpandElement(({ element }) => fold(element, 'open')),
    shell.view('marketDesk.plates').onDidCollapseElement(({ element }) => fold(element, 'closed')),
    plates.onDidChange(show),
    silence.onDidChange(show),
    books.last.onDidChange(show),
    view.onDidChangeVisibility(show),
    onSettingChange('plates', show),
    onSettingChange('securities.first', show),
    onSettingChange('colors.priceDirection', () => {
      icons = iconsNow();
      show();
    }),
    onSessionChange(access, () => {
      plates.reset();
      reader.reset();
      show();
    }),
    shell.provideTree('marketDesk.plates', {
      roots: () => tree.roots(),
      onDidChange: tree.onDidChange,
      dragAndDrop: plateOrderControl(choice.read, choice.write),
    }),
    tree,
  );
}
