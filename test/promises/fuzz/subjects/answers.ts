import { ServiceError } from '../../../../src/service/errors';
import type { Random } from '../../random';
import { callsOf } from '../calls';
import type { Call } from '../calls';
import { damaged, hostileText } from '../hostileText';
import { MemoryTransport } from '../memoryTransport';
import type { Subject } from '../subject';

const longestMs = 3_000;
const statuses = [200, 200, 200, 200, 201, 204, 304, 400, 401, 403, 404, 429, 500, 503];
const oddities: readonly string[] = [
  'null',
  'true',
  '0',
  '-1',
  '1e400',
  '-0',
  '1.5',
  '12345678901234567890',
  '0.1e-7',
  '""',
  '"x"',
  '[]',
  '{}',
  '[[]]',
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"length":-1}',
  '{"toString":1,"valueOf":1,"toJSON":1}',
  '"\\ud800"',
  '"\\u0000"',
  '{"isLosslessNumber":true,"value":"1"}',
  '"2026-02-30"',
  '"ok"',
  '"error"',
  '-12006',
  '-2100',
  '-10',
  `${'['.repeat(4_000)}${']'.repeat(4_000)}`,
  `"${'x'.repeat(10_000)}"`,
];
const oddKeys = [
  '__proto__',
  'constructor',
  'toString',
  'hasOwnProperty',
  'length',
  's',
  'ret_code',
  'code',
  'errcode',
  'data',
  'pagination',
  'has_more',
  'next_key',
  '',
  'then',
  'toJSON',
];

/** The JSON of a sample in which some values are replaced, and members are added, doubled, or left out. */
function mutated(random: Random, value: unknown, chance: number): string {
  if (random.chance(chance)) return random.chance(0.7) ? random.pick(oddities) : JSON.stringify(hostileText(random, 4));
  if (Array.isArray(value)) {
    const items = value.map((item) => mutated(random, item, chance));
    return `[${random.chance(0.05) ? '' : items.join(',')}]`;
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members: string[] = [];
  for (const [key, item] of Object.entries(value)) {
    if (random.chance(0.05)) continue;
    members.push(`${JSON.stringify(random.chance(0.02) ? random.pick(oddKeys) : key)}:${mutated(random, item, chance)}`);
    if (random.chance(0.02)) members.push(`${JSON.stringify(key)}:${random.pick(oddities)}`);
  }
  if (random.chance(0.08)) members.push(`${JSON.stringify(random.pick(oddKeys))}:${random.pick(oddities)}`);
  return `{${members.join(',')}}`;
}

const ownKeys = (): string =>
  JSON.stringify(
    [Object.prototype, Array.prototype, Function.prototype, String.prototype].map((prototype) =>
      Object.getOwnPropertyNames(prototype).sort(),
    ),
  );
const untouched = ownKeys();

interface Input {
  readonly call: number;
  readonly status: number;
  readonly body: string;
}

function parse(text: string): Input | undefined {
  const parts = /^(\d{1,2}) (\d{3}) ([\s\S]*)$/.exec(text);
  return parts === null ? undefined : { call: Number(parts[1]), status: Number(parts[2]), body: parts[3] ?? '' };
}

/** Compares what the outcome of a write claims with the answer as the engine's own parser reads it. */
function judgeOutcome(outcome: unknown, { status, body }: Input, isPaper: boolean): string | undefined {
  if (typeof outcome !== 'object' || outcome === null || !('kind' in outcome)) return 'an outcome without a kind';
  if (outcome.kind === 'unknown' || outcome.kind === 'notOffered' || outcome.kind === 'clockRejected') return undefined;
  const read: unknown = JSON.parse(body);
  const answer: Readonly<Record<string, unknown>> = typeof read === 'object' && read !== null ? { ...read } : {};
  const isOwn = status === 200 || status === 400;
  if (outcome.kind === 'accepted') {
    const isOk = isPaper ? answer['s'] === undefined && answer['ret_code'] === 0 : answer['s'] === 'ok';
    return isOk && status >= 200 && status < 300 && (answer['errcode'] ?? 0) === 0 ? undefined : 'claims accepted';
  }
  if (outcome.kind === 'refused') {
    const isRefused = isPaper
      ? answer['s'] === undefined && (answer['ret_code'] === -3 || answer['ret_code'] === -7)
      : answer['s'] === 'error' && answer['errcode'] === -1200;
    return isRefused && isOwn ? undefined : 'claims refused';
  }
  if (outcome.kind === 'saysRejected') {
    const code = isPaper ? answer['ret_code'] : answer['errcode'];
    const isNamed = typeof code === 'number' && Number.isInteger(code) && code !== 0;
    return isNamed && isOwn && (isPaper || answer['s'] === 'error') ? undefined : 'claims that the service rejected it';
  }
  if (outcome.kind === 'notAuthorized')
    return answer['s'] === undefined && [200, 401, 403].includes(status) ? undefined : 'claims that the gateway refused';
  if (outcome.kind === 'tooManyRequests')
    return answer['s'] === undefined && [200, 401, 403, 429].includes(status) ? undefined : 'claims too many requests';
  if (outcome.kind === 'needsConfirmation')
    return answer['need_order_confirm'] === true && typeof answer['confirm_id'] === 'string' && answer['confirm_id'] !== ''
      ? undefined
      : 'claims that a confirmation is needed';
  if (outcome.kind === 'needsBrowser')
    return answer['need_order_confirm'] !== true &&
      typeof answer['jump_url'] === 'string' &&
      new URL(answer['jump_url']).protocol === 'https:'
      ? undefined
      : 'claims that the browser is needed';
  return `an outcome of the kind ${String(outcome.kind)} after an answer`;
}

async function run(call: Call, input: Input): Promise<string | undefined> {
  const start = performance.now();
  let problem: string | undefined;
  try {
    const result = await call.run();
    if (call.writesOrder === true) problem = judgeOutcome(result, input, call.name.includes('Simulated'));
  } catch (error) {
    if (!ServiceError.is(error)) problem = `throws ${error instanceof Error ? `${error.name}: ${error.message}` : typeof error}`;
    else if (call.writesOrder === true) problem = `a write throws ${error.code}`;
  }
  if (problem === undefined && performance.now() - start > longestMs) problem = `takes ${Math.round(performance.now() - start)} ms`;
  return problem === undefined ? undefined : `${call.name}: ${problem}`;
}

/** Every answer that the client decodes: the only results are a value or a known error, soon, and nothing global changes. */
export function answerDecoders(): Subject {
  const transport = new MemoryTransport();
  const calls = callsOf(transport);
  return {
    name: 'answers',
    weight: 40,
    draw: (random) => {
      const index = random.integer(0, calls.length - 1);
      const body = mutated(random, calls[index]?.sample, random.pick([0, 0.02, 0.1, 0.3]));
      return `${index} ${random.pick(statuses)} ${random.chance(0.15) ? damaged(random, body, random.integer(1, 4)) : body}`;
    },
    check: async (text) => {
      const input = parse(text);
      const call = input === undefined ? undefined : calls[input.call];
      if (input === undefined || call === undefined) return undefined;
      transport.answerWith(input.status, input.body);
      const problem = await run(call, input);
      if (problem !== undefined) return problem;
      return ownKeys() === untouched && !('polluted' in {}) ? undefined : `${call.name}: changes what every object inherits`;
    },
  };
}
