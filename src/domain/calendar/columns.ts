import type { SearchType } from '../../service/records';
import { hasValue } from './surprise';

export type ValueColumn = 'previous' | 'forecast' | 'actual' | 'compared';

interface Values {
  readonly previous: string | null;
  readonly forecast: string | null;
  readonly actual: string | null;
}

/** Rows of economic data: all four columns, so that the table keeps its form while rows are loaded. */
const economicData: readonly ValueColumn[] = ['previous', 'forecast', 'actual', 'compared'];

/**
 * The value columns of a list: those of its type, and any other in which a row has a value, so that nothing is hidden.
 *
 * Closures and events have no values; corporate actions have no forecast (Spec, GET /api/v1.0/quote/economic-calendar/search).
 *
 * @param searchType - The type that was searched for; null for the hot list.
 */
export function valueColumns(searchType: SearchType | null, rows: readonly Values[]): readonly ValueColumn[] {
  const has = (name: keyof Values): boolean => rows.some((row) => hasValue(row[name]));
  const isData = searchType === null || searchType === 1;
  const [previous, forecast, actual] = [has('previous'), has('forecast'), has('actual')];
  if (isData) return rows.length === 0 || previous || forecast || actual ? economicData : [];
  return economicData.filter((column) => ({ previous, forecast, actual, compared: forecast && actual })[column]);
}
