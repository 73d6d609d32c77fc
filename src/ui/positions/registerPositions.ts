import * as vscode from 'vscode';
import { shownSort } from '../../domain/positions/holdingGroups';
import { isSignedIn } from '../../app/session/connection';
import type { PrivacyMode } from '../../app/privacy/privacyMode';
import type { Log, MachineClock, StateStore, Timers } from '../../app/platform/ports';
import { TreePrices } from '../../app/quotes/treePrices';
import type { LiveMarket } from '../../app/quotes/liveMarket';
import { PositionsList } from '../../app/positions/positionsList';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import { onSettingChange, readSetting } from '../platform/settings';
import type { Shell } from '../platform/shell/shell';
import { ModelTree } from '../platform/trees/treeModel';
import { pollView } from '../platform/trees/viewPolling';
import { LivePositions } from './livePositions';
import { handlePositionsCommands } from './positionsCommands';
import { PositionsPreferences } from './positionsPreferences';
import { rowStyle } from './positionText';
import { positionsTree } from './positionsTree';
import { PositionsHeader } from './positionsHeader';

export interface PositionsDependencies {
  readonly shell: Shell;
  readonly access: ServiceAccess;
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
  const { shell, access, clock, timers, privacy } = dependencies;
  const preferences = new PositionsPreferences(dependencies.state, access);
  const positions = new PositionsList({ access, clock, configured: () => readSetting('accounts'), selected: () => preferences.accounts });
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
  positions.setMarket(preferences.market);

  const show = (): void => {
    const signedIn = isSignedIn(access.current);
    const style = rowStyle(readSetting('colors.priceDirection'), vscode.env.language, privacy.isOn, readSetting('positions.fields'));
    const sort = shownSort(preferences.sort, privacy.isOn);
    tree.show(signedIn ? positionsTree(prices.follow(positions.state), { sort, style }) : []);
    header.show(signedIn ? positions.state : undefined, sort);
  };
  /** Rows that hold the same as before are drawn again only when they are told to. */
  const redraw = (): void => {
    show();
    tree.redraw();
  };
  const polling = pollView({
    shell,
    view: 'marketDesk.positions',
    connection: access,
    timers,
    clock,
    log: dependencies.log,
    run: async (signal) => positions.refresh(signal),
    onSessionChange: () => {
      positions.reset();
      positions.setMarket(preferences.market);
      show();
    },
  });
  const reload = async (): Promise<void> => {
    positions.readAllNext();
    await polling.refresh();
  };

  handlePositionsCommands({ shell, access, clock, privacy, positions, preferences, polling, show, reload });
  show();
  return vscode.Disposable.from(
    polling,
    positions,
    positions.onDidChange(show),
    onSettingChange('calendar.timeZone', show),
    onSettingChange('accounts', () => void reload()),
    prices,
    onSettingChange('positions.fields', redraw),
    onSettingChange('colors.priceDirection', redraw),
    privacy.onDidChange(redraw),
    shell.provideTree('marketDesk.positions', tree),
    tree,
  );
}
