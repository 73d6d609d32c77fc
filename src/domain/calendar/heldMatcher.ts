import type { SearchType } from '../../service/records';
import { plainText } from '../text/segments';

interface Held {
  readonly symbol: string;
  readonly name: string;
}

/** Names too short to be meaningful, such as "T", are not searched for; their symbols are. */
const shortestName = 3;
const mostUsedNames = new Set(['the', 'inc', 'ltd', 'corp', 'group', 'holdings']);

/** The countries in which a market's securities are traded, by the prefix before the dot of a symbol. */
const marketCountries: ReadonlyMap<string, readonly string[]> = new Map([
  ['HK', ['hong kong', 'hk', '香港', '中国香港', '中國香港']],
  ['US', ['united states', 'us', 'u.s.', '美国', '美國']],
  ['SH', ['china', 'cn', '中国', '中國']],
  ['SZ', ['china', 'cn', '中国', '中國']],
  ['BJ', ['china', 'cn', '中国', '中國']],
  ['SG', ['singapore', 'sg', '新加坡']],
  ['JP', ['japan', 'jp', '日本']],
  ['AU', ['australia', 'au', '澳大利亚', '澳大利亞']],
  ['CA', ['canada', 'ca', '加拿大']],
  ['MY', ['malaysia', 'my', '马来西亚', '馬來西亞']],
  ['KR', ['south korea', 'kr', '韩国', '韓國']],
]);

/**
 * Which events concern the user's holdings: corporate actions that name the symbol or the security, and closures of markets with holdings. A
 * country's indicators concern everyone, so they are never marked.
 */
export function createHeldMatcher(
  held: readonly Held[],
): (event: { readonly text: string; readonly country: string }, searchType: SearchType | null) => boolean {
  const symbols = [...new Set(held.map(({ symbol }) => symbol.trim().toUpperCase()).filter((symbol) => symbol.length > 0))];
  const names = [...new Set(held.map(({ name }) => name.trim().toLowerCase()))].filter(
    (name) => name.length >= (/\p{Script=Han}/u.test(name) ? 2 : shortestName) && !mostUsedNames.has(name),
  );
  const countries = new Set(symbols.flatMap((symbol) => marketCountries.get(symbol.split('.')[0] ?? '') ?? []));
  return ({ text, country }, searchType) => {
    if (searchType === 2) return countries.has(country.trim().toLowerCase());
    if (searchType !== 4) return false;
    const plain = plainText(text);
    return symbols.some((symbol) => isWord(plain.toUpperCase(), symbol)) || names.some((name) => isWord(plain.toLowerCase(), name));
  };
}

/** "AAPL" is not in "AAPLX"; Chinese has no spaces between words. */
function isWord(text: string, word: string): boolean {
  if (/\p{Script=Han}/u.test(word)) return text.includes(word);
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text.slice(0, at);
    const after = text.slice(at + word.length);
    if (!/[A-Za-z0-9.]$/.test(before) && !/^[A-Za-z0-9]/.test(after)) return true;
  }
  return false;
}
