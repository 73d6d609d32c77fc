/** What is known of a market. Everything that depends on a market is looked up here, never in a list of its own. */
export interface Market {
  /** The prefix of its codes in quotes: `HK` (Spec, General conventions: security identifier). */
  readonly prefix: string;
  /** The zone in which its days are counted; undefined if it has none. */
  readonly zone?: string;
  /** The currency of most of its shares. */
  readonly currency?: string;
  /** How its codes of shares look. Only for a security of which nothing says what it is; anchored by whoever uses it. */
  readonly share?: string;
  /** Codes of fewer digits are the same with zeros in front. */
  readonly digits?: number;
  /** From which prices on its shares have another step, from 0 up; the step only where it is the same for all shares and seldom changes. */
  readonly priceBands?: readonly { readonly from: string; readonly step?: string }[];
  /** It is traded before and after its regular hours too. */
  readonly hasExtendedHours?: true;
  /** Exchange of an order for its shares, and for its futures, as orders name it; undefined if orders have no name for it. */
  readonly stockExchange?: string;
  readonly futuresExchange?: string;
  /** Other names that stand for it before a code: of its exchanges, as services, chart pages, and data vendors write them. */
  readonly names: readonly string[];
  /** Names that usually stand for it behind a code, as in `600519.SS`, besides the prefix; those of {@link names} may, too. */
  readonly endings: readonly string[];
}

/** Letters of a code with up to two classes: `BRK.B`, `BC-PC`, `BAM.PR.X`. */
const letters = String.raw`[A-Z]{1,5}(?:[.-][A-Z]{1,3}){0,2}`;

/** Bands of prices, of which only the service knows the steps. */
function bands(...starts: readonly string[]): readonly { readonly from: string }[] {
  return ['0', ...starts].map((from) => ({ from }));
}

const list: readonly Market[] = [
  {
    prefix: 'HK',
    zone: 'Asia/Hong_Kong',
    currency: 'HKD',
    share: String.raw`\d{5}`,
    digits: 5,
    stockExchange: 'SEHK',
    futuresExchange: 'HKFE',
    priceBands: bands('0.25', '0.5', '10', '20', '50', '100', '200', '500', '1000', '2000', '5000'),
    names: ['SEHK', 'HKEX', 'HKSE', 'XHKG', 'HKG', 'HKFE', 'XHKF', 'HK_FUTURE'],
    endings: [],
  },
  {
    prefix: 'US',
    zone: 'America/New_York',
    currency: 'USD',
    share: letters,
    stockExchange: 'US',
    hasExtendedHours: true,
    priceBands: [
      { from: '0', step: '0.0001' },
      { from: '1', step: '0.01' },
    ],
    names: [
      ...['NASDAQ', 'NASDAQGS', 'NASDAQGM', 'NASDAQCM', 'NMS', 'NGM', 'NCM', 'XNAS', 'XNGS', 'XNMS', 'XNCM'],
      ...['NYSE', 'XNYS', 'NYQ', 'AMEX', 'XASE', 'NYSEAMERICAN', 'NYSEAMEX', 'NYSEMKT'],
      ...['ARCA', 'NYSEARCA', 'ARCX', 'PCX', 'BATS', 'BZX', 'CBOE', 'XCBO', 'IEX', 'IEXG'],
      ...['OTC', 'OTCMKTS', 'OTCQB', 'OTCQX', 'PINK', 'PNK', 'OOTC', 'CME', 'XCME', 'CBOT', 'XCBT', 'NYMEX', 'XNYM', 'COMEX', 'XCEC'],
      'US_FUTURE',
    ],
    endings: [],
  },
  {
    prefix: 'SH',
    zone: 'Asia/Shanghai',
    currency: 'CNY',
    share: String.raw`\d{6}`,
    digits: 6,
    stockExchange: 'SSE',
    names: ['SSE', 'SHSE', 'SHA', 'SHG', 'XSHG', 'SS'],
    endings: ['SS'],
  },
  {
    prefix: 'SZ',
    zone: 'Asia/Shanghai',
    currency: 'CNY',
    share: String.raw`\d{6}`,
    digits: 6,
    stockExchange: 'SZSE',
    names: ['SZSE', 'SHE', 'XSHE'],
    endings: [],
  },
  {
    prefix: 'BJ',
    zone: 'Asia/Shanghai',
    currency: 'CNY',
    share: String.raw`\d{6}`,
    digits: 6,
    names: ['BJSE', 'XBSE', 'XBEI'],
    endings: [],
  },
  {
    prefix: 'SG',
    zone: 'Asia/Singapore',
    currency: 'SGD',
    share: '[0-9A-Z]{3,4}',
    stockExchange: 'SGX',
    futuresExchange: 'SGX',
    priceBands: bands('0.2', '1'),
    names: ['SGX', 'SES', 'XSES', 'SG_FUTURE'],
    endings: ['SI'],
  },
  {
    prefix: 'JP',
    zone: 'Asia/Tokyo',
    currency: 'JPY',
    share: String.raw`\d[0-9A-Z]\d[0-9A-Z]\d?`,
    stockExchange: 'JP',
    futuresExchange: 'JP',
    priceBands: bands('1000', '3000', '5000', '10000', '30000', '50000', '100000', '300000', '500000', '1000000'),
    names: ['TYO', 'XTKS', 'XJPX', 'JPX', 'XOSE', 'OSE', 'JP_FUTURE'],
    endings: ['T'],
  },
  {
    prefix: 'KR',
    zone: 'Asia/Seoul',
    currency: 'KRW',
    share: String.raw`\d{4}[0-9A-Z]{2}`,
    digits: 6,
    stockExchange: 'KR',
    futuresExchange: 'KR',
    priceBands: bands('2000', '5000', '20000', '50000', '200000', '500000'),
    names: ['KRX', 'XKRX', 'KOSPI', 'KOSDAQ', 'XKOS', 'KONEX', 'KSE'],
    endings: ['KS', 'KQ'],
  },
  {
    prefix: 'CA',
    zone: 'America/Toronto',
    currency: 'CAD',
    share: letters,
    stockExchange: 'CA',
    priceBands: bands('0.5'),
    names: ['TSX', 'XTSE', 'TOR', 'TSXV', 'XTSX', 'CVE', 'CNSX', 'XCNQ', 'NEO', 'NEOE'],
    endings: ['TO', 'NE'],
  },
  {
    prefix: 'AU',
    zone: 'Australia/Sydney',
    currency: 'AUD',
    share: '[0-9A-Z]{3,5}',
    priceBands: bands('0.1', '2'),
    names: ['ASX', 'XASX'],
    endings: ['AX'],
  },
  {
    prefix: 'MY',
    zone: 'Asia/Kuala_Lumpur',
    currency: 'MYR',
    share: String.raw`\d{4}(?:[A-Z]{2})?`,
    digits: 4,
    priceBands: bands('1', '10', '100'),
    names: ['MYX', 'BURSA', 'KLSE', 'XKLS'],
    endings: ['KL'],
  },
  // Cryptocurrencies, which trade all day.
  { prefix: 'CC', names: ['CRYPTO'], endings: [] },
];

