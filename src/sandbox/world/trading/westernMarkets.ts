import type { CivilDate } from '../civilDate';
import { addDays, civil, nthWeekday, weekdayOf } from '../civilDate';
import type { LunarYear } from './holidayRules';
import { deepavali, easterSunday, weekdayBefore } from './holidayRules';
import type { HalfDay, Holiday, MarketRules } from './marketRules';
import { holiday, morningOnly, settle } from './marketRules';

const MONDAY = 1;
const THURSDAY = 4;

function americanHolidays(year: number): readonly Holiday[] {
  return [
    // On a Saturday this one is not made up for.
    holiday(civil(year, 1, 1), 'sunday', "New Year's Day", '元旦'),
    holiday(nthWeekday(year, 1, MONDAY, 3), 'stay', 'Martin Luther King Jr. Day', '马丁·路德·金纪念日'),
    holiday(nthWeekday(year, 2, MONDAY, 3), 'stay', "Washington's Birthday", '华盛顿诞辰'),
    holiday(addDays(easterSunday(year), -2), 'stay', 'Good Friday', '耶稣受难日'),
    holiday(nthWeekday(year, 5, MONDAY, -1), 'stay', 'Memorial Day', '阵亡将士纪念日'),
    ...(year >= 2022 ? [holiday(civil(year, 6, 19), 'nearest', 'Juneteenth', '六月节')] : []),
    holiday(civil(year, 7, 4), 'nearest', 'Independence Day', '独立日'),
    holiday(nthWeekday(year, 9, MONDAY, 1), 'stay', 'Labor Day', '劳动节'),
    holiday(nthWeekday(year, 11, THURSDAY, 4), 'stay', 'Thanksgiving Day', '感恩节'),
    holiday(civil(year, 12, 25), 'nearest', 'Christmas Day', '圣诞节'),
  ];
}

function americanHalfDays(year: number): readonly HalfDay[] {
  return [
    morningOnly(civil(year, 7, 3), 'Day before Independence Day', '独立日前夕'),
    morningOnly(addDays(nthWeekday(year, 11, THURSDAY, 4), 1), 'Day after Thanksgiving', '感恩节次日'),
    morningOnly(civil(year, 12, 24), 'Christmas Eve', '圣诞前夕'),
  ];
}

function canadianHolidays(year: number): readonly Holiday[] {
  const may25 = civil(year, 5, 25);
  return [
    holiday(civil(year, 1, 1), 'weekend', "New Year's Day", '元旦'),
    holiday(nthWeekday(year, 2, MONDAY, 3), 'stay', 'Family Day', '家庭日'),
    holiday(addDays(easterSunday(year), -2), 'stay', 'Good Friday', '耶稣受难日'),
    holiday(addDays(may25, -((weekdayOf(may25) + 5) % 7) - 1), 'stay', 'Victoria Day', '维多利亚日'),
    holiday(civil(year, 7, 1), 'weekend', 'Canada Day', '加拿大国庆日'),
    holiday(nthWeekday(year, 8, MONDAY, 1), 'stay', 'Civic Holiday', '公民日'),
    holiday(nthWeekday(year, 9, MONDAY, 1), 'stay', 'Labour Day', '劳动节'),
    holiday(nthWeekday(year, 10, MONDAY, 2), 'stay', 'Thanksgiving Day', '感恩节'),
    holiday(civil(year, 12, 25), 'weekend', 'Christmas Day', '圣诞节'),
    holiday(civil(year, 12, 26), 'weekend', 'Boxing Day', '节礼日'),
  ];
}

