import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkLink, checkServiceLink, isLoopbackHost } from '../../../../src/domain/text/linkGate';

describe('checkLink', () => {
  it.each([
    ['https://example.com', 'https://example.com/', 'example.com'],
    ['HTTPS://Example.COM/a?b=c#d', 'https://example.com/a?b=c#d', 'example.com'],
    ['https://example.com:8443/x', 'https://example.com:8443/x', 'example.com:8443'],
    ['https://xn--e1afmkfd.example/', 'https://xn--e1afmkfd.example/', 'xn--e1afmkfd.example'],
    ['http://127.0.0.1:8080/callback', 'http://127.0.0.1:8080/callback', '127.0.0.1:8080'],
    ['http://localhost/', 'http://localhost/', 'localhost'],
    ['https://a/', 'https://a/', 'a'],
    ['http://[::1]:5000/', 'http://[::1]:5000/', '[::1]:5000'],
    ['https://example.com/?next=https%3A%2F%2Fuser%40evil', 'https://example.com/?next=https%3A%2F%2Fuser%40evil', 'example.com'],
    ['https://example.com/a@b', 'https://example.com/a@b', 'example.com'],
  ])('lets %s pass', (text, url, host) => {
    expect(checkLink(text)).toMatchObject({ allowed: true, url, host });
  });

  it.each([
    ['http://example.com', 'scheme'],
    ['http://localhost.evil.example/', 'scheme'],
    ['http://127.0.0.1.evil.example/', 'scheme'],
    ['http://0.0.0.0/', 'scheme'],
    ['ftp://example.com', 'scheme'],
    ['javascript:alert(1)', 'scheme'],
    ['command:workbench.action.quit', 'scheme'],
    ['vscode://a.b/c', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['data:text/html,x', 'scheme'],
    ['https:example.com', 'scheme'],
    ['https:/example.com', 'scheme'],
    ['x-http://localhost/', 'scheme'],
    ['view-source:http://127.0.0.1/', 'scheme'],
    ['//example.com', 'not-a-link'],
    ['//example.com:80', 'not-a-link'],
    ['example.com', 'not-a-link'],
    ['', 'not-a-link'],
    ['https://user@example.com', 'user-info'],
    ['https://user:password@example.com', 'user-info'],
    ['https://@example.com', 'user-info'],
    ['https://example.com@evil.example', 'user-info'],
    ['https://exаmple.com', 'host'],
    ['https://ｅxample.com', 'host'],
    ['https://exa%6dple.com', 'host'],
    ['https://', 'host'],
    ['https:///path', 'host'],
    ['https://example.com:99999', 'host'],
    ['https://-.com', 'host'],
    ['https://[zz]/', 'host'],
    ['https://example.com\\@evil.example', 'hidden-characters'],
    ['https:\\\\example.com', 'hidden-characters'],
    ['https://example.com/\u202egpj.exe', 'hidden-characters'],
    ['https://example.com/\u2066a', 'hidden-characters'],
    ['https://exam\u200bple.com', 'hidden-characters'],
    ['https://example.com/a b', 'hidden-characters'],
    [' https://example.com', 'hidden-characters'],
    ['https://example.com\n', 'hidden-characters'],
    ['https://exa\tmple.com', 'hidden-characters'],
    ['https://example.com/\ud800', 'hidden-characters'],
    ['https://example.com/\u{e0041}', 'hidden-characters'],
  ])('stops %j: %s', (text, reason) => {
    expect(checkLink(text)).toEqual({ allowed: false, reason });
  });

  it('stops a link that is too long', () => {
    const longest = `https://example.com/${'a'.repeat(8192 - 'https://example.com/'.length)}`;
    expect(checkLink(longest).allowed).toBe(true);
    expect(checkLink(`${longest}a`)).toEqual({ allowed: false, reason: 'too-long' });
  });

  it('lets only https pass, or http to this machine, without user info, whatever the text', () => {
    const pieces = fc.constantFrom(
      'https://',
      'http://',
      'HTTP://',
      'javascript:',
      '//',
      '\\',
      '@',
      ':',
      '/',
      '?',
      '#',
      '%40',
      '%2f',
      '127.0.0.1',
      'localhost',
      '0x7f.1',
      '2130706433',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '.',
      'evil.example',
      'ａ',
      'ß',
      '\u202e',
      '\t',
      '\n',
      ' ',
      '80',
    );
    const text = fc.oneof(
      fc.string(),
      fc.webUrl(),
      fc.array(pieces, { maxLength: 9 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(text, (candidate) => {
        const verdict = checkLink(candidate);
        if (!verdict.allowed) return;
        const url = new URL(verdict.url);
        expect(url.protocol === 'https:' || (url.protocol === 'http:' && isLoopbackHost(url.hostname))).toBe(true);
        expect(url.username + url.password).toBe('');
        expect(verdict.host).toMatch(/^[\x21-\x7e]+$/);
        expect(url.host).toBe(verdict.host);
      }),
      { numRuns: 300 },
    );
  }, 30_000);
});

describe('checkServiceLink', () => {
  const here = ['http://127.0.0.1:8080/a', 'http://localhost/', 'https://[::1]/', 'https://127.0.0.1/'];

  it.each(here)('lets only a service on this machine lead to %s', (link) => {
    expect(checkServiceLink(link, 'http://localhost:7240').allowed).toBe(true);
    expect(checkServiceLink(link, 'https://api.example.com')).toEqual({ allowed: false, reason: 'this-machine' });
    expect(checkServiceLink(link, '')).toEqual({ allowed: false, reason: 'this-machine' });
  });

  it('lets every service lead elsewhere, by the same rules', () => {
    expect(checkServiceLink('https://example.com/', 'https://api.example.com')).toEqual(checkLink('https://example.com/'));
    expect(checkServiceLink('http://example.com/', 'http://localhost')).toEqual({ allowed: false, reason: 'scheme' });
  });
});

describe('isLoopbackHost', () => {
  it.each(['localhost', '[::1]', '127.0.0.1', '127.255.0.1', '127.0.255.1', '127.0.0.255'])('recognizes %s', (host) =>
    expect(isLoopbackHost(host)).toBe(true),
  );
  it.each(['', '::1', '1127.0.0.1', '127.0.0.1.example', '127.0.0', '128.0.0.1', 'x.localhost', '[::]'])(
    'does not mistake %s for this machine',
    (host) => expect(isLoopbackHost(host)).toBe(false),
  );
});
