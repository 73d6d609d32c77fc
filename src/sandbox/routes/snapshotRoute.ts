import type { SandboxRequest } from '../types';
import { fixed, fixedText } from '../world/decimalText';
import { createRandom } from '../world/random';
import type { Security } from '../world/securities';
import type { World } from '../world/world';
import { jsonObject } from './body';
import { answerQuote, invalidParameter } from './envelopes';
import type { RouteContext } from './routeContext';

const MOST_CODES = 400;

function quote(world: World, security: Security, nowMs: number): object {
  const last = world.quotes.last(security, nowMs);
  const previous = world.quotes.previousClose(security);
  const random = createRandom(world.seed, `day/${security.code}`);
  const open = fixed(Math.max(1, Math.round(security.reference * (0.99 + random.next() * 0.02))), security.digits);
  const prices = [last.units, previous.units, open.units];
  const highest = prices.reduce((a, b) => (a > b ? a : b));
  const lowest = prices.reduce((a, b) => (a < b ? a : b));
  const volume = random.integer(1_000, 90_000) * security.lot;
  return {
    code: security.code,
    name: security.name,
    update_time: Math.trunc(nowMs),
    last_price: fixedText(last),
    prev_close_price: fixedText(previous),
    open_price: fixedText(open),
    high_price: fixedText({ units: highest, digits: security.digits }),
    low_price: fixedText({ units: lowest, digits: security.digits }),
    volume,
    turnover: fixedText({ units: last.units * BigInt(volume), digits: security.digits }),
    lot_size: security.lot,
  };
}

function codesOf(context: SandboxRequest): readonly string[] {
  const codes = jsonObject(context)?.['code_list'];
  if (!Array.isArray(codes) || codes.length < 1 || codes.length > MOST_CODES || !codes.every((code) => typeof code === 'string')) {
    throw invalidParameter(`code_list must hold 1 to ${String(MOST_CODES)} strings`);
  }
  return codes;
}

function snapshot({ tools, world }: RouteContext, context: SandboxRequest): object {
  const found = codesOf(context).flatMap((code) => world().findSecurity(code) ?? []);
  return { data: { snapshot_list: found.map((security) => quote(world(), security, tools.now())) } };
}

/** Beyond the specification: POST /api/v1.0/quote/snapshot; codes that nobody knows are left out. */
export function registerSnapshotRoute(route: RouteContext): void {
  route.app.post('/api/v1.0/quote/snapshot', route.tools.authorize('quote:read'), (context) =>
    answerQuote(context, 'ret_code', () => snapshot(route, context)),
  );
}
