import type { EditorWindow } from '../../../test/promises/desk/editorWindow';
import type { Row } from '../../../test/support/editor/standIn';

/** The views that a window of these benchmarks shows. */
export const trees = ['positions', 'orders', 'plates', 'today'].map((name) => `marketDesk.${name}`);

/** Rows of each account in a view, by the account's label. */
async function byAccount(window: EditorWindow, view: string): Promise<ReadonlyMap<string, readonly Row[]>> {
  const found = new Map<string, Row[]>();
  let account: Row[] = [];
  for (const row of await window.rows(`marketDesk.${view}`)) {
    if (row.depth === 0) found.set(`${row.label} ${row.description}`, (account = []));
    account.push(row);
  }
  return found;
}

/** Rows that this window has read; old rows are of another kind. */
const readRows: Readonly<Record<string, RegExp>> = {
  positions: /^position$/,
  orders: /Order$/,
  plates: /^plate/,
  today: /^event$/,
};

/** In which markets the sandbox's live account has positions and orders. */
const marketsOfAccount = { positions: ['HK', 'US', 'CN'], orders: ['HK', 'US', 'CN', 'SG'] } as const;
const marketOf: Readonly<Record<string, string>> = { SEHK: 'HK', SH: 'CN', SZ: 'CN', SSE: 'CN', SZSE: 'CN' };

/** Whether the sandbox's live account shows, in both views, what this window has read of every market in which it has something. */
export async function liveAccountIsFilled(window: EditorWindow): Promise<boolean> {
  for (const view of ['positions', 'orders'] as const)
    if (!(await marketsOfLive(window, view)).some((markets) => marketsOfAccount[view].every((market) => markets.has(market)))) return false;
  return true;
}

/** The markets of the rows that this window has read, for each live account. */
async function marketsOfLive(window: EditorWindow, view: 'positions' | 'orders'): Promise<readonly ReadonlySet<string>[]> {
  const live = [...(await byAccount(window, view)).values()].filter(
    ([account]) => account?.contextValue === 'account' && !/paper/i.test(`${account.label} ${account.description}`),
  );
  return live.map((rows) => new Set(rows.flatMap((row) => (readRows[view]?.test(row.contextValue) ? [marketIn(row)] : []))));
}

/**
 * What a window shows that it has read: all positions and orders of its live accounts, and positions of the paper accounts. Copies of the
 * live account have orders in one market.
 */
export async function isWindowFilled(
  window: EditorWindow,
  accounts: { readonly live: number; readonly paper: number },
): Promise<{ readonly live: boolean; readonly paper: boolean }> {
  const orders = await marketsOfLive(window, 'orders');
  const live = (await liveAccountIsFilled(window)) && orders.filter(({ size }) => size > 0).length >= accounts.live;
  return { live, paper: (await accountsRead(window, 'positions')) >= accounts.live + accounts.paper };
}

/** The market of the security that a row names by its code. */
function marketIn({ label, description }: Row): string {
  const exchange = /(?:^|· )([A-Z]+)\.[A-Z0-9]/.exec(`${label} · ${description}`)?.[1] ?? '';
  return marketOf[exchange] ?? exchange;
}

/** The number of accounts in a view with rows that this window has read. */
export async function accountsRead(window: EditorWindow, view: 'positions' | 'orders'): Promise<number> {
  const accounts = [...(await byAccount(window, view)).values()];
  return accounts.filter((rows) => rows.some(({ contextValue }) => readRows[view]?.test(contextValue))).length;
}
