import { isShareCode, marketByPrefix, marketEnding, marketPrefixes } from './markets';
import { canonicalCode, codeIn, isSameSecurity, marketOf } from './security';

/** What a user typed for a security. */
export type TypedSecurity =
  | {
      readonly ok: true;
      /** As quotes write it: `HK.00700`. */
      readonly code: string;
    }
  | {
      readonly ok: false;
      /** `market`: there is a code, but no market, or none that is known. */
      readonly problem: 'empty' | 'market' | 'form';
      /** The name that stands for no known market. */
      readonly name?: string;
      /** What it may stand for; only for showing the form. */
      readonly guess?: string;
    };

/** Longer than any known security identifier. */
const longest = 40;
const code = /^[\p{L}\p{N}][^\s/?#\\,]*$/u;
/** `700 HK Equity`, as terminals write it. */
const terminal = /^(\S+)\s+([A-Z]{2})(?:\s+EQUITY)?$/i;
/** `sh600519`, as pages in China write it. */
const joined = /^(HK|SH|SZ|BJ)(\d{1,6})$/i;
/** Endings of one vendor, too short to be told from a share class in a record. */
const shortEndings: Readonly<Record<string, string>> = { O: 'US', OQ: 'US', N: 'US', V: 'CA' };
/** A continuous future, as services spell it. */
const endings = ['main', 'current', 'next'];

/**
 * Reads what a user typed for a security, in the service's form or in another that is in use: `hk.700`, `0700.HK`, `AAPL.US`, `NASDAQ:AAPL`,
 * `600519.SS`, `700 HK`, `sh600519`, with full-width letters and digits too. Letters are in upper case, because those of nearly all codes are.
 */
export function typedSecurity(typed: string): TypedSecurity {
  const text = unquoted(typed.normalize('NFKC').trim())
    .split(/[.:]/)
    .map((part) => part.trim())
    .join('.');
  if (text === '') return { ok: false, problem: 'empty' };
  if (text.length > longest) return { ok: false, problem: 'form' };
  const read = upperCode(canonicalCode(prefixed(text)));
  const market = marketOf(read);
  if (market === undefined) return bare(read);
  const behind = read.slice(market.length + 1);
  if (!code.test(behind)) return { ok: false, problem: 'form' };
  if (marketByPrefix(market) === undefined && market.length > 2) return { ok: false, problem: 'market', name: market };
  return { ok: true, code: read };
}

/** The code by which quotes know what a user typed; undefined if it is not understood. */
export function typedCode(typed: string): string | undefined {
  const read = typedSecurity(typed);
  return read.ok ? read.code : undefined;
}

/** Whether what a user typed is the whole code of a security, in any spelling. */
export function isTyped(typed: string, code: string): boolean {
  const whole = typedCode(typed);
  return whole !== undefined && isSameSecurity(code, whole);
}

const quotes: ReadonlySet<string> = new Set(`"'“”‘’«»<>()[]{},;`);

/** A code that was copied together with what stood around it. */
function unquoted(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && quotes.has(text.charAt(start))) start += 1;
  while (end > start && quotes.has(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end).trim();
}

/** Forms that only people write, in one that records have. */
function prefixed(text: string): string {
  const [, market = '', digits = ''] = joined.exec(text) ?? [];
  if (market !== '') return `${market.toUpperCase()}.${digits}`;
  const [, symbol = '', country = ''] = terminal.exec(text) ?? [];
  if (symbol !== '' && marketEnding(country.toUpperCase(), symbol.toUpperCase()) !== undefined) return `${symbol}.${country}`;
  const at = text.lastIndexOf('.');
  const ending = text.slice(at + 1).toUpperCase();
  const [front, short] = [text.slice(0, Math.max(0, at)), Object.hasOwn(shortEndings, ending) ? shortEndings[ending] : undefined];
  const known = short === undefined ? undefined : marketByPrefix(short);
  const isWhole = known !== undefined && !front.includes('.') && isShareCode(known, front.toUpperCase());
  return isWhole ? codeIn(known.prefix, front) : text;
}

/** The letters of a code in upper case; a continuous future keeps its ending as typed. */
function upperCode(read: string): string {
  const upper = read.toUpperCase();
  const ending = endings.find((one) => read.endsWith(one) && read.length > one.length + 4) ?? '';
  return `${upper.slice(0, upper.length - ending.length)}${ending}`;
}

function bare(text: string): TypedSecurity {
  const [front = ''] = text.split(/[.:]/);
  if (!/^[0-9A-Z][0-9A-Z.-]{0,9}$/.test(text)) return { ok: false, problem: 'form' };
  const markets = ['US', 'HK', 'KR', 'JP', ...marketPrefixes];
  const chinese = /^\d{6}$/.test(text) ? marketEnding('CN', text)?.prefix : undefined;
  const found = chinese ?? markets.find((prefix) => isShare(prefix, text));
  const guess = found === undefined ? {} : { guess: codeIn(found, text) };
  return text === front || found !== undefined ? { ok: false, problem: 'market', ...guess } : { ok: false, problem: 'form' };
}

function isShare(prefix: string, text: string): boolean {
  const market = marketByPrefix(prefix);
  return market !== undefined && isShareCode(market, codeIn(prefix, text).slice(prefix.length + 1));
}
