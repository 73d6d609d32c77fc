import { funds } from '../../service/endpoints/accounts/funds';
import { simulatedCash } from '../../service/endpoints/simulated/cash';
import { part } from '../../service/endpoints/sources';
import type { ClientSource } from '../../service/endpoints/sources';
import type { Funds, SimulatedCash } from '../../service/endpoints/tradingRecords';
import type { ListPart } from '../../service/lists/readList';
import { onlyPage } from '../../service/schema/page';
import type { ListPage } from '../../service/schema/page';
import type { Account } from '../session/accounts/accounts';
import { fundsOf } from '../accounts/accountCurrency';
import { AccountBook } from '../accounts/accountBook';
import type { AccountItems, AccountWatch, BookParts } from '../accounts/accountBook';

/** Money of an account, or of one market of a paper account. A figure that the service leaves out is an empty string. */
export interface AccountFunds {
  /** The market of a paper account. */
  readonly market: number | undefined;
  /** Empty if the service doesn’t report it. */
  readonly currency: string;
  readonly power: string;
  readonly cash: string;
  readonly totalAssets: string;
  readonly marketValue: string;
  readonly unrealizedProfit: string;
  readonly initialMargin: string;
  readonly maintenanceMargin: string;
  readonly riskStatus: string;
  /** By the prefix of the service’s field, such as `hk`. */
  readonly cashByMarket: Readonly<Record<string, string>>;
}

export type FundsWatch = AccountWatch<AccountFunds>;
export type FundsOfAccount = AccountItems<AccountFunds>;

/** The funds of all accounts. They only supplement what is shown, so all other requests go first at the service's limits. */
export class FundsBook extends AccountBook<AccountFunds, AccountFunds> {
  constructor(parts: BookParts) {
    super({
      ...parts,
      name: 'Funds',
      kinds: ['simulated', 'live'],
      parts: (account, { source }) =>
        account.kind === 'live' ? [livePart(source, account)] : account.markets.map((market) => paperPart(source, account.id, market)),
      view: (_, items) => items,
      reading: { isOneCall: true },
    });
  }
}

function livePart(source: ClientSource, account: Account): ListPart<AccountFunds> {
  const asked = part('', funds, source, async (client, _, options) => only(fromFunds(await fundsOf(client, account, options))));
  return { ...asked, first: 'decoration' };
}

function paperPart(source: ClientSource, accountId: string, market: number): ListPart<AccountFunds> {
  const asked = part(String(market), simulatedCash, source, async (client, _, options) =>
    only(fromCash(market, await client.beyond.simulatedCash({ accountId, market }, options))),
  );
  return { ...asked, first: 'decoration' };
}

function only(item: AccountFunds): ListPage<AccountFunds> {
  return onlyPage({ items: [item], unreadable: [] });
}

function fromFunds(given: Funds): AccountFunds {
  const { currency, power, cash, totalAssets, marketValue, unrealizedProfit, initialMargin, maintenanceMargin, riskStatus, cashByMarket } =
    given;
  const figures = { power, cash, totalAssets, marketValue, unrealizedProfit, initialMargin, maintenanceMargin };
  return { market: undefined, currency, ...figures, riskStatus, cashByMarket };
}

function fromCash(market: number, { power, balance, totalAssets, marketValue, unrealizedProfit }: SimulatedCash): AccountFunds {
  const figures = { power, cash: balance, totalAssets, marketValue, unrealizedProfit, initialMargin: '', maintenanceMargin: '' };
  return { market, currency: '', ...figures, riskStatus: '', cashByMarket: {} };
}
