import type { SearchType } from '../../service/records';

/** Limits of the specification (Limits). */
export const searchLimits = { least: 1, most: 30, standard: 20 } as const;
export const hotLimits = { least: 1, most: 20 } as const;

export type { SearchType };
export const searchTypes: readonly SearchType[] = [1, 2, 3, 4];
export type TimeOrder = 'ascending' | 'descending';

/** The fields of a search, before it becomes a request. */
export interface SearchForm {
  readonly keyword: string;
  readonly searchType: SearchType;
  readonly order: TimeOrder;
  readonly pageSize: number;
}

/** The fields of a hot list request. */
export interface HotForm {
  /** `yyyyMMdd`; null is today in `zone` at the time of each request. */
  readonly date: string | null;
  readonly zone: string;
  /** 1 to 20. */
  readonly pageSize: number;
}

/** A field that breaks a rule; `field` is the wire name of the parameter. */
export interface FieldProblem {
  readonly field: 'keyword' | 'search_type' | 'limit';
  readonly rule: 'empty' | 'range';
}

/** True if the service applies `time_order_type` (Spec, GET /api/v1.0/quote/economic-calendar/search). */
export function orderApplies(searchType: SearchType): boolean {
  return searchType === 2 || searchType === 3;
}

export function isSearchType(value: unknown): value is SearchType {
  return searchTypes.some((type) => type === value);
}

/** The rules that a search breaks; empty when it may be sent. Nothing is corrected silently. */
export function checkSearch(form: {
  readonly keyword: string;
  readonly searchType: number;
  readonly pageSize: number;
}): readonly FieldProblem[] {
  const problems: FieldProblem[] = [];
  if (form.keyword.trim() === '') problems.push({ field: 'keyword', rule: 'empty' });
  if (!isSearchType(form.searchType)) problems.push({ field: 'search_type', rule: 'range' });
  if (!isWithin(form.pageSize, searchLimits)) problems.push({ field: 'limit', rule: 'range' });
  return problems;
}

function isWithin(value: number, limits: { readonly least: number; readonly most: number }): boolean {
  return Number.isInteger(value) && value >= limits.least && value <= limits.most;
}
