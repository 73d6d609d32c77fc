import { createUserGroups } from '../market/groups';
import { createMarket } from '../market/market';
import type { OrderMemory, SandboxLanguage } from '../types';
import type { EconomicCalendar } from './calendar/calendar';
import { createEconomicCalendar } from './calendar/calendar';
import { createOrderBlotter } from './orders/orderBlotter';
import { constituentsOf, plates } from '../securities/plates';
import type { Plate } from '../securities/plates';
import { createQuotes } from './quotes';
import type { Security } from '../securities/securities';
import { allSecurities, unusualSecurities } from '../securities/securities';
import { createTradingCalendar } from '../dates/tradingCalendar';
import { createZonedTime } from '../dates/zonedTime';

/** All data of the service. Two worlds with the same seed, created on the same day, are equal. */
export type World = Readonly<ReturnType<typeof createWorld>>;

/** What distinguishes one world from another, besides its seed. */
export interface WorldOptions {
  readonly language?: SandboxLanguage;
  /** Texts are Chinese regardless of the language, and codes are written as recorded. */
  readonly likeLive?: boolean;
  /** Orders keep to the specification alone. */
  readonly strict?: boolean;
  /** Markets trade day and night from the start on. */
  readonly alwaysOpen?: boolean;
  /** The number of additional open orders of account 8001. */
  readonly moreOrders?: number;
  /** The effects of earlier changes on the orders, and where later ones are stored. */
  readonly orderMemory?: OrderMemory | undefined;
}

/** Creates the world around one instant (Unix milliseconds). */
export function createWorld(
  seed: number,
  nowMs: number,
  { language = 'mixed', likeLive = false, strict = false, alwaysOpen = false, moreOrders = 0, orderMemory }: WorldOptions = {},
) {
  const spoken = likeLive ? 'zh-cn' : language;
  const zoned = createZonedTime();
  const trading = createTradingCalendar();
  const market = createMarket({ seed, trading, zoned, alwaysOpenFromMs: alwaysOpen ? nowMs : undefined });
  const constituents = new Map<string, readonly Security[]>();
  let calendar: EconomicCalendar | undefined;
  let securities: ReadonlyMap<string, Security> | undefined;

  function constituentsKept(plate: Plate): readonly Security[] {
    const kept = constituents.get(plate.code) ?? constituentsOf(seed, plate);
    constituents.set(plate.code, kept);
    return kept;
  }

  function find(code: string): Security | undefined {
    securities ??= new Map(
      [...plates.flatMap(constituentsKept), ...allSecurities, ...unusualSecurities].map((security) => [security.code, security]),
    );
    return securities.get(code);
  }

  return {
    seed,
    language: spoken,
    zoned,
    trading,
    market,
    quotes: createQuotes(market),
    /** The users' own lists of securities. */
    groups: createUserGroups(),
    orders: createOrderBlotter(nowMs, { seed, market, find, language: spoken, likeLive, strict, moreOrders, memory: orderMemory }),
    calendar: (): EconomicCalendar => (calendar ??= createEconomicCalendar(seed, zoned.dateAt(nowMs, 'UTC'), trading, zoned, spoken)),
    constituents: constituentsKept,
    /** Any instrument of the world by its `{market}.{code}`. */
    findSecurity: find,
  };
}
