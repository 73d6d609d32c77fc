import { describe, expect, it } from 'vitest';
import { Redactor } from '../../../../src/app/platform/redactor';

function knowing(...secrets: readonly string[]): Redactor {
  const redactor = new Redactor();
  for (const secret of secrets) redactor.register(secret);
  return redactor;
}

const base64 = (text: string, encoding: 'utf8' | 'utf16le' = 'utf8'): string => Buffer.from(text, encoding).toString('base64');

describe('a registered secret', () => {
  it('is removed from the moment it is registered, even after others were searched for', () => {
    const redactor = knowing('first-secret');
    expect(redactor.redact('first-secret second-secret')).toBe('[secret] second-secret');
    redactor.register('second-secret');
    expect(redactor.redact('first-secret second-secret')).toBe('[secret] [secret]');
  });

  it('is forgotten once 256 newer ones were registered, and not before', () => {
    const redactor = knowing('the-oldest-one', ...Array.from({ length: 255 }, (_, index) => `newer-one-${index}`));
    expect(redactor.redact('the-oldest-one')).toBe('[secret]');
    redactor.register('the-newest-one');
    expect(redactor.redact('the-oldest-one newer-one-0 the-newest-one')).toBe('the-oldest-one [secret] [secret]');
  });

  it.each([
    ['short-secret', 'short-secret-and-longer'],
    ['short-secret-and-longer', 'short-secret'],
  ])('is removed completely when another secret is its beginning: %s, %s', (...secrets) => {
    expect(knowing(...secrets).redact('short-secret-and-longer short-secret')).toBe('[secret] [secret]');
  });

  it('is removed from the middle of a JSON text, of a form and of HTML', () => {
    const secret = 'a "quoted" \\ secret & more';
    const text = JSON.stringify({ a: `x ${secret} y` });
    expect(knowing(secret).redact(text)).toBe('{"a":"x [secret] y"}');
    expect(knowing(secret).redact(JSON.stringify(text))).toBe(JSON.stringify('{"a":"x [secret] y"}'));
    expect(knowing(secret).redact(new URLSearchParams({ a: secret }).toString())).toBe('a=[secret]');
  });

  it.each(['sixteen-letters!', 'fifteen-letters', 'fourteen-lette'])('is removed completely in Base64, and in UTF-16: %s', (secret) => {
    const redactor = knowing(secret);
    const left = (secret.length * 4) % 3 === 0 ? '' : base64(secret).replaceAll('=', '').slice(-1);
    expect(redactor.redact(`x ${base64(secret).replaceAll('=', '')} y`)).toBe(`x [secret]${left} y`);
    expect(redactor.redact(base64(secret, 'utf16le').replaceAll('=', ''))).toBe('[secret]');
    expect(redactor.redact(base64(secret, 'utf16le'))).toMatch(/^\[secret\]={0,2}$/);
  });

  it.each([
    ['fifteen-letters', 0],
    ['fourteen-lette', 1],
    ['sixteen-letters!', 2],
  ])('is removed up to its last character when it ends a Base64 text: %s after %i bytes', (secret, before) => {
    const text = base64(`${'u'.repeat(before)}${secret}`);
    expect(knowing(secret).redact(text)).toBe(`${text.slice(0, before === 0 ? 0 : before + 1)}[secret]`);
  });

  it('is removed at any place in Base64, whatever follows', () => {
    for (let length = 8; length < 14; length += 1) {
      const secret = 'q7Zk?>~Xp0Lw-'.slice(0, length);
      for (const before of ['', 'u', 'uv', 'uvw']) {
        for (const after of ['', '\u00ff', 'yz', '~~~']) {
          expect(knowing(secret).redact(base64(`${before}${secret}${after}`))).toContain('[secret]');
        }
      }
    }
  });

  it('is removed in the URL-safe alphabet of Base64', () => {
    expect(Buffer.from('???>>>???>>>').toString('base64url')).toBe('Pz8_Pj4-Pz8_Pj4-');
    expect(knowing('???>>>???>>>').redact('Pz8_Pj4-Pz8_Pj4-')).toBe('[secret]');
  });
});

describe('a text that looks like a credential', () => {
  it.each([
    ['-----BEGIN PRIVATE KEY-----\nMC4C\n-----END PRIVATE KEY----- tail', '[secret] tail'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMC4C\n-----END RSA PRIVATE KEY----- tail', '[secret] tail'],
    ['got Bearer abc.def-ghi_jkl~+/= tail', 'got Bearer [secret] tail'],
    ['got basic \t dXNlcg== tail', 'got basic \t [secret] tail'],
    ['Bearer%20abc tail', 'Bearer%20[secret] tail'],
    [`x ${'abcd-efgh_'.repeat(10)}z tail`, 'x [secret] tail'],
    ['http://user:word@proxy.example:3128/', 'http://[secret]@proxy.example:3128/'],
    ['{"access_token":"tok-1","expires_in":7200}', '{"access_token":[secret],"expires_in":7200}'],
    ['a&code=the-code&b=1', 'a&code=[secret]&b=1'],
  ])('is replaced exactly: %s', (text, clean) => expect(new Redactor().redact(text)).toBe(clean));

  it.each(['-'.repeat(120), `${'_'.repeat(100)} x`, 'a'.repeat(85), 'The Bearer of news'.replace(' of', ',')])(
    'is left unchanged when it only resembles one: %s',
    (text) => expect(new Redactor().redact(text)).toBe(text),
  );
});

describe('the description of an error', () => {
  const redactor = new Redactor();

  it('has its stack, or its name and message when there is none', () => {
    expect(redactor.describe(new TypeError('wrong'))).toMatch(/^TypeError: wrong\n {4}at /);
    const bare = new TypeError('wrong');
    delete bare.stack;
    expect(redactor.describe(bare)).toBe('TypeError: wrong');
  });

  it('shows the thrown value when it is not an error', () => {
    expect(redactor.describe('only text')).toBe('only text');
    expect(redactor.describe(42)).toBe('(number thrown)');
    expect(redactor.describe({ stack: 'x', message: 'y' })).toBe('(object thrown)');
  });

  it('has the causes down to the fourth, and none when there is none', () => {
    expect(redactor.describe(new Error('alone'))).not.toContain('caused by');
    const chain = Array.from({ length: 8 }).reduce<Error | undefined>(
      (cause, _, index) => new Error(`level-${7 - index}`, cause === undefined ? {} : { cause }),
      undefined,
    );
    const text = redactor.describe(chain);
    expect(text.match(/caused by Error: level-\d/g)).toEqual([
      'caused by Error: level-1',
      'caused by Error: level-2',
      'caused by Error: level-3',
      'caused by Error: level-4',
    ]);
  });
});
