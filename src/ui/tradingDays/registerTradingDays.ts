import { underSignals } from '../../service/abortable';
import * as vscode from 'vscode';
import { rawTable } from '../../app/platform/rawTable';
import type { ServiceAccess } from '../../app/session/serviceAccess';
import { readClosureNames } from '../../app/tradingDays/readClosureNames';
import { readTradingDays } from '../../app/tradingDays/tradingDays';
import type { TradingPeriod } from '../../app/tradingDays/tradingDays';
import { marketZone } from '../../domain/market/markets';
import { monthGrids, parseMonth, parsePeriod, specialDays } from '../../domain/tradingDays/monthGrid';
import { wallDateTime } from '../../domain/time/zones';
import { cancellableProgress } from '../platform/say/progress';
import type { CommandArgument } from '../platform/commandArguments';
import { askTradingDays } from './askTradingDays';
import { pageTitle, tradingDaysHtml, tradingDaysText } from './tradingDaysPage';
import type { TradingDaysContent, TradingDaysView } from './tradingDaysPage';
import { flash } from '../platform/say/statusItem';
import { panelIcon } from '../platform/pages/panelIcon';
import { openTab, nameTab } from '../platform/say/surfaces';
import type { UiPorts } from '../platform/ports';

/**
 * *Show Trading Days…* and the page it opens.
 *
 * `marketDesk.tradingDays.show` takes `{market, from, to}` with months as `yyyy-MM` or days as `yyyy-MM-dd` and asks for what is missing.
 */
export function registerTradingDays({
  shell,
  access,
  clock,
  timeZone,
  context,
}: Pick<UiPorts, 'shell' | 'access' | 'clock' | 'timeZone'> & {
  readonly context: Pick<vscode.ExtensionContext, 'extensionUri'>;
}): vscode.Disposable {
  let panel: vscode.WebviewPanel | undefined;
  let shown: TradingDaysView | undefined;

  const reveal = (view: TradingDaysView): void => {
    shown = view;
    panel ??= createPanel(context.extensionUri, () => {
      panel = undefined;
      shown = undefined;
    });
    nameTab(panel, pageTitle(view));
    panel.webview.html = tradingDaysHtml(view, crypto.randomUUID().replaceAll('-', ''));
    panel.reveal();
  };
  const showDays = async (argument: CommandArgument<'marketDesk.tradingDays.show'>): Promise<void> => {
    const todayIn = (zone: string): string => wallDateTime(zone, clock.wallMs()).slice(0, 10);
    const today = todayIn(timeZone());
    const asked = periodOf(argument) ?? (await askTradingDays(parseMonth(today.slice(0, 7)) ?? { year: 1970, month: 1 }));
    if (asked === undefined) return;
    const content = await cancellableProgress(vscode.l10n.t('Loading {0} trading days…', asked.market), async (signal) =>
      read(access, asked, signal),
    );
    // Each market has its own today: on a Sunday afternoon in New York, Hong Kong opens.
    reveal({ asked, today: todayIn(marketZone(asked.market) ?? timeZone()), content });
  };

  shell.handle('marketDesk.tradingDays.show', showDays);
  shell.handle('marketDesk.tradingDays.copy', async () => {
    if (shown === undefined) return;
    await vscode.env.clipboard.writeText(tradingDaysText(shown));
    flash(vscode.l10n.t('Trading days copied'), 3000, 'check');
  });
  return { dispose: () => void panel?.dispose() };
}

function createPanel(extensionUri: vscode.Uri, onDispose: () => void): vscode.WebviewPanel {
  const panel = openTab('marketDesk.tradingDays', '', {
    enableScripts: false,
    enableCommandUris: ['marketDesk.tradingDays.copy', 'marketDesk.tradingDays.show'],
    localResourceRoots: [],
    enableFindWidget: true,
  });
  panel.iconPath = panelIcon(extensionUri, 'calendar');
  panel.onDidDispose(onDispose);
  return panel;
}

/** Names are optional, so the wait for them is short. */
const longestForNamesMs = 5_000;

async function read(access: ServiceAccess, asked: TradingPeriod, signal: AbortSignal): Promise<TradingDaysContent> {
  const answer = await readTradingDays(access, asked, { signal });
  if (answer.kind === 'raw') return { kind: 'raw', table: rawTable(answer.json) };
  const grids = monthGrids(answer.days, asked);
  const isPlain = grids.every((grid) => specialDays(grid).length === 0);
  const query = { market: asked.market, language: vscode.env.language };
  const names = async (): ReturnType<typeof readClosureNames> =>
    underSignals([signal, AbortSignal.timeout(longestForNamesMs)], async (limit) => readClosureNames(access, query, limit));
  return { kind: 'grids', grids, names: isPlain ? new Map<string, string>() : await names() };
}

function periodOf(argument: CommandArgument<'marketDesk.tradingDays.show'>): TradingPeriod | undefined {
  if (argument === undefined) return undefined;
  const { market, from, to = from } = argument;
  const period = parsePeriod(from, to);
  return period === undefined ? undefined : { market, ...period };
}
