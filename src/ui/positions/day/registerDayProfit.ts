import * as vscode from 'vscode';
import type { Disposable } from '../../../app/platform/ports';
import { isSignedIn } from '../../../app/session/connection';
import { TreePrices } from '../../../app/quotes/treePrices';
import { maskWhen } from '../../../domain/text/mask';
import type { StatusPart } from '../../platform/statusBar/deskStatus';
import { isInStatusBar, onStatusBarChange } from '../../platform/settings';
import { commandOf } from '../../platform/runCommand';
import { refreshIntervalMs, watchWhileVisible } from '../../platform/trees/viewPolling';
import { windowFocus } from '../../platform/windowFocus';
import { headDay, headDayBriefly, totalsOf } from './dayRow';
import { calculatedNote, namedTotal } from '../../platform/words/dayText';
import { LivePositions } from '../livePositions';
import type { PositionsDependencies } from '../registerPositions';

/** How often the tooltip follows: longer than the editor's delay before it opens one. The text beside it follows as the rows of the view do. */
const paceMs = 2_000;
/** Positions are read at most this often, because they are not visible themselves. */
const leastMs = 60_000;

/** The day's P&L in the status bar, while the setting is on. */
export function registerDayProfit(dependencies: PositionsDependencies): vscode.Disposable {
  let shown: Disposable | undefined;
  const follow = (): void => {
    if (isInStatusBar('dayProfit')) {
      shown ??= showDayProfit(dependencies);
      return;
    }
    shown?.dispose();
    shown = undefined;
  };
  follow();
  return vscode.Disposable.from(onStatusBarChange(follow), { dispose: () => shown?.dispose() });
}

/** Polls only while the window has the focus. */
function showDayProfit({ access, books, clock, timers, log, live, privacy, status }: PositionsDependencies): vscode.Disposable {
  let timer: Disposable | undefined;
  let isDue = false;
  let told: Pick<StatusPart, 'rows' | 'notes'> = {};
  const draw = (): void => {
    const totals = isSignedIn(access.current) ? totalsOf(prices.follow(positions.state)) : [];
    const mask = maskWhen(privacy.isOn);
    const isSandbox = access.current.connection.kind === 'sandbox';
    const text = headDay(totals, { mask, isSandbox });
    if (text === '') {
      told = {};
      status.set('dayProfit', undefined);
      return;
    }
    if (told.rows === undefined)
      told = {
        rows: totals.map((total, at) => [at === 0 ? vscode.l10n.t('Day P&L') : '', namedTotal(total, mask, isSandbox)]),
        notes: totals.some(({ day }) => day.calculated > 0) ? [calculatedNote()] : [],
      };
    status.set('dayProfit', {
      forms: [text, ...headDayBriefly(totals, { mask, isSandbox })],
      ...told,
      spoken: vscode.l10n.t('{0}: {1}', vscode.l10n.t('Day P&L'), text),
      action: commandOf('marketDesk.portfolio.open', vscode.l10n.t('Open Portfolio')),
    });
  };
  /** Prices change all the time, and setting a tooltip closes it. */
  const show = (): void => {
    isDue = true;
    draw();
    timer ??= timers.after(paceMs, () => {
      timer = undefined;
      if (isDue) redraw();
    });
  };
  const redraw = (): void => {
    isDue = false;
    told = {};
    draw();
  };
  const focus = {
    get visible() {
      return windowFocus.isFocused;
    },
    onDidChangeVisibility: (listener: () => void) => windowFocus.onDidChange(listener),
  };
  const prices = new LivePositions(new TreePrices({ load: async () => (await live()).market, timers, log, changed: show }), clock, focus);
  const positions = books.positions.watch({
    maxAgeMs: () => (refreshIntervalMs() === 0 ? 0 : Math.max(refreshIntervalMs(), leastMs)),
    changed: show,
  });
  redraw();
  return vscode.Disposable.from(
    watchWhileVisible(focus, positions),
    positions,
    prices,
    access.onDidChange(redraw),
    privacy.onDidChange(redraw),
    {
      dispose: () => {
        timer?.dispose();
        status.set('dayProfit', undefined);
      },
    },
  );
}
