import * as vscode from 'vscode';
import { isSignedIn } from '../../app/session/connection';
import type { ConnectionSource } from '../../app/session/connection';
import type { Timers } from '../../app/platform/ports';
import { AgeWatch } from '../../app/quotes/ageWatch';
import type { LiveMarket } from '../../app/quotes/liveMarket';
import { arrowOf } from '../../domain/quotes/priceDirection';
import { typedCode } from '../../domain/market/typedSecurity';
import { feedRow } from '../platform/words/feedText';
import { openSecurity } from '../platform/openSecurity';
import { onSettingChange, readSetting } from '../platform/settings';
import { onZoneChange } from '../platform/zone';
import { StatusItem } from '../platform/say/statusItem';
import type { StatusFace } from '../platform/say/statusItem';
import { wallTimeToTheSecond } from '../../domain/time/zones';
import { quoteText } from '../platform/words/quoteText';
import { extendedView } from '../platform/words/extendedText';
import { quoteHover } from './quoteHover';
import { listText } from '../platform/lists/listText';

export interface TickerDependencies {
  readonly market: LiveMarket;
  readonly access: ConnectionSource;
  readonly timers: Timers;
  /** The zone to show times in: the setting, or the system's. */
  readonly timeZone: () => string;
}

const mostSymbols = 5;
/** Placed to the right of clock and privacy mode. */
const priority = 88;

/** The latest prices of the symbols in the settings: a status bar item for each, which opens the page of the security. */
export function registerTicker({ market, access, timers, timeZone }: TickerDependencies): vscode.Disposable {
  const items = new Map<string, StatusItem>();
  const render = (): void => {
    const feed = feedRow(market.status);
    const source = feed === undefined ? undefined : vscode.l10n.t('{0}: {1}', ...feed);
    for (const [symbol, item] of items) item.draw(faceOf(symbol, source));
  };
  const watch = market.book.watch('tree', render);
  const ages = new AgeWatch(market, timers, render);
  const follow = (): void => {
    const symbols = isSignedIn(access.current) ? tickerSymbols() : [];
    if (symbols.join('\n') !== [...items.keys()].join('\n')) {
      clear();
      symbols.forEach((symbol, at) => items.set(symbol, itemOf(symbol, priority - at)));
      watch.show(symbols);
      ages.show(symbols);
    }
    render();
  };
  const faceOf = (symbol: string, source: string | undefined): StatusFace => {
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
    const tooltip = quoteHover({ quote, isOld, connection: access.current.connection }, zone, notes);
    const label = listText([`${symbol} ${quote.name}`.trim(), last, percent, note, extended?.note ?? '']);
    return { text, tooltip, label };
  };
  const clear = (): void => {
    for (const item of items.values()) item.dispose();
    items.clear();
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

function itemOf(symbol: string, itemPriority: number): StatusItem {
  const name = vscode.l10n.t({
    message: 'Market Desk Ticker: {0}',
    args: [symbol],
    comment: ['Name of an item of the status bar that shows a price. {0} is a symbol such as HK.00700.'],
  });
  const item = new StatusItem(`marketDesk.ticker.${symbol}`, itemPriority, name);
  item.command = openSecurity(symbol);
  return item;
}
