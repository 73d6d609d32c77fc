import { createHash } from 'node:crypto';

/** What a person with a pager and sha256sum would read from the files. Shares no code with the program. */
export interface PlainJournal {
  readonly whole: ReadonlySet<string>;
  /** Orders with an intent, and what the last outcome after it says; undefined if there is none. */
  readonly orders: ReadonlyMap<string, string | undefined>;
  /** A line whose hash is wrong, or that does not follow from the previous one. */
  readonly broken: string | undefined;
}

const hashEnd = /,"hash":"([0-9a-f]{64})"\}$/;

/**
 * @param files - In the order of their names.
 * @param isContinued - Whether another line follows: until then, a last line without a line feed counts as unfinished.
 */
export function readJournalLines(files: readonly string[], isContinued: boolean): PlainJournal {
  const whole = new Set<string>();
  const orders = new Map<string, string | undefined>();
  const orderOf = new Map<string, string>();
  let previous = '0'.repeat(64);
  let broken: string | undefined;
  const all = files.filter((file) => file !== '').join('\n');
  const finished = isContinued ? all : all.slice(0, all.lastIndexOf('\n') + 1);
  for (const line of finished.split('\n')) {
    const hash = hashEnd.exec(line)?.[1];
    const entry = parse(line);
    if (hash === undefined || entry === undefined) continue;
    whole.add(line);
    const own = createHash('sha256')
      .update(`${line.slice(0, -',"hash":""}'.length - hash.length)}}`)
      .digest('hex');
    if (own !== hash || text(entry, 'prev') !== previous) broken ??= line.slice(0, 60);
    previous = hash;
    const record = member(entry, 'record');
    const root = text(record, 'root');
    if (text(record, 'kind') === 'intent') {
      const order = text(member(record, 'target'), 'orderId');
      orderOf.set(root, order);
      orders.set(order, undefined);
    }
    if (text(record, 'kind') === 'outcome') orders.set(orderOf.get(root) ?? '', text(member(record, 'outcome'), 'kind'));
  }
  return { whole, orders, broken };
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function text(value: unknown, name: string): string {
  const found = member(value, name);
  return typeof found === 'string' ? found : '';
}
