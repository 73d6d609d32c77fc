import type { SandboxLanguage } from '../types';
import type { Fixed } from '../decimalText';
import { fixedText, plus, rounded, shortText, times } from '../decimalText';
import { securityFates } from '../fates';
import { nameOf } from '../securities/language';
import { prefixOf } from '../securities/securities';
import { costDigits, unitsOf } from './positions';
import type { ValuedHolding } from './positions';

type LiveRecord = Readonly<Record<string, string | boolean>>;

export interface LiveRecordOptions {
  readonly language?: SandboxLanguage;
  /** Some records are as those that were recorded: named by their exchange, without side and flags, from before a split. */
  readonly likeLive?: boolean;
}

const exchanges: Readonly<Record<string, string>> = { HK: 'SEHK', SH: 'SSE', SZ: 'SZSE', SG: 'SGX' };

/** The record that the account endpoints return beyond the specification. */
export function livePositionRecord(held: ValuedHolding, { language = 'en', likeLive = false }: LiveRecordOptions = {}): LiveRecord {
  const { isPaidBack = false, isBeforeSplit = false } = securityFates[held.security.code] ?? {};
  if (isPaidBack) return withoutCost(tidyRecord(held, language), held);
  if (!likeLive) return tidyRecord(held, language);
  return byExchange(tidyRecord(isBeforeSplit ? tenfold(held) : held, language), held);
}

/** Beside the positions of a like-live account: its cash, as a row with nothing else. */
export const cashRow: LiveRecord = { code: 'CA.CASH', qty: '0' };

function tidyRecord(held: ValuedHolding, language: SandboxLanguage): LiveRecord {
  const cost = shortText(rounded(held.cost, costDigits(held.security)));
  return {
    position_side: held.short ? 'SHORT' : 'LONG',
    code: held.security.code,
    stock_name: nameOf(held.security, language),
    qty: String(held.quantity),
    can_sell_qty: String(held.available),
    currency: held.security.currency,
    nominal_price: fixedText(held.price),
    cost_price: cost,
    cost_price_valid: true,
    average_cost: cost,
    market_val: fixedText(held.marketValue),
    pl_ratio: fixedText(held.profitRatio),
    pl_ratio_valid: true,
    pl_val: fixedText(held.profit),
    pl_val_valid: true,
    today_pl_val: fixedText(held.dayProfit),
    unrealized_pl: fixedText(held.profit),
    realized_pl: fixedText(held.realized),
  };
}

/** What was realized before the start comes to one and a quarter of the cost of what is left. */
function withoutCost(record: LiveRecord, held: ValuedHolding): LiveRecord {
  const paid = times(held.cost, unitsOf(held.security, held.quantity));
  const earlier = rounded({ units: paid.units * 125n, digits: paid.digits + 2 }, costDigits(held.security));
  const each: Fixed = { units: -held.cost.units / 4n, digits: held.cost.digits };
  return {
    ...record,
    cost_price: shortText(rounded(each, costDigits(held.security))),
    cost_price_valid: false,
    pl_ratio: '0',
    pl_ratio_valid: false,
    pl_val: fixedText(plus(held.profit, earlier)),
    realized_pl: fixedText(plus(held.realized, earlier)),
  };
}

/** The code begins with the name of the exchange, as that of many records. */
function byExchange(record: LiveRecord, { security }: ValuedHolding): LiveRecord {
  const exchange = security.type === 'STOCK' ? exchanges[prefixOf(security.code)] : undefined;
  const named = { ...record, ...(exchange === undefined ? {} : { code: exchange + security.code.slice(security.code.indexOf('.')) }) };
  if (securityFates[security.code]?.isPlain !== true) return named;
  return Object.fromEntries(Object.entries(named).filter(([name]) => name !== 'position_side' && !name.endsWith('_valid')));
}

/** Ten times the price, and the same quantity. */
function tenfold(held: ValuedHolding): ValuedHolding {
  const by = (value: Fixed): Fixed => ({ ...value, units: value.units * 10n });
  return {
    ...held,
    price: by(held.price),
    cost: by(held.cost),
    marketValue: by(held.marketValue),
    profit: by(held.profit),
    dayProfit: by(held.dayProfit),
  };
}
