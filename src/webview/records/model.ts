import type { RecordRow, RecordsPart } from '../../panel/records/recordsProtocol';
import type { RecordsViewState } from './viewState';

/** The page of a window that stays open for days would hold more and more. */
const mostRows = 25_000;

/** The rows after a part of them has come, the newest first. */
export function withPart(before: readonly RecordRow[], { rows, isWhole }: Pick<RecordsPart, 'rows' | 'isWhole'>): readonly RecordRow[] {
  const byId = new Map((isWhole ? [] : before).map((row) => [row.id, row]));
  for (const row of rows) byId.set(row.id, row);
  return [...byId.values()].toSorted((one, other) => other.order - one.order).slice(0, mostRows);
}

/** The rows of a kind in which every word of the filter occurs. */
export function filtered(rows: readonly RecordRow[], { filter, kind }: Pick<RecordsViewState, 'filter' | 'kind'>): readonly RecordRow[] {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0 && kind === '') return rows;
  return rows.filter(({ kinds, texts }) => {
    if (kind !== '' && !kinds.includes(kind)) return false;
    const all = Object.values(texts).join(' ').toLowerCase();
    return words.every((word) => all.includes(word));
  });
}
