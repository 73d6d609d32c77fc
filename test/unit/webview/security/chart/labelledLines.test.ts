import { describe, expect, it } from 'vitest';
import type { OwnLine } from '../../../../../src/domain/security/priceLines';
import { labelledLines } from '../../../../../src/webview/security/chart/labelledLines';

const none = { previousClose: '', isBackward: false, isSandbox: false, propose: { order: () => undefined, alert: () => undefined } };
const shown = (side: string, kind: OwnLine['kind'] = 'limit'): readonly [string, string] => {
  const [line] = labelledLines({ ...none, lines: [{ kind, side, price: '12.3', quantity: '100' }] });
  return [line?.kind ?? '', line?.title ?? ''];
};

describe('the line of an order on the chart', () => {
  it('has its side in its color and in words, also for short positions and triggers', () => {
    expect(['BUY', 'SELL', 'SELL_SHORT', 'BUY_BACK'].map((side) => shown(side))).toEqual([
      ['buy', 'BUY 100'],
      ['sell', 'SELL 100'],
      ['sell', 'SELL SHORT 100'],
      ['buy', 'BUY TO COVER 100'],
    ]);
    expect(shown('SELL', 'trigger')).toEqual(['sell', 'SELL 100 trigger']);
  });

  it('calls a cost what the position beside the chart calls it', () => {
    const titles = [{}, { isDiluted: true }].map((basis) => {
      const line = { kind: 'cost', side: 'long', isLive: true, price: '12.3', quantity: '100', ...basis } as const;
      return labelledLines({ ...none, lines: [line] })[0]?.title;
    });
    expect(titles).toEqual(['Avg. cost · LIVE', 'Diluted cost · LIVE']);
  });

  it('has the color of neither side if its side is not known, as that of a cost', () => {
    expect([shown('SWAP'), shown('long', 'cost')[0]]).toEqual([['order', 'SWAP 100'], 'cost']);
  });
});
