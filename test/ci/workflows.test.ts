import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { faultsOf, parseWorkflow } from './workflows';
import type { Grant } from './workflows';

const folder = path.resolve('.github');
const read = (...names: readonly string[]): string => readFileSync(path.join(folder, ...names), 'utf8');

/** Every other job of a workflow only reads, and has no secrets. */
const grants: Readonly<Record<string, Readonly<Record<string, Grant>>>> = {
  'release.yml': { publish: { writes: ['contents', 'id-token', 'attestations'], hasSecrets: true } },
  'codeql.yml': { analyze: { writes: ['security-events'], hasSecrets: false } },
};

const commit = 'a'.repeat(40);
/** A workflow with the given steps; each test below changes one thing in it. */
const workflow = (steps: string, job = ''): string => `
permissions: {contents: read}
jobs:
  first:
    timeout-minutes: 5
    ${job}
    steps:
${steps}
`;

describe('a workflow', () => {
  it.each(readdirSync(path.join(folder, 'workflows')))('%s has no known fault', (name) => {
    expect(faultsOf(read('workflows', name), grants[name] ?? {})).toEqual([]);
  });

  it('is reported if it uses whatever a tag points to', () => {
    const use = (used: string): readonly string[] => faultsOf(workflow(`      - uses: ${used}`), {});
    expect(use(`actions/setup-node@${commit} # v5.0.0`)).toEqual([]);
    expect(use('actions/setup-node@v5')).toEqual(['actions/setup-node@v5 is not pinned by a commit with its version']);
    expect(use(`actions/setup-node@${commit}`)).toHaveLength(1);
    expect(use(`actions/setup-node@${commit.slice(1)} # v5.0.0`)).toHaveLength(1);
  });

  it('is reported if it keeps credentials, or puts untrusted input into a script', () => {
    expect(faultsOf(workflow(`      - uses: actions/checkout@${commit} # v5.0.0`), {})).toEqual([
      'first: keeps the credentials of the checkout',
    ]);
    expect(faultsOf(workflow('      - run: echo "${{ github.event.pull_request.title }}" ${{ matrix.os }}'), {})).toEqual([
      'first: inserts github.event.pull_request.title into a script',
    ]);
  });

  it('is reported if its jobs may write, or have secrets', () => {
    const steps = '      - run: ./publish\n        env: {TOKEN: "${{ secrets.TOKEN }}"}';
    const bent = workflow(steps, 'permissions: {contents: write}');
    expect(faultsOf(bent, {})).toEqual(['first: may write contents', 'first: has secrets']);
    expect(faultsOf(bent.replace('{contents: read}', '{packages: write}'), {})).toContain('every job may write packages');
    const first = { writes: ['contents'], hasSecrets: true };
    expect(faultsOf(bent, { first })).toEqual(['first: has secrets without an environment that guards them']);
    const guarded = workflow('      - run: npm ci\n      - run: npm run package', 'environment: marketplaces');
    expect(faultsOf(guarded, { first })).toEqual([
      'first: runs code of packages beside secrets: npm ci',
      'first: runs code of packages beside secrets: npm run package',
    ]);
    expect(() => faultsOf('jobs: {}', {})).toThrow('permissions');
  });
});

describe('a release', () => {
  const { jobs } = parseWorkflow(read('workflows', 'release.yml'));

  it('is tested, then built, then published from what was built', () => {
    expect(Object.entries(jobs).map(([name, { needs }]) => [name, needs])).toEqual([
      ['test', undefined],
      ['build', 'test'],
      ['publish', 'build'],
    ]);
    const last = jobs['publish']?.steps.map(({ uses = '', run = '' }) => (uses + run).replace(/@.*/, '')) ?? [];
    expect(last.indexOf('actions/download-artifact')).toBeLessThan(last.indexOf('actions/attest-build-provenance'));
    expect(last.indexOf('actions/attest-build-provenance')).toBeGreaterThan(0);
    // Rerunning a job that failed halfway must not fail because of what is already published.
    expect(last.filter((step) => /\b(vsce|ovsx) publish\b/.test(step) && !step.includes('--skip-duplicate'))).toEqual([]);
  });

  it('publishes with programs whose packages are all locked by their content and not by their source', () => {
    const Lock = v.object({ packages: v.record(v.string(), v.looseObject({ integrity: v.optional(v.string()) })) });
    const lock = read('release', 'package-lock.json');
    const packages = Object.entries(v.parse(Lock, JSON.parse(lock)).packages).filter(([name]) => name !== '');
    expect(packages.length).toBeGreaterThan(100);
    expect(packages.filter(([, { integrity = '' }]) => !integrity.startsWith('sha512-')).map(([name]) => name)).toEqual([]);
    expect(lock).not.toContain('"resolved"');
    const manifest = v.parse(
      v.looseObject({ dependencies: v.record(v.string(), v.string()) }),
      JSON.parse(read('release', 'package.json')),
    );
    expect(Object.values(manifest.dependencies).filter((version) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });
});

it('runs the tests in the oldest and the newest editor, on every system', () => {
  expect(parseWorkflow(read('workflows', 'ci.yml')).jobs['editor']?.strategy?.matrix).toEqual({
    os: ['ubuntu-latest', 'windows-latest', 'macos-latest'],
    engine: ['minimum', 'latest'],
  });
});

it('adopts a new version of a package or an action only after some days, in which a takeover may be discovered', () => {
  const Updates = v.object({
    updates: v.array(
      v.looseObject({ 'package-ecosystem': v.string(), directory: v.string(), cooldown: v.object({ 'default-days': v.number() }) }),
    ),
  });
  const { updates } = v.parse(Updates, parse(read('dependabot.yml')));
  expect(updates.map((update) => `${update['package-ecosystem']} ${update.directory}`)).toEqual([
    'npm /',
    'npm /.github/release',
    'github-actions /',
  ]);
  expect(updates.filter(({ cooldown }) => cooldown['default-days'] < 7)).toEqual([]);
});
