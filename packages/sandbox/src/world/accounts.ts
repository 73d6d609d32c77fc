import type { SandboxLanguage } from '../types';

/** A person who can sign in on the consent page. */
export interface SandboxUser {
  readonly id: string;
  readonly name: string;
}

/** A trading account of the sandbox's world. */
export interface SandboxAccount {
  readonly id: string;
  /** Id of the {@link SandboxUser} who owns it. */
  readonly user: string;
  readonly kind: 'simulated' | 'live';
  /** Determines how many digits of a trigger price the service keeps. */
  readonly side: 'securities' | 'futures';
  readonly title: string;
  readonly type: 'cash' | 'margin';
  readonly firm: string;
  readonly cardNumber: string;
  /** Opaque market integers; the first is the account's main market. */
  readonly markets: readonly number[];
  readonly currency: string;
}

/** The users of the sandbox, in the order of the consent page. */
export const sandboxUsers: readonly SandboxUser[] = [
  { id: 'ada', name: 'Ada Example' },
  { id: 'lin', name: 'Lin Example' },
];

type Terms = Pick<SandboxAccount, 'side' | 'type' | 'markets' | 'currency'>;

function account(kind: SandboxAccount['kind'], id: string, user: string, title: string, cardNumber: string, terms: Terms): SandboxAccount {
  return { id, user, kind, title, firm: terms.side === 'futures' ? 'Sandbox Futures' : 'Sandbox Securities', cardNumber, ...terms };
}

const margin = { side: 'securities', type: 'margin' } as const;
const cash = { side: 'securities', type: 'cash' } as const;
const futures = { side: 'futures', type: 'margin' } as const;

const liveAccounts: readonly SandboxAccount[] = [
  account('live', '8001', 'ada', 'Margin Account', '1000800180018001', { ...margin, markets: [1, 2, 4, 6], currency: 'HKD' }),
  account('live', '8002', 'lin', 'Futures Account', '1000800280028002', { ...futures, markets: [5, 10], currency: 'USD' }),
];

function paper(id: string, user: string, title: string, cardNumber: string, terms: Terms): SandboxAccount {
  return account('simulated', id, user, title, cardNumber, terms);
}

/** The accounts of the sandbox; every account belongs to exactly one user. */
export const sandboxAccounts: readonly SandboxAccount[] = [
  paper('SIM-1001', 'ada', 'Paper Trading · Asia', '1000100110011001', { ...margin, markets: [1, 3, 6, 15], currency: 'HKD' }),
  paper('SIM-1002', 'lin', 'Paper Trading · World', '1000100210021002', { ...cash, markets: [2, 1, 11, 22], currency: 'USD' }),
  ...liveAccounts,
];

type Row = readonly [id: string, user: string, market: number, title: string, currency: string];

/** One paper account for each market, with IDs too large for a JavaScript number. */
const recorded: readonly Row[] = [
  ['281756479864562681', 'ada', 1, 'Paper · Hong Kong', 'HKD'],
  ['281756479864562682', 'ada', 2, 'Paper · US options', 'USD'],
  ['281756479864562683', 'ada', 3, 'Paper · Mainland', 'CNY'],
  ['281756479864562686', 'ada', 6, 'Paper · Singapore', 'SGD'],
  ['281756479864562695', 'ada', 15, 'Paper · Japan', 'JPY'],
  ['281756479864562780', 'ada', 100, 'Paper · US', 'USD'],
  ['281756479864563781', 'lin', 1, 'Paper · Hong Kong', 'HKD'],
  ['281756479864563880', 'lin', 100, 'Paper · US', 'USD'],
];

/** The accounts of the like-live world: the live ones of the usual world, and paper accounts as recorded. */
export const likeLiveAccounts: readonly SandboxAccount[] = [
  ...recorded.map(([id, user, market, title, currency]) =>
    paper(id, user, title, `1${id.slice(3)}`, { ...(market === 3 ? cash : margin), markets: [market], currency }),
  ),
  ...liveAccounts,
];

/** The accounts of one world. */
export class AccountDirectory {
  constructor(private readonly accounts: readonly SandboxAccount[]) {}

  /** The accounts of one user, in a fixed order; empty for an unknown user. */
  of(user: string): readonly SandboxAccount[] {
    return this.accounts.filter((account) => account.user === user);
  }

  find(id: string): SandboxAccount | undefined {
    return this.accounts.find((account) => account.id === id);
  }
}

const names: Readonly<Record<string, readonly [simplified: string, traditional: string]>> = {
  'Paper Trading · Asia': ['模拟交易 · 亚洲', '模擬交易 · 亞洲'],
  'Paper Trading · World': ['模拟交易 · 全球', '模擬交易 · 全球'],
  'Margin Account': ['融资账户', '融資帳戶'],
  'Futures Account': ['期货账户', '期貨帳戶'],
  'Sandbox Securities': ['沙盒证券', '沙盒證券'],
  'Sandbox Futures': ['沙盒期货', '沙盒期貨'],
};

/** The accounts with the names that the service gives them in its language; in English if languages are mixed. */
export function accountsIn(language: SandboxLanguage, accounts: readonly SandboxAccount[]): readonly SandboxAccount[] {
  if (language === 'en' || language === 'mixed') return accounts;
  const named = (name: string): string => names[name]?.[language === 'zh-cn' ? 0 : 1] ?? name;
  return accounts.map((account) => ({ ...account, title: named(account.title), firm: named(account.firm) }));
}
