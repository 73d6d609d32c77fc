/**
 * `npm run reference`: writes the tables of docs/sandbox.md that the sandbox's own code knows, between `<!-- name -->` and `<!-- / -->`. A unit test
 * compares them with the code.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { usage } from '../../src/commandLine';
import { orderFates, slowMs, unseenMs } from '../../src/fates';
import { faultAction } from '../../src/faults/actions';
import { feedFaultAction } from '../../src/feeds/feedFaults';
import { gatewayCode } from '../../src/http/gateway';

const sources = path.resolve(import.meta.dirname, '..', '..', 'src');
export const referenceFile = path.resolve(sources, '..', '..', '..', 'docs', 'sandbox.md');

interface Kinds {
  readonly options: readonly { readonly entries: Readonly<Record<string, { readonly type: string }>> }[];
}

/** A line for each, which begins with its name. */
const listed = (entries: readonly (readonly [name: string, said: string])[]): string =>
  entries.map(([name, said]) => `- ${name}: ${said}`).join('\n');

/** `tokenRejected` as “token rejected”. */
const words = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** A comment behind a colon. */
const inSentence = (comment: string): string => comment.charAt(0).toLowerCase() + comment.slice(1).replace(/\.$/, '');

/** The comment above each kind of a variant, which the schemas themselves don’t keep. */
function commentsOf(source: string): ReadonlyMap<string, string> {
  const text = readFileSync(path.join(sources, source), 'utf8');
  return new Map(
    [...text.matchAll(/\/\*\* ([^*]+?) \*\/\s+v\.object\(\{\s*kind: v\.literal\('(\w+)'\)/g)].map(([, comment = '', kind = '']) => [
      kind,
      comment,
    ]),
  );
}

function faultTable({ options }: Kinds, source: string): string {
  const comments = commentsOf(source);
  const rows = options.map(({ entries }) => {
    const [kind = '', ...fields] = Object.entries(entries).map(([name, schema]) =>
      name === 'kind' && 'literal' in schema ? String(schema.literal) : `\`${name}\`${schema.type === 'optional' ? '?' : ''}`,
    );
    const comment = comments.get(kind);
    if (comment === undefined) throw new Error(`${source}: say above ${kind} what it does`);
    return [[`\`${kind}\``, ...fields].join(' '), inSentence(comment)] as const;
  });
  return listed(rows);
}

const later = `${slowMs / 1000} s later`;
const saidOf = {
  answer: { refused: 'refused', confirm: 'asks for a confirmation (-2100)', browser: 'asks for the browser (-2101)' },
  placed: {
    failed: 'fails within the response',
    slow: `submitted ${later}`,
    reject: `rejected ${later}`,
    hang: 'waits for ever',
    lost: 'an ID, but no order',
  },
  changed: { slow: `a change applies ${later}`, reject: `a change is rejected ${later}`, hang: 'a change never applies' },
  canceled: { slow: `canceled ${later}`, filled: `filled ${later} instead of canceled`, hang: 'never canceled' },
  fills: { nothing: 'never filled by the market', 'one part': 'one part is filled' },
} as const;

function fateTable(): string {
  const rows = Object.entries(orderFates).map(([word, { answer, placed, changed, canceled, fills, isUnseen, isMute, mayJoin }]) => {
    const said = [
      answer && saidOf.answer[answer],
      placed && saidOf.placed[placed],
      changed && saidOf.changed[changed],
      canceled && saidOf.canceled[canceled],
      fills && saidOf.fills[fills],
      isUnseen && `in no list for ${unseenMs / 1000} s`,
      isMute && 'its remark is not kept',
      mayJoin && 'by its ID alone: rests until a change reaches the market',
    ];
    return [`\`${word}\``, said.filter((part) => part !== undefined).join('; ')] as const;
  });
  return listed(rows);
}

const parts: Readonly<Record<string, () => string>> = {
  options: () => `\`\`\`\n${usage('market-desk-sandbox').trimEnd()}\n\`\`\``,
  words: fateTable,
  codes: () =>
    Object.entries(gatewayCode)
      .toSorted(([, one], [, other]) => other - one)
      .map(([name, code]) => `${String(code)} ${words(name)}`)
      .join(', '),
  faults: () => faultTable(faultAction, 'faults/actions.ts'),
  'feed faults': () => faultTable(feedFaultAction, 'feeds/feedFaults.ts'),
};

/** The text of docs/sandbox.md with its generated parts as they are today. @throws if a part has no place in it. */
export function withReference(text: string): string {
  return Object.entries(parts).reduce((before, [name, part]) => {
    const place = new RegExp(`(<!-- ${name} -->\n)[\\s\\S]*?(<!-- / -->)`);
    if (!place.test(before)) throw new Error(`docs/sandbox.md has no place for “${name}”`);
    return before.replace(place, (_all, head: string, end: string) => `${head}\n${part()}\n\n${end}`);
  }, text);
}

if (process.argv[1] === import.meta.filename) writeFileSync(referenceFile, withReference(readFileSync(referenceFile, 'utf8')));
