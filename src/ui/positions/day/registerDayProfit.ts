import * as vscode from 'vscode';
import type { Disposable } from '../../../app/platform/ports';
import { isSignedIn } from '../../../app/session/connection';
import { TreePrices } from '../../../app/quotes/treePrices';
import { maskWhen } from '../../../domain/text/mask';
import { StatusItem } from '../../platform/say/statusItem';
import { tooltipTable } from '../../platform/say/tooltipTable';
import { isInStatusBar, onStatusBarChange } from '../../platform/settings';
import { commandOf } from '../../platform/runCommand';
import { refreshIntervalMs, watchWhileVisible } from '../../platform/trees/viewPolling';
import { windowFocus } from '../../platform/windowFocus';
import { dayItems, totalsOf } from './dayRow';
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

/** The editor lets items with high priority disappear first: the main currency, on the far right, is the last. */
const priority = 1;

function itemOf(at: number): StatusItem {
  const [id, name] = ['marketDesk.dayProfit', vscode.l10n.t('Market Desk Day P&L')];
  const item = new StatusItem(at === 0 ? id : `${id}${at + 1}`, priority + at, at === 0 ? name : `${name} (${at + 1})`);
  item.command = commandOf('marketDesk.portfolio.open', vscode.l10n.t('Open Portfolio'));
  return item;
}

/** An item for each currency, so that the editor shows each figure whole or not at all. Polls only while the window has the focus. */
function showDayProfit({ access, books, clock, timers, log, live, privacy, status }: PositionsDependencies): vscode.Disposable {
  const items: StatusItem[] = [];
  let timer: Disposable | undefined;
  let isDue = false;
  let told: { readonly rows: readonly (readonly [label: string, value: string])[]; readonly notes: readonly string[] } | undefined;
  const draw = (): void => {
    const totals = isSignedIn(access.current) ? totalsOf(prices.follow(positions.state)) : [];
    const mask = maskWhen(privacy.isOn);
    const isSandbox = access.current.connection.kind === 'sandbox';
    const texts = dayItems(totals, { mask, isSandbox });
    const [first] = texts;
    if (first === undefined) {
      told = undefined;
      for (const item of items) item.hide();
      status.set('dayProfit', undefined);
      return;
    }
    told ??= {
      rows: totals.map((total, at) => [at === 0 ? vscode.l10n.t('Day P&L') : '', namedTotal(total, mask, isSandbox)]),
      notes: totals.some(({ day }) => day.calculated > 0) ? [calculatedNote()] : [],
    };
    const tooltip = tooltipTable(vscode.l10n.t('Market Desk'), told.rows, told.notes);
    for (const [at, text] of texts.entries()) {
      const item = (items[at] ??= itemOf(at));
      item.draw({ text, tooltip, label: vscode.l10n.t('{0}: {1}', vscode.l10n.t('Day P&L'), text) });
    }
    for (const item of items.slice(texts.length)) item.hide();
    status.set('dayProfit', {
      forms: [first],
      rows: told.rows,
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
    told = undefined;
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
        for (const item of items) item.dispose();
        status.set('dayProfit', undefined);
      },
    },
  );
}
