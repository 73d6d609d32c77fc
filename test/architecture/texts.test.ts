import { readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { root, trackedFiles } from './sources/sources';

const texts = trackedFiles()
  .filter((file) => !/\.(png|ttf|ico|woff2?)$/.test(file))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

function filesWith(pattern: RegExp, except: (file: string) => boolean = () => false): readonly string[] {
  return texts.filter(({ file, text }) => !except(file) && pattern.test(text)).map(({ file }) => file);
}

function literally(text: string): RegExp {
  return new RegExp(text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'));
}

describe('texts of the project', () => {
  it('name no folder of the machine they were written on', () => {
    expect(filesWith(literally(`${root}/`))).toEqual([]);
    expect(filesWith(literally(`${homedir()}/`))).toEqual([]);
    const anybodys = /(?:^|["'`\s(=])(?:\/(?:home|Users|root|work)\/[\w.-]+|[A-Z]:\\Users\\\w)/m;
    expect(filesWith(anybodys, (file) => file === 'test/architecture/texts.test.ts')).toEqual([]);
  });

  it('name no package registry', () => {
    const lock: unknown = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8'));
    const hosts = new Set([...JSON.stringify(lock).matchAll(/"resolved":"(https?:\/\/[^/"]+)/g)].map(([, host]) => host));
    expect([...hosts]).toEqual([]);
    expect(filesWith(/^(@[\w-]+:)?registry\s*=/m, (file) => file.endsWith('.ts'))).toEqual([]);
  });

  it('hold no credential', () => {
    const privateKey = /-----BEGIN (?:RSA |EC |ENCRYPTED )?PRIVATE KEY-----\s*\n?[A-Za-z0-9+/=]{40,}/;
    expect(filesWith(privateKey, (file) => file.startsWith('test/'))).toEqual([]);
    expect(filesWith(/\b(ghp_[A-Za-z0-9]{36}|github_pat_\w{20,}|npm_[A-Za-z0-9]{36}|AKIA[0-9A-Z]{16}|xox[bp]-[\w-]{20,})\b/)).toEqual([]);
  });

  it('have no conflict markers and no focused or skipped tests', () => {
    expect(filesWith(/^(<<<<<<<|>>>>>>>) /m)).toEqual([]);
    expect(
      filesWith(
        /\b(it|describe|test)\.(only|skip|todo)\(/,
        (file) => !file.endsWith('.test.ts') || file === 'test/architecture/texts.test.ts',
      ),
    ).toEqual([]);
  });
});
