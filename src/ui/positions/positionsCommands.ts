import * as vscode from 'vscode';
import { positionLine } from '../../app/positions/positionLine';
import type { PositionsState, PositionsWatch } from '../../app/positions/positionsBook';
import { isSignedIn } from '../../app/session/connection';
import { accountsIn } from '../../app/accounts/accountDirectory';
import { subjectOf } from '../platform/trees/treeModel';
import { refusesToShare } from '../platform/say/refusesToShare';
import { PositionRow } from './positionRow';
import type { PositionsPreferences } from './positionsPreferences';
import { pickSort } from './sortPositions';
import { runCommand } from '../platform/runCommand';
import { cancellableProgress } from '../platform/say/progress';
import type { UiPorts } from '../platform/ports';

/** The commands of the Positions view. */
export function handlePositionsCommands(
  dependencies: Pick<UiPorts, 'shell' | 'access' | 'clock' | 'privacy'> & {
    readonly positions: PositionsWatch;
    readonly preferences: PositionsPreferences;
    /** Everything that the view shows, read first if this window has not read it. */
    readonly readAll: (signal: AbortSignal) => Promise<PositionsState>;
    /** For a file. */
    readonly withDays: (state: PositionsState) => PositionsState;
    readonly show: () => void;
  },
): void {
  const { shell, access, clock, privacy, positions, preferences, show } = dependencies;

  shell.handle('marketDesk.positions.refresh', async () => positions.refresh());
  shell.handle('marketDesk.positions.sort', async () => {
    const sort = await pickSort(preferences.sort, privacy.isOn);
    if (sort === undefined) return;
    await preferences.setSort(sort);
    show();
  });
  shell.handle('marketDesk.positions.filterMarket', async () => {
    const { pickMarket } = await import('./filterMarket');
    const market = await pickMarket(positions.state);
    if (market === 'dismissed') return;
    await preferences.setMarket(market);
    positions.wantsOther();
    await positions.refresh();
  });
  shell.handle('marketDesk.positions.selectAccount', async () => {
    if (!isSignedIn(access.current)) {
      await runCommand('marketDesk.signIn');
      return;
    }
    if (positions.state.accounts === undefined) await positions.refresh();
    const { pickAccounts } = await import('./selectAccount');
    const accounts = await pickAccounts(
      accountsIn(positions.state.directory),
      preferences.accounts,
      access.current.connection.kind === 'sandbox',
    );
    if (accounts === 'dismissed') return;
    await preferences.setAccounts(accounts);
    positions.wantsOther();
    await positions.refresh();
  });
  shell.handle('marketDesk.positions.export', async (file) => {
    if (refusesToShare(privacy)) return;
    const { state } = positions;
    const lists = [...state.directory, ...(state.accounts ?? [])];
    const isKnown = !isSignedIn(access.current) || lists.every(({ list }) => list !== undefined);
    const read = isKnown ? state : await cancellableProgress(vscode.l10n.t('Loading positions…'), dependencies.readAll);
    const { exportPositions } = await import('./exportPositions');
    await exportPositions(dependencies.withDays(read), clock.wallMs(), file);
  });
  shell.handle('marketDesk.positions.copy', async (row) => {
    const subject = subjectOf(row ?? shell.view('marketDesk.positions').selection[0]);
    if (subject instanceof PositionRow && !refusesToShare(privacy)) await vscode.env.clipboard.writeText(positionLine(subject.read));
  });
}
