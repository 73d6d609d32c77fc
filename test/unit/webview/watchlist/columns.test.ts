import { describe, expect, it } from 'vitest';
import type { WatchAlert, WatchQuote } from '../../../../src/panel/watchlist/watchlistProtocol';
import { roomIn, watchlistColumns } from '../../../../src/webview/watchlist/columns';

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
  watchlistColumns(data, roomIn(width), chosen).map(({ title }) => title);

describe('columns of the watchlist', () => {
  it('have the names that they sort by', () => {
    expect(titles(300)).toEqual(['Symbol', 'Day', 'Change %']);
    expect(titles(273)).toEqual(['Symbol', 'Change %']);
    expect(titles(430)).toEqual(['Symbol', 'Day', 'Last', 'Change', 'Change %']);
  });

  it('show by a bell and to a screen reader that an alert waits or was triggered', () => {
    const [symbol] = watchlistColumns(data, 'usual');
    const said = (name: string): string | undefined => symbol?.label?.({ id: name, groupId: '', symbol: name });
    expect(said('none')).toBe('none');
    expect(said('waits')).toBe('waits Tencent · Alert: waits at 560 or above');
    expect(said('fired')).toBe('fired Tencent · New alert: fired is at 560, fired at 540 or below');
  });

  it('say why positions may be missing', () => {
    const position = watchlistColumns(data, 'usual', ['position']).find(({ key }) => key === 'position');
    const tooltip = (symbol: string): string | undefined => position?.tooltip?.({ id: symbol, groupId: '', symbol });
    expect([tooltip('HK.00700'), tooltip('none')]).toEqual(['incomplete: Loading…', '']);
  });

  it('are followed by the chosen ones, each once, which can be sorted by', () => {
    expect(titles(300, 'dayProfit', 'volume', 'dayProfit')).toEqual(['Symbol', 'Day', 'Change %', 'Day P&L', 'Volume']);
    const row = (symbol: string) => ({ id: symbol, groupId: '', symbol });
    for (const column of watchlistColumns(data, 'usual', ['extended', 'volume', 'position', 'dayProfit']).slice(3)) {
      expect(column.cell(row('HK.00700'))).toBe(
        { extended: '11.20 ▲ +1.82%', volume: '1,200', position: '200', dayProfit: '+200.00' }[column.key],
      );
      expect(column.cell(row('none'))).toBe('');
      expect(column.compare?.(row('none'), row('HK.00700'))).toBeLessThan(0);
    }
  });
});
