// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { limitsFrom, noLimits } from '../../../../src/domain/orders/limits/limits';
import type { LimitsView, ToLimitsHost, ToLimitsPage } from '../../../../src/panel/limits/limitsProtocol';
import { LimitsPage } from '../../../../src/webview/limits/page';
import { textOf, textsOf } from '../support/document';
import { highContrast } from '../support/highContrast';
import { openPage } from '../support/openPage';
import type { OpenPage } from '../support/openPage';

let shown: OpenPage<ToLimitsPage, ToLimitsHost>;
const view: LimitsView = { allow: 'modify', limits: limitsFrom({ value: { ask: 1000, refuse: 50_000 } }), now: {}, fault: '' };

const field = (id: string): HTMLInputElement => {
  const found = shown.page.querySelector<HTMLInputElement>(`#${id}`);
  if (found === null) throw new Error(`no field ${id}`);
  return found;
};
const enter = async (id: string, text: string): Promise<void> => {
  field(id).value = text;
  field(id).dispatchEvent(new Event('change', { bubbles: true }));
  await shown.say('saved', { isSaved: false });
};
const values = (): Readonly<Record<string, string>> =>
  Object.fromEntries(
    [...shown.page.querySelectorAll<HTMLInputElement>('td input')].flatMap(({ id, value }) => (value === '' ? [] : [[id, value]])),
  );

beforeEach(async () => {
  shown = await openPage((host) => new LimitsPage(host));
  await shown.say('view', view);
});

