import { viewers } from './subject';
import type { Made } from './subject';
import { decimal } from './world';
import type { Fill, OpenOrder, Position, Quote, World } from './world';

/**
 * Compares what the product made of a world, but for its pages, with the truth, in whole cents and with what the world says of its records. Shares no code with the
 * product: of it, only the results are taken.
 */
export function judge(world: World, made: Made): readonly string[] {
  return [
    ...limits(world, made),
    ...sums(world, made),
    ...prices(world, made),
    ...alerts(world, made),
    ...pages(world, made),
    ...exports(world, made),
    ...dates(world, made),
  ];
}

const isOpen = ({ status }: OpenOrder): boolean => /^(?:SUBMITTED|FILLED_PART|WAITING_SUBMIT|SUBMITTING)$/.test(status);
const buys = (side: string): boolean => side === 'BUY' || side === 'BUY_BACK';
/** An amount of the product counts in units of 10 to the power of -18; cents in units of 10 to the power of -2. */
const perCent = 10n ** 16n;

function limits({ target, positions, orders }: World, { facts }: Made): readonly string[] {
  const open = orders.filter(isOpen);
  const dark = [...positions, ...open].filter(({ isDark, of }) => isDark && of.code.slice(3) === target.code.slice(3));
  if (dark.length > 0)
    return facts.unmatched === undefined ? [`${dark[0]?.code ?? ''} is taken for another security than ${target.code}`] : [];
  const mine = positions.filter(({ of, isDark }) => of === target && !isDark);
  const asked = open.filter(({ of, isDark }) => of === target && !isDark);
  if (mine.some(({ side }) => side === 'NONE'))
    return facts.security === undefined ? [] : ['a position of an unknown side counts for the limit'];
  const held = mine.reduce((sum, { side, quantity }) => sum + (side === 'SHORT' ? -quantity : quantity), 0n);
  const left = (way: boolean): bigint =>
    asked.filter(({ side }) => buys(side) === way).reduce((sum, { quantity, filled }) => sum + quantity - filled, 0n);
  const wanted = [held, left(true), left(false)].map(String).join(' ');
  const shown = facts.security === undefined ? 'nothing' : [facts.security.held, facts.security.buys, facts.security.sells].join(' ');
  return wanted === shown ? [] : [`limits of ${target.code}: ${shown} counted, ${wanted} held, to buy, and to sell`];
}

function isRatioKnown({ isPaidBack, side, quantity, price, profit }: Position): boolean {
  const value = quantity * price;
  return !isPaidBack && (side === 'SHORT' ? value + profit : value - profit) > 0n;
}

function sums({ positions }: World, made: Made): readonly string[] {
  const problems: string[] = [];
  for (const currency of new Set(positions.map((position) => position.currency).filter((name) => name !== ''))) {
    const members = positions.filter((position) => position.currency === currency);
    const total = members.reduce((sum, { profit }) => sum + profit, 0n);
    const found = made.sums.filter((sum) => sum.currency === currency);
    const [sum] = found;
    if (found.length !== 1 || sum === undefined) problems.push(`${String(found.length)} totals in ${currency}`);
    else {
      if (sum.profit !== total * perCent || sum.count !== members.length)
        problems.push(
          `total in ${currency}: ${String(sum.profit)} of ${String(sum.count)}, not ${decimal(total)} of ${String(members.length)}`,
        );
      if (sum.percent !== undefined && !members.every(isRatioKnown))
        problems.push(`total in ${currency} has a percentage, though the service calls one of its parts meaningless`);
    }
  }
  for (const [at, position] of positions.entries())
    if (!isRatioKnown(position) && made.rows[at]?.percent === true) problems.push(`${position.code} has a percentage that means nothing`);
  return problems;
}

/** A quote that shows no price, or one of another count of shares, changes nothing; another one changes value and profit by the same. */
function prices({ positions, quotes }: World, { rows }: Made): readonly string[] {
  return positions.flatMap((position, at) => {
    const row = rows[at];
    const quote = quotes.find(({ of }) => of === position.of);
    if (row === undefined || quote === undefined) return [`row ${String(at)} is missing`];
    const follows = position.of.kind === 'share' && !position.isDark && position.side !== 'NONE' && quote.is === 'usual';
    const before = position.quantity * position.price;
    const value = follows ? position.quantity * quote.last : before;
    const gain = position.side === 'SHORT' ? before - value : value - before;
    const wanted = [decimal(value), decimal(position.profit + gain)].join(' ');
    const shown = [row.value, row.profit].map((text) => decimal(cents(text))).join(' ');
    // What is no share may have any price, but its value is not known from it unless the service's own figures say so.
    const isJudged = position.of.kind === 'share';
    return !isJudged || wanted === shown ? [] : [`${position.code} at ${decimal(quote.last)} (${quote.is}): ${shown}, not ${wanted}`];
  });
}

