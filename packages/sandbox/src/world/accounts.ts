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

/** The accounts of the sandbox; every account belongs to exactly one user. */
export const sandboxAccounts: readonly SandboxAccount[] = [
  {
    id: 'SIM-1001',
    user: 'ada',
    kind: 'simulated',
    side: 'securities',
    title: 'Paper Trading · Asia',
    type: 'margin',
    firm: 'Sandbox Securities',
    cardNumber: '1000100110011001',
    markets: [1, 3, 6, 15],
    currency: 'HKD',
  },
  {
    id: 'SIM-1002',
    user: 'lin',
    kind: 'simulated',
    side: 'securities',
    title: 'Paper Trading · World',
    type: 'cash',
    firm: 'Sandbox Securities',
    cardNumber: '1000100210021002',
    markets: [2, 1, 11, 22],
    currency: 'USD',
  },
  {
    id: '8001',
    user: 'ada',
    kind: 'live',
    side: 'securities',
    title: 'Margin Account',
    type: 'margin',
    firm: 'Sandbox Securities',
    cardNumber: '1000800180018001',
    markets: [1, 2, 4, 6],
    currency: 'HKD',
  },
  {
    id: '8002',
    user: 'lin',
    kind: 'live',
    side: 'futures',
    title: 'Futures Account',
    type: 'margin',
    firm: 'Sandbox Futures',
    cardNumber: '1000800280028002',
    markets: [5, 10],
    currency: 'USD',
  },
];

/** The accounts of one world. */
export interface AccountDirectory {
  /** The accounts of one user, in a fixed order; empty for an unknown user. */
  of(user: string): readonly SandboxAccount[];
  find(id: string): SandboxAccount | undefined;
}

export function createDirectory(accounts: readonly SandboxAccount[]): AccountDirectory {
  return {
    of: (user) => accounts.filter((account) => account.user === user),
    find: (id) => accounts.find((account) => account.id === id),
  };
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
