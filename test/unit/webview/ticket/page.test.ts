// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type {
  TicketFieldView,
  TicketFormView,
  TicketNotice,
  ToTicketHost,
  ToTicketPage,
} from '../../../../src/panel/ticket/ticketProtocol';
import { TicketPage } from '../../../../src/webview/ticket/page';
import { click, press, textOf, textsOf, type } from '../support/document';
import { highContrast } from '../support/highContrast';
import { openPage } from '../support/openPage';
import type { OpenPage } from '../support/openPage';

const field = (name: 'qty' | 'price', changes: Partial<TicketFieldView> = {}): TicketFieldView => ({
  ...{ field: name, label: name === 'qty' ? 'Quantity' : 'Price', now: '10', step: '1', rule: '', problem: '', kept: '', distance: '' },
  offTick: null,
  ...changes,
});
const form: TicketFormView = {
  ...{
    fields: [field('qty'), field('price')],
    choices: [],
    remark: null,
    most: '',
    position: null,
    parts: [],
    risk: null,
    problems: [],
    idle: 'Nothing has changed.',
  },
  ...{ changes: [], limits: [], warnings: [], action: '', request: null },
};
const changed: TicketFormView = {
  ...form,
  ...{ idle: '', action: 'Change to 400 at 560…', changes: [{ label: 'Quantity', value: '300 → 400', isChanged: true }] },
  ...{ warnings: ['The price is far from the market.'], request: { line: 'POST /orders', body: '{"qty":"400"}' } },
};
const start: ToTicketPage['start'] = {
  head: {
    ...{ isNew: false, rehearsal: 'none', world: { kind: 'sandbox', text: 'Sandbox', host: 'localhost' }, facts: [] },
    account: { label: 'Account', value: 'Margin · 8001' },
    origin: '',
    title: { side: 'BUY', quantity: '300', price: '560', symbol: 'HK.00700', name: 'TENCENT' },
  },
  ...{ texts: {}, form, stage: { kind: 'editing', notice: null } },
  quote: {
    ...{ kind: 'shown', last: '560.5', bid: '560', ask: '561', time: '10:00', readAgoMs: 0, note: '' },
    shown: {
      ...{ last: '560.50', change: '+0.27%', bid: '560.00', bidSize: '× 2,000', ask: '561.00', askSize: '' },
      ...{ lot: '100', tick: '0.2' },
    },
  },
};
const notice: TicketNotice = { tone: 'bad', message: 'The order has changed.', detail: '', actions: ['Continue with Current Values'] };

let shown: OpenPage<ToTicketPage, ToTicketHost>;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  shown = await openPage((host) => new TicketPage(host));
  await shown.say('start', start);
});
afterEach(() => {
  vi.useRealTimers();
});

const input = (name: string): HTMLInputElement | null => shown.page.querySelector<HTMLInputElement>(`#${name}`);
const reviewButton = (): HTMLButtonElement | null => shown.page.querySelector<HTMLButtonElement>('button.review');

