import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { linksIn } from '../../support/editor/linkedText';
import { essence, readRuns } from '../../promises/fuzz/subjects/segments';
import { shortest } from '../../promises/fuzz/subject';
import { rsaPair } from '../../support/secrets/rsaPair';

describe('the oracles of the fuzz proof', () => {
  it('find the links that a notification would make', () => {
    expect(linksIn('a [b](command:c) d')).toEqual([{ label: 'b', href: 'command:c' }]);
    expect(linksIn('[[b](HTTPS://c "t")')).toEqual([{ label: '[b', href: 'HTTPS://c' }]);
    expect(linksIn('[](command:c) [b] (command:c) (b](file:/c) [b](mailto:c) [b](https://)')).toEqual([]);
  });

  it('read runs and compare text except for replaceable parts', () => {
    expect(readRuns('a<em>b</em><em>c</em><EM>d')).toEqual([
      { text: 'a', match: false },
      { text: 'bc', match: true },
      { text: '<EM>d', match: false },
    ]);
    expect(essence('a\u202eb c')).toBe(essence('a⟨U+202E⟩b\nc'));
    expect(essence('ab')).not.toBe(essence('ba'));
  });

  it('shorten a failing input as far as possible', async () => {
    const subject = {
      name: 's',
      weight: 1,
      draw: () => '',
      check: (text: string) => (text.includes('x') && text.includes('y') ? 'both' : undefined),
    };
    await expect(shortest(subject, 'aaaaxbbbbbbbyccc')).resolves.toBe('xy');
  });
});

describe.each([
  ['python3', 'verifySignatures.py'],
  ['perl', 'verifySignatures.pl'],
])('the second implementation of the signing string in %s', (command, script) => {
  const pairs = { ed25519: generateKeyPairSync('ed25519'), 'rsa-sha256': rsaPair };
  const line = (algorithm: keyof typeof pairs, text: string, changes: object = {}): string => {
    const { privateKey, publicKey } = pairs[algorithm];
    const signature = sign(algorithm === 'ed25519' ? null : 'sha256', Buffer.from(text), privateKey).toString('base64');
    return JSON.stringify({
      method: 'get',
      path: '/p',
      query: 'a=b',
      body: null,
      timestamp: '1',
      signature,
      algorithm,
      publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
      ...changes,
    });
  };
  const isMissing = spawnSync(command, ['--version']).status !== 0;

  it.skipIf(isMissing)('accepts valid values and rejects invalid ones', () => {
    const right = '1\nGET\n/p\na=b\n';
    const lines = [
      line('ed25519', right),
      line('rsa-sha256', right),
      line('ed25519', `${right}x`),
      line('rsa-sha256', right.trimEnd()),
      line('ed25519', right, { query: 'a=c' }),
      line('rsa-sha256', right, { body: 'eA==' }),
    ];
    const { stdout } = spawnSync(command, [`test/promises/fuzz/signing/${script}`], { input: `${lines.join('\n')}\n`, encoding: 'utf8' });
    expect(stdout.trim().split('\n')).toEqual(['wrong 2', 'wrong 3', 'wrong 4', 'wrong 5', 'right 2']);
  });
});
