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
import type { CivilDate } from '../dates/civilDate';
import { createTradingCalendar } from '../dates/tradingCalendar';
import { createZonedTime } from '../dates/zonedTime';

/** Functions of the date alone, whose caches serve every world of the process: a reset makes another world. */
const zoned = createZonedTime();
const trading = createTradingCalendar();

/** The securities of the latest world by their codes: the same for the same seed. */
let listed: { readonly seed: number; readonly securities: ReadonlyMap<string, Security> } | undefined;

function securitiesOf(seed: number): ReadonlyMap<string, Security> {
  if (listed?.seed !== seed) {
    const all = [...plates.flatMap((plate) => constituentsOf(seed, plate)), ...allSecurities, ...unusualSecurities];
    listed = { seed, securities: new Map(all.map((security) => [security.code, security])) };
  }
  return listed.securities;
}

/** The latest calendars: one takes half a second, in which the service answers nothing. */
const calendars = new Map<string, EconomicCalendar>();
const keptCalendars = 4;

function calendarOf(seed: number, today: CivilDate, language: SandboxLanguage): EconomicCalendar {
  const key = `${String(seed)}/${today}/${language}`;
  const calendar = calendars.get(key) ?? createEconomicCalendar(seed, today, trading, zoned, language);
  calendars.delete(key);
  calendars.set(key, calendar);
  const [oldest = ''] = calendars.keys();
  if (calendars.size > keptCalendars) calendars.delete(oldest);
  return calendar;
}

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
  const market = createMarket({ seed, trading, zoned, alwaysOpenFromMs: alwaysOpen ? nowMs : undefined });
  const constituents = new Map<string, readonly Security[]>();

  function constituentsKept(plate: Plate): readonly Security[] {
    const kept = constituents.get(plate.code) ?? constituentsOf(seed, plate);
    constituents.set(plate.code, kept);
    return kept;
  }

  const find = (code: string): Security | undefined => securitiesOf(seed).get(code);

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
    calendar: (): EconomicCalendar => calendarOf(seed, zoned.dateAt(nowMs, 'UTC'), spoken),
    constituents: constituentsKept,
    /** Any instrument of the world by its `{market}.{code}`. */
    findSecurity: find,
  };
}
