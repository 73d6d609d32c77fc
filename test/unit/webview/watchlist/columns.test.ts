import { describe, expect, it } from 'vitest';
import type { WatchAlert, WatchQuote } from '../../../../src/panel/watchlist/watchlistProtocol';
import { watchlistColumns } from '../../../../src/webview/watchlist/columns';

const quote: WatchQuote = {
  ...{ name: 'Tencent', last: '11', change: '+1.00', percent: '+10.00%', direction: 'up', note: '' },
  ...{ sortLast: 11, sortChange: 1, sortPercent: 10, previousClose: 10, isOld: false, asOf: '' },
  ...{ volume: '1,200', sortVolume: 1200 },
  extended: { name: 'Overnight', text: '11.20 ▲ +1.82%', note: 'Overnight 11.20, as of 02:00', direction: 'up', percent: '1.82' },
  mine: {
    position: '200',
    day: '+200.00',
    note: 'HKD: from the service',
    lacks: 'incomplete: Loading…',
    direction: 'up',
    sortPosition: 200,
    sortDay: 200,
  },
};
const alerts: Readonly<Record<string, WatchAlert>> = {
  waits: { isTriggered: false, note: 'waits at 560 or above' },
  fired: { isTriggered: true, note: 'fired is at 560\nfired at 540 or below' },
};
const data = {
  quote: (symbol: string) => (symbol === 'none' ? undefined : quote),
  line: () => undefined,
  alert: (symbol: string) => alerts[symbol],
};
const titles = (width: number, ...chosen: Parameters<typeof watchlistColumns>[2] & object): readonly string[] =>
  watchlistColumns(data, width, chosen).map(({ title }) => title);

describe('columns of the watchlist', () => {
  it('go rather than being cut: the line of the day first, then the chosen ones from the end, never symbol, price, and change', () => {
    const chosen = ['volume', 'position', 'dayProfit'] as const;
    for (let width = 200; width <= 1000; width += 1) {
      const shown = watchlistColumns(data, width, chosen);
      const needed = shown.reduce((sum, column) => sum + column.width, 0) + 10 * (shown.length - 1) + 20;
      expect(needed, `at ${String(width)}`).toBeLessThanOrEqual(width);
      expect(shown[0]?.key).toBe('symbol');
      expect(shown.some(({ key }) => key === 'percent')).toBe(true);
    }
    expect(titles(300, ...chosen)).toEqual(['Symbol', 'Change %', 'Volume']);
    expect(titles(250, ...chosen)).toEqual(['Symbol', 'Change %']);
    expect(titles(520, ...chosen)).toEqual(['Symbol', 'Change %', 'Volume', 'Position', 'Day P&L']);
  });

  it('are as wide as the longest price, for which names become shorter and columns go', () => {
    const long = { ...data, longest: { last: '1,234,567.8900'.length, change: '+12,345.67'.length } };
    for (const width of [250, 300, 430, 600, 900]) {
      const shown = watchlistColumns(long, width);
      const price = shown.find(({ key }) => key === 'last') ?? shown.find(({ key }) => key === 'percent');
      expect(price?.width, `at ${String(width)}`).toBeGreaterThanOrEqual(14 * 8);
      expect(shown.reduce((sum, column) => sum + column.width, 0) + 10 * (shown.length - 1) + 20).toBeLessThanOrEqual(width);
    }
    expect(watchlistColumns(long, 300).map(({ key }) => key)).toEqual(['symbol', 'percent']);
  });

  it('have the names that they sort by', () => {
    expect(titles(300)).toEqual(['Symbol', 'Day', 'Change %']);
    expect(titles(250)).toEqual(['Symbol', 'Change %']);
    expect(titles(430)).toEqual(['Symbol', 'Day', 'Last', 'Change', 'Change %']);
  });

  it('show by a bell and to a screen reader that an alert waits or was triggered', () => {
    const [symbol] = watchlistColumns(data, 600);
    const said = (name: string): string | undefined => symbol?.label?.({ id: name, groupId: '', symbol: name });
    expect(said('none')).toBe('none');
    expect(said('waits')).toBe('Tencent waits · Alert: waits at 560 or above');
    expect(said('fired')).toBe('Tencent fired · New alert: fired is at 560, fired at 540 or below');
  });

  it('say why positions may be missing', () => {
    const position = watchlistColumns(data, 600, ['position']).find(({ key }) => key === 'position');
    const tooltip = (symbol: string): string | undefined => position?.tooltip?.({ id: symbol, groupId: '', symbol });
    expect([tooltip('HK.00700'), tooltip('none')]).toEqual(['incomplete: Loading…', '']);
  });

  it('are followed by the chosen ones, each once, which can be sorted by', () => {
    expect(titles(480, 'dayProfit', 'volume', 'dayProfit')).toEqual(['Symbol', 'Day', 'Change %', 'Day P&L', 'Volume']);
    const row = (symbol: string) => ({ id: symbol, groupId: '', symbol });
    for (const column of watchlistColumns(data, 900, ['extended', 'volume', 'position', 'dayProfit']).slice(5)) {
      expect(column.cell(row('HK.00700'))).toBe(
        { extended: '11.20 ▲ +1.82%', volume: '1,200', position: '200', dayProfit: '+200.00' }[column.key],
      );
      expect(column.cell(row('none'))).toBe('');
      expect(column.compare?.(row('none'), row('HK.00700'))).toBeLessThan(0);
    }
  });
});
