// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ChartLines } from '../../../../../src/webview/security/chart/chartLines';
import type { LabelledLine } from '../../../../../src/webview/security/chart/chartLines';
import { drawn, press, textsOf } from '../../support/document';

/** Prices from 600 at the top to 500 at the bottom of 400 pixels. */
function scale() {
  const moved: (readonly [number, number])[] = [];
  return {
    moved,
    plot: { width: 700, height: 400 },
    isPercent: false,
    heightOf: (price: number) => (600 - price) * 4,
    priceAt: (y: number) => (600 - y / 4).toFixed(3),
    moveLine: (place: number, price: number) => void moved.push([place, price]),
  };
}

describe('the price lines on the chart', () => {
  let lines: ChartLines;
  let proposed: string[];
  let chart: ReturnType<typeof scale>;

  beforeEach(async () => {
    [proposed, chart] = [[], scale()];
    lines = new ChartLines();
    lines.scale = chart;
    lines.tick = '0.5';
    const move = (what: string): NonNullable<LabelledLine['move']> => ({
      ...{ keys: `keys of the ${what}`, hint: `hint of the ${what}` },
      propose: (price) => void proposed.push(price),
    });
    lines.lines = [
      { kind: 'cost', price: '645.9496', title: 'Avg. cost' },
      { kind: 'buy', price: '562.5', title: 'BUY 300', move: move('order') },
      { kind: 'sell', price: '540', title: 'SELL 100' },
    ];
    HTMLElement.prototype.setPointerCapture = () => undefined;
    document.body.append(lines);
    await lines.updateComplete;
  });
  afterEach(() => {
    lines.remove();
    vi.restoreAllMocks();
  });

  const grip = (): Element => lines.querySelector('[role=slider]') ?? document.body;
  const drag = (type: string, clientY: number): void =>
    void grip().dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true, clientY, button: 0, pointerId: 1 }));

  it('have labels, at the edge and with the price if a line is out of view', () => {
    expect(textsOf(lines, '.line-label')).toEqual(['Avg. cost 645.9496', 'BUY 300', 'SELL 100']);
    expect(lines.querySelector('.line-label.cost [role=img]')?.getAttribute('aria-label')).toBe('above the chart');
    expect(lines.querySelectorAll('[role=slider]')).toHaveLength(1);
    expect(['buy', 'sell'].map((side) => textsOf(lines, `.line-label.${side}`))).toEqual([['BUY 300'], ['SELL 100']]);
  });

  it('name their prices while the axis counts percents', async () => {
    chart.isPercent = true;
    lines.place();
    await lines.updateComplete;
    expect(textsOf(lines, '.line-label')).toEqual(['Avg. cost 645.9496', 'BUY 300 562.5', 'SELL 100 540.0']);
  });

  it('name their prices where labels are pushed away from their lines', async () => {
    lines.lines = ['560', '559.5', '559'].map((price) => ({ kind: 'sell', price, title: 'SELL 100' }));
    await lines.updateComplete;
    expect(textsOf(lines, '.line-label')).toEqual(['SELL 100', 'SELL 100 559.5', 'SELL 100 559.0']);
  });

  it('share the place of a price, and leave it while they are moved', async () => {
    const place = (): readonly string[] =>
      [...lines.querySelectorAll<HTMLElement>('.line-label')].map(({ style }) => `${style.left} ${style.top}`);
    const [, order] = lines.lines;
    lines.lines = [{ kind: 'cost', price: '562.500', title: 'Avg. cost' }, ...(order === undefined ? [] : [order])];
    await lines.updateComplete;
    const [cost, beside] = place();
    expect([cost, beside?.split(' ')[1]]).toEqual(['52px 141px', '141px']);
    expect(Number.parseFloat(beside ?? '')).toBeGreaterThan(100);
    press(grip(), 'PageUp');
    await drawn();
    expect(place()).toEqual(['52px 141px', '52px 121px']);
  });

  it('propose the price, on a tick, at which an order line is dropped, and return to their place', async () => {
    drag('pointerdown', 150);
    drag('pointermove', 175.3);
    await drawn();
    expect(grip().getAttribute('aria-valuenow')).toBe('556');
    drag('pointerup', 175.3);
    await drawn();
    expect(proposed).toEqual(['556']);
    expect(grip().getAttribute('aria-valuenow')).toBe('562.5');
    expect(chart.moved.at(-1)).toEqual([1, 562.5]);
  });

  it('propose nothing after Escape, or if they are dropped where they were', async () => {
    drag('pointerdown', 150);
    drag('pointermove', 175);
    press(grip(), 'Escape');
    drag('pointerup', 175);
    drag('pointerdown', 150);
    drag('pointerup', 150);
    await drawn();
    expect(proposed).toEqual([]);
  });

  it('of alerts have a bell, and are moved like those of orders, with their own words', async () => {
    const move = { propose: (price: string) => void proposed.push(`alert ${price}`), keys: 'keys', hint: 'hint' };
    lines.lines = [...lines.lines, { kind: 'alert', price: '580', title: 'Alert at or above', move }];
    await lines.updateComplete;
    const alert = lines.querySelectorAll('[role=slider]')[1] ?? document.body;
    expect(alert.querySelector('.line-label.alert .codicon-bell')).not.toBeNull();
    expect(grip().querySelector('.codicon-bell')).toBeNull();
    expect([alert.getAttribute('aria-label'), alert.getAttribute('aria-description'), alert.getAttribute('title')]).toEqual([
      ...['Alert at or above', 'keys', 'hint'],
    ]);
    press(alert, 'ArrowUp');
    await drawn();
    expect(textsOf(lines, '.line-label.alert')).toEqual(['Alert at or above 580.5']);
    press(alert, 'Escape');
    press(alert, 'Enter');
    await drawn();
    expect([proposed, textsOf(lines, '.line-label.alert')]).toEqual([[], ['Alert at or above']]);
    press(alert, 'ArrowDown');
    press(alert, 'Enter');
    expect(proposed).toEqual(['alert 579.5']);
    expect(chart.moved.at(-1)).toEqual([3, 580]);
  });

  it('move by keyboard: a tick, ten ticks, Enter, Escape', async () => {
    expect(press(grip(), 'Enter')).toBe(false);
    for (const key of ['ArrowUp', 'PageDown', 'ArrowDown']) press(grip(), key);
    await drawn();
    expect(grip().getAttribute('aria-valuetext')).toBe('557.5');
    press(grip(), 'Escape');
    press(grip(), 'Enter');
    press(grip(), 'ArrowUp');
    press(grip(), 'Enter');
    expect(proposed).toEqual(['563']);
  });
});
