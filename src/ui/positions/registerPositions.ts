import * as vscode from 'vscode';
import { shownSort } from '../../domain/positions/holdingGroups';
import { isSignedIn, onSessionChange } from '../../app/session/connection';
import type { Disposable } from '../../app/platform/ports';
import { chosenAccounts } from '../../app/positions/positionsBook';
import type { FundsBook } from '../../app/positions/fundsBook';
import type { PositionsBook } from '../../app/positions/positionsBook';
import { TreePrices } from '../../app/quotes/treePrices';
import type { OldRows } from '../../app/lastState/oldRows';
import type { LiveMarket } from '../../app/quotes/liveMarket';
import type { AccountsWanted, BookParts } from '../../app/accounts/accountBook';
import { onSettingChange, readSetting } from '../platform/settings';
import { onZoneChange } from '../platform/zone';
import { silence } from '../platform/silence';
import { pacedDrawing } from '../platform/windowFocus';
import { asOfText } from '../platform/trees/oldRows';
import { ModelNode, ModelTree } from '../platform/trees/treeModel';
import { fundsAgeMs, refreshIntervalMs, watchWhileVisible } from '../platform/trees/viewPolling';
import { LivePositions } from './livePositions';
import { handlePositionsCommands } from './positionsCommands';
import { PositionsPreferences } from './positionsPreferences';
import { headDay, isDayRow, totalsOf } from './day/dayRow';
import { rowStyle } from './positionText';
import { positionsTree } from './positionsTree';
import { PositionsHeader } from './positionsHeader';
import type { UiPorts } from '../platform/ports';

/** The day's P&L as its row shows it: sums are drawn less often than prices change, and the head must not show a different figure meanwhile. */
export class DrawnDay implements Disposable {
  readonly #subscription: Disposable;
  #now = '';
  #drawn = '';

  /** @param changed - Called when the row was drawn with a new text. */
  constructor(tree: Pick<ModelTree, 'onDidChange'>, changed: () => void) {
    this.#subscription = tree.onDidChange((nodes) => {
      const isDrawn = !Array.isArray(nodes) || nodes.some((node) => node instanceof ModelNode && isDayRow(node.id));
      if (!isDrawn || this.#drawn === this.#now) return;
      this.#drawn = this.#now;
      changed();
    });
  }

  get text(): string {
    return this.#drawn;
  }

  /** Sets the latest text, before its row is shown. */
  take(text: string): void {
    this.#now = text;
    // Without a row, nothing shows it any more.
    if (text === '') this.#drawn = '';
  }

  dispose(): void {
    this.#subscription.dispose();
  }
}

export interface PositionsDependencies extends Pick<
  UiPorts,
  'shell' | 'access' | 'state' | 'clock' | 'timers' | 'log' | 'timeZone' | 'privacy' | 'status'
> {
  readonly books: { readonly positions: PositionsBook; readonly funds: FundsBook; readonly parts: BookParts };
  /** Live prices, loaded once there are rows. */
  readonly live: () => Promise<{ readonly market: LiveMarket }>;
}

/** The Positions view with its commands. */
export function registerPositions(dependencies: PositionsDependencies): vscode.Disposable {
  const { shell, access, clock, timers, privacy, books } = dependencies;
  const preferences = new PositionsPreferences(dependencies.state, access);
  const drawing = pacedDrawing(timers, () => show());
  const wanted: AccountsWanted = {
    choose: (accounts) => chosenAccounts(accounts, preferences.accounts),
    market: () => preferences.market,
  };
  const positions = books.positions.watch({
    ...wanted,
    maxAgeMs: refreshIntervalMs,
    changed: () => drawing.ask(),
  });
  const funds = books.funds.watch({ maxAgeMs: fundsAgeMs, changed: () => drawing.ask() });
  const tree = new ModelTree(timers);
  const view = shell.view('marketDesk.positions');
  const header = new PositionsHeader(view, dependencies.timeZone);
  const prices = new LivePositions(
    new TreePrices({
      load: async () => (await dependencies.live()).market,
      timers: dependencies.timers,
      log: dependencies.log,
      changed: () => drawing.ask(),
    }),
    clock,
    view,
    dependencies.timeZone,
  );

  let showHead = (): void => undefined;
  const day = new DrawnDay(tree, () => showHead());
  const show = (): void => {
    const signedIn = isSignedIn(access.current);
    const style = rowStyle(
      readSetting('colors.priceDirection'),
      vscode.env.language,
      privacy.isOn,
      readSetting('positions.fields'),
      access.current.connection.kind === 'sandbox',
      readSetting('securities.first'),
    );
    const sort = shownSort(preferences.sort, privacy.isOn);
    const { market } = preferences;
    const { old } = positions;
    const nowMs = clock.wallMs();
    const asOf = (rows: OldRows<unknown>): string => asOfText(rows, dependencies.timeZone(), nowMs);
    const followed = prices.follow(positions.state);
    day.take(headDay(totalsOf(followed), style));
    // The first row says it while the view is open.
    showHead = () => header.show(signedIn ? followed : undefined, { sort, market, day: view.visible ? '' : day.text, old, nowMs });
    tree.show(signedIn ? positionsTree(followed, { sort, style, market, old, asOf, funds: funds.state.accounts ?? [] }) : []);
    showHead();
  };
  /** Rows with unchanged data are redrawn only on request. */
  const redraw = (): void => {
    show();
    tree.redraw();
  };

  handlePositionsCommands({
    ...{ shell, access, clock, privacy, positions, preferences, show },
    readAll: async (signal) => books.positions.read({ ...wanted, maxAgeMs: Infinity }, signal),
    withDays: (state) => prices.withDays(state),
  });
  show();
  return vscode.Disposable.from(
    watchWhileVisible(view, positions),
    watchWhileVisible(view, funds),
    positions,
    funds,
    drawing,
    day,
    view.onDidChangeVisibility(() => showHead()),
    // The chosen accounts and market belong to the service.
    onSessionChange(access, () => positions.wantsOther()),
    onZoneChange(show),
    silence.onDidChange(show),
    prices,
    onSettingChange('positions.fields', redraw),
    onSettingChange('securities.first', redraw),
    onSettingChange('colors.priceDirection', redraw),
    privacy.onDidChange(redraw),
    shell.provideTree('marketDesk.positions', tree),
    tree,
  );
}
