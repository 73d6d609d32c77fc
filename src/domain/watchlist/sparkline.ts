/** Points of a day's line, thinned: as many as a picture of this width can show, the last one always among them. */
export function thinned(prices: readonly number[], most: number): readonly number[] {
  if (prices.length <= most) return prices;
  const step = (prices.length - 1) / (most - 1);
  return Array.from({ length: most }, (_, at) => prices[Math.round(at * step)] ?? 0);
}

/** The `d` of an SVG path through the prices, with a margin for the width of the line; empty for fewer than two. */
export function sparkPath(prices: readonly number[], width: number, height: number, base: number | undefined): string {
  if (prices.length < 2) return '';
  const y = scale(prices, height, base);
  const step = width / (prices.length - 1);
  return prices.map((price, at) => `${at === 0 ? 'M' : 'L'}${round(at * step)} ${round(y(price))}`).join('');
}

/** Height of the line of the previous close. */
export function baseHeight(prices: readonly number[], height: number, base: number): number {
  return round(scale(prices, height, base)(base));
}

function scale(prices: readonly number[], height: number, base: number | undefined): (price: number) => number {
  const all = base === undefined ? prices : [...prices, base];
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const margin = 1.5;
  if (high === low) return () => height / 2;
  return (price) => margin + ((high - price) / (high - low)) * (height - 2 * margin);
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
