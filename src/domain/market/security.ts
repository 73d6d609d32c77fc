import { isShareCode, marketByPrefix, marketEnding, marketNamed, sharePatterns } from './markets';
import type { Market } from './markets';

/** What a security is; `unknown` unless a record or a quote says it. */
export type SecurityKind = 'share' | 'option' | 'future' | 'multiLeg' | 'index' | 'other' | 'unknown';

/** One security, whatever the record calls it. Made once, where a record comes in; everything else uses what it says. */
export interface Security {
  /** `{market}.{code}` as quotes know it: `HK.00700`. The code alone if nothing tells its market. */
  readonly code: string;
  /** As the record has it: `SEHK.00700`. Shown, and sent back to whoever sent it. */
  readonly sent: string;
  /** The prefix of its market, `HK`, or another prefix that the service may know; undefined if nothing tells it. */
  readonly market: string | undefined;
  readonly kind: SecurityKind;
  /** As the record says; undefined if it does not. */
  readonly currency: string | undefined;
}

/** What a record says of its security besides the code; empty or undefined if it does not. */
export interface Said {
  /** `security_type` of an order, or the type of a quote. */
  readonly type?: string | undefined;
  readonly currency?: string | undefined;
  /** The prefix of the market, where the record has it in a field of its own. */
  readonly market?: string | undefined;
}

/** A code with what it says of its market. */
interface Read {
  readonly market: string | undefined;
  readonly code: string;
}

/** The security of a record (Spec, General conventions: security identifier), in whatever form the record names it. */
export function securityOf(sent: string, { type = '', currency, market }: Said = {}): Security {
  const read = readCode(sent, market);
  return {
    code: codeOf(read),
    sent,
    market: read.market,
    kind: kindOf(type),
    currency: currency === undefined || currency.trim() === '' ? undefined : currency,
  };
}

/**
 * The code by which quotes know a security: `HK.00700` for `SEHK.700`. A code that is not understood is returned as it is.
 *
 * @param market - See {@link Said}.
 */
export function canonicalCode(sent: string, market?: string): string {
  return usual.test(sent) ? sent : codeOf(readCode(sent, market));
}

/** The prefix of a security's market in upper case: `HK` for `SEHK.00700`; undefined for a bare code. */
export function marketOf(sent: string): string | undefined {
  return usual.test(sent) ? sent.slice(0, 2) : readCode(sent).market;
}

/** What is known of a security's market; undefined for a bare code, and for a market that this version does not know. */
export function knownMarketOf(sent: string): Market | undefined {
  const prefix = marketOf(sent);
  return prefix === undefined ? undefined : marketByPrefix(prefix);
}

/** The part of a code behind its market, in the spelling of quotes: `00700`. */
export function bareCode(sent: string): string {
  return readCode(sent).code;
}

/**
 * Whether two codes name one security, in any spelling. If one of them lacks its market, as those of paper accounts do, the codes alone decide:
 * a record of one account is asked for in that account.
 */
export function isSameSecurity(one: string, other: string): boolean {
  if (one === other) return one !== '';
  if (usual.test(one) && usual.test(other)) return false;
  return compared(one, other) === 'same';
}

/**
 * Whether two codes name one security. `unknown` if one of them has a market that is not known and the codes might be the same, or if it is not
 * understood at all: then nobody may say that it is another one.
 */
export function compareSecurities(one: string, other: string): 'same' | 'different' | 'unknown' {
  if (one === other && one !== '') return 'same';
  if (usual.test(one) && usual.test(other)) return 'different';
  const found = compared(one, other);
  if (found === 'same') return 'same';
  const isOneMarket = marketOf(one) !== undefined && marketOf(one) === marketOf(other);
  return isOneMarket || (isUnderstood(one) && isUnderstood(other)) ? 'different' : 'unknown';
}