const byPrefix: ReadonlyMap<string, Market> = new Map(list.map((market) => [market.prefix, market]));
const byName: ReadonlyMap<string, Market> = new Map(
  list.flatMap((market) => [market.prefix, ...market.names].map((name) => [name, market] as const)),
);
const byEnding: ReadonlyMap<string, Market> = new Map([
  ...byName,
  ...list.flatMap((market) => market.endings.map((ending) => [ending, market] as const)),
]);

const wholes: ReadonlyMap<Market, RegExp> = new Map(
  list.flatMap((market) => (market.share === undefined ? [] : [[market, new RegExp(`^(?:${market.share})$`)] as const])),
);

/** Whether a code without its market looks like that of one of its shares. */
export function isShareCode(market: Market, code: string): boolean {
  return wholes.get(market)?.test(code) === true;
}

/** A market by its prefix in upper case. */
export function marketByPrefix(prefix: string): Market | undefined {
  return byPrefix.get(prefix);
}

/** The zone of a market by any of its names, in any case; undefined for an unknown one. */
export function marketZone(name: string): string | undefined {
  return marketNamed(name.trim().toUpperCase(), '')?.zone;
}

/** All prefixes of markets, for the user: `HK`, `US`, … */
export const marketPrefixes: readonly string[] = list.map(({ prefix }) => prefix);

/**
 * Patterns of the codes of shares with their market, for finding them in a text; not anchored. The market stands in front (`HK.00700`) or, where
 * codes are digits alone, behind (`0700.HK`): letters before a dot are names in source code too.
 */
export const sharePatterns: readonly string[] = list.flatMap(({ prefix, share, digits, endings }) => {
  if (share === undefined) return [];
  const inFront = String.raw`${prefix}\.(?:${share})`;
  if (digits === undefined) return [inFront];
  return [inFront, String.raw`\d{${String(Math.min(digits, 4))},${String(digits)}}\.(?:${[prefix, ...endings].join('|')})`];
});

/** The name of several exchanges tells the market together with the code: `TSE:7203` is in Tokyo, `TSE:RY` in Toronto. */
const told: Readonly<Record<string, (code: string) => string | undefined>> = {
  TSE: (code) => (/^\d/.test(code) ? 'JP' : 'CA'),
  CN: (code) => chinese(code) ?? (/^[A-Z]/.test(code) ? 'CA' : undefined),
  CSE: (code) => (/^[A-Z]/.test(code) ? 'CA' : chinese(code)),
  HKCC: chinese,
  CH: chinese,
  BSE: (code) => (/^[489]\d{5}$/.test(code) ? 'BJ' : undefined),
};

/** Where an A share is listed, by the ranges of codes that the exchanges assign. */
function chinese(code: string): string | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  if (/^[569]/.test(code) && !code.startsWith('92')) return 'SH';
  return /^[0123]/.test(code) ? 'SZ' : 'BJ';
}

/** The market that a name before a code stands for. @param name, code - In upper case. */
export function marketNamed(name: string, code: string): Market | undefined {
  return toldBy(name, code) ?? (Object.hasOwn(told, name) ? undefined : byName.get(name));
}

/** The market that a name behind a code stands for. @param name, code - In upper case. */
export function marketEnding(name: string, code: string): Market | undefined {
  return toldBy(name, code) ?? (Object.hasOwn(told, name) ? undefined : byEnding.get(name));
}

function toldBy(name: string, code: string): Market | undefined {
  const prefix = Object.hasOwn(told, name) ? told[name]?.(code) : undefined;
  return prefix === undefined ? undefined : byPrefix.get(prefix);
}
