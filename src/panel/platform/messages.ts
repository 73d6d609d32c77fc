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

/** The body of a message that says nothing but its type. */
export function isNull(body: unknown): body is null {
  return body === null;
}

export function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest;
}

/** A text that names something, such as a symbol or an ID. */
export function isName(value: unknown, longest: number): value is string {
  return isText(value, longest) && value.length > 0;
}

export function isListOf<T>(value: unknown, most: number, isItem: (item: unknown) => item is T): value is readonly T[] {
  return Array.isArray(value) && value.length <= most && value.every(isItem);
}

/** Text that the page puts on the clipboard. */
export function isCopy(body: unknown): body is { readonly text: string } {
  return isRecord(body) && isText(body['text'], 2_000_000);
}

/** What a page keeps of its view, as JSON: the page reads it back and checks what it says. */
export function isKeptView(body: unknown, longest = 100_000): body is { readonly view: string } {
  return isRecord(body) && isText(body['view'], longest);
}

export function isSymbol(value: unknown): value is string {
  return isName(value, 200);
}

/** The symbols of the rows on the screen. */
export function isSymbols(value: unknown): value is readonly string[] {
  return isListOf(value, 500, isSymbol);
}

export function isCell(value: unknown): value is string {
  return isText(value, 2_000);
}

/** A line of a table that the page exports. */
export function isRow(value: unknown): value is readonly string[] {
  return isListOf(value, 40, isCell);
}
