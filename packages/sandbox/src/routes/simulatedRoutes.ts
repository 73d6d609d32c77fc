import { LosslessNumber } from 'lossless-json';
import type { SandboxRequest } from '../types';
import type { SandboxAccount } from '../world/accounts';
import { positionRecord, valued } from '../world/positions';
import { answerQuote, invalidParameter, QuoteFailure } from './envelopes';
import { grantedAccounts } from './granted';
import { integerIn, optionalText } from './query';
import { answerNumerals } from './quotes/numerals';
import type { RouteContext } from './routeContext';

const largestMarket = 2_147_483_647;

/** The paper account of the path. @throws QuoteFailure */
export function simulatedAccount(context: SandboxRequest): SandboxAccount {
  const account = context.get('accounts').find(context.req.param('acc_id') ?? '');
  if (account?.kind !== 'simulated') {
    throw invalidParameter('acc_id is not a simulated account');
  }
  return account;
}

function positions({ tools, world }: RouteContext, context: SandboxRequest): object {
  const account = simulatedAccount(context);
  const filter = optionalText(context, 'market');
  if (filter === undefined && tools.options.likeLive) throw marketMissing(account);
  const market = filter === undefined ? undefined : integerIn('market', filter, 0, largestMarket);
  const held = world()
    .orders.purse(tools.now())
    .holdings(account)
    .filter((holding) => market === undefined || holding.market === market);
  return {
    data: {
      positions: held.map((holding) =>
        positionRecord(valued(holding, world().quotes, tools.now()), { likeLive: tools.options.likeLive, language: world().language }),
      ),
    },
  };
}

/** Documented as optional, but refused in practice, with varying codes. */
function marketMissing({ id }: SandboxAccount): QuoteFailure {
  return Number(id.at(-1)) % 2 === 0 ? invalidParameter('market is required') : new QuoteFailure('rpc_error', 'rpc call failed');
}

/** A like-live service has integers instead of words, and IDs as numbers that only a careful parser keeps. */
function accounts(context: SandboxRequest, likeLive: boolean): object {
  const listed = grantedAccounts(context).filter(({ kind }) => kind === 'simulated');
  return {
    data: {
      accounts: listed.map(({ id, title, markets, type }) => ({
        account_id: likeLive ? new LosslessNumber(id) : id,
        broker_id: likeLive ? 1007 : 'SANDBOX',
        ...(likeLive ? { intra_account_id: 0 } : {}),
        market_id: markets[0] ?? 0,
        account_type: likeLive ? (type === 'cash' ? 1 : 2) : type,
        account_title: title,
      })),
    },
  };
}

/** Spec, GET /api/v1.0/sim-trade/{acc_id}/positions; the list of accounts is beyond it. */
export function registerSimulatedRoutes(route: RouteContext): void {
  const { app, tools } = route;
  if (!tools.options.strict) {
    app.get('/api/v1.0/sim-trade/accounts', tools.authorize('trade:read'), (context) =>
      answerNumerals(context, () => accounts(context, tools.options.likeLive)),
    );
  }
  app.get('/api/v1.0/sim-trade/:acc_id/positions', tools.authorize('trade:read', 'acc_id'), (context) =>
    answerQuote(context, 'ret_code', () => positions(route, context)),
  );
}
