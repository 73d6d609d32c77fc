import { describe, expect, it } from 'vitest';
import { parseServiceAddress } from '../../../../src/domain/session/serviceAddress';

describe('parseServiceAddress', () => {
  it.each([
    ['https://api.example.com', 'https://api.example.com', 'https://api.example.com'],
    ['  https://API.example.com/  ', 'https://api.example.com', 'https://api.example.com'],
    ['https://example.com/prefix/', 'https://example.com/prefix', 'https://example.com'],
    ['https://example.com:443/', 'https://example.com', 'https://example.com'],
    ['http://127.0.0.1:8787///', 'http://127.0.0.1:8787', 'http://127.0.0.1:8787'],
  ])('reads %j', (text, baseUrl, origin) => {
    expect(parseServiceAddress(text)).toMatchObject({ ok: true, address: { baseUrl, origin } });
  });

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['api.example.com', 'not-an-address'],
    ['http://api.example.com', 'not-https'],
    ['ws://api.example.com', 'not-https'],
    ['https://me@api.example.com', 'user-info'],
    ['https://аpi.example.com', 'host'],
    ['https://api.example.com/a b', 'hidden-characters'],
    ['https://api.example.com/?x=1', 'query'],
    ['https://api.example.com/#', 'query'],
    ['https://api.example.com?', 'query'],
  ])('rejects %j: %s', (text, problem) => {
    expect(parseServiceAddress(text)).toEqual({ ok: false, problem });
  });
});
