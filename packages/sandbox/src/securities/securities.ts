import { securityFates } from '../fates';
import type { SecurityFate } from '../fates';
import { traditional } from './traditional';
import { createRandom } from '../random';

/** A listed instrument of the world. */
export interface Security extends Pick<SecurityFate, 'untraded'> {
  /** `{market}.{code}`. */
  readonly code: string;
  readonly name: string;
  readonly simplified: string;
  readonly traditional: string;
  readonly type: 'STOCK' | 'ETF' | 'OPTION' | 'FUTURES';
  readonly lot: number;
  /** How many times its price one of it is worth: the shares of an option. Futures are counted in points of their price. */
  readonly contractSize: number;
  readonly currency: string;
  /** The price around which it moves, in 10^-digits. */
  readonly reference: number;
  /** Decimal places of its prices. */
  readonly digits: number;
  readonly listed: string;
}

type Row = readonly [code: string, name: string, simplified: string, traditional: string, lot: number, reference: number, listed: string];

const currencies: Readonly<Record<string, readonly [currency: string, digits: number]>> = {
  HK: ['HKD', 3],
  US: ['USD', 2],
  SH: ['CNY', 2],
  SZ: ['CNY', 2],
  SG: ['SGD', 3],
  JP: ['JPY', 1],
  CA: ['CAD', 2],
  AU: ['AUD', 3],
  KR: ['KRW', 0],
  MY: ['MYR', 3],
};

/** The market prefix of a security identifier. */
export function prefixOf(code: string): string {
  return code.slice(0, code.indexOf('.'));
}

function stock([code, name, simplified, traditional, lot, reference, listed]: Row): Security {
  const [currency, digits] = currencies[prefixOf(code)] ?? ['USD', 2];
  return { code, name, simplified, traditional, type: 'STOCK', lot, contractSize: 1, currency, reference, digits, listed };
}

function inCurrency(currency: string, row: Row): Security {
  return { ...stock(row), currency };
}

const stocks: readonly Security[] = (
  [
    ['HK.00700', 'TENCENT', '腾讯控股', '騰訊控股', 100, 562_500, '2004-06-16'],
    ['HK.09988', 'BABA-W', '阿里巴巴-W', '阿里巴巴-W', 100, 118_300, '2019-11-26'],
    ['HK.03690', 'MEITUAN-W', '美团-W', '美團-W', 100, 121_700, '2018-09-20'],
    ['HK.00005', 'HSBC HOLDINGS', '汇丰控股', '滙豐控股', 400, 98_650, '1980-01-02'],
    ['HK.01299', 'AIA', '友邦保险', '友邦保險', 200, 73_400, '2010-10-29'],
    ['HK.00388', 'HKEX', '香港交易所', '香港交易所', 100, 428_200, '2000-06-27'],
    ['HK.01810', 'XIAOMI-W', '小米集团-W', '小米集團-W', 200, 54_350, '2018-07-09'],
    ['HK.00941', 'CHINA MOBILE', '中国移动', '中國移動', 500, 86_150, '1997-10-23'],
    ['HK.02318', 'PING AN', '中国平安', '中國平安', 500, 53_600, '2004-06-24'],
    ['HK.00001', 'CKH HOLDINGS', '长和', '長和', 500, 51_850, '2015-03-18'],
    ['HK.00066', 'MTR CORPORATION', '港铁公司', '港鐵公司', 500, 27_950, '2000-10-05'],
    ['HK.00939', 'CCB', '建设银行', '建設銀行', 1_000, 7_810, '2005-10-27'],
    ['US.AAPL', 'Apple', '苹果', '蘋果', 1, 21_340, '1980-12-12'],
    ['US.MSFT', 'Microsoft', '微软', '微軟', 1, 50_122, '1986-03-13'],
    ['US.NVDA', 'NVIDIA', '英伟达', '輝達', 1, 17_288, '1999-01-22'],
    ['US.AMZN', 'Amazon', '亚马逊', '亞馬遜', 1, 22_514, '1997-05-15'],
    ['US.GOOGL', 'Alphabet-A', '谷歌-A', '谷歌-A', 1, 19_573, '2004-08-19'],
    ['US.TSLA', 'Tesla', '特斯拉', '特斯拉', 1, 31_907, '2010-06-29'],
    ['US.JPM', 'JPMorgan Chase', '摩根大通', '摩根大通', 1, 28_845, '1969-03-05'],
    ['US.KO', 'Coca-Cola', '可口可乐', '可口可樂', 1, 6_951, '1950-01-26'],
    ['US.BRK.B', 'Berkshire Hathaway-B', '伯克希尔-B', '巴郡-B', 1, 48_206, '1996-05-09'],
    ['US.DIS', 'Walt Disney', '迪士尼', '迪士尼', 1, 11_872, '1957-11-12'],
    ['SH.600519', 'Kweichow Moutai', '贵州茅台', '貴州茅台', 100, 148_500, '2001-08-27'],
    ['SH.601318', 'Ping An Insurance', '中国平安', '中國平安', 100, 5_842, '2007-03-01'],
    ['SH.600036', 'China Merchants Bank', '招商银行', '招商銀行', 100, 4_517, '2002-04-09'],
    ['SH.601988', 'Bank of China', '中国银行', '中國銀行', 100, 562, '2006-07-05'],
    ['SH.688981', 'SMIC', '中芯国际', '中芯國際', 200, 9_235, '2020-07-16'],
    ['SZ.300750', 'CATL', '宁德时代', '寧德時代', 100, 26_380, '2018-06-11'],
    ['SZ.000858', 'Wuliangye Yibin', '五粮液', '五糧液', 100, 12_345, '1998-04-27'],
    ['SZ.002594', 'BYD', '比亚迪', '比亞迪', 100, 10_876, '2011-06-30'],
    ['SZ.000333', 'Midea Group', '美的集团', '美的集團', 100, 7_264, '2013-09-18'],
    ['SG.D05', 'DBS Group', '星展集团', '星展集團', 100, 47_120, '1990-12-06'],
    ['SG.Z74', 'Singtel', '新加坡电信', '新加坡電信', 100, 3_910, '1993-11-01'],
    ['SG.O39', 'OCBC Bank', '华侨银行', '華僑銀行', 100, 16_540, '1990-12-06'],
    ['JP.7203', 'Toyota Motor', '丰田汽车', '豐田汽車', 100, 26_445, '1949-05-16'],
    ['JP.6758', 'Sony Group', '索尼集团', '索尼集團', 100, 38_720, '1958-12-01'],
    ['JP.9984', 'SoftBank Group', '软银集团', '軟銀集團', 100, 112_350, '1998-01-16'],
    ['CA.RY', 'Royal Bank of Canada', '加拿大皇家银行', '加拿大皇家銀行', 1, 18_244, '1980-01-02'],
    ['AU.BHP', 'BHP Group', '必和必拓', '必和必拓', 1, 39_870, '1885-08-13'],
    ['KR.005930', 'Samsung Electronics', '三星电子', '三星電子', 1, 67_300, '1975-06-11'],
    ['MY.1155', 'Maybank', '马来亚银行', '馬來亞銀行', 100, 9_880, '1962-02-17'],
  ] satisfies readonly Row[]
).map(stock);

