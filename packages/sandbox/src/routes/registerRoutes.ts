import { registerApprovalRoutes } from '../approval/approval';
import type { RouteTools, SandboxApp, SandboxRequest } from '../types';
import type { ChangeFate } from '../fates';
import { createWorld } from '../world/world';
import type { World } from '../world/world';
import { registerAccountRoutes } from './accountRoutes';
import { registerCalendarRoutes } from './calendarRoutes';
import { registerOrderRoutes } from './orderRoutes';
import { registerPlateRoutes } from './plateRoutes';
import { registerCapitalRoutes } from './quotes/capitalRoutes';
import { registerDepthRoutes } from './quotes/depthRoutes';
import { registerGroupRoutes } from './quotes/groupRoutes';
import { registerKlineRoutes } from './quotes/klineRoutes';
import { registerSnapshotRoutes } from './quotes/snapshotRoute';
import type { RouteContext } from './routeContext';
import { registerSimulatedRoutes } from './simulatedRoutes';
import { registerHistoryRoutes } from './trading/historyRoutes';
import { registerPlaceRoutes } from './trading/placeRoutes';
import { registerSimulatedOrderRoutes } from './trading/simulatedOrderRoutes';
import { registerTradingDaysRoute } from './tradingDaysRoute';

/**
 * Registers every resource route of the service on the app; a strict one offers nothing beyond the specification.
 *
 * @returns The server's access to them.
 */
export function registerRoutes(app: SandboxApp, tools: RouteTools) {
  const make = (): ReturnType<typeof createWorld> =>
    createWorld(tools.options.seed, tools.now(), { ...tools.options, orderMemory: tools.orderMemory });
  let world = make();
  const route: RouteContext = { app, tools, world: () => world };
  registerServerTimeRoute(app, tools);
  registerTradingDaysRoute(route);
  registerCalendarRoutes(route);
  registerPlateRoutes(route);
  registerSimulatedRoutes(route);
  registerOrderRoutes(route);
  if (tools.options.jumpPage === 'own') registerApprovalRoutes(app, { orders: () => world.orders, now: () => tools.now() });
  if (!tools.options.strict) {
    registerAccountRoutes(route);
    registerHistoryRoutes(route);
    registerPlaceRoutes(route);
    registerSimulatedOrderRoutes(route);
    registerSnapshotRoutes(route);
    registerDepthRoutes(route);
    registerCapitalRoutes(route);
    registerKlineRoutes(route);
    registerGroupRoutes(route);
  }
  return {
    /** Resets the world to its initial state: orders unchanged, nothing pending, the calendar around today. */
    reset: (): void => {
      tools.orderMemory.saveOrders([]);
      tools.orderMemory.saveTrading({ placed: [], deals: [] });
      world = make();
    },
    /** The current world. */
    current: (): World => world,
    /** Determines the outcome of the next accepted change. */
    nextChange: (fate: ChangeFate): void => world.orders.nextChange(fate),
  };
}

/** Spec, GET /api/v1.0/server-time: the clock as a string of Unix milliseconds; requires no credential by default. */
function registerServerTimeRoute(app: SandboxApp, tools: RouteTools): void {
  const answer = (context: SandboxRequest): Response => context.json({ server_time_ms: String(Math.trunc(tools.now())) });
  if (tools.options.serverTimeNeedsCredentials) app.get('/api/v1.0/server-time', tools.authorize(undefined), answer);
  else app.get('/api/v1.0/server-time', answer);
}
