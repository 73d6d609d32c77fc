import { untilAborted } from './abortable';
import type { Authenticator } from '../auth/authenticator';
import type { BaseUrl } from '../baseUrl';
import type { RequestParts } from '../endpoints/endpoint';
import { ServiceError, TransportError } from '../errors';
import type { RequestLabel } from '../errors';
import type { Transport, WireRequest, WireResponse } from '../transport/types';

/** One line of the request log. Holds no address, no query value, no header. */
export interface RequestEvent extends RequestLabel {
  /** Undefined when no answer came. */
  readonly status: number | undefined;
  readonly ms: number;
  /** 1 for the first sending of a call. */
  readonly attempt: number;
  /** `ok`, or the code of the error. */
  readonly outcome: string;
}

/** One sending of one request: credentials fresh, sent at most once. */
export interface Sending {
  readonly label: RequestLabel;
  readonly parts: RequestParts;
  readonly kind: WireRequest['kind'];
  readonly authenticated: boolean;
  readonly signal: AbortSignal;
}

export interface ExchangerOptions {
  readonly base: BaseUrl;
  readonly transport: Transport;
  readonly authenticator: Authenticator;
}

/** Puts address and credentials on a request and hands it to the transport. */
export class Exchanger {
  constructor(private readonly options: ExchangerOptions) {}

  /** Adds the credentials; nothing of the request has left when this fails. */
  async prepare({ label, parts, kind, authenticated, signal }: Sending): Promise<WireRequest> {
    const { base, authenticator } = this.options;
    const headers = { accept: 'application/json', ...parts.headers };
    const plain: WireRequest = {
      label,
      method: methodOf(label),
      origin: base.origin,
      path: `${base.prefix}${parts.path}`,
      query: parts.query,
      headers,
      body: parts.body,
      kind,
    };
    if (!authenticated) return plain;
    const credentials = await untilAborted(() => authenticator.headersFor(plain, { signal }), signal, label);
    return { ...plain, headers: { ...headers, ...credentials } };
  }

  /** @throws {@link TransportError} */
  async send(request: WireRequest, signal: AbortSignal): Promise<WireResponse> {
    try {
      return await this.options.transport.send(request, { signal });
    } catch (error) {
      // Whatever else goes wrong while sending proves nothing about what left.
      throw error instanceof TransportError
        ? error
        : new TransportError('broken-answer', { request: request.label, sent: 'maybe', cause: error });
    }
  }
}

function methodOf(label: RequestLabel): WireRequest['method'] {
  return label.method === 'GET' || label.method === 'PUT' ? label.method : 'POST';
}

/** The word for an error in a log line. */
export function outcomeWord(error: unknown): string {
  return ServiceError.is(error) ? error.code : 'failed';
}
