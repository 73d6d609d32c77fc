import type { Pages } from './pages';
import { decimal } from './world';
import type { Fill, OpenOrder, Position, World } from './world';

export type Surface =
  | 'positions of the security’s page'
  | 'orders of the security’s page'
  | 'marks on the chart'
  | 'day review'
  | 'watchlist'
  | 'hover'
  | 'own lines of the hover'
  | 'figures of the orders page'
  | 'file of fills'
  | 'file of orders'
  | 'file of positions';

export interface PageProblem {
  readonly at: Surface;
  readonly text: string;
}

const isOpen = ({ status }: OpenOrder): boolean => /^(?:SUBMITTED|FILLED_PART|WAITING_SUBMIT|SUBMITTING)$/.test(status);
const buys = ({ side }: Pick<Fill, 'side'>): boolean => side === 'BUY' || side === 'BUY_BACK';

/** The day of which the review is judged: that of the first fill of the security, or any. */
export function reviewedDay({ target, fills }: Pick<World, 'target' | 'fills'>): string {
  return fills.find(({ of }) => of === target)?.date ?? '2026-03-12';
}

/** Compares what pages, hovers, and files of a world say with the truth, in whole cents. Shares no code with the product. */
export function judgePages(world: World, pages: Pages): readonly PageProblem[] {
  const { target } = world;
  const problems: PageProblem[] = [];
  const expect = (at: Surface, what: string, shown: unknown, wanted: unknown): void => {
    const [is, should] = [JSON.stringify(shown), JSON.stringify(wanted)];
    if (is !== should) problems.push({ at, text: `${at}: ${what} of ${target.code}: ${is}, not ${should}` });
  };
  const isOwn = ({ of, isDark = false }: { readonly of: unknown; readonly isDark?: boolean }): boolean => of === target && !isDark;
  const positions = world.positions.filter(isOwn);
  const orders = world.orders.filter((order) => isOwn(order) && isOpen(order));
  const fills = world.fills.filter(isOwn);

  const held = positions.map(({ quantity }) => ({ quantity: String(quantity), symbol: target.code }));
  expect('positions of the security’s page', 'positions', pages.security.positions, held);
  expect('orders of the security’s page', 'open orders', sorted(pages.security.orders), sorted(orders.map(({ id }) => `O${String(id)}`)));

  const trades = fills.filter(({ counts }) => counts);
  const markOf = (date: string, isBuy: boolean): string => `${date} ${isBuy ? 'bought' : 'sold'}`;
  expect(
    'marks on the chart',
    'trades',
    sorted(pages.security.marks.map(({ date, isBuy }) => markOf(date, isBuy))),
    sorted(trades.map((fill) => markOf(fill.date, buys(fill)))),
  );
  expect('marks on the chart', 'fills that are none', pages.security.unmarked, fills.length - trades.length);

  const day = reviewedDay(world);
  const ofDay = fills.filter(({ date }) => date === day);
  const stateOf = (isUndone: boolean, isBuy: boolean | undefined): string => (isUndone ? 'undone' : isBuy === true ? 'bought' : 'sold');
  expect(
    'day review',
    `fills on ${day}`,
    sorted(pages.review.fills.map(({ isUndone, isBuy }) => stateOf(isUndone, isBuy))),
    sorted(ofDay.map((fill) => stateOf(!fill.counts, buys(fill)))),
  );
  for (const [name, way] of [
    ['Bought', true],
    ['Sold', false],
  ] as const) {
    const some = ofDay.filter((fill) => fill.counts && buys(fill) === way);
    const [quantity, value] = [sum(some, (fill) => fill.quantity), sum(some, (fill) => fill.quantity * fill.price)];
    const shown = pages.review.facts[name] ?? '';
    const told = [plain(shown.split(' ')[0] ?? ''), shown.includes('=') ? cents(shown.split('= ')[1]?.split(' ')[0] ?? '') : '0'].join(' ');
    expect('day review', `${name} on ${day} (quantity and cents)`, told, `${String(quantity)} ${String(value)}`);
  }
  expect(
    'day review',
    'fills in no sum',
    pages.review.facts['Fills not in these sums'] ?? '0',
    String(count(ofDay, ({ counts }) => !counts)),
  );

  const isDim = positions.some(({ side }) => side === 'NONE');
  const signed = sum(positions, ({ side, quantity }) => (side === 'SHORT' ? -quantity : quantity));
  const position = positions.length === 0 ? null : isDim ? '–' : String(signed);
  expect('watchlist', 'the position', pages.watched === null ? null : plain(pages.watched.position), position);

  for (const { of, last, close, is } of world.quotes) {
    const row = pages.watchlist.get(of.code);
    const card = withoutMarkup(pages.hover.cards.get(of.code) ?? '');
    const at = (text: string): string => `${of.code} at ${decimal(last)} after ${decimal(close)} (${is}): ${text}`;
    if (row === undefined || card === '') {
      problems.push({ at: 'watchlist', text: at('has no row, or no card') });
      continue;
    }
    const wanted = is === 'none' ? null : Number(decimal(last));
    if (row.last !== wanted) problems.push({ at: 'watchlist', text: at(`${String(row.last)} in the watchlist`) });
    if (is === 'none' && (row.change !== null || row.percent !== null))
      problems.push({ at: 'watchlist', text: at(`a change of ${String(row.change)} in the watchlist`) });
    const hasChange = card.includes('%');
    if (is === 'none' ? hasChange : !hasChange || !figuresIn(card).includes(decimal(last)))
      problems.push({ at: 'hover', text: at(card.split('\n').slice(0, 3).join(' ')) });
  }

  // A hover has room for six: positions leave half of it to orders.
  const mine = [...positions.slice(0, 6 - Math.min(orders.length, 3)), ...orders].slice(0, 6);
  expect('own lines of the hover', 'how many', pages.hover.own.length, mine.length);
  for (const [place, line] of pages.hover.own.entries())
    if (!figuresIn(line).includes(`${String(mine[place]?.quantity)}.00`))
      problems.push({ at: 'own lines of the hover', text: `“${line}” is not of ${String(mine[place]?.quantity)} ${target.code}` });

  return [...problems, ...orderFigures(world, pages), ...files(world, pages.files)];
}

