import type { Country } from './countries';

/** How often an indicator is published; `firstFriday` is monthly on the first Friday, `meetings` is eight times a year. */
export type Cadence = 'weekly' | 'monthly' | 'firstFriday' | 'quarterly' | 'meetings';

/** One published series of numbers. */
export interface Indicator {
  readonly key: string;
  readonly en: string;
  readonly zh: string;
  readonly unit: string | null;
  /** Decimal places of the values. */
  readonly digits: number;
  readonly cadence: Cadence;
  /** Importance before the country's weight is added. */
  readonly star: number;
  readonly base: number;
  readonly swing: number;
  /** Day of the month after the period (weekday 1 to 5 for weekly ones). */
  readonly day: number;
  /** Local time if it differs from the country's. */
  readonly time?: string;
  /** Whether values are amounts of the country's currency or otherwise tied to it. */
  readonly hasCurrency: boolean;
}

type Row = readonly [
  key: string,
  en: string,
  zh: string,
  unit: string | null,
  digits: number,
  cadence: Cadence,
  star: number,
  base: number,
  swing: number,
  day: number,
  time?: string,
];

function indicator([key, en, zh, unit, digits, cadence, star, base, swing, day, time]: Row): Indicator {
  // Survey indices have no currency.
  return {
    key,
    en,
    zh,
    unit,
    digits,
    cadence,
    star,
    base,
    swing,
    day,
    hasCurrency: unit !== null,
    ...(time === undefined ? {} : { time }),
  };
}

/** The indicators of every country. */
function headlines(of: Country): readonly Row[] {
  return [
    ['cpi-yoy', 'CPI YoY', 'CPI同比', '%', 1, 'monthly', 3, of.inflation, 0.9, 12],
    ['unemployment', 'Unemployment Rate', '失业率', '%', 1, of.market === 'US' ? 'firstFriday' : 'monthly', 3, of.unemployment, 0.4, 6],
    ['gdp-yoy', 'GDP YoY', 'GDP同比', '%', 1, 'quarterly', 3, of.growth, 0.8, 27],
    ['pmi-mfg', 'Manufacturing PMI', '制造业PMI', null, 1, 'monthly', 2, of.pmi, 1.8, 1],
    ['trade', 'Trade Balance', '贸易帐', 'B', 1, 'monthly', 2, of.trade, Math.abs(of.trade) * 0.3 + 1, 9],
    ['rate', 'Interest Rate Decision', '利率决议', '%', 2, 'meetings', 4, of.rate, 0.4, 17, '14:00'],
  ];
}

/** The additional indicators of larger countries. */
function details(of: Country): readonly Row[] {
  return [
    ['cpi-mom', 'CPI MoM', 'CPI环比', '%', 1, 'monthly', 2, 0.2, 0.4, 12],
    ['core-cpi-yoy', 'Core CPI YoY', '核心CPI同比', '%', 1, 'monthly', 3, of.inflation + 0.3, 0.6, 12],
    ['ppi-yoy', 'PPI YoY', 'PPI同比', '%', 1, 'monthly', 2, of.inflation - 0.6, 1.6, 14],
    ['retail-mom', 'Retail Sales MoM', '零售销售环比', '%', 1, 'monthly', 2, 0.2, 1.1, 16],
    ['industrial-mom', 'Industrial Production MoM', '工业产出环比', '%', 1, 'monthly', 1, 0.1, 1.2, 18],
    ['exports-yoy', 'Exports YoY', '出口同比', '%', 1, 'monthly', 1, 3.2, 7, 9],
    ['pmi-services', 'Services PMI', '服务业PMI', null, 1, 'monthly', 2, of.pmi + 1.5, 1.7, 3],
    ['pmi-composite', 'Composite PMI', '综合PMI', null, 1, 'monthly', 1, of.pmi + 1, 1.6, 3],
    ['confidence', 'Consumer Confidence', '消费者信心指数', null, 1, 'monthly', 1, 96, 7, 25],
    ['reserves', 'Foreign Exchange Reserves', '外汇储备', 'B', 1, 'monthly', 1, 410, 18, 7],
    ['money-m2', 'M2 Money Supply YoY', 'M2货币供应同比', '%', 1, 'monthly', 1, 5.2, 1.4, 20],
    ['gdp-qoq', 'GDP QoQ', 'GDP环比', '%', 1, 'quarterly', 3, of.growth / 4, 0.5, 27],
    ['current-account', 'Current Account', '经常帐', 'B', 1, 'quarterly', 1, of.trade * 2, Math.abs(of.trade) * 0.5 + 2, 21],
  ];
}

