import type { EditorWindow } from '../../../test/promises/desk/editorWindow';
import type { Row } from '../../../test/support/editor/standIn';

/** The views that a window of these benchmarks shows. */
export const trees = ['positions', 'orders', 'plates', 'today'].map((name) => `marketDesk.${name}`);

/** Rows of each account in a view, by the account's label. */
async function byAccount(window: EditorWindow, view: View): Promise<Accounts> {
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
  return hasEveryMarket('positions', await byAccount(window, 'positions')) && hasEveryMarket('orders', await byAccount(window, 'orders'));
}

type View = 'positions' | 'orders';
type Accounts = ReadonlyMap<string, readonly Row[]>;

function hasEveryMarket(view: View, accounts: Accounts): boolean {
  return marketsOfLive(view, accounts).some((markets) => marketsOfAccount[view].every((market) => markets.has(market)));
}

/** The markets of the rows that this window has read, for each live account. */
function marketsOfLive(view: View, accounts: Accounts): readonly ReadonlySet<string>[] {
  const live = [...accounts.values()].filter(
    ([account]) => account?.contextValue === 'account' && !/paper/i.test(`${account.label} ${account.description}`),
  );
  return live.map((rows) => new Set(rows.flatMap((row) => (readRows[view]?.test(row.contextValue) ? [marketIn(row)] : []))));
}

/**
 * What a window shows that it has read: all positions and orders of its live accounts, and positions of the paper accounts. Copies of the
 * live account have orders in one market. Each view is looked at once: the window itself works for every row that it is asked for.
 */
export async function isWindowFilled(
  window: EditorWindow,
  accounts: { readonly live: number; readonly paper: number },
): Promise<{ readonly live: boolean; readonly paper: boolean }> {
  const [positions, orders] = [await byAccount(window, 'positions'), await byAccount(window, 'orders')];
  const withOrders = marketsOfLive('orders', orders).filter(({ size }) => size > 0).length;
  return {
    live: hasEveryMarket('positions', positions) && hasEveryMarket('orders', orders) && withOrders >= accounts.live,
    paper: readIn('positions', positions) >= accounts.live + accounts.paper,
  };
}

/** The market of the security that a row names by its code. */
function marketIn({ label, description }: Row): string {
  const exchange = /(?:^|· )([A-Z]+)\.[A-Z0-9]/.exec(`${label} · ${description}`)?.[1] ?? '';
  return marketOf[exchange] ?? exchange;
}

/** The number of accounts in a view with rows that this window has read. */
export async function accountsRead(window: EditorWindow, view: View): Promise<number> {
  return readIn(view, await byAccount(window, view));
}

function readIn(view: View, accounts: Accounts): number {
  return [...accounts.values()].filter((rows) => rows.some(({ contextValue }) => readRows[view]?.test(contextValue))).length;
}
