import { isLoopbackName } from '../loopback';
import { isNumber, isObject, member, scalarText, wholeNumber } from '../schema/json';
import type { JsonObject, JsonValue } from '../schema/json';

/** What a service requires from the user before it makes a change. */
export type Question =
  | { readonly kind: 'needsConfirmation'; readonly confirmId: string }
  | { readonly kind: 'needsBrowser'; readonly jumpUrl: string };

/** The payload member: `d` in the envelope of orders, `data` in that of quotes. */
export type Payload = 'd' | 'data';

const rejectedNumber = 6;

/** Words for states in which an order has failed, in any member. */
const failedState = /fail|reject|refus|denied|error|invalid|timeout|expired|disabled|deleted/i;

/**
 * A response about an order. A question or a failure counts at the top level and inside the payload, whichever the service
 * chose; two places that contradict each other prove nothing. The rules are the same for every call that places, changes or cancels an
 * order.
 */
export class OrderAnswer {
  private constructor(
    private readonly top: JsonObject,
    /** The top level, then the object or the objects of the payload. */
    private readonly places: readonly JsonObject[],
  ) {}

  /** Undefined if the payload cannot be searched for a failure. */
  static of(json: JsonObject, inside: Payload): OrderAnswer | undefined {
    const parts = payload(json, inside);
    return parts.every(isObject) ? new OrderAnswer(json, [json, ...parts]) : undefined;
  }

  /** `s`. */
  get verdict(): JsonValue | undefined {
    return member(this.top, 's');
  }

  /** A JSON number, not a text that looks like one; undefined also if two places have different codes. */
  get errcode(): number | undefined {
    const codes = this.#given('errcode').map((code) => (isNumber(code) ? wholeNumber(code) : undefined));
    return codes.every((code) => code === codes[0]) ? codes[0] : undefined;
  }

  get hasErrcode(): boolean {
    return this.#given('errcode').length > 0;
  }

  /** Whether it names another order than the requested one. */
  isAboutAnother(orderId: string | undefined): boolean {
    return orderId !== undefined && this.#given('order_id').some((id) => id !== '' && scalarText(id) !== orderId);
  }

  /** The orders that it names, each once; undefined for a value that is not an ID. */
  get orderIds(): readonly (string | undefined)[] {
    const ids = this.#given('order_id').filter((id) => id !== '');
    return [...new Set(ids.map((id) => scalarText(id)))];
  }

  /** A failure of another envelope beside `s`. */
  get hasForeignFailure(): boolean {
    return isFailure(member(this.top, 'ret_code')) || this.hasFailureBeside;
  }

  /** A failure beside the verdict of either envelope. The `code` of an order inside the payload is the text of its security. */
  get hasFailureBeside(): boolean {
    const [, ...inner] = this.places;
    const isFailed = (place: JsonObject): boolean => isFailure(member(place, 'ret_code')) || isFailureNumber(member(place, 'code'));
    return isFailure(member(this.top, 'code')) || inner.some(isFailed);
  }

  /** The status that a paper account returns for a rejected order. */
  get hasRejectedNumber(): boolean {
    return this.#given('status').some((status) => wholeNumber(status) === rejectedNumber);
  }

  get saysSuccess(): boolean {
    return this.#given('success').includes(true);
  }

  /** Whether any member indicates a failure. */
  get hasTrouble(): boolean {
    const hasText = ['errmsg', 'last_err_msg', 'error'].some((key) => this.#given(key).some((value) => value !== ''));
    const hasFailed = ['order_status', 'status'].some((key) => this.#given(key).some((value) => failedState.test(JSON.stringify(value))));
    return hasText || hasFailed || this.#given('success').some((value) => value !== true);
  }

  /** False if `errmsg` is not a text. */
  get hasReadableText(): boolean {
    return this.#given('errmsg').every((value) => typeof value === 'string');
  }

  get asksForUser(): boolean {
    return this.#flag('need_order_confirm') !== false || this.#text('confirm_id') !== '' || this.#text('jump_url') !== '';
  }

  /** The field determines the question, whatever the code beside it (Spec, PUT …, Rules). Two questions at once count as none. */
  question(isLocal: boolean): Question | undefined {
    const [confirmId, jumpUrl] = [this.#text('confirm_id'), this.#text('jump_url')];
    const asksToConfirm = this.#flag('need_order_confirm');
    if (asksToConfirm === undefined) return undefined;
    if (asksToConfirm)
      return confirmId !== undefined && confirmId !== '' && jumpUrl === '' ? { kind: 'needsConfirmation', confirmId } : undefined;
    return confirmId === '' && isSafeLink(jumpUrl, isLocal) ? { kind: 'needsBrowser', jumpUrl } : undefined;
  }

  /** Values of a member in any place; null counts as missing. */
  #given(key: string): readonly JsonValue[] {
    return this.places.flatMap((place) => {
      const value = member(place, key) ?? null;
      return value === null ? [] : [value];
    });
  }

  /** Empty if it is missing; undefined if it is anything other than one text. */
  #text(key: string): string | undefined {
    const values = this.#given(key).filter((value) => value !== '');
    const [first = ''] = values;
    return typeof first === 'string' && values.every((value) => value === first) ? first : undefined;
  }

  /** False if it is missing; undefined if it is anything other than one flag. */
  #flag(key: string): boolean | undefined {
    const values = this.#given(key);
    const [first = false] = values;
    return typeof first === 'boolean' && values.every((value) => value === first) ? first : undefined;
  }
}

/** Objects of a response that may contain a result: its top level, then those inside the payload. */
export function placesIn(json: JsonObject, inside: Payload): readonly JsonObject[] {
  return [json, ...payload(json, inside).filter(isObject)];
}

/** Null counts as missing. */
export function isAbsent(value: JsonValue | undefined): boolean {
  return (value ?? null) === null;
}

/** The content of the payload: one value, or those of its list. */
function payload(json: JsonObject, inside: Payload): readonly JsonValue[] {
  const inner = member(json, inside) ?? '';
  if (isList(inner)) return inner;
  return inner === '' ? [] : [inner];
}

function isList(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

function isFailure(value: JsonValue | undefined): boolean {
  return !isAbsent(value) && wholeNumber(value) !== 0;
}

function isFailureNumber(value: JsonValue | undefined): boolean {
  return isNumber(value) && wholeNumber(value) !== 0;
}

/** https, or http on this machine if the service is there too; no user info that could disguise the host. A missing value is not safe either. */
function isSafeLink(link: string | undefined, isLocal: boolean): link is string {
  if (!URL.canParse(String(link))) return false;
  const { protocol, hostname, username, password } = new URL(String(link));
  const isTrusted = protocol === 'https:' || (protocol === 'http:' && isLocal && isLoopbackName(hostname));
  return isTrusted && username === '' && password === '';
}