function compared(one: string, other: string): 'same' | 'different' {
  const [left, right] = [readCode(one), readCode(other)];
  if (left.code === '' || right.code === '') return 'different';
  if (left.market !== undefined && right.market !== undefined && left.market !== right.market) return 'different';
  const market = left.market ?? right.market;
  return keyOf(within(left, market)) === keyOf(within(right, market)) ? 'same' : 'different';
}

/** A bare code as a market writes it, with the market. @param market - Its prefix. */
export function codeIn(market: string, code: string): string {
  return codeOf(within({ market: undefined, code }, market));
}

/** A bare code in the market of the one that it is compared with. */
function within(read: Read, market: string | undefined): Read {
  return read.market !== undefined || market === undefined ? read : { market, code: spelled(marketByPrefix(market), read.code) };
}

/** Equal for one security: writers disagree on the case, and on what stands before a class. */
function keyOf({ code }: Read): string {
  return code.toUpperCase().replace(/[-/ ]/g, '.');
}

/** A prefix of two letters is a market of the service, if perhaps a new one; a longer one that is not known may stand for any. */
function isUnderstood(sent: string): boolean {
  const { market, code } = readCode(sent);
  if (market !== undefined) return marketByPrefix(market) !== undefined || /^[A-Z]{2}$/.test(market);
  return /^[0-9A-Z][0-9A-Z.-]{0,9}$/.test(code);
}

/** Codes in the form of quotes, which most are: nothing has to be read. */
const usual = /^(?:HK\.\d{5}|US\.[A-Z]{1,5}|S[HZ]\.\d{6})$/;

/** A market and digits. */
const numbered = /^[A-Z]{2}\.\d+$/;

const prefixed = /^(?<front>[A-Z][A-Z_]*)\.(?<back>.+)$/;
const ended = /^(?<front>.+)\.(?<back>[A-Z]{1,4})$/;
const shareClass = /^[A-Z]{0,2}$/;

function readCode(sent: string, market = ''): Read {
  if (usual.test(sent)) return { market: sent.slice(0, 2), code: sent.slice(3) };
  // Digits are no name of a market, and have one form.
  const plain = numbered.test(sent) ? marketNamed(sent.slice(0, 2), sent.slice(3)) : undefined;
  if (plain !== undefined) return { market: plain.prefix, code: padded(plain, sent.slice(3)) };
  // Full-width forms are the same letters and digits, and a colon separates as the point does.
  const text = sent.normalize('NFKC').trim().replaceAll(':', '.');
  const upper = text.toUpperCase();
  const front = prefixed.exec(upper)?.groups;
  const back = ended.exec(upper)?.groups;
  const byFront = front === undefined ? undefined : marketNamed(front['front'] ?? '', front['back'] ?? '');
  const byBack = back === undefined ? undefined : marketEnding(back['back'] ?? '', back['front'] ?? '');
  // `KR.US` is Kroger: no code in Korea is so short. Names of exchanges are also those of shares: `CME.US`.
  const isFront =
    byFront !== undefined && isOf(byFront, front?.['back'] ?? '') && !(back?.['back'] === 'US' && byFront.prefix !== front?.['front']);
  if (byBack !== undefined && back !== undefined && !isFront && isOf(byBack, back['front'] ?? ''))
    return inMarket(byBack, text.slice(0, back['front']?.length ?? 0));
  if (front === undefined) {
    const named = market === '' ? undefined : marketNamed(market.toUpperCase(), upper);
    return named === undefined ? { market: undefined, code: cased(text) } : inMarket(named, text);
  }
  const code = text.slice((front['front']?.length ?? 0) + 1);
  if (byFront !== undefined) return inMarket(byFront, code);
  // Paper accounts name a security by its code alone: `BRK.B` is such a code, with a share class.
  const isBare = shareClass.test(front['back'] ?? '') && !front['front']?.includes('_');
  if (!isBare) return { market: front['front'] ?? '', code: cased(code) };
  const named = market === '' ? undefined : marketNamed(market.toUpperCase(), upper);
  return named === undefined ? { market: undefined, code: cased(text) } : inMarket(named, text);
}