describe('the page of order limits', () => {
  it('shows each limit in its field, and none in an empty one', () => {
    expect(values()).toEqual({ 'value-ask': '1,000', 'value-refuse': '50,000', 'distancePercent-ask': '20' });
    expect(shown.page.querySelectorAll('td input')).toHaveLength(14);
    expect(shown.page.querySelector<HTMLInputElement>('input[name=allow]:checked')?.value).toBe('modify');
  });

  it.each([
    ['quantity-refuse', '2,500', { name: 'quantity', effect: 'refuse', amount: 2500 }],
    ['value-ask', '', { name: 'value', effect: 'ask', amount: 0 }],
    ['distancePercent-ask', '２．５', { name: 'distancePercent', effect: 'ask', amount: 2.5 }],
    ['exposure-refuse', ' 1000000 ', { name: 'exposure', effect: 'refuse', amount: 1_000_000 }],
  ])('sends %s entered as “%s”', async (id, text, limit) => {
    await enter(id, text);
    expect(shown.host.bodies('limit')).toEqual([limit]);
    expect(textsOf(shown.page, '.field-problem').join('')).toBe('');
  });

  it('gives a field at fault a border of its own in high contrast', async () => {
    const border = highContrast('limits');
    await enter('distancePercent-refuse', 'none');
    expect(['distancePercent-ask', 'distancePercent-refuse'].map((id) => border(field(id)))).toEqual(['blue', 'red']);
  });

  it('shows a long number with its groups under its field while it is typed', async () => {
    const under = async (text: string): Promise<string> => {
      field('value-ask').value = text;
      field('value-ask').dispatchEvent(new Event('input', { bubbles: true }));
      await shown.say('view', view);
      return textsOf(shown.page, '.typed').join('');
    };
    expect([await under('2000000'), await under('2,000'), await under('200'), await under('2000000x')]).toEqual([
      '= 2,000,000',
      '',
      '',
      '',
    ]);
    await under('2000000');
    field('value-ask').dispatchEvent(new Event('blur'));
    await shown.say('view', view);
    expect(textsOf(shown.page, '.typed').join('')).toBe('');
  });

  it('keeps a currency and its amount on one line', () => {
    expect(shown.page.querySelector('#about-money')?.textContent).toContain('HKD\u00a0500,000');
  });

  it.each(['2,5', '-5', 'none', '1e3', '1001', '1.000,5', '0x10'])(
    'keeps “%s” in the field, says what can be entered, and sends nothing',
    async (text) => {
      await enter('distancePercent-refuse', text);
      expect(shown.host.bodies('limit')).toEqual([]);
      expect([field('distancePercent-refuse').value, field('distancePercent-refuse').getAttribute('aria-invalid')]).toEqual([text, 'true']);
      expect(textOf(shown.page.querySelector('#problem-distancePercent-refuse'))).toContain('Enter a number of at most 1,000');
      field('distancePercent-refuse').dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
      await shown.say('saved', { isSaved: false });
      expect([field('distancePercent-refuse').value, textOf(shown.page.querySelector('#problem-distancePercent-refuse'))]).toEqual([
        '',
        '',
      ]);
    },
  );

  it('shows what is in force, not what was entered, when it was not saved', async () => {
    await enter('quantity-refuse', '7');
    await shown.say('view', view);
    expect(field('quantity-refuse').value).toBe('');
    await shown.say('view', { ...view, limits: { ask: noLimits, refuse: { ...noLimits, quantity: 7 } } });
    await shown.say('saved', { isSaved: true });
    expect([field('quantity-refuse').value, textOf(shown.page.querySelector('.said'))]).toEqual(['7', 'Saved']);
  });

  it('says where a question never comes, because the order is refused before', async () => {
    await shown.say('view', { ...view, limits: limitsFrom({ quantity: { ask: 100, refuse: 100 }, value: { ask: 99, refuse: 100 } }) });
    expect(textsOf(shown.page, '.never')).toHaveLength(1);
    expect(textOf(shown.page.querySelector('.never'))).toContain('never asked');
  });

  it('says what can’t be used, and takes nothing until it is corrected', async () => {
    await shown.say('view', { ...view, fault: 'Order changes are turned off: “value” can’t be used.' });
    expect(textOf(shown.page.querySelector('[role=alert].notice'))).toContain('can’t be used');
    expect([...shown.page.querySelectorAll<HTMLInputElement>('td input')].every(({ disabled }) => disabled)).toBe(true);
    expect(shown.page.querySelector<HTMLFieldSetElement>('fieldset')?.disabled).toBe(true);
  });

  it('sends what may be done with orders', () => {
    const all = shown.page.querySelector<HTMLInputElement>('input[value=nothing]');
    all?.dispatchEvent(new Event('change', { bubbles: true }));
    expect(shown.host.bodies('allow')).toEqual([{ allowance: 'nothing' }]);
  });

  it.each([
    ['value-refuse', 'lots', 'Still in force: 50,000.'],
    ['quantity-ask', '-1', 'There is still no limit.'],
  ])('says what stays in force while %s is “%s”', async (id, text, inForce) => {
    await enter(id, text);
    expect(textOf(shown.page.querySelector(`#problem-${id}`))).toContain(inForce);
    expect(textOf(shown.page.querySelector('.said'))).toBe('Not saved');
    await enter(id, '7');
    await shown.say('saved', { isSaved: true });
    expect([textOf(shown.page.querySelector(`#problem-${id}`)), textOf(shown.page.querySelector('.said'))]).toEqual(['', 'Saved']);
  });

  it('shows the present value beside a limit, and keeps what is typed meanwhile', async () => {
    const typed = field('perMinute-refuse');
    typed.value = '1';
    typed.dispatchEvent(new Event('input', { bubbles: true }));
    await shown.say('view', { ...view, now: { perMinute: 'Now: 2' } });
    expect([textOf(shown.page.querySelector('#now-perMinute')), typed.value]).toEqual(['Now: 2', '1']);
    expect(typed.getAttribute('aria-describedby')).toContain('now-perMinute');
    typed.dispatchEvent(new Event('blur'));
    await shown.say('view', { ...view, now: {} });
    expect(typed.value).toBe('');
  });

  it('says which currency a number means, and which losses count', () => {
    expect(textOf(shown.page.querySelector('#about-money'))).toContain('nothing is converted');
    expect(textOf(shown.page.querySelector('#name-dayLoss'))).toBe('Open loss of the day');
    expect(textOf(shown.page.querySelector('#about-dayLoss'))).toContain(
      'realized by closing a position, such as by a stop, no longer counts',
    );
  });
});
