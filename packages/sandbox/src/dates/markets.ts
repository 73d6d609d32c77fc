import { holidayTexts } from './holidays';

/** A name in English and in Chinese. */
export interface BilingualName {
  readonly en: string;
  readonly zh: string;
}

export interface TradingMarket extends BilingualName {
  readonly prefix: string;
  readonly country: string;
  readonly zone: string;
  /** Opening time of day, `HH:mm`. */
  readonly opens: string;
  readonly wholeSeconds: number;
  /** Of a day with one session. */
  readonly halfSeconds: number;
  /** A line for each holiday: see {@link holidayTexts}. */
  readonly holidays: string | undefined;
}

const hours = 3_600;
const mainland = {
  country: 'China',
  zone: 'Asia/Shanghai',
  opens: '09:30',
  wholeSeconds: 4 * hours,
  halfSeconds: 2 * hours,
  holidays: holidayTexts['mainland'],
};
const northAmerica = { opens: '09:30', wholeSeconds: 6.5 * hours, halfSeconds: 3.5 * hours };
const japan = { country: 'Japan', zone: 'Asia/Tokyo' };
const singapore = { country: 'Singapore', zone: 'Asia/Singapore', opens: '09:00' };
const derivatives = { wholeSeconds: 20 * hours, halfSeconds: 7 * hours };

export const tradingMarkets: readonly TradingMarket[] = [
  {
    ...{ prefix: 'HK', en: 'Hong Kong market', zh: '港股', country: 'Hong Kong', zone: 'Asia/Hong_Kong' },
    ...{ opens: '09:30', wholeSeconds: 5.5 * hours, halfSeconds: 2.5 * hours, holidays: holidayTexts['HK'] },
  },
  { ...mainland, prefix: 'SH', en: 'Shanghai market', zh: '沪市' },
  { ...mainland, prefix: 'SZ', en: 'Shenzhen market', zh: '深市' },
  { ...mainland, prefix: 'BJ', en: 'Beijing market', zh: '北交所' },
  {
    ...{ ...japan, prefix: 'JP', en: 'Tokyo market', zh: '日股' },
    ...{ opens: '09:00', wholeSeconds: 5.5 * hours, halfSeconds: 2.5 * hours, holidays: holidayTexts['JP'] },
  },
  {
    ...japan,
    ...derivatives,
    prefix: 'JP_FUTURE',
    en: 'Japan futures market',
    zh: '日本期货',
    opens: '08:45',
    holidays: holidayTexts['JP_FUTURE'],
  },
  {
    ...{ prefix: 'KR', en: 'Korean market', zh: '韩股', country: 'South Korea', zone: 'Asia/Seoul' },
    ...{ opens: '09:00', wholeSeconds: 6.5 * hours, halfSeconds: 3.5 * hours, holidays: holidayTexts['KR'] },
  },
  {
    ...{ ...northAmerica, prefix: 'US', en: 'US market', zh: '美股' },
    ...{ country: 'United States', zone: 'America/New_York', holidays: holidayTexts['US'] },
  },
  {
    ...{ ...northAmerica, prefix: 'CA', en: 'Canadian market', zh: '加拿大股市' },
    ...{ country: 'Canada', zone: 'America/Toronto', holidays: holidayTexts['CA'] },
  },
  {
    ...{ prefix: 'AU', en: 'Australian market', zh: '澳股', country: 'Australia', zone: 'Australia/Sydney' },
    ...{ opens: '10:00', wholeSeconds: 6 * hours, halfSeconds: 4 * hours + 600, holidays: holidayTexts['AU'] },
  },
  {
    ...{ ...singapore, prefix: 'SG', en: 'Singapore market', zh: '新加坡股市' },
    ...{ wholeSeconds: 7 * hours, halfSeconds: 3 * hours, holidays: holidayTexts['SG'] },
  },
  {
    ...singapore,
    ...derivatives,
    prefix: 'SG_FUTURE',
    en: 'Singapore futures market',
    zh: '新加坡期货',
    holidays: holidayTexts['SG_FUTURE'],
  },
  {
    ...{ prefix: 'MY', en: 'Malaysian market', zh: '马来西亚股市', country: 'Malaysia', zone: 'Asia/Kuala_Lumpur' },
    ...{ opens: '09:00', wholeSeconds: 6 * hours, halfSeconds: 3.5 * hours, holidays: holidayTexts['MY'] },
  },
];
