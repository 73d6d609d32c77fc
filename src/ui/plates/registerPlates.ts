import * as vscode from 'vscode';
import { isSignedIn, onSessionChange } from '../../app/session/connection';
import type { LastState } from '../../app/lastState/lastState';
import type { OldRows } from '../../app/lastState/oldRows';
import { OpenPlates } from '../../app/plates/openPlates';
import { TreePrices } from '../../app/quotes/treePrices';
import type { LiveMarket } from '../../app/quotes/liveMarket';
import type { StateStore } from '../../app/platform/ports';
import { stateKeys } from '../../app/platform/storedNames';
import { seen } from '../../service/lists/list';
import { directionIcons } from '../platform/words/directionIcons';
import type { DirectionIcons } from '../platform/words/directionIcons';
import { setHead } from '../platform/say/surfaces';
import { silence } from '../platform/silence';
import { onSettingChange, readSetting } from '../platform/settings';
import type { TreeNode } from '../platform/shell/shell';
import { asOfText } from '../platform/trees/oldRows';
import { ModelTree, subjectOf } from '../platform/trees/treeModel';
import { LivePlates } from './livePlates';
import { plateChoice } from './plateChoice';
import { handlePlateCommands } from './plateCommands';
import { PlateNameReader } from './plateNameReader';
import { PlateNames } from './plateNames';
import { plateRow, PlateSubject } from './plateRows';
import { movePlates } from '../../domain/plates/plateId';
import { constituentOrders } from '../../domain/plates/plateChange';
import type { ConstituentOrder } from '../../domain/plates/plateChange';
import { chooseOne } from '../platform/say/ask';
import type { UiPorts } from '../platform/ports';

const mime = 'application/vnd.code.tree.marketdesk.plates';

/** Drag and drop of plates: dropping on a plate inserts the dragged ones before it, elsewhere at the end. */
function plateOrderControl(
  ids: () => readonly string[],
  write: (ids: readonly string[]) => Promise<void>,
): vscode.TreeDragAndDropController<TreeNode> {
  return {
    dragMimeTypes: [mime],
    dropMimeTypes: [mime],
    handleDrag: (nodes, data) => {
      const dragged = nodes.map(plateOf).filter((id) => id !== undefined);
      if (dragged.length > 0) data.set(mime, new vscode.DataTransferItem(JSON.stringify(dragged)));
    },
    handleDrop: async (target, data) => {
      const text = await data.get(mime)?.asString();
      if (text === undefined) return;
      const dragged: unknown = JSON.parse(text);
      if (!Array.isArray(dragged)) return;
      const before = ids();
      const after = movePlates(
        before,
        dragged.filter((id) => typeof id === 'string'),
        target === undefined ? undefined : plateOf(target),
      );
      if (after !== before) await write(after);
    },
  };
}

function plateOf(node: TreeNode): string | undefined {
  const subject = subjectOf(node);
  return subject instanceof PlateSubject ? subject.plateId : undefined;
}

const iconsNow = (): DirectionIcons => directionIcons(readSetting('colors.priceDirection'), vscode.env.language);

/** The Plates view with its commands. */
export function registerPlates(
  dependencies: Pick<UiPorts, 'shell' | 'access' | 'state' | 'clock' | 'timers' | 'log' | 'timeZone'> & {
    /** Live prices, loaded once there are rows. */
    readonly live: () => Promise<{ readonly market: LiveMarket }>;
    readonly books: { readonly last: LastState };
  },
): vscode.Disposable {
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

/** How the user wants constituents sorted. */
function keptOrder(state: Pick<StateStore, 'get'>): ConstituentOrder {
  const kept = state.get(stateKeys.platesSort);
  return constituentOrders.find((order) => order === kept) ?? 'service';
}

/** The order for the head of the view; empty for the order of the service. */
function orderText(order: ConstituentOrder): string {
  return { service: '', gainers: vscode.l10n.t('Change ↓'), losers: vscode.l10n.t('Change ↑'), name: vscode.l10n.t('Name ↑') }[order];
}

/** Asks the user; undefined when dismissed. */
async function pickOrder(current: ConstituentOrder): Promise<ConstituentOrder | undefined> {
  const labels = {
    service: vscode.l10n.t('As the service lists them'),
    gainers: vscode.l10n.t('Change, gains first'),
    losers: vscode.l10n.t('Change, losses first'),
    name: vscode.l10n.t('Name'),
  };
  const items = constituentOrders.map((order) => ({
    label: labels[order],
    ...(order === current ? { description: vscode.l10n.t('current') } : {}),
    order,
  }));
  return (await chooseOne(items, { title: vscode.l10n.t('Sort Constituents') }))?.order;
}
