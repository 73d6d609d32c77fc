import { wholeNumber, isObject } from '../../schema/json';
import type { JsonObject } from '../../schema/json';

/** Decimals of the quantities in `data`, which are sent as whole numbers of their smallest part; 0 if not given. */
export function volumePlaces({ data }: JsonObject): number {
  return (isObject(data) ? wholeNumber(data['volume_precision']) : undefined) ?? 0;
}
