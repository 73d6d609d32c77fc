import * as vscode from 'vscode';
import { shownSort } from '../../domain/positions/holdingGroups';
import { isSignedIn, onSessionChange } from '../../app/session/connection';
import type { PrivacyMode } from '../../app/privacy/privacyMode';
import type { Log, MachineClock, StateStore, Timers } from '../../app/platform/ports';
import { chosenAccounts } from '../../app/positions/positionsBook';
import type { PositionsBook } from '../../app/positions/positionsBook';
import { TreePrices } from '../../app/quotes/treePrices';
import type { LiveMarket } from '../../app/quotes/liveMarket';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import { onSettingChange, readSetting } from '../platform/settings';
import type { Shell } from '../platform/shell/shell';
import { ModelTree } from '../platform/trees/treeModel';
import { refreshIntervalMs, watchWhileVisible } from '../platform/trees/viewPolling';
import { LivePositions } from './livePositions';
import { handlePositionsCommands } from './positionsCommands';
import { PositionsPreferences } from './positionsPreferences';
import { rowStyle } from './positionText';
import { positionsTree } from './positionsTree';
import { PositionsHeader } from './positionsHeader';

export interface PositionsDependencies {
  readonly shell: Shell;
  readonly access: ServiceAccess;
  readonly books: { readonly positions: PositionsBook };
  readonly state: StateStore;
  readonly clock: MachineClock;
  readonly timers: Timers;
  readonly log: Log;
  /** The zone to show times in: the setting, or the system's. */
  readonly timeZone: () => string;
  readonly privacy: PrivacyMode;
  /** What moves prices, loaded when rows are there. */
  readonly live: () => Promise<{ readonly market: LiveMarket }>;
}

/** The Positions view with its commands. */
export function registerPositions(dependencies: PositionsDependencies): vscode.Disposable {
  const { shell, access, clock, timers, privacy, books } = dependencies;
  const preferences = new PositionsPreferences(dependencies.state, access);
  const positions = books.positions.watch({
    choose: (accounts) => chosenAccounts(accounts, preferences.accounts),
    market: () => preferences.market,
    maxAgeMs: refreshIntervalMs,
    changed: () => show(),
  });
  const tree = new ModelTree(timers);
  const header = new PositionsHeader(shell.view('marketDesk.positions'), dependencies.timeZone);
  const prices = new LivePositions(
    new TreePrices({
      load: async () => (await dependencies.live()).market,
      timers: dependencies.timers,
      log: dependencies.log,
      changed: () => show(),
    }),
    clock,
    shell.view('marketDesk.positions'),
  );

  const show = (): void => {
    const signedIn = isSignedIn(access.current);
    const style = rowStyle(readSetting('colors.priceDirection'), vscode.env.language, privacy.isOn, readSetting('positions.fields'));
    const sort = shownSort(preferences.sort, privacy.isOn);
    const { market } = preferences;
    tree.show(signedIn ? positionsTree(prices.follow(positions.state), { sort, style, market }) : []);
    header.show(signedIn ? positions.state : undefined, sort, market);
  };
  /** Rows that hold the same as before are drawn again only when they are told to. */
  const redraw = (): void => {
    show();
    tree.redraw();
  };

  handlePositionsCommands({ shell, access, clock, privacy, positions, preferences, show });
  show();
  return vscode.Disposable.from(
    watchWhileVisible(shell.view('marketDesk.positions'), positions),
    positions,
    // Accounts and market are chosen for each service.
    onSessionChange(access, () => positions.wantsOther()),
    onSettingChange('calendar.timeZone', show),
    prices,
    onSettingChange('positions.fields', redraw),
    onSettingChange('colors.priceDirection', redraw),
    privacy.onDidChange(redraw),
    shell.provideTree('marketDesk.positions', tree),
    tree,
  );
}
