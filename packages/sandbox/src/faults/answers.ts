import { gatewayBody, gatewayCode } from '../http/gateway';
import type { FaultAction } from './actions';

type AnsweringAction = Exclude<FaultAction, { readonly kind: 'delay' | 'hang' | 'inside' | 'reset' | 'truncate' | 'wrongLength' }>;

const json = { 'Content-Type': 'application/json' } as const;
/** Above the 4 MiB that a careful client reads at most. */
const defaultOversize = 5 * 1024 * 1024;

/** Statuses without a body; `Response` accepts none for them. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** The complete response of those faults that send one. */
export function faultAnswer(action: AnsweringAction): Response {
  switch (action.kind) {
    case 'respond':
      return new Response(bodiless.has(action.status) ? null : bodyOf(action.body), {
        status: action.status,
        headers: { ...(typeof action.body === 'string' ? {} : json), ...action.headers },
      });
    case 'envelope':
      return jsonAnswer(
        200,
        quoteFailure(action.retCode, action.name ?? knownNames.get(action.retCode) ?? 'sandbox_fault', action.message),
      );
    case 'orderError':
      return jsonAnswer(200, { s: 'error', errcode: action.errcode, errmsg: action.errmsg ?? 'a fault of the sandbox' });
    case 'unauthorized':
      return jsonAnswer(401, gatewayBody(action.code ?? gatewayCode.tokenRejected, 'a fault of the sandbox'));
    case 'forbidden':
      return jsonAnswer(403, gatewayBody(gatewayCode.scopeMissing, 'a fault of the sandbox'));
    case 'rateLimited':
      return jsonAnswer(429, gatewayBody(-11, 'too many requests'), retryAfter(action.retryAfter));
    case 'unavailable':
      return jsonAnswer(503, gatewayBody(gatewayCode.failed, 'temporarily unavailable'), retryAfter(action.retryAfter));
    case 'html':
      return new Response('<!doctype html><title>Gateway</title><p>This page is not JSON.', {
        headers: { 'Content-Type': 'text/html; charset=utf-8' },
      });
    case 'oversize':
      return jsonAnswer(200, { ret_code: 0, ret_msg: 'x'.repeat(action.bytes ?? defaultOversize), data: [] });
  }
}

/** A response about an order, with its question or its refusal inside `d`. */
export async function answeredInside(answer: Response): Promise<Response> {
  const { errcode, errmsg, d, ...asks } = (await answer.json()) as Readonly<Record<string, unknown>>;
  if (errcode === undefined) return jsonAnswer(answer.status, { ...asks, d });
  const isQuestion = 'confirm_id' in asks || 'jump_url' in asks;
  return jsonAnswer(200, {
    s: 'ok',
    d: { ...asks, s: undefined, ...(isQuestion ? { errmsg } : { order_status: 'FAILED', last_err_msg: errmsg }) },
  });
}

const knownNames: ReadonlyMap<number, string> = new Map([
  [-3, 'invalid_parameter'],
  [-4, 'internal_error'],
]);

function quoteFailure(retCode: number, name: string, message = 'a fault of the sandbox'): object {
  return { ret_code: retCode, ret_msg: message, error: { code: name, message } };
}

function bodyOf(body: unknown): string | null {
  if (body === undefined) return null;
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function jsonAnswer(status: number, body: object, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers: { ...json, ...headers } });
}

function retryAfter(value: string | undefined): Readonly<Record<string, string>> {
  return value === undefined ? {} : { 'Retry-After': value };
}
