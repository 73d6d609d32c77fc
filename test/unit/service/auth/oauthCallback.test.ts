import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseCallback, queryOfPasted } from '../../../../src/service/auth/oauthCallback';

function parametersOf(query: string): URLSearchParams {
  const callback = parseCallback(query);
  if (callback.kind !== 'answer') throw new Error(`not an answer: ${callback.kind}`);
  return new URLSearchParams(callback.parameters.reveal());
}

describe('parseCallback', () => {
  it('reads a code and its state', () => {
    const callback = parseCallback('code=c1&state=s1');
    expect(callback).toMatchObject({ kind: 'answer', state: 's1' });
    expect(parametersOf('?code=c1&state=s1&vscode-reqid=3').get('code')).toBe('c1');
  });

  it('reads a denial', () => {
    expect(parametersOf('error=access_denied&error_description=The+user+said+no&state=s1').get('error_description')).toBe(
      'The user said no',
    );
  });

  it('keeps a plus sign in a code, because the editor passes the query decoded', () => {
    expect(parametersOf('code=a+b/c%3D&state=s+1').get('code')).toBe('a+b/c=');
    expect(parametersOf('code=a+b&state=s+1').get('state')).toBe('s+1');
  });

  it('reads characters outside ASCII exactly, even next to a lone percent sign', () => {
    expect(parametersOf('code=%%3E指&state=%é').get('code')).toBe('%>指');
    expect(parseCallback('code=c&state=%%3E指')).toMatchObject({ state: '%>指' });
  });

  it.each([
    ['??state=s&code=c', 'no-state'],
    ['', 'no-state'],
    ['code=c1', 'no-state'],
    ['code=c1&state=', 'no-state'],
    ['code=c1&state=s1&state=s2', 'no-state'],
    ['code=c1&state=s1&state=s1', 'no-state'],
    [`code=${'c'.repeat(20_000)}&state=s1`, 'too-long'],
  ])('ignores %.30j', (query, reason) => {
    expect(parseCallback(query)).toEqual({ kind: 'unusable', reason });
  });

  it.each([
    ['state=s1', 'no-code'],
    ['state=s1&code=', 'no-code'],
    ['state=s1&code=c1&code=c1', 'duplicate-parameter'],
    ['state=s1&code=c1&code=c2', 'duplicate-parameter'],
    ['state=s1&error=a&error=b', 'duplicate-parameter'],
    ['state=s1&code=c1&iss=a&iss=b', 'duplicate-parameter'],
    ['state=s1&code=c1&error=access_denied', 'code-and-error'],
  ])('ends the attempt of its state when it gets %j: %s', (query, reason) => {
    expect(parseCallback(query)).toEqual({ kind: 'malformed', state: 's1', reason });
  });

  it('never throws and never takes more than one value of a parameter', () => {
    const part = fc
      .tuple(fc.constantFrom('code', 'state', 'error', 'iss', 'x', '%63ode', 'st%61te'), fc.string())
      .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(part).map((parts) => parts.join('&')),
        ),
        (query) => {
          const callback = parseCallback(query);
          if (callback.kind !== 'answer') return;
          const parameters = new URLSearchParams(callback.parameters.reveal());
          for (const name of ['code', 'state', 'error', 'iss']) expect(parameters.getAll(name).length).toBeLessThanOrEqual(1);
          expect(parameters.get('state')).toBe(callback.state);
          expect(Boolean(parameters.get('code')) !== Boolean(parameters.get('error'))).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });
});

describe('queryOfPasted', () => {
  it.each([
    ['http://127.0.0.1:5000/callback?code=c&state=s', 'code=c&state=s'],
    ['  vscode://market-desk.market-desk/oauth/callback?state=s&code=c\n', 'state=s&code=c'],
    ['code=c&state=s', 'code=c&state=s'],
    ['https://x.example/?code=c&state=s#fragment', 'code=c&state=s'],
    ['https://x.example/', undefined],
    ['hello', undefined],
    ['', undefined],
    ['https://x.example/?nostate=1', undefined],
  ])('reads %j as %j', (text, query) => {
    expect(queryOfPasted(text)).toBe(query);
  });
});
