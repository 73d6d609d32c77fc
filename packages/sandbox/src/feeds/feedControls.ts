import * as v from 'valibot';
import { control, refuseControl } from '../controls';
import type { SandboxApp } from '../types';
import { OrderRefused } from '../world/orders/orderChange';
import type { World } from '../world/world';
import { denialRequest, feedFaultRequest } from './feedFaults';
import type { Feeds } from './feeds';
import { feedPaths } from './feeds';
import { orderEvents } from './orderEvents';

const feed = v.optional(v.picklist(['quote', 'trade']));
const closeRequest = v.object({
  feed,
  code: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1000), v.maxValue(4999)), 1001),
  reason: v.optional(v.pipe(v.string(), v.maxLength(123)), ''),
});
const restartRequest = v.object({ downMs: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(600_000)), 0) });
const pushRequest = v.object({ feed: v.picklist(['quote', 'trade']), frame: v.pipe(v.string(), v.maxLength(1_000_000)) });
const decimal = v.pipe(v.string(), v.regex(/^(0|[1-9]\d{0,14})(\.\d{1,9})?$/));
const dealRequest = v.object({ account: v.string(), order_id: v.string(), qty: v.optional(decimal), price: v.optional(decimal) });
const endRequest = v.object({ account: v.string(), order_id: v.string(), reason: v.optional(v.string(), '') });
const eventRequest = v.object({ account: v.string(), order_id: v.string(), type: v.picklist(orderEvents) });

export interface FeedControlDependencies {
  readonly feeds: Feeds;
  readonly world: () => World;
  readonly now: () => number;
}

/** The sandbox's own controls of its feeds and of what the exchange does with orders. */
export function registerFeedControls(app: SandboxApp, { feeds, world, now }: FeedControlDependencies): void {
  app.get('/sandbox/feeds', (c) =>
    c.json({
      paths: feedPaths,
      accepted: feeds.accepted,
      connections: feeds.connections,
      faults_waiting: feeds.faults.waiting,
      denied: feeds.faults.denied,
    }),
  );
  control(app, 'feeds/faults', feedFaultRequest, (request, c) => {
    if (!feeds.faults.once(request)) return refuseControl(c, 'too many faults wait already: forget them first');
    return c.json({ waiting: feeds.faults.waiting }, 201);
  });
  app.delete('/sandbox/feeds/faults', (c) => {
    feeds.faults.clear();
    return c.json({ waiting: 0 });
  });
  control(app, 'feeds/deny', denialRequest, (request, c) => {
    feeds.faults.deny(request.symbols, request.topics, request.feed_only);
    return c.json({ denied: feeds.faults.denied });
  });
  control(app, 'feeds/close', closeRequest, (request, c) => {
    feeds.closeConnections(request.code, request.reason, request.feed);
    return c.json(request);
  });
  control(app, 'feeds/restart', restartRequest, (request, c) => {
    feeds.restart(request.downMs);
    return c.json(request);
  });
  control(app, 'feeds/push', pushRequest, (request, c) => {
    feeds.push(request.feed, request.frame);
    return c.json({ pushed: true });
  });
  control(app, 'orders/fill', dealRequest, ({ account, order_id: id, qty: quantity, price }) =>
    changed(feeds, () => world().orders.deal(account, id, { quantity, price }, now())),
  );
  control(app, 'orders/cancel', endRequest, ({ account, order_id: id, reason }) =>
    changed(feeds, () => world().orders.end(account, id, reason, now())),
  );
  control(app, 'orders/event', eventRequest, (request, c) => {
    const order = world()
      .orders.list(request.account, now())
      .find(({ id }) => id === request.order_id);
    if (order === undefined) return refuseControl(c, 'the order does not exist');
    feeds.tell(request.type, order);
    return c.json({ told: request.type });
  });
}

function changed(feeds: Feeds, change: () => void): Response {
  try {
    change();
    feeds.orderMayHaveChanged();
    return Response.json({ changed: true });
  } catch (error) {
    if (error instanceof OrderRefused) return Response.json({ message: error.message }, { status: 400 });
    throw error;
  }
}
