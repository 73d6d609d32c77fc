import type { CivilDate } from '../civilDate';
import { addDays, civil, nthWeekday, weekdayOf } from '../civilDate';
import type { LunarYear } from './holidayRules';
import { easterSunday, japaneseEquinox, qingming } from './holidayRules';
import type { Closure, HalfDay, Holiday, MarketRules } from './marketRules';
import { holiday, morningOnly, settle } from './marketRules';

function hongKongHolidays(year: number, lunar: LunarYear): readonly Holiday[] {
  const newYear = lunar.chinese(1, 1);
  const easter = easterSunday(year);
  return [
    holiday(civil(year, 1, 1), 'sunday', "New Year's Day", '元旦'),
    ...[0, 1, 2].map((day) => holiday(addDays(newYear, day), 'sunday', 'Lunar New Year', '农历新年')),
    holiday(qingming(year), 'sunday', 'Ching Ming Festival', '清明节'),
    holiday(addDays(easter, -2), 'stay', 'Good Friday', '耶稣受难节'),
    holiday(addDays(easter, 1), 'sunday', 'Easter Monday', '复活节星期一'),
    holiday(civil(year, 5, 1), 'sunday', 'Labour Day', '劳动节'),
    holiday(lunar.chinese(4, 8), 'sunday', 'Birthday of the Buddha', '佛诞'),
    holiday(lunar.chinese(5, 5), 'sunday', 'Tuen Ng Festival', '端午节'),
    holiday(civil(year, 7, 1), 'sunday', 'HKSAR Establishment Day', '香港特别行政区成立纪念日'),
    holiday(lunar.chinese(8, 16), 'sunday', 'Day after Mid-Autumn Festival', '中秋节翌日'),
    holiday(civil(year, 10, 1), 'sunday', 'National Day', '国庆日'),
    holiday(lunar.chinese(9, 9), 'sunday', 'Chung Yeung Festival', '重阳节'),
    holiday(civil(year, 12, 25), 'sunday', 'Christmas Day', '圣诞节'),
    holiday(civil(year, 12, 26), 'sunday', 'First weekday after Christmas', '圣诞节后首个工作日'),
  ];
}

function hongKongHalfDays(year: number, lunar: LunarYear): readonly HalfDay[] {
  const days = [
    morningOnly(addDays(lunar.chinese(1, 1), -1), 'Eve of Lunar New Year', '农历新年前夕'),
    morningOnly(civil(year, 12, 24), 'Christmas Eve', '圣诞前夕'),
    morningOnly(civil(year, 12, 31), "New Year's Eve", '元旦前夕'),
  ];
  // The morning of this day was lost to a black rainstorm warning: the only kind of afternoon-only day there is.
  return year === 2021 ? [...days, { date: '2021-06-28', session: 'AFTERNOON', en: 'Rainstorm', zh: '黑色暴雨' }] : days;
}

/** The three free days of a short mainland holiday, with the weekend that it is joined to. */
function joined(date: CivilDate, en: string, zh: string): readonly Closure[] {
  const shifts: Readonly<Record<number, readonly number[]>> = { 0: [0, 1], 2: [-1, 0], 4: [0, 1], 6: [0, 1, 2] };
  return (shifts[weekdayOf(date)] ?? [0]).map((shift) => ({ date: addDays(date, shift), en, zh }));
}

function span(first: CivilDate, days: number, en: string, zh: string): readonly Closure[] {
  return Array.from({ length: days }, (_, day) => ({ date: addDays(first, day), en, zh }));
}

/** Five days around the first of May, together with the weekend before where that touches it. */
function labourDays(year: number): readonly Closure[] {
  const first = civil(year, 5, 1);
  const weekday = weekdayOf(first);
  return span(addDays(first, weekday <= 1 ? -(weekday + 1) : 0), 5, 'Labour Day', '劳动节');
}

function mainlandClosures(year: number, lunar: LunarYear): readonly Closure[] {
  const midAutumn = lunar.chinese(8, 15);
  const inNationalWeek = midAutumn >= civil(year, 10, 1) && midAutumn <= civil(year, 10, 8);
  return [
    ...joined(civil(year, 1, 1), "New Year's Day", '元旦'),
    // The next first of January may be joined to the last day of this year.
    ...joined(civil(year + 1, 1, 1), "New Year's Day", '元旦'),
    ...span(addDays(lunar.chinese(1, 1), -1), 8, 'Spring Festival', '春节'),
    ...joined(qingming(year), 'Qingming Festival', '清明节'),
    ...labourDays(year),
    ...joined(lunar.chinese(5, 5), 'Dragon Boat Festival', '端午节'),
    ...(inNationalWeek ? [] : joined(midAutumn, 'Mid-Autumn Festival', '中秋节')),
    ...span(civil(year, 10, 1), inNationalWeek ? 8 : 7, 'National Day', '国庆节'),
  ];
}

