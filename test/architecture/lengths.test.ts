import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { columnsOf, resolved, textsBelow, textsOf } from './sources/shownTexts';
import type { ShownText } from './sources/shownTexts';
import { calls as callsIn, nodes, sources } from './sources/sources';
import type { Source } from './sources/sources';

const bundles = { 'zh-cn': textsOf('l10n/bundle.l10n.zh-cn.json'), 'zh-tw': textsOf('l10n/bundle.l10n.zh-tw.json') };
const src = sources('src').filter(({ file }) => /^src\/(ui|webview)\//.test(file));

/** The part before the first full stop, colon, comma, or bracket. */
const headOf = (text: string): string => text.split(/[.:,;] |[.:] ?$| \(|[：。，；（]/u)[0] ?? '';
const sentenceOf = (text: string): string => text.split(/\. |。/u)[0] ?? '';
const whole = (text: string): string => text;

interface Place {
  readonly name: string;
  /** Columns of Latin letters; a Chinese character takes two. */
  readonly most: number;
  readonly part: (text: string) => string;
  readonly nodes: (source: Source) => readonly ts.Node[];
}

const calls = ({ tree }: Source, named: RegExp): readonly ts.CallExpression[] =>
  callsIn(tree).flatMap(({ node, name }) => (named.test(name) ? [node] : []));
const members = ({ tree }: Source, name: RegExp): readonly ts.Node[] =>
  nodes(tree, ts.isPropertyAssignment)
    .filter((member) => name.test(member.name.getText()))
    .map(({ initializer }) => initializer);
const first = (source: Source, name: RegExp): readonly ts.Node[] =>
  calls(source, name).flatMap(({ arguments: [argument] }) => (argument === undefined ? [] : [resolved(source, argument)]));
const inFiles =
  (files: RegExp, nodes: Place['nodes']): Place['nodes'] =>
  (source) =>
    files.test(source.file) ? nodes(source) : [];

/** How much of a text the editor shows in each place. */
const places: readonly Place[] = [
  {
    name: 'the outcome of an order, before anything else',
    most: 45,
    part: headOf,
    nodes: inFiles(/ui\/orders\/(story\/(table|notSent|seen)|outcomeUi|resolveUi)\.ts$/, (source) => members(source, /^head$/)),
  },
  {
    name: 'the first sentence of a notification',
    most: 110,
    part: sentenceOf,
    nodes: (source) => first(source, /^say(Info|Warning|Error)$/),
  },
  {
    name: 'the question of a dialog',
    most: 110,
    part: whole,
    nodes: (source) => [...first(source, /^ask(Modal|Carefully)$/), ...members(source, /^question$/)],
  },
  {
    name: 'a button',
    most: 40,
    part: whole,
    nodes: (source) => [
      ...calls(source, /^(say(Info|Warning|Error)|askModal)$/).flatMap(({ expression, arguments: given }) =>
        given.slice(expression.getText() === 'askModal' ? 2 : 1).map((argument) => resolved(source, argument)),
      ),
      ...members(source, /^(yes|safe)$/),
    ],
  },
  {
    name: 'the description of a row',
    most: 70,
    part: whole,
    nodes: (source) => [
      ...inFiles(/ui\/[^/]+\/(tree\/)?\w*([tT]ree|Rows?)\.ts$/, (one) => members(one, /^description$/))(source),
      ...nodes(source.tree, ts.isBinaryExpression)
        .filter(({ left }) => /\.description$/.test(left.getText()))
        .map(({ right }) => right),
    ],
  },
  { name: 'a message of the status bar', most: 70, part: whole, nodes: (source) => first(source, /^flash$/) },
  {
    name: 'the head of a column',
    most: 16,
    part: whole,
    nodes: inFiles(/webview\/.*([cC]olumns|table)\.ts$/, (source) => members(source, /^title$/)),
  },
];

function tooLong({ name, most, part }: Place, { key, message, file, line }: ShownText): readonly string[] {
  const shown: readonly (readonly [language: string, text: string])[] = [
    ['English', message],
    ...Object.entries(bundles).map(([language, texts]) => [language, texts[key] ?? ''] as const),
  ];
  return shown.flatMap(([language, text]) => {
    const columns = columnsOf(part(text));
    if (columns <= most) return [];
    return [
      `${file}:${String(line)}: “${part(text)}” (${language}) takes ${String(columns)} of the ${String(most)} columns that the editor has for ${name}. ` +
        'Say first, and briefly, what happened; put the rest behind the first stop, or leave it out.',
    ];
  });
}

describe('texts fit where they are shown', () => {
  it.each(places)('$name: at most $most columns', (place) => {
    const texts = src.flatMap((source) => place.nodes(source).flatMap((node) => textsBelow(source, node)));
    expect(texts.length).toBeGreaterThan(3);
    expect([...new Set(texts.flatMap((text) => tooLong(place, text)))]).toEqual([]);
  });

  it('badges: at most five Latin or two Chinese characters', () => {
    for (const badge of ['paper', 'LIVE'])
      expect([badge, ...Object.values(bundles).map((texts) => texts[badge] ?? '')].filter((text) => columnsOf(text) > 5)).toEqual([]);
  });

  it('titles of commands: at most 40 columns', () => {
    const manifest = textsOf('package.nls.json');
    const titles = Object.keys(manifest).filter((key) => key.startsWith('command.'));
    const long = [manifest, ...Object.values(bundles)].flatMap((texts) =>
      titles.map((key) => texts[key] ?? '').filter((text) => columnsOf(text) > 40),
    );
    expect(long).toEqual([]);
  });
});
