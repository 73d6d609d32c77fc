/** Prices of a day ordered by time; null where trading paused between them. */
export type DayLine = readonly (number | null)[];

/** A day's line, thinned to as many points as a picture of this width can show; the last one of each section is always kept. */
export function thinned(line: DayLine, most: number): DayLine {
  const all = line.filter((point) => point !== null).length;
  if (all <= most) return line;
  return sectionsOf(line).flatMap((prices, at): DayLine => {
    const kept = spread(prices, Math.max(1, Math.floor((most * prices.length) / all)));
    return at === 0 ? kept : [null, ...kept];
  });
}

function spread(prices: readonly number[], most: number): readonly number[] {
  if (prices.length <= most) return prices;
  const last = prices.length - 1;
  return Array.from({ length: most }, (_, at) => prices[most === 1 ? last : Math.round((at * last) / (most - 1))] ?? 0);
}

function sectionsOf(line: DayLine): readonly (readonly number[])[] {
  const sections: number[][] = [[]];
  for (const point of line) {
    if (point === null) sections.push([]);
    else sections.at(-1)?.push(point);
  }
  return sections;
}

/** The `d` of an SVG path through the prices, with a margin for the line width; empty for fewer than two. */
export function sparkPath(line: DayLine, width: number, height: number, base: number | undefined): string {
  const prices = line.filter((point) => point !== null);
  if (prices.length < 2) return '';
  const y = scale(prices, height, base);
  const step = width / (prices.length - 1);
  let at = -1;
  return line
    .map((price, index) => {
      if (price === null) return '';
      at += 1;
      const begins = index === 0 || line[index - 1] === null;
      return `${begins ? 'M' : 'L'}${round(at * step)} ${round(y(price))}`;
    })
    .join('');
}

/** Height of the previous close's line. */
export function baseHeight(line: DayLine, height: number, base: number): number {
  const prices = line.filter((point) => point !== null);
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
