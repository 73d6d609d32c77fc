import type { Arrival } from './wire';

export type OrderAction = 'place' | 'modify' | 'cancel';

/** What a request asks, and for which order; the ID is empty for a new one. */
export interface OrderWrite {
  readonly action: OrderAction;
  readonly accountId: string;
  readonly orderId: string;
  readonly isPaper: boolean;
}

const writes: readonly (readonly [method: string, path: RegExp, action: OrderAction, isPaper: boolean])[] = [
  ['PUT', /^\/api\/v1\.0\/accounts\/([^/]+)\/orders\/([^/]+)$/, 'modify', false],
  ['POST', /^\/api\/v1\.0\/accounts\/([^/]+)\/orders$/, 'place', false],
  ['DELETE', /^\/api\/v1\.0\/accounts\/([^/]+)\/orders\/([^/]+)$/, 'cancel', false],
  ['POST', /^\/api\/v1\.0\/sim-trade\/([^/]+)\/orders$/, 'place', true],
  ['POST', /^\/api\/v1\.0\/sim-trade\/([^/]+)\/orders\/([^/]+)\/modify$/, 'modify', true],
  ['POST', /^\/api\/v1\.0\/sim-trade\/([^/]+)\/orders\/([^/]+)\/cancel$/, 'cancel', true],
];

/** What a request asks of an order; undefined for any other request. */
export function writeOf({ method, path }: Pick<Arrival, 'method' | 'path'>): OrderWrite | undefined {
  for (const [wanted, pattern, action, isPaper] of writes) {
    const found = wanted === method ? pattern.exec(path) : null;
    if (found !== null)
      return { action, accountId: decodeURIComponent(found[1] ?? ''), orderId: decodeURIComponent(found[2] ?? ''), isPaper };
  }
  return undefined;
}
