import type { Page } from 'playwright-core';
import type { ToWatchlistPage } from '../../../src/panel/watchlist/watchlistProtocol';
import { symbols } from '../feed/feedSymbols';
import type { BuiltPages } from './builtPage';
import { portfolioOf } from './manyHoldings';

/** What a page with moving prices measured about itself. */
export interface PaintFigures {
  /** From each push to the frame after the one that shows it, in milliseconds. */
  readonly paints: readonly number[];
  /** The most drawings of the page in one frame. */
  readonly mostInAFrame: number;
  readonly frames: number;
  readonly drawings: number;
}

const direction = { up: 'green', down: 'red' } as const;
const [watchedRows, heldRows, otherRows] = [40, 100, 4_900];

/** Opens Watchlist, a portfolio of 5,000 positions, and the page of a security, and lets them read the messages of a feed. */
export async function openMovingPages(pages: BuiltPages, port: number): Promise<readonly Page[]> {
  const [watchlist, portfolio, security] = [
    await pages.open({ name: 'watchlist', viewport: { width: 320, height: 1_700 } }),
    await pages.open({ name: 'portfolio', viewport: { width: 1440, height: 900 }, stored: { grouping: 'none' } }),
    await pages.open({ name: 'security', viewport: { width: 1440, height: 900 } }),
  ];
  const list: ToWatchlistPage['list'] = {
    groups: [{ id: 'g', name: 'Group', symbols: symbols.slice(0, watchedRows), isCollapsed: false }],
  };
  const held = heldPositions();
  await watchlist.evaluate(`say('list', ${JSON.stringify(list)})`);
  await portfolio.evaluate(
    `say('start', ${JSON.stringify({ session: { kind: 'signedIn' }, settings: { direction, isPrivate: false, zone: 'UTC' }, data: held })})`,
  );
  const chart = { period: 'day', adjustment: 'forward' };
  await security.evaluate(`(() => {
    say('settings', ${JSON.stringify({ direction, isPrivate: false, zone: 'UTC', isSandbox: true, offset: 'UTC', clockOffset: 0 })});
    say('subject', ${JSON.stringify({ symbol: symbols[0], chart, compared: [], isKept: false })});
  })()`);
  const rows = Object.fromEntries(held.accounts[0]?.positions.map(({ id, symbol }) => [symbol, `live:feed/${id}`]) ?? []);
  const places = [
    ['watchlist', watchlist, `(symbol) => document.querySelector('[data-id="g ' + symbol + '"] .last-price')`],
    ['portfolio', portfolio, `(symbol) => document.querySelector('[data-id="' + ${JSON.stringify(rows)}[symbol] + '"] .cell-price')`],
    ['security', security, `(what) => document.querySelector(what === 'price' ? '.price' : '.levels td')`],
  ] as const;
  for (const [name, page, placeOf] of places)
    await page.evaluate(`(${follow})(${JSON.stringify(name)}, 'ws://127.0.0.1:${String(port)}/${name}', ${placeOf})`);
  return places.map(([, page]) => page);
}

/** The baseline: a page that reads the feed itself with nothing but JSON.parse, and writes each price into one element. */
export async function openBarePage(pages: BuiltPages, feed: string): Promise<Page> {
  const page = await pages.blank();
  await page.evaluate(`(() => {
    const symbols = ${JSON.stringify(symbols)};
    const shown = document.body.appendChild(document.createElement('p'));
    let paints = [], waiting = [], frames = 0;
    const socket = new WebSocket(${JSON.stringify(feed)});
    const send = (frame) => socket.send(JSON.stringify(frame));
    socket.onopen = () => {
      send({ id: 1, action: 'auth', data: {} });
      send({ id: 2, action: 'subscribe', quote: symbols });
    };
    socket.onmessage = ({ data }) => {
      const { timestamp, data: quote } = JSON.parse(data);
      if (timestamp === undefined) return;
      shown.textContent = quote.last_price;
      waiting.push(timestamp);
    };
    const look = () => {
      frames += 1;
      for (const pushedAt of waiting) paints.push(Date.now() - pushedAt);
      waiting = [];
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    globalThis.measured = () => {
      const figures = { paints, frames, drawings: frames, mostInAFrame: 1 };
      [paints, frames] = [[], 0];
      return figures;
    };
  })()`);
  return page;
}

/** What the page measured since the last call. */
export async function paintFigures(page: Page): Promise<PaintFigures> {
  return page.evaluate<PaintFigures>('measured()');
}

function heldPositions(): ReturnType<typeof portfolioOf> {
  const data = portfolioOf(heldRows + otherRows);
  const all = data.accounts.flatMap(({ positions }) => positions);
  const [account] = data.accounts;
  if (account === undefined) return data;
  const feed = all.slice(0, heldRows).map((position, at) => ({ ...position, id: String(at), symbol: symbols[watchedRows + at] ?? '' }));
  return {
    ...data,
    accounts: [
      { ...account, key: 'live:feed', positions: feed },
      { ...account, key: 'live:others', positions: all.slice(heldRows) },
    ],
  };
}

/** Runs in the page: passes messages on, and checks in each frame which of them are shown. */
const follow = `(name, url, placeOf) => {
  const open = new Map(), latest = new Map();
  let paints = [], frames = 0, drawings = 0, now = 0, mostInAFrame = 0;
  const element = document.querySelector(name + '-page');
  const draw = element.performUpdate.bind(element);
  element.performUpdate = () => { drawings += 1; now += 1; return draw(); };
  const socket = new WebSocket(url);
  socket.onmessage = ({ data }) => {
    const { message, told } = JSON.parse(data);
    for (const [place, text, pushedAt] of told) {
      // A price that is told again with something else was painted before.
      if (latest.get(place) === text) continue;
      latest.set(place, text);
      open.set(place, [...(open.get(place) ?? []), { text: number(text), pushedAt }]);
    }
    window.postMessage(message, '*');
  };
  const number = (text) => text.trim().replace(/,/g, '').replace(/(\\.\\d*?)0+$/, '$1');
  const look = () => {
    frames += 1;
    mostInAFrame = Math.max(mostInAFrame, now);
    now = 0;
    for (const [place, waiting] of open) {
      const shown = placeOf(place);
      // What is out of sight is not painted, and of several between two frames the last one is.
      const at = shown === null ? waiting.length - 1 : waiting.findIndex(({ text }) => text === number(shown.textContent));
      if (shown !== null && at >= 0) paints.push(Date.now() - waiting[at].pushedAt);
      if (at >= 0) open.set(place, waiting.slice(at + 1));
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  globalThis.measured = () => {
    const figures = { paints, frames, drawings, mostInAFrame };
    [paints, frames, drawings, mostInAFrame] = [[], 0, 0, 0];
    return figures;
  };
}`;