/** Whether a code can be one of the market: only used where two names could each be the market. */
function isOf(market: Market, code: string): boolean {
  return market.share === undefined || isShareCode(market, spelled(market, code).toUpperCase()) || /^\d+$/.test(code);
}

function inMarket(market: Market, code: string): Read {
  return { market: market.prefix, code: spelled(market, code) };
}

/** A code as its market writes it. */
function spelled(market: Market | undefined, code: string): string {
  const text = cased(code);
  if (/^\d+$/.test(text)) return padded(market, text);
  const prefix = market?.prefix;
  // One letter is the class of a share. A preferred share of the U.S. keeps its hyphen: `BC-PC`.
  if (prefix === 'US') return text.replace(/[-/ ](?=[A-Z]$)/, '.').replace('/', '-');
  // Classes and series in Canada have up to two letters: `REI.UN`, `BCE.PR.A`. Anything longer could be read as an exchange.
  return prefix === 'CA' ? text.replace(/[-/ ](?=[A-Z]{1,2}(?:[-./ ][A-Z]{1,2})?$)/g, '.') : text;
}

function padded(market: Market | undefined, digits: string): string {
  return digits.padStart(market?.digits ?? 0, '0');
}

/** Lists of futures have a continuous one: `MCAmain`. */
const continuous = /^([0-9A-Z]{2,})(main|current|next)$/i;

/** A code in upper case, unless its writer chose the case of each letter: `HK.MCAmain` keeps its own. */
function cased(code: string): string {
  if (code.toUpperCase() === code) return code;
  if (code.toLowerCase() !== code) return code;
  const [, root = '', what = ''] = continuous.exec(code) ?? [];
  return root === '' ? code.toUpperCase() : `${root.toUpperCase()}${what}`;
}

function codeOf({ market, code }: Read): string {
  return market === undefined || code === '' ? code : `${market}.${code}`;
}

const kinds: Readonly<Record<string, SecurityKind>> = {
  STOCK: 'share',
  EQTY: 'share',
  EQUITY: 'share',
  ETF: 'share',
  FUND: 'share',
  TRUST: 'share',
  REIT: 'share',
  ADR: 'share',
  OPTION: 'option',
  DRVT: 'option',
  FUTURE: 'future',
  FUTURES: 'future',
  MULTILEG_OPTION: 'multiLeg',
  INDEX: 'index',
  IDX: 'index',
  WARRANT: 'other',
  BWRT: 'other',
  BOND: 'other',
  FOREX: 'other',
  CRYPTO: 'other',
  PLATE: 'other',
};

/** What a record's type says; the empty text and a type that is not known say nothing. */
export function kindOf(type: string): SecurityKind {
  const name = type.trim().toUpperCase();
  return Object.hasOwn(kinds, name) ? (kinds[name] ?? 'unknown') : 'unknown';
}

/** An option, a future, or several legs: its value is not its price times its quantity. */
export function isContract(kind: SecurityKind): boolean {
  return kind === 'option' || kind === 'future' || kind === 'multiLeg';
}

/** Whether its price may be zero or below: several legs may bring money, and futures may be worth less than nothing (beyond the specification). */
export function mayCostNothing(kind: SecurityKind): boolean {
  return kind === 'future' || kind === 'multiLeg';
}

/** A share as records of paper accounts name it, without its market. */
const bareShare = /^(?:\d{4,6}|\d{4}[0-9A-Z]{2}|\d[0-9A-Z]\d[0-9A-Z]|[A-Z]{1,5}(?:[.-][A-Z]{1,2})?)$/;

/**
 * Whether one unit of a security is one share. What a record or a quote says decides; only if nothing does, the look of the code.
 *
 * @param kind - Of the record, or of the quote.
 */
