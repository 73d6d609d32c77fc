import { opened } from '../../../support/builders/lists';
import { ServiceError } from '../../../../src/service/errors';
import type { Random } from '../../random';
import { createClient } from '../calls';
import { hostileText } from '../hostileText';
import { MemoryTransport } from '../memoryTransport';
import type { Subject } from '../subject';

const signal = new AbortController().signal;
const odd = [
  '-1',
  '0',
  ' ',
  '+',
  '%',
  '%20',
  '%2B',
  '&',
  '=',
  '&limit=1',
  '#',
  '?',
  '\\',
  '"',
  "'",
  '/',
  '..',
  '\u0000',
  '\r\nX-Evil: 1',
  'null',
  'undefined',
  '１',
  '12345678901234567890',
  '1.0',
  '1e3',
  '\ud800',
  '\ufeff',
  '😀',
];

function draw(random: Random): string {
  const parts = Array.from({ length: random.integer(0, 4) }, () => (random.chance(0.7) ? random.pick(odd) : hostileText(random, 2)));
  return parts.join('');
}

/** The bytes of a percent-encoded value as UTF-8 text; a space is never written as a plus sign. */
function unescape(text: string): string {
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const isEscape = text.charAt(at) === '%';
    bytes.push(isEscape ? parseInt(text.slice(at + 1, at + 3), 16) : text.charCodeAt(at));
    if (isEscape) at += 2;
  }
  return Buffer.from(bytes).toString('utf8');
}

/** A cursor is returned exactly as it came, whatever its content (Spec, Pagination). */
export function cursorEcho(): Subject {
  const transport = new MemoryTransport();
  const client = createClient(transport);
  return {
    name: 'cursors',
    weight: 15,
    draw,
    check: async (cursor) => {
      const answer = JSON.stringify({ ret_code: 0, ret_msg: '', code: 0, data: [], pagination: { has_more: true, next_key: cursor } });
      transport.answerWith(200, answer);
      const page = opened(await client.searchCalendar({ keyword: 'x', searchType: 1 }, { signal }));
      // A value that is not valid text cannot be requested, and nothing may be sent for it.
      const isText = !/\p{Cs}/u.test(cursor);
      if (isText && page.nextKey !== cursor) return `reads the cursor as ${JSON.stringify(page.nextKey)}`;
      transport.answerWith(200, answer);
      try {
        await client.searchCalendar({ keyword: 'x', searchType: 1, nextKey: cursor }, { signal });
      } catch (error) {
        return !isText && ServiceError.is(error, 'invalid-input') && transport.sent.length === 0 ? undefined : 'cannot go on';
      }
      const pairs = (transport.sent[0]?.query ?? '').split('&').map((pair) => pair.split('='));
      const [name, value = '', ...more] = pairs.find(([key]) => key === 'next_key') ?? ['next_key'];
      if (more.length > 0 || pairs.length > 3 || name !== 'next_key') return `sends ${JSON.stringify(pairs)}`;
      if (!Array.from(value).every((character) => /[\w.~!'()*%-]/.test(character)) || unescape(value) !== cursor) return `echoes ${value}`;
      transport.answerWith(200, answer);
      await client.plateConstituents({ plateId: 'HK.BK1000', limit: 10, nextKey: cursor }, { signal });
      const body: unknown = JSON.parse(Buffer.from(transport.sent[0]?.body ?? []).toString('utf8'));
      return typeof body === 'object' && body !== null && 'next_key' in body && body.next_key === cursor
        ? undefined
        : `echoes ${JSON.stringify(body)}`;
    },
  };
}