/** Values are of shares only, and exact; nothing is as far from no price. */
function orderFigures({ orders, quotes }: World, { orders: rows }: Pages): readonly PageProblem[] {
  const at = 'figures of the orders page';
  return orders.flatMap(({ id, of, code, isDark, quantity, price }) => {
    const row = rows.find((each) => each.id === `O${String(id)}`);
    if (row === undefined) return [{ at, text: `${code} has no row` }];
    const isPriced = quotes.some((quote) => quote.of === of && quote.is !== 'none') && !isDark;
    const value = of.kind === 'share' ? String(quantity * price) : '';
    return [
      ...(value === (row.value === '' ? '' : cents(row.value))
        ? []
        : [{ at, text: `${code} is worth ${row.value}, not ${value} cents` } as const]),
      ...(row.distance === '' || isPriced ? [] : [{ at, text: `${code} is ${row.distance} from a price that does not exist` } as const]),
      ...(row.distance !== '' || !isPriced || of.kind !== 'share' ? [] : [{ at, text: `${code} has no distance from its price` } as const]),
    ];
  });
}

function files({ fills, orders, positions }: World, made: Pages['files']): readonly PageProblem[] {
  const problems: PageProblem[] = [];
  const compare = (at: Surface, name: string, shown: readonly string[], wanted: readonly string[]): void => {
    if (shown.join(' | ') !== wanted.join(' | '))
      problems.push({ at, text: `${at}: ${name} is ${shown.join(', ')}; not ${wanted.join(', ')}` });
  };
  const rows = tableOf(made.fills);
  const facts = rows.map((row) => ['dealId', 'code', 'tradeDate', 'counts'].map((name) => row[name] ?? '').join(' '));
  const truth = fills.map(({ id, code, date, counts }) => [id, code, date, counts ? 'yes' : 'no'].join(' '));
  compare('file of fills', 'table', facts, truth);
  const json = JSON.parse(made.fillsJson) as {
    readonly accounts: readonly { readonly rows: readonly Readonly<Record<string, string>>[] }[];
  };
  const inJson = json.accounts.flatMap((one) =>
    one.rows.map((row) => ['dealId', 'code', 'tradeDate', 'counts'].map((name) => row[name] ?? '').join(' ')),
  );
  compare('file of fills', 'JSON', inJson, truth);
  compare(
    'file of orders',
    'table',
    sorted(tableOf(made.orders).map(({ orderId = '', code = '', price = '' }) => `${orderId} ${code} ${price}`)),
    sorted(orders.map(({ id, code, price }) => `O${String(id)} ${code} ${decimal(price)}`)),
  );
  const held = JSON.parse(made.positions) as {
    readonly accounts: readonly { readonly positions: readonly Readonly<Record<string, string>>[] }[];
  };
  const known = positions.filter(({ isDark }) => !isDark);
  const shown = held.accounts.flatMap((one) => one.positions).filter(({ symbol = '' }) => !symbol.startsWith('XQ_'));
  const sent = ({ of, code }: Position): string => (code === of.code ? '' : code);
  compare(
    'file of positions',
    'JSON',
    shown.map(({ symbol = '', sentSymbol = '', quantity = '' }) => [symbol, sentSymbol, quantity].join(' ')),
    known.map((position) => [position.of.code, sent(position), String(position.quantity)].join(' ')),
  );
  return problems;
}

/** A table without quoted cells: no text of a world needs them. */
function tableOf(csv: string): readonly Readonly<Record<string, string>>[] {
  const [header = '', ...lines] = csv.replace('\ufeff', '').trimEnd().split('\r\n');
  const names = header.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, at) => [names[at] ?? '', cell.replace(/^'(?=-)/, '')])));
}

/** A figure for display without what groups its digits. */
function plain(text: string): string {
  return text.replaceAll(',', '').replace('−', '-');
}

/** A figure for display, in cents. */
function cents(text: string): string {
  const [whole = '', part = ''] = plain(text).replace('-', '').split('.');
  const size = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0').slice(0, 2));
  return String(text.startsWith('−') || text.startsWith('-') ? -size : size);
}

/** The text of a hover, without its links. */
function withoutMarkup(markdown: string): string {
  return markdown.replace(/\[[^\]]*\]\([^)]*\)/g, '').replaceAll('\\', '');
}

/** All figures of a text, with two decimals. */
function figuresIn(text: string): readonly string[] {
  return (text.match(/\d[\d,]*(?:\.\d+)?/g) ?? []).map((figure) => decimal(BigInt(cents(figure))));
}

function sum<T>(items: readonly T[], of: (item: T) => bigint): bigint {
  return items.reduce((total, item) => total + of(item), 0n);
}

function count<T>(items: readonly T[], passes: (item: T) => boolean): number {
  return items.filter(passes).length;
}

function sorted(texts: readonly string[]): readonly string[] {
  return [...texts].sort();
}
