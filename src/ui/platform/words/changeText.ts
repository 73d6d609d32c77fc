import { arrowOf, directionOf, drawnDirection } from '../../../domain/quotes/priceDirection';
import { parseAmount, percentOf, showSignedMoney, showSignedPercent } from '../../../domain/values/amount';

/** `▲ +1.20 (+0.21%)`; empty if one of the two prices is not a number. */
export function changeText(last: string, previous: string): string {
  const [price, close] = [parseAmount(last), parseAmount(previous)];
  if (price === undefined || close === undefined) return '';
  const change = price - close;
  const percent = close === 0n ? '' : ` (${showSignedPercent(percentOf(change, close))})`;
  return `${arrowOf(directionOf(change))} ${showSignedMoney(change)}${percent}`;
}

/** `▲ +0.21%`, for narrow views; empty if it cannot be computed. */
export function changeSummary(last: string, previous: string): string {
  const [price, close] = [parseAmount(last), parseAmount(previous)];
  if (price === undefined || close === undefined || close === 0n) return '';
  const percent = showSignedPercent(percentOf(price - close, close));
  return `${arrowOf(drawnDirection(percent, price - close))} ${percent}`;
}