function australianHolidays(year: number): readonly Holiday[] {
  const easter = easterSunday(year);
  return [
    holiday(civil(year, 1, 1), 'weekend', "New Year's Day", '元旦'),
    holiday(civil(year, 1, 26), 'weekend', 'Australia Day', '澳大利亚日'),
    holiday(addDays(easter, -2), 'stay', 'Good Friday', '耶稣受难日'),
    holiday(addDays(easter, 1), 'stay', 'Easter Monday', '复活节星期一'),
    holiday(civil(year, 4, 25), 'stay', 'Anzac Day', '澳新军团日'),
    holiday(nthWeekday(year, 6, MONDAY, 2), 'stay', "King's Birthday", '国王诞辰'),
    holiday(civil(year, 12, 25), 'weekend', 'Christmas Day', '圣诞节'),
    holiday(civil(year, 12, 26), 'weekend', 'Boxing Day', '节礼日'),
  ];
}

function islamicHolidays(lunar: LunarYear, month: number, day: number, en: string, zh: string): readonly Holiday[] {
  return lunar.islamic(month, day).map((date: CivilDate) => holiday(date, 'sunday', en, zh));
}

function singaporeHolidays(year: number, lunar: LunarYear): readonly Holiday[] {
  const newYear = lunar.chinese(1, 1);
  return [
    holiday(civil(year, 1, 1), 'sunday', "New Year's Day", '元旦'),
    holiday(newYear, 'sunday', 'Chinese New Year', '农历新年'),
    holiday(addDays(newYear, 1), 'sunday', 'Chinese New Year', '农历新年'),
    ...islamicHolidays(lunar, 10, 1, 'Hari Raya Puasa', '开斋节'),
    holiday(addDays(easterSunday(year), -2), 'stay', 'Good Friday', '耶稣受难日'),
    holiday(civil(year, 5, 1), 'sunday', 'Labour Day', '劳动节'),
    holiday(lunar.chinese(4, 15), 'sunday', 'Vesak Day', '卫塞节'),
    ...islamicHolidays(lunar, 12, 10, 'Hari Raya Haji', '哈芝节'),
    holiday(civil(year, 8, 9), 'sunday', 'National Day', '新加坡国庆日'),
    holiday(deepavali(lunar, year), 'sunday', 'Deepavali', '屠妖节'),
    holiday(civil(year, 12, 25), 'sunday', 'Christmas Day', '圣诞节'),
  ];
}

function malaysianHolidays(year: number, lunar: LunarYear): readonly Holiday[] {
  const newYear = lunar.chinese(1, 1);
  return [
    holiday(civil(year, 1, 1), 'sunday', "New Year's Day", '元旦'),
    holiday(civil(year, 2, 1), 'sunday', 'Federal Territory Day', '联邦直辖区日'),
    holiday(newYear, 'sunday', 'Chinese New Year', '农历新年'),
    holiday(addDays(newYear, 1), 'sunday', 'Chinese New Year', '农历新年'),
    ...islamicHolidays(lunar, 9, 17, 'Nuzul Al-Quran', '可兰经降世日'),
    ...islamicHolidays(lunar, 10, 1, 'Hari Raya Aidilfitri', '开斋节'),
    ...islamicHolidays(lunar, 10, 2, 'Hari Raya Aidilfitri', '开斋节'),
    holiday(civil(year, 5, 1), 'sunday', 'Labour Day', '劳动节'),
    holiday(lunar.chinese(4, 15), 'sunday', 'Wesak Day', '卫塞节'),
    holiday(nthWeekday(year, 6, MONDAY, 1), 'stay', "Agong's Birthday", '最高元首诞辰'),
    ...islamicHolidays(lunar, 12, 10, 'Hari Raya Haji', '哈芝节'),
    ...islamicHolidays(lunar, 1, 1, 'Awal Muharram', '回历新年'),
    ...islamicHolidays(lunar, 3, 12, "Prophet's Birthday", '先知诞辰'),
    holiday(civil(year, 8, 31), 'sunday', 'National Day', '马来西亚国庆日'),
    holiday(civil(year, 9, 16), 'sunday', 'Malaysia Day', '马来西亚日'),
    holiday(deepavali(lunar, year), 'sunday', 'Deepavali', '屠妖节'),
    holiday(civil(year, 12, 25), 'sunday', 'Christmas Day', '圣诞节'),
  ];
}

