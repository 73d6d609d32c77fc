import type { RequestParts } from '../endpoints/endpoint';
import { AuthError, TransportError } from '../errors';
import type { RequestLabel } from '../errors';
import { outcomeWord } from './requestSender';
import type { RequestSender, PreparedRequest, RequestEvent } from './requestSender';
import { classifyWriteAnswer } from './outcome';
import type { CompleteAnswer } from './outcome';
import type { Pacer, Passage } from './pacer';
import type { WriteOutcome } from '../records';
import type { ResendTiming } from './resend';
import { isObject, member, parseStrictJson, wholeNumber } from '../schema/json';
import { serverCodes } from '../serverCodes';
import type { CallOptions } from '../serviceClient';
import type { WireResponse } from '../transport/types';

export interface Write {
  readonly label: RequestLabel;
  readonly build: () => RequestParts;
  /** The order that is changed, if it has an ID before the response. */
  readonly orderId: () => string | undefined;
  /** It is an order of a paper account. */
  readonly simulated: boolean;
}

/** Performs writes: each call sends at most once and returns an outcome, never throws. */
export class Writer {
  constructor(
    private readonly dependencies: {
      readonly requestSender: RequestSender;
      readonly timing: ResendTiming;
      readonly pacer: Pacer;
      readonly observe: (event: RequestEvent) => void;
      readonly redact: (text: string) => string;
      /** Unix milliseconds. */
      readonly wallMs: () => number;
      /** Every request is signed and carries a time stamp. */
      readonly signed: boolean;
      /** The service is on this machine. */
      readonly local: boolean;
    },
  ) {}

  async write(write: Write, options: CallOptions): Promise<WriteOutcome> {
    return this.#perform(write, options, classifyWriteAnswer);
  }

  /** For a write beyond the specification: an unknown path proves that nothing was done. */
  async writeIfOffered(write: Write, options: CallOptions): Promise<WriteOutcome> {
    return this.#perform(write, options, (answer) => (saysUnknownPath(answer) ? { kind: 'notOffered' } : classifyWriteAnswer(answer)));
  }

  async #perform(write: Write, options: CallOptions, classify: (answer: CompleteAnswer) => WriteOutcome): Promise<WriteOutcome> {
    const { label } = write;
    const { signal } = options;
    let passage: Passage | undefined;
    try {
      let request: PreparedRequest;
      try {
        const parts = write.build();
        passage = await this.dependencies.pacer.enter(label, 'urgent', signal);
        request = await this.dependencies.requestSender.prepare({ label, parts, kind: 'write', authenticated: true, signal });
      } catch (error) {
        return { kind: 'notSent', error };
      }
      const answer = await this.#sendOnce(request, write, options, passage);
      const outcome = 'kind' in answer ? answer : classify(answer);
      if (outcome.kind === 'tooManyRequests') passage.refused(outcome.waitMs);
      // This request is not sent again. Those that wait behind it, such as further cancellations, need a token that is valid.
      if (outcome.kind === 'notAuthorized' && outcome.lacks === 'token') void this.dependencies.requestSender.replaceToken(request, signal);
      return outcome;
    } finally {
      passage?.leave();
    }
  }

  /** Without a complete response: not sent only if it is proved that no byte was. */
  async #sendOnce(
    prepared: PreparedRequest,
    { orderId, simulated }: Write,
    { signal, mayStart, askedBy }: CallOptions,
    passage: Passage,
  ): Promise<CompleteAnswer | WriteOutcome> {
    const { requestSender, timing, observe, signed, local, wallMs, redact } = this.dependencies;
    const startedAt = timing.monotonicMs();
    let response: WireResponse | undefined;
    let outcome = 'answered';
    try {
      response = await requestSender.send(prepared, signal, () => {
        const may = mayStart?.() ?? true;
        if (may) passage.started();
        return may;
      });
      passage.answered();
      const { status, headers, body } = response;
      // Reads share the quota that a change used.
      this.dependencies.pacer.heard(prepared.request.label, headers, wallMs());
      return { status, headers, body, signed, local, nowMs: wallMs(), redact, orderId: orderId(), simulated };
    } catch (error) {
      outcome = outcomeWord(error);
      const notSent = error instanceof AuthError || (error instanceof TransportError && error.sent === 'no');
      return notSent ? { kind: 'notSent', error } : { kind: 'unknown', reason: outcome };
    } finally {
      observe({ ...prepared.request.label, status: response?.status, ms: timing.monotonicMs() - startedAt, attempt: 1, outcome, askedBy });
    }
  }
}

const unknownPath: ReadonlySet<number> = new Set([404, 405, 501]);

/** Without an envelope of the service's own, such a status comes from a gateway in front of the endpoint. */
function saysUnknownPath({ status, body }: CompleteAnswer): boolean {
  if (!unknownPath.has(status)) return false;
  const json = parseStrictJson(body);
  if (!isObject(json)) return true;
  // An unknown symbol, for which the quote family uses such a status too, proves nothing about the path.
  return member(json, 's') === undefined && wholeNumber(member(json, 'ret_code')) !== serverCodes.unknownSymbol;
}
