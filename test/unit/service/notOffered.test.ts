import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ApiError, AuthError, DecodeError, HttpError, TransportError } from '../../../src/service/errors';
import { isNotOffered } from '../../../src/service/notOffered';

const route = '/api/v1.0/things';
const request = { method: 'GET', route };
const api = (envelope: 'quote' | 'order' | 'gateway', status: number, serverCode: number): ApiError =>
  new ApiError({ request, envelope, serverCode, serverMessage: '', status });

describe('a call that a service does not have', () => {
  it('is recognized by 404, 405, and 501 of the gateway, with any code', () =>
    fc.assert(
      fc.property(fc.integer({ min: 200, max: 599 }), fc.integer(), (status, code) => {
        const isAbsent = [404, 405, 501].includes(status);
        expect(isNotOffered(new HttpError({ status, request }), route)).toBe(isAbsent);
        expect(isNotOffered(api('gateway', status, code), route)).toBe(isAbsent);
        expect(isNotOffered(api('gateway', status, -8), route)).toBe(isAbsent);
        expect(isNotOffered(api('order', status, code), route)).toBe(false);
        expect(isNotOffered(api('order', status, -8), route)).toBe(false);
      }),
    ));

  it('is recognized by -8 with any status, and not by an unknown symbol', () => {
    expect([200, 400, 404, 500].map((status) => isNotOffered(api('quote', status, -8)))).toEqual([true, true, true, true]);
    expect([200, 404].map((status) => isNotOffered(api('quote', status, -3)))).toEqual([false, true]);
    expect([200, 404].map((status) => isNotOffered(api('quote', status, -7)))).toEqual([false, false]);
    expect([200, 404].map((status) => isNotOffered(api('gateway', status, -7)))).toEqual([false, true]);
  });

  it('isn’t recognized by other failures, or by those of other calls', () => {
    const others: readonly unknown[] = [
      new TransportError('timed-out', { request, sent: 'maybe' }),
      new AuthError('sign-in-required'),
      new DecodeError({ request, path: '', expected: 'a list', got: 'a number' }),
      Object.assign(new Error('not the service’s'), { status: 404 }),
      { status: 404, envelope: 'gateway' },
      undefined,
    ];
    for (const error of others) expect(isNotOffered(error)).toBe(false);
    const elsewhere = { method: 'POST', route: '/oauth2/token' };
    expect(isNotOffered(new HttpError({ status: 404, request: elsewhere }))).toBe(false);
    expect(isNotOffered(new HttpError({ status: 404, request: elsewhere }), route)).toBe(false);
    expect(isNotOffered(new HttpError({ status: 404, request }), '/api/v1.0/others')).toBe(false);
    expect(isNotOffered(new HttpError({ status: 404 }), route)).toBe(true);
  });
});
