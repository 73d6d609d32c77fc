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

const governors: Institution['speakers'] = [
  ['Governor', '行长'],
  ['Deputy Governor', '副行长'],
  ['Policy Board Member', '政策委员'],
];

/** The institutions of the calendar; people are named by their office only. */
export const institutions: readonly Institution[] = [
  {
    en: 'Fed',
    zh: '美联储',
    speakers: [
      ['Chair', '主席'],
      ['Vice Chair', '副主席'],
      ['Governor', '理事'],
      ['New York President', '纽约联储主席'],
    ],
    country: 'United States',
    currency: 'USD',
    zone: 'America/New_York',
    star: 3,
    activity: 0.5,
  },
  {
    en: 'ECB',
    zh: '欧洲央行',
    speakers: [
      ['President', '行长'],
      ['Chief Economist', '首席经济学家'],
      ['Executive Board Member', '执委'],
    ],
    country: 'Euro Zone',
    currency: 'EUR',
    zone: 'Europe/Berlin',
    star: 3,
    activity: 0.36,
  },
  {
    en: 'BoE',
    zh: '英国央行',
    speakers: governors,
    country: 'United Kingdom',
    currency: 'GBP',
    zone: 'Europe/London',
    star: 2,
    activity: 0.24,
  },
  { en: 'BoJ', zh: '日本央行', speakers: governors, country: 'Japan', currency: 'JPY', zone: 'Asia/Tokyo', star: 2, activity: 0.24 },
  {
    en: 'PBoC',
    zh: '中国人民银行',
    speakers: governors,
    country: 'China',
    currency: 'CNY',
    zone: 'Asia/Shanghai',
    star: 3,
    activity: 0.22,
  },
  {
    en: 'RBA',
    zh: '澳洲联储',
    speakers: governors,
    country: 'Australia',
    currency: 'AUD',
    zone: 'Australia/Sydney',
    star: 2,
    activity: 0.16,
  },
  {
    en: 'BoC',
    zh: '加拿大央行',
    speakers: governors,
    country: 'Canada',
    currency: 'CAD',
    zone: 'America/Toronto',
    star: 2,
    activity: 0.14,
  },
  {
    en: 'HKMA',
    zh: '香港金管局',
    speakers: [['Chief Executive', '总裁']],
    country: 'Hong Kong',
    currency: 'HKD',
    zone: 'Asia/Hong_Kong',
    star: 1,
    activity: 0.12,
  },
  { en: 'BoK', zh: '韩国央行', speakers: governors, country: 'South Korea', currency: 'KRW', zone: 'Asia/Seoul', star: 1, activity: 0.1 },
  {
    en: 'MAS',
    zh: '新加坡金管局',
    speakers: [['Managing Director', '局长']],
    country: 'Singapore',
    currency: 'SGD',
    zone: 'Asia/Singapore',
    star: 1,
    activity: 0.08,
  },
  {
    en: 'SNB',
    zh: '瑞士央行',
    speakers: [['Chairman', '主席']],
    country: 'Switzerland',
    currency: 'CHF',
    zone: 'Europe/Zurich',
    star: 2,
    activity: 0.08,
  },
  {
    en: 'OPEC',
    zh: '欧佩克',
    speakers: [['Secretary General', '秘书长']],
    country: 'Global',
    currency: null,
    zone: 'Europe/Vienna',
    star: 2,
    activity: 0.08,
  },
  {
    en: 'IMF',
    zh: '国际货币基金组织',
    speakers: [['Managing Director', '总裁']],
    country: 'Global',
    currency: null,
    zone: 'America/New_York',
    star: 2,
    activity: 0.08,
  },
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