const derivative = (
  type: 'OPTION' | 'FUTURES',
  code: string,
  name: string,
  zh: string,
  currency: string,
  reference: number,
  digits: number,
): Security => ({
  code,
  name,
  simplified: zh,
  traditional: traditional(zh),
  type,
  lot: 1,
  contractSize: type === 'OPTION' ? 100 : 1,
  currency,
  reference,
  digits,
  listed: '2025-01-02',
});

/** Options and futures that orders and positions refer to; contract months are those of continuous contracts. */
const derivatives: readonly Security[] = [
  derivative('OPTION', 'US.AAPL281215C230000', 'AAPL 281215 230.00C', 'AAPL 281215 230.00购', 'USD', 1_845, 2),
  derivative('OPTION', 'US.NVDA281215P150000', 'NVDA 281215 150.00P', 'NVDA 281215 150.00沽', 'USD', 962, 2),
  derivative('OPTION', 'HK.TCH281228C600000', 'TCH 281228 600.00C', 'TCH 281228 600.00购', 'HKD', 31_250, 3),
  derivative('FUTURES', 'HK.HSImain', 'HSI Futures', '恒指主连', 'HKD', 24_386, 0),
  derivative('FUTURES', 'HK.MHImain', 'Mini HSI Futures', '小型恒指主连', 'HKD', 24_389, 0),
  derivative('FUTURES', 'US.ESmain', 'E-mini S&P 500', '标普500期指主连', 'USD', 632_025, 2),
  derivative('FUTURES', 'US.6Jmain', 'Japanese Yen Futures', '日元主连', 'USD', 682_350, 8),
  derivative('FUTURES', 'US.CLmain', 'Crude Oil Futures', '原油主连', 'USD', 6_658, 2),
  derivative('FUTURES', 'US.GCmain', 'Gold Futures', '黄金主连', 'USD', 33_587, 1),
  derivative('FUTURES', 'US.ZCmain', 'Corn Futures', '玉米主连', 'USD', 42_325, 2),
];

/**
 * Securities as they are in the world: shares of a class, codes with letters, counters in another currency than their market’s, and some that
 * nobody trades. Found by their codes, and in no list.
 */
