import type { Authenticator, Rejection } from '../auth/authenticator';
import { label, plainContext } from '../endpoints/endpoint';
import type { BuildContext, ReadEndpoint, RequestParts } from '../endpoints/endpoint';
import { ApiError, AuthError, HttpError } from '../errors';
import type { RequestLabel } from '../errors';
import { outcomeWord } from './requestSender';
import type { RequestSender, RequestEvent } from './requestSender';
import { requestText } from './answers';
import type { Answers } from './answers';
import type { AskedTurn } from './limits';
import type { Pacer, Passage, Refusal } from './pacer';
import { resend } from './resend';
import type { ResendTiming } from './resend';
import { wantsCredentials } from './wantsCredentials';
import { openEnvelope } from '../schema/envelope';
import { parseJson, parseLargeJson, parseLargeRecords, parseRecords } from '../schema/json';
import { isNotOffered } from '../notOffered';
import { serverCodes } from '../serverCodes';
import { isWholeList, unreadableIn, withAge } from '../schema/page';
import type { UnreadableRecord } from '../schema/page';
import type { CallOptions } from '../serviceClient';
import type { WireResponse } from '../transport/types';
import { allowManyListeners, underSignals, untilAborted } from '../abortable';

/** One endpoint call: everything that stays the same across its attempts. */
interface Call<I, O> {
  readonly endpoint: ReadEndpoint<I, O>;
  readonly input: I;
  readonly request: RequestLabel;
  readonly parts: RequestParts;
  readonly signal: AbortSignal;
  readonly options: CallOptions;
  /** Rejections that recovery was attempted for; each only once. */
  recovered: readonly Rejection[];
  /** Those after which the credential was different. */
  renewed: readonly Rejection[];
  sendings: number;
  /** The latest response, and when its request was sent. */
  answer: { readonly response: WireResponse; readonly startedAt: number } | undefined;
  /** Headers of the previous attempt, to identify the rejected credential. */
  refused: Readonly<Record<string, string>>;
  /** Milliseconds that it has waited for the limits of the service. */
  waitedMs: number;
  /** Milliseconds that a repeated attempt may take; the first has its own deadlines. */
  leftMs: (() => number) | undefined;
}

/** An open endpoint is asked without the user's credentials first. */
type Credentials = 'own' | 'none';

/** Decoding this much takes tens of milliseconds. */
const largeBytes = 512 * 1024;

/** Performs reads: sends, unwraps, and decodes, retries where allowed, and renews credentials once. */
export class Reader {
  #lastTurn: Promise<void> = Promise.resolve();

  constructor(
    private readonly dependencies: {
      readonly requestSender: RequestSender;
      readonly authenticator: Authenticator;
      readonly timing: ResendTiming;
      readonly pacer: Pacer;
      readonly observe: (event: RequestEvent) => void;
      readonly wallMs: () => number;
      readonly unreadable: (request: RequestLabel, record: UnreadableRecord) => void;
      readonly redact: (text: string) => string;
      readonly answers?: Answers | undefined;
      /** See {@link resend}. */
      readonly isAway?: ((signal: AbortSignal) => Promise<boolean>) | undefined;
    },
  ) {}

  /** @throws {@link ServiceError} */
  async read<I, O>(endpoint: ReadEndpoint<I, O>, input: I, options: CallOptions, context: BuildContext = plainContext): Promise<O> {
    allowManyListeners(options.signal);
    const { signal } = options;
    const parts = endpoint.build(input, context);
    const call: Call<I, O> = {
      endpoint,
      input,
      request: label(endpoint),
      parts,
      signal,
      options,
      recovered: [],
      renewed: [],
      sendings: 0,
      answer: undefined,
      refused: {},
      waitedMs: 0,
      leftMs: undefined,
    };
    if (endpoint.once === true) return this.#attempt(call, 'own');
    if (endpoint.open !== true) return this.#readForAll(call);
    try {
      return await this.#repeat(call, 'none');
    } catch (error) {
      if (this.dependencies.authenticator.method === 'none' || !wantsCredentials(error)) throw error;
    }
    return this.#repeat(call, 'own');
  }

