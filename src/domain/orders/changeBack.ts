import { isDecimal, sameNumber } from '../values/decimal';
import type { FieldChange, OrderField } from './orderDraft';

export type FormerValues = Readonly<Partial<Record<OrderField, string>>>;

/** An order's values from before a change, to be entered again; undefined if nothing changed or one of the old values is not known. */
export function formerValues(fields: readonly Pick<FieldChange, 'field' | 'old' | 'kept'>[]): FormerValues | undefined {
  const former: Partial<Record<OrderField, string>> = {};
  let isChange = false;
  for (const { field, old = '', kept } of fields) {
    const value = old.trim();
    if (!isDecimal(value)) return undefined;
    former[field] = value;
    if (sameNumber(value, kept) === false) isChange = true;
  }
  return isChange ? former : undefined;
}
