import { ruleName } from './inputRule';
import type { InputRule } from './inputRule';

/** What an error may contain about its request: never a URL with values, never a header. */
export interface RequestLabel {
  readonly method: string;
  /** Route template such as `/api/v1.0/sim-trade/{acc_id}/positions`. */
  readonly route: string;
}

export type TransportErrorCode = 'connect-failed' | 'timed-out' | 'aborted' | 'tls' | 'too-large' | 'proxy' | 'broken-answer';
export type AuthErrorCode =
  | 'sign-in-required'
  /** The token is invalid and could not be renewed now; `cause` has the reason. */
  | 'renewal-failed'
  | 'token-rejected'
  | 'signature-rejected'
  | 'scope-missing'
  | 'state-mismatch'
  | 'authorization-denied'
  | 'authorization-expired'
  | 'authorization-failed'
  | 'callback-malformed'
  | 'credential-invalid';
export type ErrorCode = TransportErrorCode | AuthErrorCode | 'incomplete' | 'http' | 'decode' | 'api' | 'invalid-input';

interface ErrorDetails {
  readonly request?: RequestLabel | undefined;
  readonly cause?: unknown;
}

const brand = Symbol.for('market-desk.service-error');

/**
 * Base of all errors that `service/` throws. Errors are data: a stable kebab-case `code`, the request's label and the
 * raw material in `cause`. `message` is for logs; text for users is created elsewhere from `code` and the fields.
 */
export abstract class ServiceError extends Error {
  readonly [brand] = true;
  readonly request: RequestLabel | undefined;

  protected constructor(
    readonly code: ErrorCode,
    message: string,
    details: ErrorDetails = {},
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.request = details.request;
  }

  /** True for an error of this family (also from another bundle), narrowed to `code` when one is given. */
  static is(error: unknown, code?: ErrorCode): error is ServiceError {
    return (
      typeof error === 'object' && error !== null && brand in error && (code === undefined || ('code' in error && error.code === code))
    );
  }
}

/** Why no connection was made, if known. */
export type ConnectReason =
  | 'unknown-host'
  | 'refused'
  | 'unreachable'
  | 'not-permitted'
  | 'not-tls'
  /** No known authority issued the certificate. */
  | 'unknown-issuer'
  /** The certificate is not the one that the user trusts. */
  | 'other-certificate'
  | 'certificate-date'
  | 'certificate-host'
  | 'proxy-kind'
  | 'proxy-certificate'
  | 'proxy-credentials';

/** There was no usable response. `sent: 'no'` proves that no byte of the request was sent; anything less certain is `'maybe'`. */
export class TransportError extends ServiceError {
  override readonly name: string = 'TransportError';
  readonly sent: 'no' | 'maybe';
  readonly reason: ConnectReason | undefined;

  constructor(
    code: TransportErrorCode,
    details: ErrorDetails & { readonly sent: 'no' | 'maybe'; readonly detail?: string; readonly reason?: ConnectReason | undefined },
  ) {
    super(code, `${code}${details.detail === undefined ? '' : `: ${details.detail}`}`, details);
    this.sent = details.sent;
    this.reason = details.reason;
  }
}

/** A response outside 2xx without an envelope of the specification. */
export class HttpError extends ServiceError {
  override readonly name: string = 'HttpError';
  readonly status: number;
  readonly retryAfterMs: number | undefined;

  constructor(details: ErrorDetails & { readonly status: number; readonly retryAfterMs?: number | undefined }) {
    super('http', `HTTP ${details.status}`, details);
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/** The response does not have the specified shape. `got` names a type, never a value. */
export class DecodeError extends ServiceError {
  override readonly name: string = 'DecodeError';
  readonly path: string;
  readonly expected: string;
  readonly got: string;

  constructor(details: ErrorDetails & { readonly path: string; readonly expected: string; readonly got: string }) {
    super('decode', `${details.path}: expected ${details.expected}, got ${details.got}`, details);
    this.path = details.path;
    this.expected = details.expected;
    this.got = details.got;
  }
}

/** The service answered with a failure envelope (Spec, Errors). */
export class ApiError extends ServiceError {
  override readonly name: string = 'ApiError';
  readonly envelope: 'quote' | 'order' | 'gateway';
  readonly serverCode: number;
  /** `error.code` of the quote envelope, for example `invalid_parameter`. */
  readonly serverName: string | undefined;
  readonly serverMessage: string;
  readonly status: number;
  readonly retryAfterMs: number | undefined;

  constructor(
    details: ErrorDetails & {
      readonly envelope: 'quote' | 'order' | 'gateway';
      readonly serverCode: number;
      readonly serverName?: string | undefined;
      readonly serverMessage: string;
      readonly status: number;
      readonly retryAfterMs?: number | undefined;
    },
  ) {
    super('api', `${details.envelope} error ${details.serverCode}`, details);
    this.envelope = details.envelope;
    this.serverCode = details.serverCode;
    this.serverName = details.serverName;
    this.serverMessage = details.serverMessage;
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs;
  }
}

/**
 * Signing in, refreshing or the credential itself failed. `oauthError` is the `error` member of an OAuth response, `status`
 * its HTTP status; undefined if it came through the browser.
 */
export class AuthError extends ServiceError {
  override readonly name: string = 'AuthError';
  readonly status: number | undefined;
  readonly oauthError: string | undefined;
  readonly oauthDescription: string | undefined;

  constructor(
    code: AuthErrorCode,
    details: ErrorDetails & {
      readonly status?: number | undefined;
      readonly oauthError?: string | undefined;
      readonly oauthDescription?: string | undefined;
      /** For the log. */
      readonly detail?: string;
    } = {},
  ) {
    const detail = details.oauthError ?? details.detail;
    super(code, detail === undefined ? code : `${code}: ${detail}`, details);
    this.status = details.status;
    this.oauthError = details.oauthError;
    this.oauthDescription = details.oauthDescription;
  }
}

/** The item was not found, and the list is incomplete. */
export class IncompleteError extends ServiceError {
  override readonly name: string = 'IncompleteError';
  constructor(details: ErrorDetails = {}) {
    super('incomplete', 'the list is not whole', details);
  }
}

/** An argument breaks a rule of the specification; nothing was sent. `field` is the wire name of the parameter. */
export class InvalidInputError extends ServiceError {
  override readonly name: string = 'InvalidInputError';
  readonly field: string;
  readonly rule: InputRule;

  constructor(field: string, rule: InputRule, details: ErrorDetails = {}) {
    super('invalid-input', `${field}: ${ruleName(rule)}`, details);
    this.field = field;
    this.rule = rule;
  }
}

/** Milliseconds that the service asked to wait, if the error contains them. */
export function retryAfterOf(error: unknown): number | undefined {
  return error instanceof HttpError || error instanceof ApiError ? error.retryAfterMs : undefined;
}
