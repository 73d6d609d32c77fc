import path from 'node:path';

export interface SourceStep {
  readonly name: string;
  readonly command: readonly string[];
}

/** These programs create many short-lived objects: with more room for young ones they take a tenth less time. */
const node = ['node', '--max-semi-space-size=64'];
const program = (file: string): readonly string[] => [...node, path.join('node_modules', ...file.split('/'))];

/**
 * Steps that check the sources without running them, the longest first.
 *
 * @param cache - Folder for cached results, so that the next run only checks what changed.
 */
export function sourceSteps(cache?: string): readonly SourceStep[] {
  const kept = (...args: readonly string[]): readonly string[] => (cache === undefined ? [] : args);
  const at = (name: string): string => path.join(cache ?? '', name);
  const types = (project: string): readonly string[] => [
    ...program('@typescript/native/bin/tsc'),
    ...['--noEmit', '-p', project],
    ...kept('--incremental', '--tsBuildInfoFile', at(`${project}.tsbuildinfo`)),
  ];
  return [
    {
      name: 'rules of the house',
      command: [
        ...program('eslint/bin/eslint.js'),
        ...kept('--cache', '--cache-location', at('eslint'), '--cache-strategy', 'content'),
        'src',
        'packages',
      ],
    },
    { name: 'lint', command: [...program('oxlint/bin/oxlint'), '--type-aware', '--deny-warnings', '.'] },
    { name: 'types', command: types('tsconfig.json') },
    { name: 'format', command: [...program('oxfmt/bin/oxfmt'), '--check'] },
    { name: 'planted mistakes fit the sources', command: [...program('tsx/dist/cli.mjs'), 'test/plants/run.ts', '--texts'] },
    { name: 'unused files, exports and packages', command: program('knip/bin/knip.js') },
    { name: 'types of the webviews', command: types('src/webview/tsconfig.json') },
    ...['sandbox', 'gate'].map((name) => ({ name: `types of the ${name}`, command: types(`packages/${name}/tsconfig.json`) })),
  ];
}
