import type { SearchType } from '../../service/records';
import { bareCode, isSameSecurity, knownMarketOf, marketOf } from '../market/security';
import { plainText } from '../text/segments';
import { closureZone } from './closureDay';
import { marketZone } from '../market/markets';

interface Held {
  readonly symbol: string;
  readonly name: string;
}

/** Names too short to be meaningful, such as "T", are not searched for; their symbols are. */
const shortestName = 3;
const shortestCode = 2;
const mostUsedNames = new Set(['the', 'inc', 'ltd', 'corp', 'group', 'holdings']);

/**
 * Which events concern the user's holdings: corporate actions that name the symbol or the security, and closures of markets with holdings. A
 * country's indicators concern everyone, so they are never marked.
 *
 * If an event names a security by its whole code, that alone decides: names of companies contain each other.
 */
export function createHeldMatcher(
  held: readonly Held[],
): (event: { readonly text: string; readonly country: string }, searchType: SearchType | null) => boolean {
  const symbols = [...new Set(held.map(({ symbol }) => symbol.trim()).filter((symbol) => symbol.length > 0))];
  const names = [...new Set(held.map(({ name }) => name.trim()))].filter(
    (name) => name.length >= (hasHan(name) ? 2 : shortestName) && !mostUsedNames.has(name.toLowerCase()),
  );
  const zones = new Set(symbols.flatMap((symbol) => marketZone(marketOf(symbol) ?? '') ?? []));
  return ({ text, country }, searchType) => {
    const zone = closureZone(country);
    if (searchType === 2) return zone !== undefined && zones.has(zone);
    if (searchType !== 4) return false;
    const plain = plainText(text);
    const named = wholeCodes(plain);
    if (named.length > 0) return symbols.some((symbol) => named.some((code) => isSameSecurity(code, symbol)));
    return symbols.some((symbol) => isCodeIn(plain, symbol, zone)) || names.some((name) => isNameIn(plain, name));
  };
}

/** Codes with their markets, in any spelling of a record: `HK.00700`, `SEHK.00700`. */
function wholeCodes(text: string): readonly string[] {
  return text
    .split(/[^0-9A-Za-z_.-]/)
    .map((word) => (/[.-]$/.test(word) ? word.slice(0, -1) : word))
    .filter((word) => /^[A-Za-z_]+\.[0-9A-Za-z]/.test(word) && knownMarketOf(word) !== undefined);
}

/** A code without its market, as in `BRK.B split`; only letters, in upper case: digits may be anything. Of another country, it is of another security. */
function isCodeIn(text: string, symbol: string, zone: string | undefined): boolean {
  if (isWord(text.toUpperCase(), symbol.toUpperCase())) return true;
  const [code, market] = [bareCode(symbol), marketOf(symbol)];
  const own = market === undefined ? undefined : marketZone(market);
  if (zone !== undefined && own !== undefined && zone !== own) return false;
  if (code.length < shortestCode || !/^[A-Z][A-Z.-]*$/.test(code)) return false;
  return [code, code.replace('.', '-'), code.replace('.', '/')].some((spelled) => isWord(text, spelled));
}

/** What may stand behind the name of a company that is not a part of its name. */
const behind =
  /^(?:inc|ltd|limited|corp|corporation|co|company|plc|group|holdings?|sa|ag|nv|se|adr|class|interim|final|special|annual|quarterly|semi|half|first|second|third|fourth|cash|stock|share|shares|dividend|dividends|split|splits|reverse|consolidation|ex|rights|bonus|merger|spin|spinoff|spun|buyback|offering|results|earnings|agm|egm|meeting|capital|payment|distribution|record|q[1-4]|fy\d*|to|and|of|for|in|at|on|will|declares|announces|pays)$/i;
const behindHan =
  /^(?:控股|集团|集團|公司|股份|有限|派|分红|分紅|股息|红利|紅利|除|拆|合股|合并|合併|供股|配股|送股|转增|轉增|回购|回購|业绩|業績|中期|末期|特别|特別|季度|年度|股东|股東|私有|将|將|宣布|宣佈|公布|公佈)/;

/** "Tencent" is in "Tencent interim dividend", not in "Tencent Music split": a word in capitals that is none of the usual ones goes on with the name. */
function isNameIn(text: string, name: string): boolean {
  const [line, wanted] = [text.toLowerCase(), name.toLowerCase()];
  for (let at = line.indexOf(wanted); at >= 0; at = line.indexOf(wanted, at + 1)) {
    const [before, after] = [text.slice(0, at), text.slice(at + wanted.length)];
    if (hasHan(name)) {
      if (!/^\p{Script=Han}/u.test(after) || behindHan.test(after)) return true;
      continue;
    }
    if (/[A-Za-z0-9.]$/.test(before) || /^[A-Za-z0-9]/.test(after)) continue;
    const next = /^[ .]+([A-Za-z][A-Za-z0-9&]*)/.exec(after)?.[1] ?? '';
    const previous = before.trimEnd().split(' ').at(-1) ?? '';
    if (!goesOn(next) && !goesOn(previous)) return true;
  }
  return false;
}

/** Not behind a colon or the like; `Ex-dividend` is as `ex`. */
function goesOn(word: string): boolean {
  return /^[A-Z]/.test(word) && /[A-Za-z0-9&]$/.test(word) && !behind.test(word.split('-')[0] ?? '');
}

function hasHan(text: string): boolean {
  return /\p{Script=Han}/u.test(text);
}

/** "AAPL" is not in "AAPLX". */
function isWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const [before, after] = [text.slice(0, at), text.slice(at + word.length)];
    if (!/[A-Za-z0-9.]$/.test(before) && !/^(?:[A-Za-z0-9]|[.-][A-Z](?![A-Za-z]))/.test(after)) return true;
  }
  return false;
}