export function isShare(sent: string, kind: SecurityKind): boolean {
  if (kind === 'share') return true;
  return kind === 'unknown' && looksLikeShare(sent);
}

/** Whether a code with its market looks like a share's. */
function looksLikeShare(sent: string): boolean {
  const { market, code } = readCode(sent);
  const known = market === undefined ? undefined : marketByPrefix(market);
  return known !== undefined && isShareCode(known, code);
}

/** Whether a code without its market looks like a share's. */
export function looksLikeBareShare(code: string): boolean {
  return marketOf(code) === undefined && bareShare.test(code);
}

export interface FoundSecurity {
  /** As quotes know it: `HK.00700`, also for `0700.HK`. */
  readonly code: string;
  /** Columns in the line: its start, and the one after its end. */
  readonly start: number;
  readonly end: number;
}

/**
 * Codes of shares in a text. Deliberately narrow: a hover sends what it finds to the service, and must not send a name in source code that
 * happens to have a dot.
 */
const inText = new RegExp(String.raw`(?<![\w.])(?:${sharePatterns.join('|')})(?!\w)`, 'g');

/** The security identifiers of a line (Spec, General conventions: security identifier). */
export function securitiesIn(line: string): readonly FoundSecurity[] {
  return [...line.matchAll(inText)].map(({ 0: found, index }) => ({ code: canonicalCode(found), start: index, end: index + found.length }));
}

/** The security identifier of a line at a column, if there is one. */
export function securityAt(line: string, column: number): FoundSecurity | undefined {
  return securitiesIn(line).find(({ start, end }) => column >= start && column <= end);
}

/** Whether quotes can be asked for a security: a bare code identifies none. */
export function isQuotable(sent: string): boolean {
  return askable.test(sent) && marketOf(sent) !== undefined;
}

const askable = /^[A-Za-z][A-Za-z_]{0,19}\.[^\s,/?#]{1,40}$/;

/** Shares that are traded in another currency than most of their market, by the ranges of codes that the exchanges assign to them. */
const exceptions: readonly { readonly codes: RegExp; readonly currency: string | undefined }[] = [
  // Counters in renminbi.
  { codes: /^HK\.8\d{4}$/, currency: 'CNY' },
  // Funds with a counter in U.S. dollars; some in these ranges may be in Hong Kong dollars.
  { codes: /^HK\.09(?:[0-5]\d|7\d|8[0-4])\d$/, currency: undefined },
  // B shares.
  { codes: /^SH\.900\d{3}$/, currency: 'USD' },
  { codes: /^SZ\.200\d{3}$/, currency: 'HKD' },
];

/**
 * The currency in which a share is traded: what the record says, otherwise what its code tells; undefined if neither does.
 */
export function currencyOf({ code, currency }: Pick<Security, 'code' | 'currency'>): string | undefined {
  if (currency !== undefined) return currency;
  const exception = exceptions.find(({ codes }) => codes.test(code));
  return exception === undefined ? knownMarketOf(code)?.currency : exception.currency;
}

/** The currency in which a share is traded, by its code alone; undefined if the code does not tell. */
export function shareCurrency(sent: string): string | undefined {
  return currencyOf({ code: canonicalCode(sent), currency: undefined });
}

/**
 * The currency of what was traded or is held in a share: the one that its records state, otherwise that of its code; undefined if they differ, or
 * nothing tells.
 *
 * @param stated - Of each record; undefined or empty where it states none.
 */
export function statedCurrency(sent: string, stated: readonly (string | undefined)[]): string | undefined {
  const known = new Set(stated.flatMap((currency = '') => (currency.trim() === '' ? [] : [currency.trim()])));
  const [only] = known;
  return only === undefined ? shareCurrency(sent) : known.size === 1 ? only : undefined;
}

/** The zone whose clock a security is traded by; UTC if it is not known. */
export function exchangeZone(sent: string): string {
  return knownMarketOf(sent)?.zone ?? 'UTC';
}
