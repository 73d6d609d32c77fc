import { isLosslessNumber, parse, stringify } from 'lossless-json';

export interface RawTable {
  /** Names as the service wrote them; empty if the two columns are a path and its value. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

/**
 * A response of unknown shape as a table: its first list of objects with one column per field, or else every value with its path; a list of
 * plain values is one value. Numbers keep all their digits.
 */
export function rawTable(json: string): RawTable {
  const answer = parse(json);
  const list = firstList(answer, 4);
  if (list === undefined) return { columns: [], rows: paths(answer, '') };
  const columns = [...new Set(list.flatMap((item) => Object.keys(item)))];
  return { columns, rows: list.map((item) => columns.map((column) => cell(item[column]))) };
}

type Fields = Readonly<Record<string, unknown>>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isLosslessNumber(value);
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null || isLosslessNumber(value);
}

function firstList(value: unknown, depth: number): readonly Fields[] | undefined {
  if (Array.isArray(value)) return value.length > 0 && value.every(isFields) ? value : undefined;
  if (!isFields(value) || depth === 0) return undefined;
  for (const inner of Object.values(value)) {
    const list = firstList(inner, depth - 1);
    if (list !== undefined) return list;
  }
  return undefined;
}

function paths(value: unknown, path: string): readonly (readonly string[])[] {
  if (isFields(value) && Object.keys(value).length > 0)
    return Object.entries(value).flatMap(([key, inner]) => paths(inner, path === '' ? key : `${path}.${key}`));
  if (Array.isArray(value) && value.length > 0 && value.every(isPlain)) return [[path, value.map(cell).join(', ')]];
  if (Array.isArray(value) && value.length > 0) return value.flatMap((inner, at) => paths(inner, `${path}[${at}]`));
  return [[path, cell(value)]];
}

function cell(value: unknown): string {
  if (value === undefined) return '';
  return typeof value === 'string' ? value : (stringify(value) ?? '');
}
