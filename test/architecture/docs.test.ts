import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { textsOf } from './sources/shownTexts';
import { projectFiles, root, trackedFiles } from './sources/sources';

const documents = trackedFiles()
  .filter((file) => file.endsWith('.md'))
  .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }));

const exists = (file: string): boolean => existsSync(path.join(root, file));

/**
 * Paths in a cell of docs/spec-map.md that don't exist. A path begins at the base, or at the root with `packages/`, or, as `errors.ts` after `service/client.ts`, in the
 * folder of the previous one or above that.
 */
function missingIn(cell: string, base: 'src' | 'test'): readonly string[] {
  let folder = '';
  return cell.split(', ').flatMap((name) => {
    const parts = folder === '' ? [] : folder.split('/');
    const starts = [...parts.map((_part, at) => parts.slice(0, parts.length - at).join('/')), ''];
    const found = starts
      .map((start) => path.posix.join(start, name))
      .find((file) => exists(file.startsWith('packages/') ? file : path.posix.join(base, file)));
    if (found === undefined) return [name];
    folder = path.posix.dirname(found.endsWith('/') ? `${found}x` : found);
    return [];
  });
}

/** A title without what stands in brackets. */
const bare = (title: string): string => title.replace(/ \([^)]*\)/, '');

describe('documents', () => {
  it('begin with a README.md of at most 600 words, and a picture', () => {
    const text = readFileSync(path.join(root, 'README.md'), 'utf8');
    expect(text.split(/\s+/).length).toBeLessThanOrEqual(600);
    expect(text.indexOf('![')).toBeLessThan(text.indexOf('## '));
  });

  it('of the specification name existing code and tests in every row', () => {
    const map = readFileSync(path.join(root, 'docs/spec-map.md'), 'utf8');
    const rows = [...map.matchAll(/^\| (?!Row |---)(.+?) \| ([^|]+) \| ([^|]+) \|$/gm)].map(([, row = '', code = '', test = '']) => ({
      row,
      missing: [...missingIn(code, 'src'), ...missingIn(test, 'test')],
    }));
    expect(rows.length).toBeGreaterThan(100);
    expect(map.match(/^\|/gm)?.length).toBe(rows.length + 2 * (map.match(/^\| Row /gm)?.length ?? 0));
    expect(rows.filter(({ missing }) => missing.length > 0)).toEqual([]);
    expect(missingIn('service/client.ts, errors.ts, nowhere.ts', 'src')).toEqual(['nowhere.ts']);
  });

  it('link to files that exist', () => {
    const broken = documents.flatMap(({ file, text }) =>
      [...text.matchAll(/\]\((?!https?:|#|command:)([^)\s]+)\)/g)]
        .map(([, to = '']) => path.posix.join(path.posix.dirname(file), to))
        .filter((to) => !exists(to))
        .map((to) => `${file} -> ${to}`),
    );
    expect(broken).toEqual([]);
  });

  it('say for every promise of SECURITY.md what its proof runs and what it does not cover', () => {
    const text = (file: string): string => documents.find((document) => document.file === file)?.text ?? '';
    const promised = [...text('SECURITY.md').matchAll(/^(\d+)\. /gm)].map(([, number]) => number);
    const rows = [...text('docs/promises.md').matchAll(/^\| (\d+) \| [^|]+ \| ([^|]+) \| [^|]+ \| [^|]+ \|$/gm)];
    expect(promised.length).toBeGreaterThan(10);
    expect(rows.map(([, number]) => number)).toEqual(promised);
    expect(rows.filter(([, , drives = '']) => !/package|source|the same run/.test(drives))).toEqual([]);
  });

  it('quote files and folders of src, packages, and test that exist', () => {
    const quoted = documents.flatMap(({ file, text }) =>
      [...text.matchAll(/`((?:src|packages|test|docs|scripts|bench)\/[\w./-]+)`/g)].map(([, name = '']) => ({ file, name })),
    );
    expect(quoted.length).toBeGreaterThan(20);
    expect(quoted.filter(({ name }) => !exists(name))).toEqual([]);
  });

  it('quote files and folders of a floor of src that exist, with or without their extension', () => {
    const quoted = documents.flatMap(({ file, text }) =>
      [...text.matchAll(/(?:`|\()((?:service|domain|app|ui|panel|webview|container)\/[\w./-]*)[`)]/g)].map(([, name = '']) => ({
        file,
        name,
      })),
    );
    expect(quoted.length).toBeGreaterThan(15);
    expect(quoted.filter(({ name }) => !['', '.ts'].some((extension) => exists(`src/${name}${extension}`)))).toEqual([]);
  });

  it('name npm scripts and settings that exist', () => {
    const { scripts, contributes } = v.parse(
      v.looseObject({
        scripts: v.record(v.string(), v.string()),
        contributes: v.looseObject({ configuration: v.array(v.looseObject({ properties: v.record(v.string(), v.unknown()) })) }),
      }),
      JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')),
    );
    const all = documents.map(({ text }) => text).join('\n');
    const named = new Set(
      [...all.matchAll(/npm (?:run (?:-s |--silent )?([\w:]+)|(test|start)\b)/g)].map(([, run, short]) => run ?? short ?? ''),
    );
    expect(named.size).toBeGreaterThan(15);
    expect([...named].filter((name) => scripts[name] === undefined)).toEqual([]);
    const settings = new Set(
      [...all.matchAll(/`(marketDesk\.(?:service|refresh|calendar|colors|orders|clock|hover)\.\w+)`/g)].map(([, name = '']) => name),
    );
    const declared = new Set(contributes.configuration.flatMap(({ properties }) => Object.keys(properties)));
    expect([...settings].filter((name) => !declared.has(name))).toEqual([]);
  });
});

describe('commands in documents', () => {
  const lines = documents.flatMap(({ file, text }) =>
    [...text.matchAll(/npx (?:vitest run|tsx) [^`\n#]+/g)].map(([command]) => ({ file, command })),
  );

  it('run files and folders that exist', () => {
    const runs = lines.flatMap(({ file, command }) =>
      [...command.matchAll(/(?<= )(?:test|packages|bench|scripts)(?:\/[\w./-]+)?(?= |$)/g)].map(([name]) => ({ file, name })),
    );
    expect(runs.length).toBeGreaterThan(4);
    expect(runs.filter(({ name }) => !exists(name))).toEqual([]);
  });

  it('run projects of the tests', () => {
    const config = readFileSync(path.join(root, 'vitest.config.mts'), 'utf8');
    const projects = [...config.matchAll(/\bproject\('([\w-]+)'/g)].map(([, name]) => name);
    const named = lines.flatMap(({ command }) => [...command.matchAll(/--project '?([\w-]+)/g)].map(([, name]) => name));
    expect(named).toContain('contract');
    expect(named.filter((name) => !projects.includes(name))).toEqual([]);
  });

  it('of the editor have the titles that users see', () => {
    // A title may name other words in brackets, by which the palette finds it.
    const titles = new Set(
      [...Object.values(textsOf('package.nls.json')), ...Object.keys(textsOf('l10n/bundle.l10n.zh-cn.json'))].map(bare),
    );
    const named = documents.flatMap(({ file, text }) =>
      [...text.matchAll(/(?<![*\w])\*((?:Market Desk: )?[A-Z][^*\n]*)\*(?!\*)/g)]
        .map(([, title = '']) => title)
        .map((title) => title.replace('Market Desk: ', ''))
        // Others, such as *Preferences: …*, are the editor’s own.
        .filter((title) => title.endsWith('…') && !title.includes(': '))
        .map((title) => ({ file, title: bare(title) })),
    );
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter(({ title }) => !titles.has(title))).toEqual([]);
  });
});

describe('the network', () => {
  /** All network APIs of the platform, and the files that may use them: there is no telemetry. */
  const ways =
    /\bfetch\(|['"]node:(?:https?|http2|net|tls|dgram|dns)(?:\/promises)?['"]|\bWebSocket\b|\bXMLHttpRequest\b|\bEventSource\b|\bsendBeacon\b|TelemetryLogger|['"]undici['"]/;
  const allowed = [
    'src/app/diagnostics/requestRecipe.ts', // in the text of a program that the user copies
    'src/service/transport/', // requests to the service
    'src/service/feed/feedSocket.ts', // its feeds, over the same routes
    'src/ui/session/loopbackServer.ts', // receives the answer of the browser on this machine
    'src/ui/agents/agentServer.ts', // agents on this machine, if the user started the server
    'src/ui/agents/agentSocket.ts', // asks whether the server of a window still listens
    'src/bridge/windows.ts', // what an agent on this machine started asks that server
    'src/ui/agents/httpGate.ts', // decides which requests it accepts
    'src/ui/platform/network/certificates.ts', // reads the certificates of the system
    'src/ui/platform/network/networkProbe.ts', // Diagnose Connection
  ];

  it('is used only by the transport, the sign-in, agents on this machine, and the diagnosis', () => {
    const takers = projectFiles('src').filter((file) => file.endsWith('.ts') && ways.test(readFileSync(path.join(root, file), 'utf8')));
    expect(
      takers.filter((file) => !allowed.some((start) => file.startsWith(start))),
      'Send it through an endpoint of the client (service/endpoints): the transport knows proxies, certificates, and the limits.',
    ).toEqual([]);
    expect(allowed.filter((start) => !takers.some((file) => file.startsWith(start)))).toEqual([]);
  });
});
