/** An institution whose people give speeches, meet and publish. */
export interface Institution {
  readonly en: string;
  readonly zh: string;
  /** The people who speak for it. */
  readonly speakers: readonly (readonly [en: string, zh: string])[];
  readonly country: string;
  readonly currency: string | null;
  readonly zone: string;
  readonly star: number;
  /** Share of working days with an event. */
  readonly activity: number;
}

type Row = readonly [en: string, zh: string, country: string, currency: string | null, zone: string, star: number, activity: number];

function institution([en, zh, country, currency, zone, star, activity]: Row, ...speakers: Institution['speakers']): Institution {
  return { en, zh, speakers, country, currency, zone, star, activity };
}

const governors: Institution['speakers'] = [
  ['Governor', '行长'],
  ['Deputy Governor', '副行长'],
  ['Policy Board Member', '政策委员'],
];
const fed: Institution['speakers'] = [
  ['Chair', '主席'],
  ['Vice Chair', '副主席'],
  ['Governor', '理事'],
  ['New York President', '纽约联储主席'],
];
const ecb: Institution['speakers'] = [
  ['President', '行长'],
  ['Chief Economist', '首席经济学家'],
  ['Executive Board Member', '执委'],
];

/** The institutions of the calendar; people are named by their office only. */
export const institutions: readonly Institution[] = [
  institution(['Fed', '美联储', 'United States', 'USD', 'America/New_York', 3, 0.5], ...fed),
  institution(['ECB', '欧洲央行', 'Euro Zone', 'EUR', 'Europe/Berlin', 3, 0.36], ...ecb),
  institution(['BoE', '英国央行', 'United Kingdom', 'GBP', 'Europe/London', 2, 0.24], ...governors),
  institution(['BoJ', '日本央行', 'Japan', 'JPY', 'Asia/Tokyo', 2, 0.24], ...governors),
  institution(['PBoC', '中国人民银行', 'China', 'CNY', 'Asia/Shanghai', 3, 0.22], ...governors),
  institution(['RBA', '澳洲联储', 'Australia', 'AUD', 'Australia/Sydney', 2, 0.16], ...governors),
  institution(['BoC', '加拿大央行', 'Canada', 'CAD', 'America/Toronto', 2, 0.14], ...governors),
  institution(['HKMA', '香港金管局', 'Hong Kong', 'HKD', 'Asia/Hong_Kong', 1, 0.12], ['Chief Executive', '总裁']),
  institution(['BoK', '韩国央行', 'South Korea', 'KRW', 'Asia/Seoul', 1, 0.1], ...governors),
  institution(['MAS', '新加坡金管局', 'Singapore', 'SGD', 'Asia/Singapore', 1, 0.08], ['Managing Director', '局长']),
  institution(['SNB', '瑞士央行', 'Switzerland', 'CHF', 'Europe/Zurich', 2, 0.08], ['Chairman', '主席']),
  institution(['OPEC', '欧佩克', 'Global', null, 'Europe/Vienna', 2, 0.08], ['Secretary General', '秘书长']),
  institution(['IMF', '国际货币基金组织', 'Global', null, 'America/New_York', 2, 0.08], ['Managing Director', '总裁']),
];

/** The topics and formats of their events. */
export const agenda: readonly (readonly [en: string, zh: string])[] = [
  ['speaks on the inflation outlook', '就通胀前景发表讲话'],
  ['speaks on monetary policy and the labour market', '就货币政策与劳动力市场发表讲话'],
  ['speaks on financial stability', '就金融稳定发表讲话'],
  ['testifies before parliament', '在议会作证词陈述'],
  ['takes part in a panel on trade and growth', '参加贸易与增长专题讨论'],
  ['gives opening remarks at the annual research conference', '在年度研究会议上致开幕词'],
  ['releases the minutes of its policy meeting', '公布货币政策会议纪要'],
  ['publishes the quarterly policy report', '发布季度政策报告'],
  ['holds a press conference after the rate meeting', '在利率会议后召开新闻发布会'],
  ['auctions 10-year government bonds', '进行十年期国债拍卖'],
  ['answers questions on payments and digital money', '就支付与数字货币答问'],
];

/** Texts with content that a reader must never run: they are shown exactly as they are. */
export const awkwardTexts: readonly string[] = [
  'Panel on "R&D" spending: is growth < 2% & inflation > 2% the new normal?',
  'Speech: <b>Bold</b> steps & <i>italic</i> words in <script>alert(1)</script> times',
  '<img src=x onerror=alert(1)> Conference on resilient payment systems',
  "Treasury's Q&A: what's next for 'higher for longer'?",
  'Report &lt;embargoed&gt; &amp; annex: [click](command:workbench.action.quit) $(alert)',
  'Statement with a \u202Ereversed\u202C word and a zero\u200Bwidth space',
  'Lecture {{ 7*7 }} ${process.env.HOME} `code` on policy rules',
  '央行讲话：<em>重点</em>不是标记 & “引号”',
];
