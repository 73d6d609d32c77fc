import { underSignals } from '../../../../service/abortable';
import { unknownAccount } from '../../../../domain/orders/limits/accountLimits';
import { limitBreach, needsMarket } from '../../../../domain/orders/limits/hardLimits';
import type { LimitBreach } from '../../../../domain/orders/limits/hardLimits';
import type { Limits } from '../../../../domain/orders/limits/limits';
import type { LimitedOrder } from '../../../../domain/orders/limits/orderEstimate';
import { unknownMarket } from '../../../../domain/orders/orderWarnings';
import type { LimitFacts, MarketFacts } from '../../../../domain/orders/orderWarnings';
import { canonicalCode, isQuotable, isSameSecurity, looksLikeBareShare } from '../../../../domain/market/security';
import { difference } from '../../../../domain/values/decimal';
import { findIn } from '../../../../service/lists/list';
import { readList } from '../../../../service/lists/readList';
import { snapshotPart } from '../../../../service/endpoints/sources';
import type { CallOptions, ReadingClient } from '../../../../service/serviceClient';
import type { MachineClock } from '../../../platform/ports';
import type { OrderJournal } from '../../journal/orderJournal';
import type { OrderPlace } from '../../lists/readOrders';
import type { ChangePreview, PlacePreview } from '../../request/orderRequest';
import { nothingSeen } from '../../request/basis';
import { accountFacts, unseenRequests } from './accountFacts';
import type { AccountWanted } from './accountFacts';

export interface SentParts {
  readonly journal: Pick<OrderJournal, 'attempts'>;
  readonly clock: Pick<MachineClock, 'wallMs'>;
}

/** Which facts are wanted. */
export interface FactsWanted extends AccountWanted {
  readonly sent: boolean;
}

export const unknownFacts: LimitFacts = { sent: 0, account: unknownAccount };

const minuteMs = 60_000;
/** Users who set a hard limit prefer to wait, or to send nothing. */
const patienceMs = 5_000;

/** Checks the hard limits right before an order is sent, with prices and positions read at that time. */
export class LimitCheck {
  constructor(
    private readonly dependencies: SentParts & {
      /** Those above which nothing is sent. */
      readonly limits: () => Limits;
    },
  ) {}

  /** Other orders count: between the check and the line in the journal, no other window may check. */
  get isCounting(): boolean {
    const { perMinute, exposure } = this.dependencies.limits();
    return perMinute > 0 || exposure > 0;
  }

  /** The limit that the order breaks, or that can’t be checked. @throws when the journal can’t be read. */
  async breach(client: ReadingClient, preview: ChangePreview | PlacePreview, { signal }: CallOptions): Promise<LimitBreach | undefined> {
    const limits = this.dependencies.limits();
    const order = limitedOrder(preview);
    const wanted = { sent: limits.perMinute > 0, exposure: limits.exposure > 0, dayLoss: limits.dayLoss > 0 };
    const [market, facts] = await Promise.all([
      needsMarket(limits) ? marketOf(client, order.code, signal) : unknownMarket,
      limitFacts(client, preview.target, order.code, wanted, this.dependencies, { signal }),
    ]);
    return limitBreach(order, limits, market, facts);
  }
}

/** What limits need besides prices, read now. @throws when the journal can’t be read. */
export async function limitFacts(
  client: ReadingClient,
  place: OrderPlace,
  code: string,
  wanted: FactsWanted,
  parts: SentParts,
  { signal }: CallOptions,
): Promise<LimitFacts> {
  const requests = wanted.exposure ? unseenRequests(await parts.journal.attempts(), place, client, parts.clock.wallMs()) : [];
  const [sent, account] = await Promise.all([
    wanted.sent ? sentLately(parts) : 0,
    underSignals([signal, AbortSignal.timeout(patienceMs)], async (patient) =>
      accountFacts(client, place, code, wanted, { signal: patient, rank: 'look' }, requests),
    ),
  ]);
  return { sent, account };
}

/** New orders and changes of the last minute, of all windows. After a clock was set back, there are more, never fewer. */
export async function sentLately({ journal, clock }: SentParts): Promise<number> {
  const since = clock.wallMs() - minuteMs;
  const attempts = await journal.attempts();
  return attempts.filter(({ action, startedAt }) => action !== 'cancel' && Date.parse(startedAt) > since).length;
}

/** The parts of an order that limits check. */
export function limitedOrder(preview: ChangePreview | PlacePreview): LimitedOrder {
  if (preview.action === 'place') {
    const { quantity, orderType, code, fields, side } = preview.placement;
    return { quantity, side, unfilled: quantity, replaced: '0', orderType, code, fields, securityType: '' };
  }
  const seen = preview.basis === nothingSeen ? undefined : preview.basis.order;
  const { quantity, fields } = preview.change;
  const { side = '', orderType = '', code = '', quantity: old = '', dealtQuantity = '' } = seen ?? {};
  // Paper accounts trade shares and do not report the security type: unless a quote knows better, a bare code is a share's.
  const securityType = preview.target.isPaper === true && looksLikeBareShare(preview.code ?? code) ? 'STOCK' : (seen?.securityType ?? '');
  const filled = dealtQuantity === '' ? '0' : dealtQuantity;
  const [unfilled = '', replaced = ''] = [difference(quantity, filled), difference(old, filled)];
  // Prices and positions are found by the security with its market.
  return { quantity, side, unfilled, replaced, fields, orderType, code: preview.code ?? code, securityType };
}

async function marketOf(client: ReadingClient, code: string, signal: AbortSignal): Promise<MarketFacts> {
  if (!isQuotable(code)) return unknownMarket;
  try {
    const part = snapshotPart(async () => Promise.resolve(client), [canonicalCode(code)]);
    const quotes = await underSignals([signal, AbortSignal.timeout(patienceMs)], async (patient) =>
      readList([part], { signal: patient, rank: 'look' }),
    );
    const found = findIn(quotes, (quote) => isSameSecurity(quote.code, code));
    return typeof found === 'string' ? unknownMarket : found.item;
  } catch {
    return unknownMarket;
  }
}
