import { execFileSync } from 'node:child_process';
import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainSignature } from '../../../../src/app/diagnostics/explainSignature';
import type { SignedParts, SigningKey } from '../../../../src/service/auth/signature';

const { signatureWords } = await import('../../../../src/ui/diagnostics/explainSignatureCommand');

const { privateKey } = generateKeyPairSync('ed25519');
const key: SigningKey = { appKeyId: 'app-1', algorithm: 'ed25519', privateKey };
const explain = (request: SignedParts) =>
  explainSignature({
    baseUrl: 'https://api.example.test/base',
    request,
    key,
    nowMs: 1_700_000_000_000.4,
    toleranceMs: 5000,
    words: signatureWords(),
  });
const search: SignedParts = {
  method: 'GET',
  path: '/base/api/v1.0/quote/economic-calendar/search',
  query: 'keyword=CPI&search_type=1',
  body: undefined,
};

describe('the explanation of a signature (Spec, Method 2)', () => {
  it('shows the five fields and four visible line feeds', () => {
    const { markdown } = explain(search);
    expect(markdown).toContain('1700000000000↵\nGET↵\n/base/api/v1.0/quote/economic-calendar/search↵\nkeyword=CPI&search_type=1↵\n');
    expect(markdown.match(/↵/g)).toHaveLength(5); // four in the string, one in the sentence about them
    expect(markdown).toContain('2023-11-14T22:13:25.000Z');
  });

  it('uses only words of the reader’s language, names of the wire and signed text', () => {
    const said = (): string => '中';
    const words = {
      ...{ title: '中', signsText: '中', fields: '中', field: '中', value: '中', empty: '中', signingString: '中', body: '中' },
      ...{ noBody: '中', headers: '中', credential: said, lineFeeds: said, bytes: said, worksUntil: said },
    };
    const { markdown } = explainSignature({ baseUrl: 'https://api.example.test', request: search, key, nowMs: 0, toleranceMs: 0, words });
    const prose = markdown.replace(/```[^`]*```/g, '').replace(/`[^`]*`/g, '');
    expect(prose.match(/[A-Za-z_]{2,}/g)).toEqual(['timestamp_ms', 'http_method', 'request_path', 'query_string', 'body_part', 'curl']);
  });

  it('never shows the private key', () => {
    const { markdown, curl } = explain(search);
    const der = privateKey.export({ type: 'pkcs8', format: 'der' });
    for (const form of [der.toString('base64'), der.subarray(16).toString('base64'), der.subarray(16).toString('hex'), 'PRIVATE KEY']) {
      expect(markdown).not.toContain(form);
      expect(curl).not.toContain(form);
    }
  });

  it('has a curl command that signs exactly what it sends, whatever the body', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !text.includes('\0')),
        (text) => {
          const body = new TextEncoder().encode(text);
          const { curl } = explain({ method: 'PUT', path: '/p', query: '', body });
          const words = execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${curl}`])
            .toString('utf8')
            .split('\0')
            .slice(0, -1);
          const option = (name: string): readonly string[] => words.flatMap((word, index) => (words[index - 1] === name ? [word] : []));
          expect(option('--data-binary')).toEqual([text]);
          const headers = new Map(option('--header').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]));
          const digest =
            /\| 5 \| body_part \| `([0-9a-f]{64})` \|/.exec(explain({ method: 'PUT', path: '/p', query: '', body }).markdown)?.[1] ?? '';
          const signed = `1700000000000\nPUT\n/p\n\n${digest}`;
          expect(
            verify(null, Buffer.from(signed), createPublicKey(privateKey), Buffer.from(headers.get('Authorization') ?? '', 'base64')),
          ).toBe(true);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('has a code fence that text in a body cannot close', () => {
    const { markdown } = explain({ method: 'PUT', path: '/p', query: '', body: new TextEncoder().encode('```\n# not a heading') });
    expect(markdown).toContain('````text\n```\n# not a heading\n````');
  });
});