function japaneseHolidays(year: number): readonly Holiday[] {
  const respect = nthWeekday(year, 9, 1, 3);
  const autumn = japaneseEquinox(year, 'autumn');
  const between = addDays(respect, 1);
  return [
    holiday(civil(year, 1, 1), 'sunday', "New Year's Day", '元旦'),
    holiday(civil(year, 1, 2), 'stay', 'Market Holiday', '新年休市'),
    holiday(civil(year, 1, 3), 'stay', 'Market Holiday', '新年休市'),
    holiday(nthWeekday(year, 1, 1, 2), 'stay', 'Coming of Age Day', '成人日'),
    holiday(civil(year, 2, 11), 'sunday', 'National Foundation Day', '建国纪念日'),
    holiday(civil(year, 2, 23), 'sunday', "Emperor's Birthday", '天皇诞生日'),
    holiday(japaneseEquinox(year, 'spring'), 'sunday', 'Vernal Equinox Day', '春分日'),
    holiday(civil(year, 4, 29), 'sunday', 'Showa Day', '昭和日'),
    holiday(civil(year, 5, 3), 'sunday', 'Constitution Memorial Day', '宪法纪念日'),
    holiday(civil(year, 5, 4), 'sunday', 'Greenery Day', '绿之日'),
    holiday(civil(year, 5, 5), 'sunday', "Children's Day", '儿童节'),
    holiday(nthWeekday(year, 7, 1, 3), 'stay', 'Marine Day', '海之日'),
    holiday(civil(year, 8, 11), 'sunday', 'Mountain Day', '山之日'),
    holiday(respect, 'stay', 'Respect for the Aged Day', '敬老日'),
    // A weekday between two holidays is a holiday.
    ...(addDays(between, 1) === autumn ? [holiday(between, 'stay', 'Citizens’ Holiday', '国民休息日')] : []),
    holiday(autumn, 'sunday', 'Autumnal Equinox Day', '秋分日'),
    holiday(nthWeekday(year, 10, 1, 2), 'stay', 'Sports Day', '体育日'),
    holiday(civil(year, 11, 3), 'sunday', 'Culture Day', '文化日'),
    holiday(civil(year, 11, 23), 'sunday', 'Labour Thanksgiving Day', '勤劳感谢日'),
    holiday(civil(year, 12, 31), 'stay', 'Market Holiday', '年末休市'),
  ];
}

function koreanHolidays(year: number, lunar: LunarYear): readonly Holiday[] {
  const threeDays = (middle: CivilDate, en: string, zh: string): readonly Holiday[] =>
    [-1, 0, 1].map((day) => holiday(addDays(middle, day), 'sunday', en, zh));
  return [
    holiday(civil(year, 1, 1), 'stay', "New Year's Day", '元旦'),
    ...threeDays(lunar.chinese(1, 1), 'Seollal', '春节'),
    holiday(civil(year, 3, 1), 'weekend', 'Independence Movement Day', '三一节'),
    holiday(civil(year, 5, 1), 'stay', 'Labour Day', '劳动节'),
    holiday(civil(year, 5, 5), 'weekend', "Children's Day", '儿童节'),
    holiday(lunar.chinese(4, 8), 'weekend', "Buddha's Birthday", '佛诞'),
    holiday(civil(year, 6, 6), 'stay', 'Memorial Day', '显忠日'),
    holiday(civil(year, 8, 15), 'weekend', 'Liberation Day', '光复节'),
    ...threeDays(lunar.chinese(8, 15), 'Chuseok', '中秋节'),
    holiday(civil(year, 10, 3), 'weekend', 'National Foundation Day', '开天节'),
    holiday(civil(year, 10, 9), 'weekend', 'Hangul Day', '韩文日'),
    holiday(civil(year, 12, 25), 'weekend', 'Christmas Day', '圣诞节'),
    holiday(civil(year, 12, 31), 'stay', 'Year-end Closing', '年末休市'),
  ];
}

const HOURS = 3_600;
const mainland = {
  country: 'China',
  zone: 'Asia/Shanghai',
  opens: '09:30',
  wholeSeconds: 4 * HOURS,
  halfSeconds: 2 * HOURS,
  closures: mainlandClosures,
  halfDays: () => [],
};
const japan = { country: 'Japan', zone: 'Asia/Tokyo', halfDays: () => [] };

/** Hong Kong, mainland China, Japan and Korea. */
export const EASTERN_MARKETS: readonly MarketRules[] = [
  {
    prefix: 'HK',
    en: 'Hong Kong market',
    zh: '港股',
    country: 'Hong Kong',
    zone: 'Asia/Hong_Kong',
    opens: '09:30',
    wholeSeconds: 5.5 * HOURS,
    halfSeconds: 2.5 * HOURS,
    closures: (year, lunar) => settle(hongKongHolidays(year, lunar)),
    halfDays: hongKongHalfDays,
  },
  { ...mainland, prefix: 'SH', en: 'Shanghai market', zh: '沪市' },
  { ...mainland, prefix: 'SZ', en: 'Shenzhen market', zh: '深市' },
  { ...mainland, prefix: 'BJ', en: 'Beijing market', zh: '北交所' },
  {
    ...japan,
    prefix: 'JP',
    en: 'Tokyo market',
    zh: '日股',
    opens: '09:00',
    wholeSeconds: 5.5 * HOURS,
    halfSeconds: 2.5 * HOURS,
    closures: (year) => settle(japaneseHolidays(year)),
  },
  {
    // Derivatives trade on national holidays; only the turn of the year is closed.
    ...japan,
    prefix: 'JP_FUTURE',
    en: 'Japan futures market',
    zh: '日本期货',
    opens: '08:45',
    wholeSeconds: 20 * HOURS,
    halfSeconds: 7 * HOURS,
    closures: (year) => [
      ...span(civil(year, 1, 1), 3, 'Market Holiday', '新年休市'),
      { date: civil(year, 12, 31), en: 'Market Holiday', zh: '年末休市' },
    ],
  },
  {
    prefix: 'KR',
    en: 'Korean market',
    zh: '韩股',
    country: 'South Korea',
    zone: 'Asia/Seoul',
    opens: '09:00',
    wholeSeconds: 6.5 * HOURS,
    halfSeconds: 3.5 * HOURS,
    closures: (year, lunar) => settle(koreanHolidays(year, lunar)),
    halfDays: () => [],
  },
];
