import * as vscode from 'vscode';
import { isSignedIn } from '../../app/session/connection';
import { AgeWatch } from '../../app/quotes/ageWatch';
import type { LiveMarket } from '../../app/quotes/liveMarket';
import { arrowOf } from '../../domain/quotes/priceDirection';
import { fitted } from '../../domain/text/columns';
import { typedCode } from '../../domain/market/typedSecurity';
import { feedRow } from '../platform/words/feedText';
import { openSecurity } from '../platform/openSecurity';
import { onSettingChange, readSetting } from '../platform/settings';
import { onZoneChange } from '../platform/zone';
import { mostItemColumns, StatusItem } from '../platform/say/statusItem';
import type { StatusFace } from '../platform/say/statusItem';
import { wallTimeToTheSecond } from '../../domain/time/zones';
import { quoteText } from '../platform/words/quoteText';
import { extendedView } from '../platform/words/extendedText';
import { quoteTable } from './quoteHover';
import { listText } from '../platform/lists/listText';
import type { UiPorts } from '../platform/ports';

const mostSymbols = 5;
/** High numbers disappear first when there is no room: the last symbols before the first, and all of them before the next release. */
const priority = 1_001;

/**
 * The latest prices of the symbols in the settings, in an item of the status bar each, so that the editor shows each price whole or not at all. An
 * item opens the page of its security.
 */
export function registerTicker({
  market,
  access,
  timers,
  timeZone,
}: Pick<UiPorts, 'access' | 'timers' | 'timeZone'> & { readonly market: LiveMarket }): vscode.Disposable {
  let symbols: readonly string[] = [];
  let items: readonly StatusItem[] = [];
  const render = (): void => {
    const feed = feedRow(market.status);
    const source = feed === undefined ? undefined : vscode.l10n.t('{0}: {1}', ...feed);
    for (const [at, item] of items.entries()) item.draw(faceOf(symbols[at] ?? '', source));
  };
  const watch = market.book.watch('tree', render);
  const ages = new AgeWatch(market, timers, render);
  const follow = (): void => {
    const wanted = isSignedIn(access.current) ? tickerSymbols() : [];
    if (wanted.join('\n') !== symbols.join('\n')) {
      clear();
      symbols = wanted;
      items = symbols.map(itemOf);
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
    const session = extended === null ? '' : [extended.name, extended.text].join(' ');
    const day = percent === '' ? '' : `${arrowOf(direction)} ${percent}`;
    const joined = (...parts: readonly string[]): string => [symbol, ...parts].filter((part) => part !== '').join(' ');
    const stated = state === '' ? '' : `(${state})`;
    const forms: readonly [string, ...string[]] = [
      joined(last, day, session === '' ? '' : `· ${session}`, stated),
      joined(session === '' ? last : `· ${session}`, stated),
      joined(last),
    ];
    const [text = ''] = fitted([{ forms, before: 0, yields: 0, rank: 'ordinary' }], mostItemColumns);
    const notes = [isDenied ? vscode.l10n.t('may be delayed') : '', source ?? ''].filter((part) => part !== '');
    const tooltip = quoteTable({ quote, isOld, connection: access.current.connection }, zone, notes);
    const label = listText([`${symbol} ${quote.name}`.trim(), last, percent, note, extended?.note ?? '']);
    return { text, tooltip, label };
  };
  const clear = (): void => {
    for (const item of items) item.dispose();
    items = [];
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

function itemOf(symbol: string, at: number): StatusItem {
  const [id, name] = ['marketDesk.ticker', vscode.l10n.t('Market Desk Ticker')];
  const item = new StatusItem(at === 0 ? id : `${id}${at + 1}`, priority + at, at === 0 ? name : `${name} (${at + 1})`);
  item.command = openSecurity(symbol);
  return item;
}
