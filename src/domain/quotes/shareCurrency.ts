const ofMarkets: ReadonlyMap<string, string> = new Map([
  ['HK', 'HKD'],
  ['US', 'USD'],
  ['SH', 'CNY'],
  ['SZ', 'CNY'],
  ['BJ', 'CNY'],
  ['SG', 'SGD'],
  ['JP', 'JPY'],
  ['KR', 'KRW'],
  ['CA', 'CAD'],
  ['AU', 'AUD'],
  ['MY', 'MYR'],
]);

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

/** The currency in which a share is traded, by its code; undefined if the code does not tell. */
export function shareCurrency(code: string): string | undefined {
  const upper = code.toUpperCase();
  const exception = exceptions.find(({ codes }) => codes.test(upper));
  return exception === undefined ? ofMarkets.get(upper.slice(0, Math.max(0, upper.indexOf('.')))) : exception.currency;
}
