import type { Asker } from './asker';
import { untilAborted } from '../abortable';
import type { Authenticator } from '../auth/authenticator';
import type { BaseUrl } from '../baseUrl';
import type { RequestParts } from '../endpoints/endpoint';
import { AuthError, ServiceError, TransportError } from '../errors';
import type { RequestLabel } from '../errors';
import type { Freshness, SendOptions, Transport, WireRequest, WireResponse } from '../transport/types';

/** One line of the request log. Contains no URL, query value, or header. */
export interface RequestEvent extends RequestLabel {
  /** Undefined if there was no response. */
  readonly status: number | undefined;
  readonly ms: number;
  /** 1 for the first attempt of a call. */
  readonly attempt: number;
  /** `ok`, or the code of the error. */
  readonly outcome: string;
  /** Who asked, if it was not the program itself. */
  readonly askedBy: Asker | undefined;
}

/** One attempt of a request: with fresh credentials, sent at most once. */
export interface Sending {
  readonly label: RequestLabel;
  readonly parts: RequestParts;
  readonly kind: WireRequest['kind'];
  readonly authenticated: boolean;
  readonly signal: AbortSignal;
}

/** A timestamp older than this at the first byte is renewed; slightly less than the promised second. */
const longestStampAgeMs = 800;

/** A request with its credentials, and a way to renew them if they get too old before the first byte. */
export interface PreparedRequest {
  readonly request: WireRequest;
  readonly freshness: Freshness | undefined;
}

/** Adds URL and credentials to a request and passes it to the transport. */
export class RequestSender {
  constructor(
    private readonly dependencies: {
      readonly base: BaseUrl;
      readonly transport: Transport;
      readonly authenticator: Authenticator;
      readonly monotonicMs: () => number;
    },
  ) {}

  /** Adds the credentials; if this fails, nothing was sent. */
  async prepare({ label, parts, kind, authenticated, signal }: Sending): Promise<PreparedRequest> {
    const { base, authenticator, monotonicMs } = this.dependencies;
    const plain: WireRequest = {
      label,
      method: methodOf(label),
      origin: base.origin,
      path: `${base.prefix}${parts.path}`,
      query: parts.query,
      headers: { accept: 'application/json', ...parts.headers },
      body: parts.body,
      kind,
    };
    if (!authenticated) return { request: plain, freshness: undefined };
    let stampedAt = 0;
    const renew = async (): Promise<WireRequest> => {
      const credentials = await untilAborted(() => authenticator.headersFor(plain, { signal }), signal, label);
      stampedAt = monotonicMs();
      return { ...plain, headers: { ...plain.headers, ...credentials } };
    };
    const isStale = (): boolean => monotonicMs() - stampedAt > longestStampAgeMs;
    return { request: await renew(), freshness: authenticator.method === 'signature' ? { isStale, renew } : undefined };
  }

  /** Replaces a token that the service rejected, for the requests that follow. Never rejects: each of them says itself what it lacks. */
  async replaceToken({ request }: PreparedRequest, signal: AbortSignal): Promise<void> {
    await this.dependencies.authenticator.recover('token-rejected', { refused: request.headers, signal }).catch(() => false);
  }

  /** @throws {@link TransportError}, or {@link AuthError} if credentials could not be renewed: then nothing was sent. */
  async send({ request, freshness }: PreparedRequest, signal: AbortSignal, mayStart?: SendOptions['mayStart']): Promise<WireResponse> {
    try {
      return await this.dependencies.transport.send(request, { signal, freshness, mayStart });
    } catch (error) {
      if (error instanceof TransportError || error instanceof AuthError) throw error;
      // Any other failure while sending proves nothing about what was sent.
      throw new TransportError('broken-answer', { request: request.label, sent: 'maybe', cause: error });
    }
  }
}

function methodOf(label: RequestLabel): WireRequest['method'] {
  return label.method === 'GET' || label.method === 'PUT' || label.method === 'DELETE' ? label.method : 'POST';
}

/** The word for an error in a log line. */
export function outcomeWord(error: unknown): string {
  return ServiceError.is(error) ? error.code : 'failed';
}
