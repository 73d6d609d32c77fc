import type { PriceColors } from '../../panel/platform/priceColors';

/** Makes the page's style sheet draw prices in these colors. */
export function showPriceColors({ up, down }: PriceColors): void {
  document.body.dataset['up'] = up;
  document.body.dataset['down'] = down;
}
