// @vitest-environment happy-dom
import { render } from 'lit';
import { describe, expect, it } from 'vitest';
import { eventName } from '../../../../../src/webview/calendar/list/eventName';
import { textOf } from '../../support/document';

const row = { previous: '', forecast: '', actual: '', unit: '%', currency: 'KRW', star: 3, time: 0, linkHost: null };

function shown(text: string, country: string, isNarrow: boolean): HTMLElement {
  const cell = document.createElement('div');
  render(eventName({ ...row, text, country }, { isMine: false, minutesBefore: undefined, date: '', isNarrow }), cell);
  return cell;
}

describe('the name of an event', () => {
  it.each([
    ['South Korea Core <em>CPI</em> YoY (May 2026)', 'South Korea', 'Core CPI YoY (May 2026)'],
    ['U.S. CPI YoY (May 2026)', 'United States', 'CPI YoY (May 2026)'],
    ['Taiwan CPI YoY (May 2026)', 'Taiwan, China', 'CPI YoY (May 2026)'],
    ['CPI YoY (May 2026)', 'Japan', 'CPI YoY (May 2026)'],
    ['Japan (May 2026)', 'Japan', 'Japan (May 2026)'],
    ['中国 10月 零售销售环比', '中国', '中国 10月 零售销售环比'],
  ])('leaves out the country when only one of the two fits: %s', (text, country, narrow) => {
    expect(textOf(shown(text, country, true))).toBe(narrow);
    expect(textOf(shown(text, country, false))).toBe(text.replaceAll(/<\/?em>/g, ''));
  });

  it('keeps its matches marked after the country was left out', () => {
    expect(textOf(shown('South Korea Core <em>CPI</em> YoY', 'South Korea', true).querySelector('mark'))).toBe('CPI');
  });
});
