import { tabbedLines } from '../../domain/text/csv';
import type { ReadHolding } from '../../domain/positions/holding';

/** One position for the clipboard: tab-separated, numbers as sent. */
export function positionLine({ holding }: ReadHolding): string {
  const { symbol, name, quantity, price, marketValue, profit, profitRatio } = holding;
  return tabbedLines([[symbol, name, quantity, price, marketValue, profit, profitRatio]]);
}
