import type { ReadHolding } from '../../domain/positions/holding';

/** One position for the clipboard: tab-separated, numbers as sent. */
export function positionLine({ holding }: ReadHolding): string {
  const { symbol, name, quantity, price, marketValue, profit, profitRatio } = holding;
  return [symbol, name, quantity, price, marketValue, profit, profitRatio].map((text) => text.replace(/[\t\r\n]+/g, ' ')).join('\t');
}
