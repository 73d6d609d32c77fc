/** Messages of one direction: a map from type to body. */
export type Message<Bodies extends object, K extends keyof Bodies = keyof Bodies> = {
  readonly [P in K]: { readonly type: P; readonly body: Bodies[P] };
}[K];

/** From each page before it says `ready`: the IANA name of the zone of the screen that it is drawn on. */
export const screenZoneMessage = 'screenZone';

/** One handler for every message of a direction: a missing one does not compile. */
export type Handlers<Bodies extends object> = { readonly [K in keyof Bodies]: (body: Bodies[K]) => void };

/** One shape check for every message of a direction. */
export type Guards<Bodies extends object> = { readonly [K in keyof Bodies]: (body: unknown) => body is Bodies[K] };

/** Calls the handler of a message. */
export function dispatch<Bodies extends object, K extends keyof Bodies>(handlers: Handlers<Bodies>, message: Message<Bodies, K>): void {
  handlers[message.type](message.body);
}

/**
 * Checks a message from the other side and hands it to its handler.
 *
 * @returns false for anything that is not one of the messages; nothing was called then.
 */
export function receive<Bodies extends object>(guards: Guards<Bodies>, handlers: Handlers<Bodies>, value: unknown): boolean {
  if (!isRecord(value) || typeof value['type'] !== 'string' || !Object.hasOwn(guards, value['type'])) return false;
  return receiveAs(guards, handlers, value['type'] as keyof Bodies, value['body']);
}

function receiveAs<Bodies extends object, K extends keyof Bodies>(
  guards: Guards<Bodies>,
  handlers: Handlers<Bodies>,
  type: K,
  body: unknown,
): boolean {
  const guard: (candidate: unknown) => candidate is Bodies[K] = guards[type];
  if (!guard(body)) return false;
  handlers[type](body);
  return true;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
