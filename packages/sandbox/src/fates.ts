/**
 * Names that meet a fate of their own: words and IDs of orders, securities, plates. Everything that treats one of them in another way than the
 * rest asks these tables. docs/sandbox.md has the same names for the reader; a test compares them.
 */

/** How long it takes what comes some seconds after its request. */
export const slowMs = 3_000;
/** How long an order that is unseen is missing from all lists. */
export const unseenMs = 5_000;

/** The outcome of an accepted change: applied some seconds later, rejected by the exchange then, or neither, ever. */
export type ChangeFate = 'slow' | 'reject' | 'hang';

/** What becomes of an order where another would be accepted, changed, filled, and canceled at once. */
export interface OrderFate {
  /** Its requests are refused, or, in a live account, answered with a question. */
  readonly answer?: 'refused' | 'confirm' | 'browser';
  /** As a new order it fails within the response, is submitted or rejected some seconds later, waits for ever, or never was. */
  readonly placed?: 'failed' | 'slow' | 'reject' | 'hang' | 'lost';
  readonly changed?: ChangeFate;
  /** It is canceled some seconds later, filled instead then, or neither, ever. */
  readonly canceled?: 'slow' | 'filled' | 'hang';
  /** How much of it the market deals with. */
  readonly fills?: 'nothing' | 'one part';
  /** No list has it at first. */
  readonly isUnseen?: true;
  /** Its remark is not kept. */
  readonly isMute?: true;
  /** Resting since the start, it may be brought to the market by a change. */
  readonly mayJoin?: true;
}

/** By the word in its remark, or, for orders of the start, at the beginning of its ID. */
export const orderFates: Readonly<Record<string, OrderFate>> = {
  OK: { mayJoin: true },
  ERR: { answer: 'refused' },
  CONFIRM: { answer: 'confirm' },
  BROWSER: { answer: 'browser' },
  FAILED: { placed: 'failed' },
  SLOW: { placed: 'slow', changed: 'slow', canceled: 'slow' },
  LATE: { placed: 'reject', changed: 'reject', canceled: 'filled' },
  HANG: { placed: 'hang', changed: 'hang', canceled: 'hang' },
  TOOLATE: { fills: 'nothing', canceled: 'filled' },
  UNSEEN: { isUnseen: true },
  LOST: { placed: 'lost' },
  MUTE: { isMute: true },
  REST: { fills: 'nothing' },
  PART: { fills: 'one part' },
};
const ordinary: OrderFate = {};

export function fateOf(word: string): OrderFate {
  return orderFates[word] ?? ordinary;
}

/** The word of a remark that decides: its first one, in capitals. Empty if there is none. */
export function wordOf(remark: string): string {
  return /^[A-Z]{4,7}\b|^ERR\b/.exec(remark)?.[0] ?? '';
}

/** Refusals with a text of their own, by the beginning of a remark or by the ID of an order of the start. */
export const refusals = {
  'ERR-1': { likeLiveCode: 14, isChinese: false },
  'ERR-2': { likeLiveCode: undefined, isChinese: false },
  'ERR-3': { likeLiveCode: 28, isChinese: true },
  'ERR-4': { likeLiveCode: undefined, isChinese: false },
  'ERR-5': { likeLiveCode: undefined, isChinese: false },
} as const satisfies Readonly<Record<string, Refusal>>;

interface Refusal {
  /** How services of this family were recorded to refuse: too little money, a price too far from the market. If undefined, as specified. */
  readonly likeLiveCode: number | undefined;
  /** In a world of mixed languages its text is in Chinese, while those of other orders are in English. */
  readonly isChinese: boolean;
}

export type RefusalName = keyof typeof refusals;

export function isRefusal(name: string): name is RefusalName {
  return Object.hasOwn(refusals, name);
}

/** The refusal that a remark asks for. */
export function refusalOf(remark: string): string | undefined {
  return /^ERR-\d/.exec(remark)?.[0];
}

/** What the records of some orders have instead in a like-live world: a code that names the exchange, a combination, a word for a figure. */
export const likeLiveOrders: Readonly<Record<string, OrderRecord>> = {
  'OK-4': { spelling: 'SEHK.00388' },
  'CONFIRM-2': { spelling: 'SEHK.09988' },
  'ASHARE-1': { spelling: 'SSE.600519' },
  'SZSE-1': { spelling: 'SZSE.300750' },
  'COMBO-1': { spelling: 'US.AAPL281215COMBO', recorded: { security_type: 'MULTILEG_OPTION' } },
  'RCI-2': { recorded: { dealt_avg_price: 'N/A' } },
};

export interface OrderRecord {
  /** The code as this service writes it, if different, such as SEHK.09988. */
  readonly spelling?: string;
  /** Fields that its record has instead: a combination is an order of several securities, and a figure may be a word. */
  readonly recorded?: Readonly<Partial<Record<'security_type' | 'dealt_avg_price', string>>>;
}

export interface SecurityFate {
  /** Nobody trades it: it was listed a moment ago, or is suspended. Its last price is 0. */
  readonly untraded?: 'new' | 'halted';
  /** More was realized of it than was paid: its diluted cost is below zero, and no ratio means anything. */
  readonly isPaidBack?: true;
  /** In a like-live world, the record of a position has neither a side nor validity flags. */
  readonly isPlain?: true;
  /** In a like-live world, as on the day of a split, the record of a position is still from before it: ten times the price. */
  readonly isBeforeSplit?: true;
}

export const securityFates: Readonly<Record<string, SecurityFate>> = {
  'US.NEWCO': { untraded: 'new' },
  'US.HALTD': { untraded: 'halted' },
  'US.AMZN': { isPaidBack: true },
  'HK.09988': { isPlain: true },
  'HK.00005': { isBeforeSplit: true },
};

/** In a like-live world. */
export const plateFates = {
  /** Listed, but no longer existing. */
  gone: 'SZ.BK0990',
  /** A market without a right to its data. */
  denied: 'JP',
  /** A class that one market does not have. */
  unsupported: { market: 'HK', plateClass: 'REGION' },
} as const;

/** A keyword, market or plate with this name makes the service fail internally, so that callers can see such a failure. */
export const failing = '!internal';
