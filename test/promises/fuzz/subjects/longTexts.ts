import { Redactor } from '../../../../src/app/platform/redactor';
import { indicatorName, searchWords } from '../../../../src/domain/calendar/indicatorName';
import { surpriseOf } from '../../../../src/domain/calendar/surprise';
import { checkLink } from '../../../../src/domain/text/linkGate';
import { plainText, splitSegments } from '../../../../src/domain/text/segments';
import { idText, serverText, withoutStop } from '../../../../src/domain/text/visibleText';
import { showNumber } from '../../../../src/domain/values/amount';
import { checkDecimal } from '../../../../src/domain/values/decimal';
import { boundedText } from '../../../../src/service/boundedText';
import { askedWaitMs } from '../../../../src/service/retryAfter';
import type { Random } from '../../random';
import { hostileText } from '../hostileText';
import type { Subject } from '../subject';

/** The limit for one reader of texts, in CPU time, so that other work on the machine does not count. */
const perCharacterMs = 0.008;
const besidesMs = 40;

/** What the product's patterns look for: repetitions make a careless one try every way to match. */
const pieces = [
  ...['a.', 'a.b://', 'a://', '://', '@', '-----BEGIN PRIVATE KEY', '-----BEGIN A PRIVATE KEY-----', '-----END ', 'Bearer ', 'Basic%20'],
  ...['aB3_', '-_', '%25', '%2F', 'code ', 'code: ', 'code:"\\', "state:'", 'state=%', 'retry after 1 ', '1 ', ' ', '\t\n', '.', '!'],
  ...[
    '0',
    '0.',
    '1,',
    "1'",
    '1_',
    '1e',
    '(',
    '((',
    'Nov 2026 ',
    '(Nov',
    'Q3 ',
    'week ended ',
    '(week ended 1',
    ':',
    '：',
    '<em>',
    '<',
    '/',
    '[x](',
    '\u202e',
  ],
];

const redactor = new Redactor();
redactor.register('a-secret-that-is-registered');

const readers: Readonly<Record<string, (text: string) => unknown>> = {
  'the redactor of logs': (text) => redactor.redact(text),
  'the redactor of messages': (text) => redactor.conceal(text),
  'the text of an outcome': boundedText,
  'the wait that is asked for': (text) => askedWaitMs({}, { retry_after: text, message: text, error: { message: text } }, 0),
  'a text within a sentence': withoutStop,
  'a text in a message': (text) => idText(text) + serverText(text),
  'marked text': (text) => [plainText(text), splitSegments(text)],
  'a link': checkLink,
  'a number': (text) => [showNumber(text), checkDecimal(text, { zero: true }), surpriseOf(text, text, text)],
  'the name of an indicator': (text) => indicatorName(text, 'US') + searchWords(text),
};

function draw(random: Random): string {
  const ending = (): string => (random.chance(0.5) ? hostileText(random, 2) : random.pick(pieces));
  const piece = random.chance(0.8) ? random.pick(pieces) : `${random.pick(pieces)}${random.pick(pieces)}`;
  return `${ending()}${piece.repeat(Math.ceil(random.integer(30_000, 60_000) / piece.length))}${ending()}`;
}

function cpuMs(run: () => unknown): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** Long texts of the service: reading them must take time in proportion to their length. */
export const longTexts: Subject = {
  name: 'long texts',
  weight: 3,
  draw,
  check: (text) => {
    const limitMs = besidesMs + text.length * perCharacterMs;
    for (const [name, read] of Object.entries(readers)) {
      let usedMs = cpuMs(() => read(text));
      // Other work of the process, such as garbage collection, is not slow every time.
      for (let again = 0; again < 2 && usedMs > limitMs; again += 1)
        usedMs = Math.min(
          usedMs,
          cpuMs(() => read(text)),
        );
      if (usedMs > limitMs) return `${name} takes ${Math.round(usedMs)} ms for ${text.length} characters`;
    }
    return undefined;
  },
};
