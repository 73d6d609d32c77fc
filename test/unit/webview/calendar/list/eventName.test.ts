// @vitest-environment happy-dom
import { render } from 'lit';
import { describe, expect, it } from 'vitest';
import { eventName, shortCountry } from '../../../../../src/webview/calendar/list/eventName';
import { textOf } from '../../support/document';

const row = { previous: '', forecast: '', actual: '', unit: '%', currency: 'KRW', star: 3, time: 0, linkHost: null };

function shown(text: string, country: string, isNarrow: boolean, time = 0): HTMLElement {
  const cell = document.createElement('div');
  render(eventName({ ...row, time, text, country }, { isMine: false, minutesBefore: undefined, date: '', isNarrow }), cell);
  return cell;
}

describe('the name of an event', () => {
  it.each([
    ['South Korea Core <em>CPI</em> YoY (May 2026)', 'South Korea', 'Core CPI YoY (May 2026)'],
    ['U.S. CPI YoY (May 2026)', 'United States', 'CPI YoY (May 2026)'],
    ['Taiwan CPI YoY (May 2026)', 'Taiwan, China', 'CPI YoY (May 2026)'],
    ['CPI YoY (May 2026)', 'Japan', 'CPI YoY (May 2026)'],
    ['China 1-Year Loan Prime Rate (May 2026)', 'China', '1-Year Loan Prime Rate (May 2026)'],
    ['Japan (May 2026)', 'Japan', 'Japan (May 2026)'],
    ['中国 10月 零售销售环比', '中国', '中国 10月 零售销售环比'],
  ])('leaves out the country when only one of the two fits: %s', (text, country, narrow) => {
    expect(textOf(shown(text, country, true))).toBe(narrow);
    expect(textOf(shown(text, country, false))).toBe(text.replaceAll(/<\/?em>/g, ''));
  });

  it.each([
    ['Core <em>CPI</em> MoM (Nov 2026)', '(Nov'],
    ['Initial Jobless Claims (week ended Nov 27)', '(week ended Nov 27)'],
  ])('has a period that is never cut, but for its year: %s', (text, tail) => {
    const name = shown(text, 'United States', true);
    expect(textOf(name.querySelector('.event-tail'))).toBe(tail);
    expect(textOf(name)).toBe(text.replaceAll(/<\/?em>/g, ''));
  });

  it.each([
    ['Core CPI YoY (Nov 2026)', '2026-12-14', 'Core CPI YoY (Nov)'],
    ['GDP YoY (Q4 2025) Final', '2026-03-05', 'GDP YoY (Q4) Final'],
    ['Core CPI YoY (Nov 2025)', '2026-12-14', 'Core CPI YoY (Nov 2025)'],
    ['Budget (2026)', '2026-12-14', 'Budget (2026)'],
  ])('leaves out a year that goes without saying in a narrow list: %s on %s', (text, day, narrow) => {
    expect(textOf(shown(text, 'Japan', true, Date.parse(day) / 1000))).toBe(narrow);
    expect(textOf(shown(text, 'Japan', false, Date.parse(day) / 1000))).toBe(text);
  });

  it('keeps its matches marked after the country was left out', () => {
    expect(textOf(shown('South Korea Core <em>CPI</em> YoY', 'South Korea', true).querySelector('mark'))).toBe('CPI');
  });
});

describe('the country of an event in a narrow list', () => {
  it.each([
    ['U.S. <em>CPI</em> YoY (May 2026)', 'United States', 'U.S.'],
    ['UK CPI YoY', 'United Kingdom', 'UK'],
    ['South Korea CPI YoY', 'South Korea', 'S. Korea'],
    ['CPI YoY', 'South Africa', 'S. Africa'],
    ['Hong Kong CPI YoY', 'Hong Kong', 'Hong Kong'],
    ['Taiwan CPI YoY', 'Taiwan, China', 'Taiwan, China'],
    ['Japan CPI YoY', 'Japan', 'Japan'],
    ['中国 10月 零售销售环比', '中国', '中国'],
  ])('differs from others when only its beginning fits: %s', (text, country, short) => {
    expect(shortCountry({ text, country })).toBe(short);
  });
});
