import { parseCallback, queryOfPasted } from '../../../../src/service/auth/oauthCallback';
import type { Random } from '../../random';
import { damaged, hostileText } from '../hostileText';
import type { Subject } from '../subject';

const names = [
  'state',
  'state',
  'state',
  'code',
  'code',
  'error',
  'error_description',
  'iss',
  'response',
  'st%61te',
  'c%6Fde',
  '+state',
  'State',
  'scope',
  '__proto__',
  'toString',
  '',
  'session_state',
  'state[]',
  'a',
];
const values = [
  '',
  'abc',
  'a+b',
  'a%2Bb',
  '%',
  '%zz',
  '%e4%bd%a0',
  '%ff',
  '%00',
  'access_denied',
  'x=y',
  '😀',
  '\ud800',
  'a%26code%3Db',
  'javascript:alert(1)',
  '%3Cscript%3E',
];

function draw(random: Random): string {
  const pairs = Array.from(
    { length: random.integer(0, 6) },
    () => `${random.pick(names)}${random.pick(['=', '=', '=', '', '=='])}${random.pick(values)}`,
  );
  const query = `${random.pick(['', '', '?', '#', '??', '&'])}${pairs.join(random.pick(['&', '&', '&&', ';', '?', '#']))}`;
  if (random.chance(0.001)) return `${query}&x=${'y'.repeat(random.integer(15_000, 18_000))}`;
  if (random.chance(0.1)) return damaged(random, query, random.integer(1, 4));
  return random.chance(0.05) ? query + hostileText(random, 4) : query;
}

/** Percent-decoding by the URL standard: broken escapes stay, bytes are read as UTF-8. */
function unescape(text: string): string {
  const bytes: number[] = [];
  const raw = Buffer.from(text, 'utf8');
  for (let at = 0; at < raw.length; at += 1) {
    const hex = raw.subarray(at + 1, at + 3).toString('latin1');
    if (raw[at] === 0x25 && hex.length === 2 && Array.from(hex.toLowerCase()).every((digit) => '0123456789abcdef'.includes(digit))) {
      bytes.push(parseInt(hex, 16));
      at += 2;
    } else bytes.push(raw[at] ?? 0);
  }
  return Buffer.from(bytes).toString('utf8');
}

/** A query as pairs. A plus sign is a space, except in a code, a state, or an issuer, which the editor passes decoded. */
function readPairs(query: string): readonly (readonly [string, string])[] {
  return query
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const at = pair.indexOf('=');
      const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
      const keepsPlus = name === 'code' || name === 'state' || name === 'iss';
      return [unescape(name.replaceAll('+', ' ')), unescape(keepsPlus ? value : value.replaceAll('+', ' '))];
    });
}

/** Input of the URI handler, the loopback server, and a pasted address. */
export const callbackParser: Subject = {
  name: 'callbacks',
  weight: 60,
  draw,
  check: (input) => {
    const pasted = queryOfPasted(input);
    if (pasted?.includes('#') === true) return 'takes a fragment for a part of the query';
    const callback = parseCallback(input);
    if (input.length > 16_384) return callback.kind === 'unusable' ? undefined : 'takes a callback of any length';
    const pairs = readPairs(/^[?#]/.test(input) ? input.slice(1) : input);
    const of = (name: string): readonly string[] => pairs.filter((pair) => pair[0] === name).map((pair) => pair[1]);
    const [state = ''] = of('state');
    const isUsable = of('state').length === 1 && state !== '';
    if (isUsable !== (callback.kind !== 'unusable'))
      return isUsable ? 'loses a callback with a state' : 'takes a callback without one single state';
    if (callback.kind === 'unusable') return undefined;
    if (callback.state !== state) return `reads the state ${callback.state} instead of ${state}`;
    const once = ['code', 'error', 'error_description', 'error_uri', 'iss', 'response', 'token', 'id_token'].every(
      (name) => of(name).length < 2,
    );
    const isAnswer = once && ((of('code')[0] ?? '') !== '') !== ((of('error')[0] ?? '') !== '');
    if (isAnswer !== (callback.kind === 'answer')) return isAnswer ? 'refuses a whole answer' : 'takes an answer that breaks the rules';
    if (callback.kind !== 'answer') return undefined;
    const again = new URLSearchParams(callback.parameters.reveal());
    const changed = ['code', 'state', 'error'].find((name) => (again.get(name) ?? undefined) !== of(name)[0]);
    return changed === undefined ? undefined : `hands ${changed} on changed`;
  },
};