  /** Reads for all windows of the user, if the caller shares the response; uses what another one has read, if it is new enough. */
  async #readForAll<I, O>(call: Call<I, O>): Promise<O> {
    const { answers, timing } = this.dependencies;
    const { maxAgeMs, signal, rank } = call.options;
    if (answers === undefined || maxAgeMs === undefined) return this.#repeat(call, 'own');
    const text = requestText(call.request.method, call.parts);
    const taken = maxAgeMs > 0 ? await answers.take(text, maxAgeMs, signal, rank ?? 'asked') : undefined;
    if (taken?.kind === 'known') return withAge(await this.#decode(call, taken.response), taken.ageMs);
    const share = async (kind?: 'lack'): Promise<void> =>
      call.answer && answers.share(text, call.answer.response, timing.monotonicMs() - call.answer.startedAt, kind);
    try {
      const value = await this.#repeat(call, 'own');
      // A list of several pages would be put together from different times.
      if (isWholeList(value)) await share();
      return value;
    } catch (error) {
      if (isNotOffered(error, call.request.route)) await share('lack');
      throw error;
    } finally {
      await taken?.done();
    }
  }

  async #repeat<I, O>(call: Call<I, O>, credentials: Credentials): Promise<O> {
    const { request, signal, options } = call;
    const attempt = async (number: number, leftMs: () => number, refusal?: Refusal): Promise<O> => {
      call.leftMs = number === 1 ? undefined : leftMs;
      return this.#attempt(call, credentials, refusal);
    };
    const waitedMs = (): number => call.waitedMs;
    const { settledBy, tries } = options;
    const { timing, isAway } = this.dependencies;
    return resend(attempt, { request, signal, timing, settledBy, tries, waitedMs, isAway });
  }

  /** One attempt in the sense of the resend table, including a renewed credential. */
  async #attempt<I, O>(call: Call<I, O>, credentials: Credentials, refusal?: Refusal): Promise<O> {
    // Signing may have to wait for the server's time: that read must not queue behind the reads that wait for it.
    if (credentials === 'none') return this.#sendOnce(call, 'none', 'urgent', refusal);
    const { rank = 'asked', yieldsUntil: until } = call.options;
    const own = until === undefined ? rank : { until, then: rank };
    const turn = call.endpoint.once === true ? 'urgent' : own;
    for (;;) {
      try {
        return await this.#sendOnce(call, credentials, turn, refusal);
      } catch (error) {
        const rejection = this.#rejectionOf(error);
        if (rejection === undefined || !(await this.#recover(call, rejection))) throw this.#asAuthError(error, call);
      }
    }
  }

  async #recover<I, O>(call: Call<I, O>, rejection: Rejection): Promise<boolean> {
    if (call.recovered.includes(rejection)) return false;
    call.recovered = [...call.recovered, rejection];
    const { authenticator } = this.dependencies;
    const { refused, signal } = call;
    const isRenewed = await untilAborted(() => authenticator.recover(rejection, { refused, signal }), signal, call.request);
    if (isRenewed) call.renewed = [...call.renewed, rejection];
    return isRenewed;
  }

  async #sendOnce<I, O>(call: Call<I, O>, credentials: Credentials, turn: AskedTurn, refusal?: Refusal): Promise<O> {
    const { requestSender, timing, observe, pacer, wallMs } = this.dependencies;
    const { request, parts, signal } = call;
    const kind = call.endpoint.once === true ? 'write' : 'read';
    const askedAt = timing.monotonicMs();
    const passage: Passage = await pacer.enter(request, turn, signal, refusal);
    call.waitedMs += timing.monotonicMs() - askedAt;
    const { askedBy, yieldsUntil } = call.options;
    const isUsersToo = yieldsUntil?.aborted === true;
    let response: WireResponse | undefined;
    let startedAt: number | undefined;
    let outcome = 'ok';
    try {
      const prepared = await requestSender.prepare({ label: request, parts, kind, authenticated: credentials === 'own', signal });
      call.refused = prepared.request.headers;
      call.sendings += 1;
      startedAt = timing.monotonicMs();
      const send = async (until: AbortSignal): Promise<WireResponse> =>
        requestSender.send(prepared, until, () => {
          passage.started();
          return true;
        });
      const { leftMs } = call;
      response = await (leftMs === undefined
        ? send(signal)
        : underSignals([signal, AbortSignal.timeout(Math.max(0, Math.ceil(leftMs())))], send));
      passage.answered();
      pacer.heard(request, response.headers, wallMs());
      const answer = response;
      call.answer = { response, startedAt };
      return await (response.body.length > largeBytes
        ? this.#inTurn(async () => this.#decode(call, answer, pause))
        : this.#decode(call, answer));
    } catch (error) {
      outcome = outcomeWord(error);
      passage.failed(error);
      throw error;
    } finally {
      passage.leave();
      // A request that was not sent has no line in the request log.
      if (startedAt !== undefined)
        observe({
          method: request.method,
          route: request.route,
          status: response?.status,
          ms: timing.monotonicMs() - startedAt,
          attempt: call.sendings,
          outcome,
          askedBy: isUsersToo ? undefined : askedBy,
        });
    }
  }

  /** Large responses that arrive together are decoded one after the other, which takes the memory of only one. */
  async #inTurn<T>(read: () => Promise<T>): Promise<T> {
    const turn = this.#lastTurn.then(read);
    this.#lastTurn = turn.then(
      () => undefined,
      () => undefined,
    );
    return turn;
  }

  /** @param pause - Yields to other work: while a large response is parsed, before its records are read, and before they are used. */
  async #decode<I, O>({ endpoint, request, input }: Call<I, O>, response: WireResponse, pause?: () => Promise<void>): Promise<O> {
    try {
      const [whole, inPieces] = endpoint.isEvidence === true ? [parseRecords, parseLargeRecords] : [parseJson, parseLargeJson];
      const parsed = { json: pause === undefined ? whole(response.body) : await inPieces(response.body, pause) };
      const answer = openEnvelope(response, {
        request,
        parsed,
        bare: endpoint.bare ?? false,
        nowMs: this.dependencies.wallMs(),
        redact: this.dependencies.redact,
      });
      await pause?.();
      const value = endpoint.decode(answer, { request, path: '' }, response);
      for (const record of new Set(unreadableIn(value))) this.dependencies.unreadable(request, record);
      await pause?.();
      return value;
    } catch (error) {
      const emptyCodes: readonly unknown[] = [serverCodes.noData, ...(endpoint.unknownIsEmpty === true ? [serverCodes.unknownSymbol] : [])];
      const saysNoData = error instanceof ApiError && error.envelope === 'quote' && emptyCodes.includes(error.serverCode);
      const empty = saysNoData ? endpoint.empty?.(input) : undefined;
      if (empty === undefined) throw error;
      return empty;
    }
  }

  /** How the service rejects the credential (Spec, Errors: -12006; an expired or invalid token answers 401). */
  #rejectionOf(error: unknown): Rejection | undefined {
    // Without a signature there is no timestamp that could be wrong.
    if (isTimestampRejected(error) && this.dependencies.authenticator.method === 'signature') return 'clock-skew';
    return statusOf(error) === 401 ? 'token-rejected' : undefined;
  }

  /** Translates a rejected credential; every other error stays as it is. */
  #asAuthError<I, O>(error: unknown, { request, renewed }: Call<I, O>): unknown {
    const status = statusOf(error);
    // The clock was just corrected: the code's other meaning is a wrong signature.
    if (isTimestampRejected(error) && renewed.includes('clock-skew')) return new AuthError('signature-rejected', { request, cause: error });
    if (status === 401 && this.#rejectionOf(error) === 'token-rejected') {
      return new AuthError(this.dependencies.authenticator.method === 'none' ? 'sign-in-required' : 'token-rejected', {
        request,
        cause: error,
      });
    }
    const missingScope = status === 403 && !(error instanceof ApiError && error.envelope === 'quote');
    return missingScope ? new AuthError('scope-missing', { request, cause: error }) : error;
  }
}

function isTimestampRejected(error: unknown): boolean {
  return error instanceof ApiError && error.serverCode === serverCodes.timestampRejected;
}

function statusOf(error: unknown): number | undefined {
  return error instanceof HttpError || error instanceof ApiError ? error.status : undefined;
}

async function pause(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}
