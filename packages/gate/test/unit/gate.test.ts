import { gateRefusal } from 'market-desk-gate';
import type { GateRules } from 'market-desk-gate';
import { describe, expect, it } from 'vitest';

const host = '127.0.0.1:4180';
const rules = (more: Partial<GateRules> = {}): GateRules => ({ isOwnHost: (name) => name === host, hasPages: true, ...more });
const own = `http://${host}`;

describe('the gate of listeners', () => {
  it.each([
    ['a program', {}, undefined],
    ['its own page', { origin: own }, undefined],
    ['its own page, in a browser that says so', { origin: own, 'sec-fetch-site': 'same-origin' }, undefined],
    ['its own page behind a forwarded port', { origin: 'https://forwarded.example', 'sec-fetch-site': 'same-origin' }, undefined],
    ['another port that claims the origin', { origin: own, 'sec-fetch-site': 'same-site' }, 'origin'],
    ['another site', { origin: 'https://evil.example' }, 'origin'],
    ['a sandboxed frame', { origin: 'null' }, 'origin'],
    ['a rebound name', { host: 'evil.example:4180' }, 'host'],
    ['no host', { host: undefined }, 'host'],
  ])('decides about %s', (_, headers, refusal) => {
    expect(gateRefusal(rules(), { method: 'GET', url: '/', headers: { host, ...headers } })).toBe(refusal);
  });

  it('lets a browser follow a link to it, but takes no form of another site', () => {
    const headers = { host, 'sec-fetch-site': 'cross-site' };
    expect(gateRefusal(rules(), { method: 'GET', url: '/', headers })).toBeUndefined();
    expect(gateRefusal(rules(), { method: 'POST', url: '/', headers })).toBe('origin');
  });

  it('of a listener without pages refuses even its own origin', () => {
    expect(gateRefusal(rules({ hasPages: false }), { method: 'GET', url: '/', headers: { host, origin: own } })).toBe('origin');
  });

  it('wants the secret where there is one', () => {
    const secret: GateRules['secret'] = { value: 's3cret', brought: ({ headers }) => [headers.authorization] };
    const ask = (authorization?: string) =>
      gateRefusal(rules({ secret }), {
        method: 'GET',
        url: '/',
        headers: { host, ...(authorization === undefined ? {} : { authorization }) },
      });
    expect([ask(), ask(''), ask('s3cre'), ask('s3cret ')]).toEqual(['secret', 'secret', 'secret', 'secret']);
    expect(ask('s3cret')).toBeUndefined();
  });
});