describe('the order ticket', () => {
  it('names the side of a new order in its title, which is always in view', async () => {
    const options = ['BUY', 'SELL_SHORT'].map((value) => ({ value, label: value.replace('_', ' ') }));
    const placing = (value: string): TicketFormView => ({ ...form, choices: [{ name: 'side', label: 'Side', value, options }] });
    const head = { ...start.head, isNew: true, title: { side: 'New Order', quantity: '', price: '', symbol: 'HK.00700', name: 'TENCENT' } };
    const title = (): string => textOf(shown.page.querySelector('h1'));
    await shown.say('start', { ...start, head, form: placing('BUY') });
    expect(title()).toContain('New Order BUY HK.00700');
    await shown.say('form', placing('SELL_SHORT'));
    expect(title()).toContain('New Order SELL SHORT HK.00700');
    // What was sent is told as it is now.
    await shown.say('stage', { kind: 'ended', notice });
    expect(title()).not.toContain('SELL SHORT');
  });

  it('shows the order and where it is sent, and the market with its prices', () => {
    const text = textOf(shown.page);
    for (const part of ['BUY', '300', 'HK.00700', 'Sandbox', 'localhost', '560.50', 'Nothing has changed.']) expect(text).toContain(part);
    expect(reviewButton()?.disabled).toBe(true);
  });

  it('offers to cancel the order that it changes, while nothing is being sent', async () => {
    const button = (): HTMLButtonElement | undefined =>
      [...shown.page.querySelectorAll('button')].find((found) => textOf(found) === 'Cancel Order…');
    button()?.click();
    expect(shown.host.bodies('cancelOrder')).toEqual([null]);
    await shown.say('stage', { kind: 'sending', message: 'Sending' });
    expect(button()).toBeUndefined();
    await shown.say('start', { ...start, head: { ...start.head, isNew: true } });
    expect(button()).toBeUndefined();
  });

  it('sends every text as it is typed, as text', () => {
    type(input('qty'), '400');
    type(input('price'), '0.10000000000000000001');
    expect(shown.host.bodies('edit')).toEqual([{ qty: '400' }, { qty: '400', price: '0.10000000000000000001' }]);
  });

  it('shows the changes, the warnings, and the exact request, and asks for a review on Enter and by its button', async () => {
    await shown.say('form', changed);
    expect(textsOf(shown.page, '.changes dd')).toEqual(['300 → 400']);
    expect(textOf(shown.page.querySelector('.warnings'))).toContain('The price is far from the market.');
    expect(textOf(shown.page.querySelector('pre'))).toBe('POST /orders {"qty":"400"}');
    press(input('price'), 'Enter');
    click(shown.page, 'button.review');
    expect(shown.host.bodies('review')).toHaveLength(2);
  });

  it('distinguishes what will never be sent from what leads to another question, by words and icon', async () => {
    await shown.say('form', { ...changed, limits: ['This won’t be sent. The quantity 400 is above your hard limit of 100.'] });
    const [limits, checks] = ['.limits li', '.warnings ul:not(.limits) li'].map((all) => shown.page.querySelector(all));
    expect(textOf(limits)).toContain('This won’t be sent.');
    expect(limits?.querySelector('.codicon-error')).not.toBeNull();
    expect(textOf(checks)).toBe('The price is far from the market.');
    expect(checks?.querySelector('.codicon-warning')).not.toBeNull();
  });

  it('has the way to the limits beside a hard limit', async () => {
    await shown.say('form', { ...changed, limits: ['This won’t be sent.'] });
    expect(textOf(shown.page.querySelector('.limits button'))).toBe('Edit Order Limits');
    click(shown.page, '.limits button');
    expect(shown.host.bodies('editLimits')).toEqual([null]);
  });

  it('leads to the hard limit that stopped a review', async () => {
    await shown.say('form', { ...changed, limits: ['This won’t be sent.'] });
    await shown.say('stage', { kind: 'checking', message: 'Wait…' });
    await shown.say('stage', { kind: 'editing', notice: null });
    expect(document.activeElement).toBe(shown.page.querySelector('.limits'));
  });

  it('keeps the space of what follows while a number is wrong, so that its buttons stay where they are', async () => {
    await shown.say('form', changed);
    const outcome = (): HTMLElement | null => shown.page.querySelector<HTMLElement>('.outcome');
    expect(outcome()?.style.minHeight).toBe('0px');
    Object.defineProperty(outcome(), 'offsetHeight', { value: 212 });
    const wrong = { ...form, idle: '', fields: [field('qty'), field('price', { problem: 'Price: enter a number.' })] };
    await shown.say('form', wrong);
    await shown.say('form', { ...wrong });
    expect(outcome()?.style.minHeight).toBe('212px');
    await shown.say('form', changed);
    expect(outcome()?.style.minHeight).toBe('0px');
  });

  it.each(['#qty', '#price', '#remark', '#side-SELL', '#order_type', '#stop', 'button.review'])(
    'gives the focus back to %s after a question',
    async (control) => {
      const choice = (name: 'side' | 'order_type', ...values: readonly string[]) => {
        const options = values.map((value) => ({ value, label: value }));
        return { name, label: name, value: values.at(-1) ?? '', options };
      };
      const risk = { currency: 'HKD', hint: '', quantity: '', isOpen: true };
      const remark = { label: 'Remark', rule: '', problem: '' };
      const choices = [choice('side', 'BUY', 'SELL'), choice('order_type', 'LIMIT', 'MARKET')];
      await shown.say('start', { ...start, form: { ...changed, choices, risk, remark } });
      const wanted = shown.page.querySelector<HTMLElement>(control);
      wanted?.focus();
      expect(document.activeElement).toBe(wanted);
      // A stepper is no place to come back to.
      shown.page.querySelector<HTMLElement>('.stepper')?.focus();
      await shown.say('stage', { kind: 'checking', message: 'Wait…' });
      // What can't be used meanwhile loses the focus.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      await shown.say('stage', { kind: 'editing', notice: null });
      expect(document.activeElement).toBe(wanted);
    },
  );

  it('opens the exact request, with the focus on it, when the last question was answered so', async () => {
    await shown.say('form', changed);
    await shown.say('stage', { kind: 'checking', message: 'Wait…' });
    await shown.say('stage', { kind: 'editing', notice: null });
    await shown.say('showRequest', null);
    expect(shown.page.querySelector('details')?.open).toBe(true);
    expect(document.activeElement).toBe(shown.page.querySelector('details summary'));
  });

  it('has the side as buttons of a radio group, and parts of the most beside the quantity, all with keys', async () => {
    const sides = ['BUY', 'SELL', 'SELL_SHORT', 'BUY_BACK'];
    const choices = [
      { name: 'side' as const, label: 'Side', value: 'SELL', options: sides.map((value) => ({ value, label: value })) },
      { name: 'order_type' as const, label: 'Order type', value: 'LIMIT', options: [{ value: 'LIMIT', label: 'LIMIT' }] },
    ];
    const parts = [
      { label: '¼', hint: 'A quarter: 100', isUsable: true },
      { label: '½', hint: 'Half: 200', isUsable: true },
      { label: 'Max', hint: 'Less than one lot', isUsable: false },
    ];
    await shown.say('start', { ...start, form: { ...form, choices, parts }, texts: { qty: '300', price: '553' } });
    const group = shown.page.querySelector('[role=radiogroup][aria-label=Side]');
    expect(textsOf(shown.page, '.sides label')).toEqual(sides);
    expect(Array.from(group?.querySelectorAll('input') ?? [], ({ type: kind, checked }) => [kind, checked])).toEqual([
      ['radio', false],
      ['radio', true],
      ['radio', false],
      ['radio', false],
    ]);
    // It is no list of its own any more.
    expect(shown.page.querySelectorAll('select')).toHaveLength(1);
    shown.page.querySelector<HTMLInputElement>('#side-BUY')?.click();
    expect([shown.host.bodies('edit'), shown.host.bodies('leave').length]).toEqual([[{ qty: '300', price: '553', side: 'BUY' }], 1]);
    const [quarter, , most] = shown.page.querySelectorAll<HTMLButtonElement>('.part');
    expect([quarter?.tabIndex, most?.getAttribute('aria-disabled')]).toEqual([-1, 'true']);
    most?.click();
    press(input('price'), 'F4');
    expect(shown.host.bodies('part')).toEqual([]);
    quarter?.click();
    press(input('price'), 'F8');
    const texts = { qty: '300', price: '553', side: 'BUY' };
    expect(shown.host.bodies('part')).toEqual([
      { at: 0, texts },
      { at: 0, texts },
    ]);
    press(input('price'), 'F3');
    expect(shown.host.bodies('edit').at(-1)).toEqual({ qty: '300', price: '553', side: 'SELL' });
    // A key that does something is the form’s alone.
    expect([press(input('price'), 'F2'), press(input('price'), 'F2', { shiftKey: true }), press(input('price'), 'F5')]).toEqual([
      true,
      false,
      false,
    ]);
    // Only the quantity has them.
    expect(shown.page.querySelectorAll('.parts')).toHaveLength(1);
  });

  it('sizes a new order from a stop and what may be lost there: by arrow keys, Enter, and a button', async () => {
    const risk = { currency: 'HKD', hint: 'Quantity 300: up to HKD 900 is lost at the stop.', quantity: '300', isOpen: true };
    await shown.say('start', { ...start, form: { ...form, risk: { ...risk, quantity: '' } }, texts: { price: '553' } });
    const button = (): HTMLButtonElement | null => shown.page.querySelector<HTMLButtonElement>('.risk button');
    type(input('stop'), '550');
    press(input('stop'), 'ArrowDown');
    type(input('risk'), '1');
    expect(shown.host.bodies('risk').at(-1)).toEqual({ stop: '549', risk: '1', unit: 'percent' });
    button()?.click();
    press(input('risk'), 'Enter');
    expect([shown.host.bodies('size'), shown.host.bodies('edit'), button()?.getAttribute('aria-disabled')]).toEqual([[], [], 'true']);
    await shown.say('form', { ...form, risk });
    expect([textOf(button()), textOf(shown.page.querySelector('#risk-hint'))]).toEqual(['Use 300 as Quantity', risk.hint]);
    button()?.click();
    press(input('stop'), 'Enter');
    expect(shown.host.bodies('size')).toEqual([{ price: '553' }, { price: '553' }]);
    await shown.say('form', { ...form, risk: { ...risk, isOpen: false, quantity: '' } });
    expect([input('stop')?.disabled, input('stop')?.value]).toEqual([true, '549']);
  });

  it('scrolls nothing but the form: what is traded stays above it, and messages and buttons below it', async () => {
    await shown.say('form', changed);
    await shown.say('stage', { kind: 'editing', notice });
    const inForm = (selector: string): boolean => shown.page.querySelector(selector)?.closest('.form') instanceof HTMLElement;
    expect(['.facts', '.quote', '.fields', '.changes'].map(inForm)).toEqual([true, true, true, true]);
    expect(['.world', '.account', 'h1', '.stage', '.warnings', 'button.review'].some(inForm)).toBe(false);
    expect(textOf(shown.page.querySelector('.world .account'))).toBe('Account Margin · 8001');
    // All that comes and goes shares one place.
    expect(textsOf(shown.page, '.notes > *').map((text) => text !== '')).toEqual([true, true]);
    expect(textsOf(shown.page, 'footer > .buttons button')).toEqual(['Review Change…', 'Discard', 'Cancel Order…']);
  });

  it('leaves the form where the user has scrolled it, during a check and when it has ended', async () => {
    const scrolls: boolean[] = [];
    vi.spyOn(HTMLElement.prototype, 'focus').mockImplementation((options?: FocusOptions) => {
      scrolls.push(options?.preventScroll !== true);
    });
    await shown.say('stage', { kind: 'checking', message: 'Wait…' });
    await shown.say('stage', { kind: 'editing', notice: null });
    await shown.say('stage', { kind: 'ended', notice });
    vi.restoreAllMocks();
    expect(scrolls).toEqual([false, false]);
  });

  it('no longer warns of what has been sent', async () => {
    await shown.say('form', changed);
    await shown.say('stage', { kind: 'ended', notice });
    expect(textOf(shown.page.querySelector('footer'))).not.toContain('The price is far from the market.');
  });

  it('can’t be typed into or reviewed while it is checked or sent', async () => {
    for (const kind of ['checking', 'sending'] as const) {
      await shown.say('stage', { kind, message: 'Wait…' });
      expect(textOf(shown.page)).toContain('Wait…');
      press(input('price'), 'Enter');
      reviewButton()?.click();
    }
    expect(shown.host.bodies('review')).toEqual([]);
  });

  it('offers the next steps according to its position when the order has become another one', async () => {
    await shown.say('stage', { kind: 'stale', notice });
    expect(textOf(shown.page)).toContain('The order has changed.');
    const button = Array.from(shown.page.querySelectorAll('button')).find((each) => textOf(each) === 'Continue with Current Values');
    button?.click();
    expect(shown.host.bodies('act')).toEqual([0]);
    expect(reviewButton()?.disabled).toBe(true);
  });

  it('fills in a price on the tick, and focuses its field', async () => {
    const off = field('price', { offTick: { tick: '0.500', nearest: ['560.000', '560.500'] } });
    await shown.say('start', { ...start, form: { ...form, fields: [field('qty'), off] }, texts: { qty: '300', price: '560.3' } });
    expect(shown.page.querySelector('.off-tick label')?.textContent).toBe('Price');
    const [lower, upper] = shown.page.querySelectorAll<HTMLButtonElement>('.ticks button');
    expect([textOf(lower ?? null), textOf(upper ?? null), lower?.tabIndex]).toEqual(['560.000', '560.500', -1]);
    upper?.focus();
    upper?.click();
    expect(shown.host.bodies('edit')).toEqual([{ qty: '300', price: '560.500' }]);
    expect(document.activeElement).toBe(input('price'));
  });

  it('writes a price with market digits, and sends it as typed', async () => {
    await shown.say('start', { ...start, texts: { qty: '300', price: '562' } });
    expect(input('price')?.value).toBe('562.0');
    input('price')?.focus();
    type(input('price'), '560');
    await shown.say('form', changed);
    expect(input('price')?.value).toBe('560');
    input('qty')?.focus();
    await shown.say('quote', start.quote);
    expect([input('price')?.value, input('qty')?.value]).toEqual(['560.0', '300']);
    click(shown.page, 'button.review');
    expect(shown.host.bodies('review')).toEqual([{ qty: '300', price: '560' }]);
    expect(shown.host.bodies('edit')).toEqual([{ qty: '300', price: '560' }]);
  });

  it('leaves a focused price alone when the market’s digits arrive', async () => {
    const without = { ...start.quote, last: '', shown: { ...start.quote.shown, tick: '' } };
    await shown.say('start', { ...start, quote: without, texts: { qty: '300', price: '562' } });
    input('price')?.focus();
    await shown.say('quote', start.quote);
    expect(input('price')?.value).toBe('562');
  });

  it('has its order’s price in the title, beside bid and ask', () => {
    expect(textOf(shown.page.querySelector('h1'))).toContain('BUY 300 @ 560.0 HK.00700');
    expect(textOf(shown.page.querySelector('h1 .best'))).toBe('Bid 560.00 Ask 561.00');
  });

  it('has the change of the day and the sizes beside the prices', () => {
    expect(textsOf(shown.page, '.figure .beside')).toEqual(['+0.27%', '× 2,000', '']);
  });

  it('has the position below the quantity, and the maximum beside it', async () => {
    const position = { label: 'Position', value: '2,000 @ 645.95 → 2,100' };
    const parts = [{ label: 'Max', hint: '', isUsable: true }];
    await shown.say('form', { ...form, position, parts, most: '600, cash 300' });
    expect(textOf(shown.page.querySelector('.fields > .position'))).toBe('Position 2,000 @ 645.95 → 2,100');
    expect(shown.page.querySelector('.position')?.previousElementSibling?.querySelector('#qty')).not.toBeNull();
    expect(textsOf(shown.page, '.most')).toEqual(['Max 600, cash 300']);
    // What is wrong takes its place, so that the line doesn’t grow.
    await shown.say('form', { ...form, parts, most: '600', fields: [field('qty', { problem: 'Quantity: enter a number.' })] });
    expect(textsOf(shown.page, '.most')).toEqual([]);
  });

  it('offers no Cancel while only the user is waited for', async () => {
    const cancel = (): boolean => textsOf(shown.page, '.stage button').includes('Cancel');
    await shown.say('stage', { kind: 'checking', message: 'Wait…' });
    expect(cancel()).toBe(true);
    await shown.say('stage', { kind: 'checking', message: 'Waiting for your confirmation', isAsked: true });
    expect([cancel(), textOf(shown.page.querySelector('.stage'))]).toEqual([false, 'Waiting for your confirmation']);
  });

  it('keeps the room of a warning for a while', async () => {
    const room = (): string | undefined => shown.page.querySelector<HTMLElement>('.notes')?.style.getPropertyValue('--room');
    await shown.say('form', changed);
    const warnings = shown.page.querySelector('.warnings');
    Object.defineProperty(warnings, 'offsetHeight', { value: 40, configurable: true });
    await shown.say('form', { ...changed });
    expect(room()).toBe('40px');
    Object.defineProperty(warnings, 'offsetHeight', { value: 0 });
    await shown.say('form', form);
    expect(room()).toBe('40px');
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 20_000);
    await shown.say('quote', start.quote);
    vi.restoreAllMocks();
    expect(room()).toBe('0px');
  });

  it('opens the notes that its footer has no room for', async () => {
    const more = (): HTMLElement | null => shown.page.querySelector<HTMLElement>('.all-notes');
    const place = (): boolean => shown.page.querySelector('.notes-place')?.classList.contains('all') === true;
    const warned = { ...changed, warnings: ['A', 'B', 'C', 'D'] };
    await shown.say('form', warned);
    expect(more()).toBeNull();
    const notes = shown.page.querySelector('.notes');
    for (const [name, value] of Object.entries({ clientHeight: 70, scrollHeight: 160 })) Object.defineProperty(notes, name, { value });
    for (const [at, line] of [...shown.page.querySelectorAll('.warnings li')].entries()) {
      Object.defineProperties(line, { offsetTop: { value: at * 40 }, offsetHeight: { value: 36 } });
    }
    await shown.say('form', { ...warned });
    expect(textOf(more())).toBe('3 More');
    more()?.click();
    await shown.say('form', { ...warned });
    expect([place(), more()?.getAttribute('aria-expanded'), textOf(more())]).toEqual([true, 'true', 'Show Less']);
    more()?.click();
    await shown.say('form', { ...warned });
    expect([place(), textOf(more())]).toEqual([false, '3 More']);
  });

  it('gives a number at fault a border of its own in high contrast', async () => {
    const border = highContrast('ticket');
    const off = field('price', { offTick: { tick: '0.500', nearest: ['560.000'] } });
    const borders = (): readonly string[] => [...shown.page.querySelectorAll('.entry')].map(border);
    expect(borders()).toEqual(['blue', 'blue']);
    await shown.say('form', { ...form, fields: [field('qty', { problem: 'Enter a number.' }), off] });
    expect(borders()).toEqual(['red', 'yellow']);
  });

  it('stores the values that the extension names, and closes when it is discarded', async () => {
    await shown.say('keep', { service: 'https://broker.example', order: { orderId: 'OK-1' } });
    expect(shown.host.readState()).toEqual({ service: 'https://broker.example', order: { orderId: 'OK-1' } });
    click(shown.page, 'footer .secondary:not(.cancel-order)');
    expect(shown.host.last).toEqual(['close', null]);
  });
});