const american: readonly Row[] = [
  ['nfp', 'Nonfarm Payrolls', '非农就业人口变动', 'K', 0, 'firstFriday', 3, 128, 95, 5],
  ['adp', 'ADP Employment Change', 'ADP就业人数变动', 'K', 0, 'monthly', 2, 104, 70, 3, '08:15'],
  ['earnings', 'Average Hourly Earnings MoM', '平均时薪环比', '%', 1, 'firstFriday', 2, 0.3, 0.2, 5],
  ['pce-core', 'Core PCE Price Index YoY', '核心PCE物价指数同比', '%', 1, 'monthly', 3, 2.7, 0.4, 27],
  ['pce-mom', 'Core PCE Price Index MoM', '核心PCE物价指数环比', '%', 1, 'monthly', 2, 0.2, 0.2, 27],
  ['ism-mfg', 'ISM Manufacturing PMI', 'ISM制造业PMI', null, 1, 'monthly', 2, 48.9, 1.6, 1, '10:00'],
  ['ism-services', 'ISM Services PMI', 'ISM非制造业PMI', null, 1, 'monthly', 2, 51.4, 1.6, 3, '10:00'],
  ['jolts', 'JOLTs Job Openings', 'JOLTs职位空缺', 'M', 3, 'monthly', 2, 7.4, 0.4, 4, '10:00'],
  ['michigan', 'Michigan Consumer Sentiment', '密歇根大学消费者信心指数', null, 1, 'monthly', 2, 61, 6, 13, '10:00'],
  ['durable', 'Durable Goods Orders MoM', '耐用品订单环比', '%', 1, 'monthly', 2, 0.4, 5, 26],
  ['housing-starts', 'Housing Starts', '新屋开工年化总数', 'M', 3, 'monthly', 1, 1.33, 0.1, 18],
  ['permits', 'Building Permits', '营建许可总数', 'M', 3, 'monthly', 1, 1.39, 0.08, 18],
  ['existing-homes', 'Existing Home Sales', '成屋销售总数', 'M', 2, 'monthly', 1, 4.02, 0.2, 22, '10:00'],
  ['philly', 'Philadelphia Fed Manufacturing Index', '费城联储制造业指数', null, 1, 'monthly', 1, 2, 14, 19],
  ['empire', 'Empire State Manufacturing Index', '纽约联储制造业指数', null, 1, 'monthly', 1, -2, 14, 16],
  ['jobless-initial', 'Initial Jobless Claims', '初请失业金人数', 'K', 0, 'weekly', 1, 231, 16, 4],
  ['jobless-continuing', 'Continuing Jobless Claims', '续请失业金人数', 'K', 0, 'weekly', 0, 1_936, 40, 4],
  ['crude', 'EIA Crude Oil Inventories', 'EIA原油库存变动', 'M', 3, 'weekly', 0, -0.6, 5.5, 3, '10:30'],
  ['gas', 'EIA Natural Gas Storage', 'EIA天然气库存变动', 'B', 0, 'weekly', -1, 12, 90, 4, '10:30'],
  ['mortgage', 'MBA Mortgage Applications', 'MBA抵押贷款申请指数', '%', 1, 'weekly', -1, 0.4, 6, 3, '07:00'],
];

const otherSpecials: Readonly<Record<string, readonly Row[]>> = {
  China: [
    ['lpr-1y', '1-Year Loan Prime Rate', '一年期贷款市场报价利率', '%', 2, 'monthly', 3, 3, 0.05, 20, '09:00'],
    ['caixin', 'Caixin Manufacturing PMI', '财新制造业PMI', null, 1, 'monthly', 2, 50.2, 1, 1, '09:45'],
    ['loans', 'New Yuan Loans', '新增人民币贷款', 'B', 0, 'monthly', 2, 1_150, 900, 11, '17:00'],
    ['fai', 'Fixed Asset Investment YTD YoY', '固定资产投资年率', '%', 1, 'monthly', 2, 2.4, 1.6, 16, '10:00'],
  ],
  Germany: [
    ['ifo', 'Ifo Business Climate', 'IFO商业景气指数', null, 1, 'monthly', 2, 88.4, 1.6, 24, '10:00'],
    ['zew', 'ZEW Economic Sentiment', 'ZEW经济景气指数', null, 1, 'monthly', 2, 38, 16, 14, '11:00'],
  ],
  Japan: [['tankan', 'Tankan Large Manufacturers Index', '短观大型制造业景气判断指数', null, 0, 'quarterly', 2, 13, 3, 1]],
  'United Kingdom': [['claimants', 'Claimant Count Change', '失业金申请人数变动', 'K', 1, 'monthly', 1, 18, 14, 16]],
};

/** Every indicator that a country publishes. */
export function indicatorsOf(country: Country): readonly Indicator[] {
  const rows = [
    ...headlines(country),
    ...(country.full ? details(country) : []),
    ...(country.country === 'United States' ? american : (otherSpecials[country.country] ?? [])),
  ];
  return rows.map(indicator);
}
