import type { WireRequest, WireResponse } from '../../../src/service/transport/types';

/** A read of `/thing` at `origin`; a test overrides what it is about. */
export function aRequest(origin: string, overrides: Partial<WireRequest> = {}): WireRequest {
  const method = overrides.method ?? 'GET';
  return {
    label: { method, route: '/thing' },
    method,
    origin,
    path: '/thing',
    query: '',
    headers: {},
    body: undefined,
    kind: 'read',
    ...overrides,
  };
}

export function aWrite(origin: string, body = '{"qty":"1"}'): WireRequest {
  return aRequest(origin, { method: 'PUT', kind: 'write', headers: { 'content-type': 'application/json' }, body: Buffer.from(body) });
}

/** A complete answer; an object is sent as JSON. */
export function anAnswer(body: unknown, overrides: Partial<WireResponse> = {}): WireResponse {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status: 200, headers: {}, body: Buffer.from(text), sentAt: 0, receivedAt: 0, ...overrides };
}