const eveOfNewYear = (lunar: LunarYear): HalfDay =>
  morningOnly(addDays(lunar.chinese(1, 1), -1), 'Eve of Chinese New Year', '农历新年前夕');

const HOURS = 3_600;

/** America, Australia and South-East Asia. */
export const WESTERN_MARKETS: readonly MarketRules[] = [
  {
    prefix: 'US',
    en: 'US market',
    zh: '美股',
    country: 'United States',
    zone: 'America/New_York',
    opens: '09:30',
    wholeSeconds: 6.5 * HOURS,
    halfSeconds: 3.5 * HOURS,
    closures: (year) => settle(americanHolidays(year)),
    halfDays: americanHalfDays,
  },
  {
    prefix: 'CA',
    en: 'Canadian market',
    zh: '加拿大股市',
    country: 'Canada',
    zone: 'America/Toronto',
    opens: '09:30',
    wholeSeconds: 6.5 * HOURS,
    halfSeconds: 3.5 * HOURS,
    closures: (year) => settle(canadianHolidays(year)),
    halfDays: (year) => [morningOnly(civil(year, 12, 24), 'Christmas Eve', '圣诞前夕')],
  },
  {
    prefix: 'AU',
    en: 'Australian market',
    zh: '澳股',
    country: 'Australia',
    zone: 'Australia/Sydney',
    opens: '10:00',
    wholeSeconds: 6 * HOURS,
    halfSeconds: 4 * HOURS + 600,
    closures: (year) => settle(australianHolidays(year)),
    halfDays: (year) => [
      morningOnly(weekdayBefore(civil(year, 12, 25)), 'Last trading day before Christmas', '圣诞前最后交易日'),
      morningOnly(weekdayBefore(civil(year + 1, 1, 1)), 'Last trading day of the year', '年末最后交易日'),
    ],
  },
  {
    prefix: 'SG',
    en: 'Singapore market',
    zh: '新加坡股市',
    country: 'Singapore',
    zone: 'Asia/Singapore',
    opens: '09:00',
    wholeSeconds: 7 * HOURS,
    halfSeconds: 3 * HOURS,
    closures: (year, lunar) => settle(singaporeHolidays(year, lunar)),
    halfDays: (year, lunar) => [
      eveOfNewYear(lunar),
      morningOnly(civil(year, 12, 24), 'Christmas Eve', '圣诞前夕'),
      morningOnly(civil(year, 12, 31), "New Year's Eve", '元旦前夕'),
    ],
  },
  {
    prefix: 'SG_FUTURE',
    en: 'Singapore futures market',
    zh: '新加坡期货',
    country: 'Singapore',
    zone: 'Asia/Singapore',
    opens: '09:00',
    wholeSeconds: 20 * HOURS,
    halfSeconds: 7 * HOURS,
    closures: (year) => [
      { date: civil(year, 1, 1), en: "New Year's Day", zh: '元旦' },
      { date: addDays(easterSunday(year), -2), en: 'Good Friday', zh: '耶稣受难日' },
      { date: civil(year, 12, 25), en: 'Christmas Day', zh: '圣诞节' },
    ],
    halfDays: () => [],
  },
  {
    prefix: 'MY',
    en: 'Malaysian market',
    zh: '马来西亚股市',
    country: 'Malaysia',
    zone: 'Asia/Kuala_Lumpur',
    opens: '09:00',
    wholeSeconds: 6 * HOURS,
    halfSeconds: 3.5 * HOURS,
    closures: (year, lunar) => settle(malaysianHolidays(year, lunar)),
    halfDays: (_, lunar) => [
      eveOfNewYear(lunar),
      ...lunar.islamic(10, 1).map((date) => morningOnly(addDays(date, -1), 'Eve of Hari Raya Aidilfitri', '开斋节前夕')),
    ],
  },
];