export const unusualSecurities: readonly Security[] = [
  ...(
    [
      ['CA.RCI.B', 'Rogers Communications-B', '罗渣士通信-B', '羅渣士通信-B', 1, 5_120, '1980-01-02'],
      ['CA.REI.UN', 'RioCan REIT', '里奥坎房托', '里奧坎房託', 1, 1_866, '1994-01-04'],
      ['KR.0013V0', 'Sandbox Biotech', '沙盒生物', '沙盒生物', 1, 12_400, '2025-03-04'],
      ['JP.130A', 'Sandbox Robotics', '沙盒机器人', '沙盒機器人', 100, 9_870, '2024-02-27'],
      ['US.NEWCO', 'Newco', '新公司', '新公司', 1, 1_000, '2026-11-26'],
      ['US.HALTD', 'Halted', '停牌公司', '停牌公司', 1, 1_540, '2015-06-01'],
    ] satisfies readonly Row[]
  ).map((row) => ({ ...stock(row), ...securityFates[row[0]] })),
  inCurrency('USD', ['SG.H78', 'Harbour Land USD', '海港置地', '海港置地', 100, 4_310, '1990-12-06']),
  inCurrency('USD', ['CA.DLR.U', 'Dollar ETF USD', '美元基金', '美元基金', 1, 1_012, '2011-05-03']),
  inCurrency('CNY', ['HK.80700', 'TENCENT-R', '腾讯控股-R', '騰訊控股-R', 100, 518_500, '2023-06-19']),
];

/** Every instrument that has a name of its own and is in lists. */
export const allSecurities: readonly Security[] = [...stocks, ...derivatives];

type Part = readonly [en: string, simplified: string, traditional: string];

const firstParts: readonly Part[] = [
  ['Harbour', '海港', '海港'],
  ['Jade', '玉龙', '玉龍'],
  ['Golden', '金源', '金源'],
  ['Eastern', '东方', '東方'],
  ['Pacific', '太平洋', '太平洋'],
  ['Summit', '顶峰', '頂峰'],
  ['Lotus', '莲华', '蓮華'],
  ['Crane', '仙鹤', '仙鶴'],
  ['Silver', '银河', '銀河'],
  ['Bamboo', '竹林', '竹林'],
  ['River', '长江湾', '長江灣'],
  ['Cedar', '雪松', '雪松'],
  ['Northern', '北辰', '北辰'],
  ['Phoenix', '凤凰城', '鳳凰城'],
  ['Orchid', '兰亭', '蘭亭'],
  ['Victory', '凯胜', '凱勝'],
  ['Horizon', '天际', '天際'],
  ['Bright', '光明顶', '光明頂'],
];
const secondParts: readonly Part[] = [
  ['Holdings', '控股', '控股'],
  ['Technology', '科技', '科技'],
  ['Property', '地产', '地產'],
  ['Pharma', '医药', '醫藥'],
  ['Energy', '能源', '能源'],
  ['Finance', '金融', '金融'],
  ['Logistics', '物流', '物流'],
  ['Foods', '食品', '食品'],
  ['Materials', '材料', '材料'],
  ['Media', '传媒', '傳媒'],
  ['Motors', '汽车', '汽車'],
  ['Semiconductor', '半导体', '半導體'],
];
const lots = [100, 200, 400, 500, 1_000, 2_000];

/** The numbering of a market's codes. */
const codeForms: Readonly<Record<string, (index: number) => string>> = {
  HK: (index) => String(20 + index * 4).padStart(5, '0'),
  SH: (index) => String(600_000 + index * 3),
  SZ: (index) => String(2_001 + index * 2).padStart(6, '0'),
  JP: (index) => String(1_301 + index * 5),
  US: (index) => String.fromCharCode(81 + (index % 10), 65 + (Math.floor(index / 10) % 26), 65 + (Math.floor(index / 260) % 26), 88),
};

/** `count` plausible invented companies of a market, each with its own code. */
export function inventedSecurities(seed: number, prefix: string, count: number): readonly Security[] {
  const random = createRandom(seed, `securities/${prefix}`);
  const codeForm = codeForms[prefix] ?? ((index: number) => String(1_000 + index));
  const taken = new Set(allSecurities.map(({ code }) => code));
  const found: Security[] = [];
  for (let index = 0; found.length < count; index += 1) {
    const code = `${prefix}.${codeForm(index)}`;
    const first = random.pick(firstParts);
    const second = random.pick(secondParts);
    const lot = random.pick(lots);
    const reference = random.integer(300, 90_000);
    const listed = `${String(random.integer(1986, 2024))}-${String(random.integer(1, 12)).padStart(2, '0')}-${String(random.integer(1, 28)).padStart(2, '0')}`;
    if (!taken.has(code)) {
      found.push(stock([code, `${first[0]} ${second[0]}`, `${first[1]}${second[1]}`, `${first[2]}${second[2]}`, lot, reference, listed]));
    }
  }
  return found;
}
