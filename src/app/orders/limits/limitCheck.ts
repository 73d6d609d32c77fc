import { limitBreach, needsMarket } from '../../../domain/orders/limits/hardLimits';
import type { HardLimits, LimitBreach } from '../../../domain/orders/limits/hardLimits';
import type { LimitedOrder } from '../../../domain/orders/limits/orderEstimate';
import { unknownMarket } from '../../../domain/orders/orderWarnings';
import type { MarketFacts } from '../../../domain/orders/orderWarnings';
import { findIn } from '../../../service/lists/list';
import { readList } from '../../../service/lists/readList';
import { snapshotPart } from '../../../service/endpoints/sources';
import type { CallOptions, ReadingClient } from '../../../service/serviceClient';
import type { MachineClock } from '../../platform/ports';
import type { OrderJournal } from '../journal/orderJournal';
import type { ChangePreview, PlacePreview } from '../orderRequest';
import { nothingSeen } from '../ticket/orderCheck';

export interface LimitCheckOptions {
  readonly limits: () => HardLimits;
  readonly journal: Pick<OrderJournal, 'attempts'>;
  readonly clock: Pick<MachineClock, 'wallMs'>;
}

const minuteMs = 60_000;
/** Whoever sets a hard limit would rather wait, or send nothing. */
const patienceMs = 5_000;

/** Checks the hard limits right before an order is sent, from prices that are read then. */
export class LimitCheck {
  constructor(private readonly options: LimitCheckOptions) {}

  /** The limit that the order does not keep, or that can’t be checked. @throws when the journal can’t be read. */
  async breach(client: ReadingClient, preview: ChangePreview | PlacePreview, { signal }: CallOptions): Promise<LimitBreach | undefined> {
    const limits = this.options.limits();
    const order = limitedOrder(preview);
    const sent = limits.perMinute > 0 ? await this.#sentLately() : 0;
    const market = needsMarket(limits) ? await marketOf(client, order.code, signal) : unknownMarket;
    return limitBreach(order, limits, market, sent);
  }

  /** A clock that was set back makes this more, never less. */
  async #sentLately(): Promise<number> {
    const since = this.options.clock.wallMs() - minuteMs;
    const attempts = await this.options.journal.attempts();
    return attempts.filter(({ action, startedAt }) => action !== 'cancel' && Date.parse(startedAt) > since).length;
  }
}

/** What limits look at. */
export function limitedOrder(preview: ChangePreview | PlacePreview): LimitedOrder {
  if (preview.action === 'place') {
    const { quantity, orderType, code, fields } = preview.placement;
    return { quantity, orderType, code, fields, securityType: '' };
  }
  const seen = preview.basis === nothingSeen ? undefined : preview.basis.order;
  const { quantity, fields } = preview.change;
  return { quantity, fields, orderType: seen?.orderType ?? '', code: seen?.code ?? '', securityType: seen?.securityType ?? '' };
}

async function marketOf(client: ReadingClient, code: string, signal: AbortSignal): Promise<MarketFacts> {
  if (code === '') return unknownMarket;
  try {
    const options = { signal: AbortSignal.any([signal, AbortSignal.timeout(patienceMs)]) };
    const quotes = await readList([snapshotPart(async () => Promise.resolve(client), [code])], options);
    const found = findIn(quotes, (quote) => quote.code === code);
    return typeof found === 'string' ? unknownMarket : found.item;
  } catch {
    return unknownMarket;
  }
}
