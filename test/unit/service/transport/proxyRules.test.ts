import { describe, expect, it } from 'vitest';
import { usesProxy } from '../../../../src/service/transport/proxyRules';

describe('usesProxy', () => {
  it.each([
    ['http://localhost:1'],
    ['http://LOCALHOST'],
    ['http://a.localhost'],
    ['http://127.0.0.1:8080'],
    ['http://127.9.8.7'],
    ['https://[::1]:8443'],
  ])('never sends loopback through a proxy: %s', (origin) => {
    expect(usesProxy(origin, '')).toBe(false);
  });

  it.each([
    ['https://api.example.com', '', true],
    ['https://api.example.com', '*', false],
    ['https://api.example.com', 'example.com', false],
    ['https://api.example.com', '.example.com', false],
    ['https://api.example.com', '*.example.com', false],
    ['https://API.Example.com', 'EXAMPLE.com', false],
    ['https://api.example.com.', 'example.com', false],
    ['https://notexample.com', 'example.com', true],
    ['https://example.com.evil.net', 'example.com', true],
    ['https://api.example.com', 'example.com:443', false],
    ['https://api.example.com', 'example.com:8443', true],
    ['https://api.example.com:8443', 'example.com:8443', false],
    ['http://api.example.com', 'example.com:80', false],
    ['https://api.example.com', 'other.net, api.example.com', false],
    ['https://api.example.com', 'other.net api.example.com', false],
    ['https://10.1.2.3', '10.1.2.3', false],
    ['https://10.1.2.3', '10.0.0.0/8', false],
    ['https://11.1.2.3', '10.0.0.0/8', true],
    ['https://10.1.2.3', '10.0.0.0/99', true],
    ['https://10.1.2.3', '10.0.0.0/x', true],
    ['https://210.1.2.3', '10.1.2.3', true],
    ['https://api.example.com', '10.0.0.0/8', true],
    ['https://[2001:db8::5]', '2001:db8::/32', false],
    ['https://[2001:db8::5]', '[2001:db8::5]:443', false],
    ['https://[2001:db8::5]', '2001:db8::5', false],
    ['https://[2001:db9::5]', '2001:db8::/32', true],
    ['https://api.example.com', '*example.com', false],
    ['https://notexample.com', '*example.com', false],
    ['https://example.net', '*example.com', true],
    ['https://10.1.2.3', '10.*', false],
    ['https://10.1.2.3', '10.', false],
    ['https://10.1.2.3', '10.1.*', false],
    ['https://101.2.3.4', '10.', true],
    ['https://10.example.com', '10.', true],
    ['https://api.example.com', 'example.com.', false],
    ['https://api.example.com', '"example.com"', false],
    ['https://api.example.com', "'.example.com'", false],
    ['https://api.example.com', 'https://api.example.com', false],
    ['https://api.example.com', 'https://api.example.com:443/', false],
    ['https://api.example.com', 'https://api.example.com:8443/', true],
    ['https://xn--mnchen-3ya.example', 'münchen.example', false],
    ['https://[2001:db8::5]', '2001:0db8:0:0:0:0:0:5', false],
    ['https://api.example.com', '.', true],
    ['https://api.example.com', ',, ,', true],
  ])('for %s with NO_PROXY "%s" is %s', (origin, noProxy, expected) => {
    expect(usesProxy(origin, noProxy)).toBe(expected);
  });
});
