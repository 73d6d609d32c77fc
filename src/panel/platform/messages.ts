/** Messages of one direction: a map from type to body. */
export type Message<Bodies extends object, K extends keyof Bodies = keyof Bodies> = {
  readonly [P in K]: { readonly type: P; readonly body: Bodies[P] };
}[K];

/** Sent by each page before `ready`: the IANA name of the zone of the screen that it is drawn on. */
export const screenZoneMessage = 'screenZone';

/** Sent to every page when the service stops to answer, with the text that says since when; with an empty text when it answers again. */
export const silenceMessage = 'silence';

/** One handler for every message of a direction: a missing one does not compile. */
export type Handlers<Bodies extends object> = { readonly [K in keyof Bodies]: (body: Bodies[K]) => void };

/** One shape check for every message of a direction. */
export type Guards<Bodies extends object> = { readonly [K in keyof Bodies]: (body: unknown) => body is Bodies[K] };

/** Calls the handler of a message. */
export function dispatch<Bodies extends object, K extends keyof Bodies>(handlers: Handlers<Bodies>, message: Message<Bodies, K>): void {
  handlers[message.type](message.body);
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
