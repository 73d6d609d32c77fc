import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { withWords, wordsIn } from '../../scripts/pictures/pngWords';
import { textsOf } from './sources/shownTexts';
import { nodes, packageSources, projectFiles, root, sources } from './sources/sources';

/** All pictures of the product; icons show no words. */
const pictures = [...projectFiles('media/walkthrough'), 'src/webview/welcome/watchlist.svg', ...projectFiles('docs/images')];

/** Words of the workbench and of files that the scenes open, which are not in the product's texts. */
const editors = ['Untitled', 'hedge', 'fee', 'SIM', 'workspace', 'Layout'];
/** In the format of the editor’s own calendar. */
const days = Array.from({ length: 12 }, (_, at) => new Date(2026, at, at)).flatMap((date, at) =>
  (['short', 'long'] as const).flatMap((form) => [
    new Date(2026, 0, at).toLocaleDateString('en', { weekday: form }),
    date.toLocaleDateString('en', { month: form }),
  ]),
);

const wordsOf = (text: string): readonly (readonly string[])[] =>
  text
    .replace(/[\w-]*[\d_][\w-]*/g, '|')
    .split(/[^\p{L}\s’'&-]+/u)
    .map((part) => part.split(/\s+/).filter((word) => /\p{L}{2}/u.test(word)));

/** All literals of the sources, and all texts of the manifest. */
function literals(): readonly string[] {
  const found = Object.values(textsOf('package.nls.json'));
  const isPart = (node: ts.Node): node is ts.StringLiteralLike | ts.TemplateLiteralLikeNode =>
    ts.isStringLiteralLike(node) || ts.isTemplateHead(node) || ts.isTemplateMiddleOrTemplateTail(node);
  for (const { tree } of [...sources('src'), ...packageSources()]) found.push(...nodes(tree, isPart).map(({ text }) => text));
  return found;
}

interface Vocabulary {
  readonly says: (first: string, second: string | undefined) => boolean;
  /** Whether a piece is the beginning or the end of a word. */
  readonly isPart: (piece: string) => boolean;
}

function vocabulary(): Vocabulary {
  const [words, pairs, ends, begins] = [new Set([...editors, ...days]), new Set<string>(), new Set<string>(), new Set<string>()];
  for (const text of literals())
    for (const part of wordsOf(text)) {
      part.forEach((word, at) => {
        words.add(word);
        pairs.add(`${word} ${part[at + 1] ?? ''}`);
      });
      ends.add(part.at(-1) ?? '');
      begins.add(part[0] ?? '');
    }
  return {
    isPart: (piece) => [...words].some((word) => word.startsWith(piece) || word.endsWith(piece)),
    // Names and figures are joined, so a pair may also be the end of one text and the beginning of another.
    says: (first, second) =>
      second === undefined
        ? words.has(first)
        : pairs.has(`${first} ${second}`) || (words.has(first) && words.has(second) && ends.has(first) && begins.has(second)),
  };
}

/** A drawing contains its texts; a bitmap made by `npm run pictures` has them in addition to its pixels. */
function textsIn(file: string): readonly string[] {
  const bytes = readFileSync(path.join(root, file));
  return file.endsWith('.png') ? (wordsIn(bytes) ?? []) : textsOfDrawing(bytes.toString());
}

function textsOfDrawing(svg: string): readonly string[] {
  const plain = (text: string): string =>
    text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return [...svg.matchAll(/<text[^>]*>([^<]*)/g)].map(([, text = '']) => plain(text));
}

/** Texts of a picture that are not in the product's texts. */
function strangeIn(texts: readonly string[], known: Vocabulary): readonly string[] {
  return texts.flatMap((text) => {
    const parts = wordsOf(text);
    return parts.flatMap((part, partAt) =>
      part.flatMap((word, at) => {
        const next = part[at + 1];
        // Rows are cut at their edge, and lines are broken.
        const end = part.at(-1) ?? '';
        const isAtEnd = partAt === parts.length - 1 || text.endsWith('…');
        const isCut = isAtEnd && at >= part.length - 2 && known.isPart(end) && (text.endsWith('…') || !known.says(end, undefined));
        const isBroken = partAt === 0 && at === 0 && known.isPart(word) && !known.says(word, undefined);
        const isKnown = known.says(word, undefined) && (next === undefined || known.says(word, next));
        return isKnown || isCut || isBroken
          ? []
          : [`“${text}”: no text says “${word}${next === undefined ? '' : ` ${next}`}”: npm run pictures`];
      }),
    );
  });
}

describe('pictures of the product', () => {
  const known = vocabulary();

  it.each(pictures)('%s shows the product’s own words', (file) => {
    const texts = textsIn(file);
    expect(texts.length).toBeGreaterThan(3);
    expect(strangeIn(texts, known)).toEqual([]);
    expect(texts.filter((text) => /\d\s%/.test(text))).toEqual([]);
  });

  it('are all that README.md and the walkthrough show', () => {
    const shown = ['README.md', 'package.json'].flatMap((file) => [
      ...readFileSync(path.join(root, file), 'utf8').matchAll(/[\w/-]+\.(?:png|svg|jpe?g|gif|webp)(?=[")])/g),
    ]);
    const named = new Set(shown.map(([file]) => file).filter((file) => !isIcon(file)));
    expect([...named].sort()).toEqual(pictures.filter((file) => !file.startsWith('src/')).sort());
  });

  it('are reported by this test if a word is in none of the texts', () => {
    expect(strangeIn(['Review Change…', 'Zap Order'], known)).toEqual([expect.stringContaining('“Zap Order”')]);
  });

  it('contain their words if they are bitmaps, and a bitmap made by anything else has none', () => {
    const file = pictures.find((name) => name.endsWith('.png')) ?? '';
    const bytes = readFileSync(path.join(root, file));
    const words = wordsIn(bytes) ?? [];
    expect(wordsIn(withWords(readFileSync(path.join(root, 'media/icon.png')), words))).toEqual(words);
    expect(wordsIn(readFileSync(path.join(root, 'media/icon.png')))).toBeUndefined();
  });
});

/** An icon of the product, a view, or a command: without words. */
function isIcon(file: string): boolean {
  return /^media\/[\w-]+\.(svg|png)$/.test(file);
}