function cents(text: string): bigint {
  const [whole = '', part = ''] = text.replace('-', '').split('.');
  const size = BigInt(whole) * 100n + BigInt(part.padEnd(2, '0').slice(0, 2));
  return text.startsWith('-') ? -size : size;
}

function alerts({ quotes }: World, { fired }: Made): readonly string[] {
  return quotes.flatMap(({ of, last, close, is }: Quote) => {
    const shown = fired.get(of.code);
    if (of.kind !== 'share') return [];
    const isPrice = is === 'usual';
    const size = last > close ? last - close : close - last;
    const wanted = { above: isPrice && last >= close, below: isPrice && last <= close, moved: isPrice && size * 100n >= close * 5n };
    return JSON.stringify(wanted) === JSON.stringify(shown)
      ? []
      : [`alerts on ${of.code} at ${decimal(last)} after ${decimal(close)} (${is}): ${JSON.stringify(shown)}`];
  });
}

function pages({ target, orders, positions }: World, made: Made): readonly string[] {
  const missing = orders.filter(({ of, isDark, id }) => of === target && !isDark && !made.found.includes(`O${String(id)}`));
  const named = positions.flatMap(({ of, isDark, code }, at) => {
    const symbol = made.symbols[at];
    return isDark || symbol === of.code ? [] : [`${code} is exported as ${symbol ?? 'nothing'}`];
  });
  return [...missing.map(({ code }) => `the page of orders does not find ${code} by ${target.code}`), ...named];
}

/** Short sales and what has a price below zero are for some programs only; a share that was traded is for all. */
function exports({ target, fills }: World, { files, day, undone }: Made): readonly string[] {
  const problems: string[] = [];
  const block = (fill: Fill): string | undefined => files.beancount.split('\n\n').find((part) => part.includes(`"${fill.id}"`));
  const activities = (
    JSON.parse(files.ghostfolio) as { readonly activities: readonly { readonly comment: string; readonly date: string }[] }
  ).activities;
  for (const fill of fills) {
    const activity = activities.filter(({ comment }) => comment.startsWith(`${fill.id} `));
    const line = files.portfolio.split('\r\n').filter((row) => row.includes(`${fill.id} `));
    const own = block(fill);
    const times = files.beancount.split(`"${fill.id}"`).length - 1;
    if (!fill.counts || fill.of.kind !== 'share') {
      if (activity.length + line.length + times > 0) problems.push(`${fill.id} (${fill.status}, ${fill.of.kind}) is exported as a trade`);
      continue;
    }
    if (times !== 1) problems.push(`${fill.id} of ${fill.code} is exported ${String(times)} times`);
    else if (own?.startsWith(`${fill.date} *`) !== true) problems.push(`${fill.id} has another date than ${fill.date} at its exchange`);
    else if (!own.includes(` ${fill.of.code} @ `) || !own.includes(` ${fill.of.currency}\n`))
      problems.push(`${fill.id} of ${fill.code} is exported as ${own.split('\n').at(-2) ?? ''}`);
    if (activity.some(({ date }) => !date.startsWith(fill.date))) problems.push(`${fill.id} has another date for Ghostfolio`);
    if (line.some((row) => !row.startsWith(fill.date))) problems.push(`${fill.id} has another date for Portfolio Performance`);
  }
  const traded = (way: boolean): string => {
    const some = fills.filter(({ of, counts, side }) => of === target && counts && buys(side) === way);
    return [
      some.reduce((sum, { quantity }) => sum + quantity, 0n),
      some.reduce((sum, { quantity, price }) => sum + quantity * price, 0n),
    ].join(' ');
  };
  const shown = ({ quantity, value }: { readonly quantity: string; readonly value: string }): string =>
    [quantity, String(cents(value))].join(' ');
  for (const [name, wanted, is] of [
    ['bought', traded(true), shown(day.bought)],
    ['sold', traded(false), shown(day.sold)],
  ])
    if (wanted !== is) problems.push(`${name ?? ''} on the day: ${is ?? ''}, not ${wanted ?? ''} (quantity and cents)`);
  const busted = fills.filter(({ counts }) => !counts).length;
  if (undone !== busted) problems.push(`${String(undone)} fills are counted as undone, not ${String(busted)}`);
  return problems;
}

function dates({ exDates }: World, made: Made): readonly string[] {
  return exDates.flatMap(({ of, date }, at) =>
    viewers.flatMap((zone, viewer) => {
      const shown = made.exDates[at]?.[viewer];
      return shown === date ? [] : [`the ex-date of ${of.code} is ${shown ?? ''} in ${zone}, not ${date}`];
    }),
  );
}