describe('a new order that can be rehearsed', () => {
  const placing = (rehearsal: ToTicketPage['start']['head']['rehearsal']): ToTicketPage['start'] => ({
    ...start,
    head: { ...start.head, isNew: true, rehearsal },
  });
  const key = (init: KeyboardEventInit): boolean => window.dispatchEvent(new KeyboardEvent('keydown', { cancelable: true, ...init }));

  it('moves to a paper account and back by its button and by one key, with its texts', async () => {
    await shown.say('start', placing('offered'));
    type(input('qty'), '400');
    click(shown.page, 'button.rehearse');
    expect(key({ key: 'F9' })).toBe(false);
    expect(shown.host.bodies('rehearse')).toEqual([{ qty: '400' }, { qty: '400' }]);
    await shown.say('start', placing('running'));
    expect(textOf(shown.page.querySelector('button.rehearse'))).toBe('Back to the Original Order');
    await shown.say('stage', { kind: 'ended', notice });
    click(shown.page, 'button.rehearse');
    expect(shown.host.bodies('rehearse')).toHaveLength(3);
  });

  it('is left neither by other keys nor while a request is in progress, and is never offered for a change', async () => {
    await shown.say('start', placing('running'));
    for (const init of [{ key: 'F9', ctrlKey: true }, { key: 'F9', shiftKey: true }, { key: 'F12' }]) expect(key(init)).toBe(true);
    await shown.say('stage', { kind: 'sending', message: 'Wait…' });
    key({ key: 'F9' });
    // It keeps its place, so that the buttons after it don’t move.
    expect(shown.page.querySelector<HTMLButtonElement>('button.rehearse')?.disabled).toBe(true);
    await shown.say('start', placing('offered'));
    await shown.say('stage', { kind: 'blocked', notice });
    key({ key: 'F9' });
    await shown.say('start', start);
    key({ key: 'F9' });
    expect(shown.host.bodies('rehearse')).toEqual([]);
  });
});
