import { sandboxAccounts } from './accounts';
import type { SandboxAccount } from './accounts';

type Row = readonly [id: string, user: string, market: number, title: string, currency: string];

/** One paper account for each market, with IDs too large for a JavaScript number. */
const paper: readonly Row[] = [
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
  ...paper.map(([id, user, market, title, currency]): SandboxAccount => ({
    id,
    user,
    kind: 'simulated',
    side: 'securities',
    title,
    type: market === 3 ? 'cash' : 'margin',
    firm: 'Sandbox Securities',
    cardNumber: `1${id.slice(3)}`,
    markets: [market],
    currency,
  })),
  ...sandboxAccounts.filter(({ kind }) => kind === 'live'),
];
