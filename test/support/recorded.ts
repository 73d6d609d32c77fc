import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';
import { compactText, isObject, parseJson } from '../../src/service/schema/json';
import type { JsonObject, JsonValue } from '../../src/service/schema/json';

const folder = path.join(import.meta.dirname, '../fixtures/recorded');
const entry = v.object({
  name: v.string(),
  /** Method of the client, type of a push, or `answer` for responses of a feed. */
  call: v.string(),
  /** Recorded from a live service, or in the shape of published documentation. */
  kind: v.picklist(['recorded', 'documentation']),
  source: v.string(),
});

export interface RecordedAnswer extends v.InferOutput<typeof entry> {
  readonly answer: JsonObject;
  /** The answer as a service writes it, with all digits. */
  readonly text: string;
}

/**
 * Answers and frames of services beyond the specification, as recorded or published: the single source of shapes for tests of the client
 * and for the sandbox, so that the two cannot share a mistake.
 */
const recordedAnswers: readonly RecordedAnswer[] = readdirSync(folder).toSorted().flatMap(readFamily);

/** The answers to one call of the client, or the frames of one type. */
export function recordedOf(call: string): readonly RecordedAnswer[] {
  const found = recordedAnswers.filter((recorded) => recorded.call === call);
  if (found.length === 0) throw new Error(`nothing is recorded of ${call}`);
  return found;
}

/** All calls with at least one recorded answer. */
export const recordedCalls: ReadonlySet<string> = new Set(recordedAnswers.map(({ call }) => call));

/** The answer with this name. */
export function recorded(name: string): RecordedAnswer {
  const found = recordedAnswers.find((answer) => answer.name === name);
  if (found === undefined) throw new Error(`nothing is recorded as ${name}`);
  return found;
}

function readFamily(file: string): readonly RecordedAnswer[] {
  const json = parseJson(readFileSync(path.join(folder, file)));
  if (!isList(json)) throw new Error(`${file} is no list`);
  return json.map((item) => {
    if (!isObject(item) || !isObject(item['answer'])) throw new Error(`${file} has an entry without an answer`);
    const { answer } = item;
    return { ...v.parse(entry, item), answer, text: compactText(answer) };
  });
}

function isList(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}
