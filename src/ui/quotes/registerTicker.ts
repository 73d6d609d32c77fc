import * as vscode from 'vscode';
import { isSignedIn } from '../../app/session/connection';
import { AgeWatch } from '../../app/quotes/ageWatch';
import type { LiveMarket } from '../../app/quotes/liveMarket';
import { arrowOf } from '../../domain/quotes/priceDirection';
import { columnsOf } from '../../domain/text/columns';
import { typedCode } from '../../domain/market/typedSecurity';
import { feedRow } from '../platform/words/feedText';
import { openSecurity } from '../platform/openSecurity';
import { onSettingChange, readSetting } from '../platform/settings';
import { onZoneChange } from '../platform/zone';
import { StatusItem } from '../platform/say/statusItem';
import type { StatusFace } from '../platform/say/statusItem';
import { stackedTooltips } from '../platform/say/tooltipTable';
import { commandOf } from '../platform/runCommand';
import { wallTimeToTheSecond } from '../../domain/time/zones';
import { quoteText } from '../platform/words/quoteText';
import { extendedView } from '../platform/words/extendedText';
import { quoteTable } from './quoteHover';
import { listText } from '../platform/lists/listText';
import type { UiPorts } from '../platform/ports';

interface TickerFace extends Pick<StatusFace, 'tooltip' | 'label'> {
  readonly text: string;
}

const mostSymbols = 5;
/** The editor gives an item at most 40% of the window: this fits into a window of 1,000 pixels. */
const mostColumns = 54;
/** High numbers disappear first when there is no room. */
const priority = 1_001;

/**
 * The latest prices of the symbols in the settings, in one status bar item: as many as fit, each whole, and all of them in its tooltip. It opens the
 * page of the security, or asks which.
 */
export function registerTicker({
  market,
  access,
  timers,
  timeZone,
}: Pick<UiPorts, 'access' | 'timers' | 'timeZone'> & { readonly market: LiveMarket }): vscode.Disposable {
  let symbols: readonly string[] = [];
  let item: StatusItem | undefined;
  const render = (): void => {
    const feed = feedRow(market.status);
    const source = feed === undefined ? undefined : vscode.l10n.t('{0}: {1}', ...feed);
    item?.draw(together(symbols.map((symbol) => faceOf(symbol, source))));
  };
  const watch = market.book.watch('tree', render);
  const ages = new AgeWatch(market, timers, render);
  const follow = (): void => {
    const wanted = isSignedIn(access.current) ? tickerSymbols() : [];
    if (wanted.join('\n') !== symbols.join('\n')) {
      clear();
      symbols = wanted;
      if (symbols.length > 0) item = itemOf(symbols);
      watch.show(symbols);
      ages.show(symbols);
    }
    render();
  };
  const faceOf = (symbol: string, source: string | undefined): TickerFace => {
    const quote = market.book.get(symbol);
    if (quote === undefined || quote.lastPrice === '') {
      const tooltip = [symbol, source ?? vscode.l10n.t('Loading prices…')].join('\n');
      return { text: `${symbol} –`, tooltip, label: tooltip };
    }
    const [zone, isOld, isDenied] = [timeZone(), market.isOld(symbol), market.isDenied(symbol)];
    const { last, percent, direction, note } = quoteText(quote, { timeText: (at) => wallTimeToTheSecond(zone, at), isOld, isDenied });
    const state = isOld ? vscode.l10n.t('out of date') : quote.isSuspended ? vscode.l10n.t('suspended') : '';
    const extended = isOld ? null : extendedView(quote, zone);
    const text = [
      ...[symbol, last],
      ...(percent === '' ? [] : [arrowOf(direction), percent]),
      ...(extended === null ? [] : ['·', extended.name, extended.text]),
      ...(state === '' ? [] : [`(${state})`]),
    ].join(' ');
    const notes = [isDenied ? vscode.l10n.t('may be delayed') : '', source ?? ''].filter((part) => part !== '');
    const tooltip = quoteTable({ quote, isOld, connection: access.current.connection }, zone, notes);
    const label = listText([`${symbol} ${quote.name}`.trim(), last, percent, note, extended?.note ?? '']);
    return { text, tooltip, label };
  };
  const clear = (): void => {
    item?.dispose();
    item = undefined;
  };

  follow();
  return vscode.Disposable.from(
    watch,
    ages,
    access.onDidChange(follow),
    market.book.onDidClear(render),
    market.onDidChangeStatus(render),
    onSettingChange('statusBar.ticker', follow),
    onZoneChange(render),
    { dispose: clear },
  );
}

function tickerSymbols(): readonly string[] {
  const symbols = readSetting('statusBar.ticker').flatMap((text) => typedCode(text) ?? []);
  return [...new Set(symbols)].slice(0, mostSymbols);
}

/** One face for all symbols. */
function together(faces: readonly TickerFace[]): StatusFace {
  const fit = faces.reduce((count, _, at) => (columnsOf(joined(faces.slice(0, at + 1))) <= mostColumns ? at + 1 : count), 1);
  const text = joined(faces.slice(0, fit));
  return {
    text: fit === faces.length ? text : `${text}  +${faces.length - fit}`,
    tooltip: stackedTooltips(faces.map(({ tooltip }) => tooltip)),
    label: faces.map(({ label }) => label).join('\n'),
  };
}

function joined(faces: readonly TickerFace[]): string {
  return faces.map(({ text }) => text).join('  ');
}

function itemOf(symbols: readonly string[]): StatusItem {
  const item = new StatusItem('marketDesk.ticker', priority, vscode.l10n.t('Market Desk Ticker'));
  const [first = '', ...others] = symbols;
  item.command = others.length === 0 ? openSecurity(first) : commandOf('marketDesk.security.open', vscode.l10n.t('Open Security…'));
  return item;
}
