/**
 * `npm run surfaces -- FOLDER [dark | light | highContrast | highContrastLight | zh-cn | zh-tw …] [portfolio | orders | limits …]`: pictures of every surface
 * of the packed extension, installed as users have it, in each look and each size, for visual review; restricted to the named looks and
 * surfaces, if any. Prints what scrolls sideways or is cut off.
 */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { startHost } from '../test/host/host';
import type { Host, HostOptions, Theme } from '../test/host/host';
import { cutOff } from '../test/outside/support/texts';
import { Workbench } from '../test/outside/support/workbench';
import { ensurePacked } from '../test/support/packed/ensurePacked';
import { packedFile } from '../test/support/packed/packedFolder';

const looks: Readonly<Record<string, { readonly theme: Theme; readonly locale?: string }>> = {
  dark: { theme: 'dark' },
  light: { theme: 'light' },
  highContrast: { theme: 'highContrast' },
  highContrastLight: { theme: 'highContrastLight' },
  'zh-cn': { theme: 'light', locale: 'zh-cn' },
  'zh-tw': { theme: 'dark', locale: 'zh-tw' },
};

/** The last one is the first at a zoom of 200%. */
const sizes = {
  1440: { width: 1440, height: 900 },
  1000: { width: 1000, height: 600 },
  640: { width: 640, height: 900 },
  '200%': { width: 720, height: 450 },
} as const;
const wide = sizes[1440];
const hardQuantity = 1_000_000;

/** Keys that open each surface, in every language. */
const keys = {
  sandbox: { key: 'ctrl+alt+f1', command: 'marketDesk.sandbox.start' },
  calendar: { key: 'ctrl+alt+f2', command: 'marketDesk.calendar.open' },
  portfolio: { key: 'ctrl+alt+f3', command: 'marketDesk.portfolio.open' },
  security: { key: 'ctrl+alt+f4', command: 'marketDesk.security.open', args: 'HK.00700' },
  ticket: { key: 'ctrl+alt+f5', command: 'marketDesk.orders.modify', args: { accountId: '8001', orderId: 'OK-1', price: '560.3' } },
  tradingDays: { key: 'ctrl+alt+f6', command: 'marketDesk.tradingDays.show', args: { market: 'HK', from: '2026-09', to: '2026-12' } },
  records: { key: 'ctrl+alt+f7', command: 'marketDesk.orders.showJournal' },
  alert: { key: 'ctrl+alt+f8', command: 'marketDesk.alerts.add', args: 'HK.00700' },
  settings: { key: 'ctrl+alt+f9', command: 'workbench.action.openSettings', args: '@ext:market-desk.market-desk' },
  closeEditors: { key: 'ctrl+alt+f10', command: 'workbench.action.closeAllEditors' },
  sideBar: { key: 'ctrl+alt+f11', command: 'workbench.action.toggleSidebarVisibility' },
  views: { key: 'ctrl+alt+f12', command: 'workbench.view.extension.marketDesk' },
  orders: { key: 'ctrl+alt+1', command: 'marketDesk.orders.openPage' },
  receipt: { key: 'ctrl+alt+2', command: 'marketDesk.orders.showReceipt', args: { accountId: '8001', orderId: 'OK-1' } },
  placing: { key: 'ctrl+alt+3', command: 'marketDesk.orders.place', args: { accountId: '8001', symbol: 'HK.00700', side: 'BUY' } },
  stop: { key: 'ctrl+alt+4', command: 'marketDesk.orders.stopSending' },
  orderLimits: { key: 'ctrl+alt+5', command: 'marketDesk.orders.editLimits' },
  venues: { key: 'ctrl+alt+7', command: 'marketDesk.security.open', args: 'US.AAPL' },
  day: { key: 'ctrl+alt+8', command: 'marketDesk.security.reviewDay', args: 'HK.00700' },
  cancelAll: { key: 'ctrl+alt+9', command: 'marketDesk.orders.cancelAll' },
  screener: { key: 'ctrl+alt+6', command: 'marketDesk.plates.screen', args: 'HK.BK1000' },
} as const;

const surfaces = [
  'welcome',
  'sandbox',
  'calendar',
  'history',
  'portfolio',
  'screener',
  'security',
  'ticket',
  'placing',
  'limits',
  'orderLimits',
  'orders',
  'records',
  'tradingDays',
  'others',
  'views',
  'day',
  'stop',
  'canceled',
] as const;
type SurfaceName = (typeof surfaces)[number];

const patience = { timeout: 30_000 };

class Tour {
  readonly #workbench: Workbench;
  #faults = 0;

  constructor(
    private readonly host: Host,
    private readonly folder: string,
    private readonly look: string,
    /** The names of the wanted surfaces; all if empty. */
    private readonly wanted: readonly string[],
  ) {
    this.#workbench = new Workbench(host.page);
  }

  get #page(): Page {
    return this.host.page;
  }

  /** @returns how many pictures show something that scrolls sideways or is cut off. */
  async take(): Promise<number> {
    for (const [name, surface] of Object.entries(this.#surfaces)) {
      // All others need a session.
      if (name !== 'sandbox' && this.wanted.length > 0 && !this.wanted.includes(name)) continue;
      await surface().catch(async (error: unknown) => {
        console.log(`${this.look}: ${error instanceof Error ? error.message : String(error)}`);
        await this.#shoot(`${name}-failed`, '1440');
        await this.#page.keyboard.press('Escape');
      });
    }
    return this.#faults;
  }

  readonly #surfaces: Readonly<Record<SurfaceName, () => Promise<void>>> = {
    welcome: async () => this.#welcome(),
    sandbox: async () => this.#sandbox(),
    calendar: async () => this.#calendar(),
    history: async () => this.#history(),
    portfolio: async () => this.#portfolio(),
    screener: async () => this.#screener(),
    security: async () => this.#security(),
    ticket: async () => this.#ticket(),
    placing: async () => this.#placing(),
    limits: async () => this.#limits(),
    orderLimits: async () => this.#orderLimits(),
    orders: async () => this.#orders(),
    records: async () => this.#records(),
    tradingDays: async () => this.#tradingDays(),
    others: async () => this.#others(),
    views: async () => this.#views(),
    day: async () => this.#day(),
    stop: async () => this.#stop(),
    // Last: it leaves no open order.
    canceled: async () => this.#canceled(),
  };

  async #press(name: keyof typeof keys): Promise<void> {
    await this.#page.bringToFront();
    await this.#page.keyboard.press(keys[name].key.replace('ctrl', 'Control').replace('alt', 'Alt').replace('f', 'F'));
  }

  /** The page that a key opens; pressed once more if nothing came, because a part of the window that is closing takes a key with it. */
  async #show(name: keyof typeof keys, marker: string): Promise<Frame> {
    await this.#press(name);
    return this.#workbench.webview(marker).catch(async () => {
      await this.#press(name);
      return this.#workbench.webview(marker);
    });
  }

  async #welcome(): Promise<void> {
    const page = await this.#workbench.welcome();
    await this.#leavePointer();
    await this.#inEverySize('welcome', page);
  }

  async #sandbox(): Promise<void> {
    const page = await this.#show('sandbox', '.tabs[role=tablist]');
    await page.locator('[role=row].event').first().waitFor(patience);
    await this.#workbench.showContainer();
    await this.#leavePointer();
    await this.#page.waitForTimeout(3_000);
    await this.#shoot('first-sight', '1440');
    await this.#press('sideBar');
  }

  async #calendar(): Promise<void> {
    const page = await this.#search();
    await this.#inEverySize('search', page);
    await page.getByRole('tab').nth(1).click();
    // A day of a weekend has none.
    const next = page.locator('.placeholder button');
    await page.locator('[role=row].event').first().or(next).first().waitFor(patience);
    if (await next.isVisible()) await next.click();
    await page.locator('[role=row].event').first().waitFor(patience);
    await this.#inEverySize('hot-list', page);
  }

  async #search(): Promise<Frame> {
    const page = await this.#workbench.webview('.tabs[role=tablist]');
    await page.getByRole('tab').first().click();
    const keyword = page.getByRole('searchbox').first();
    await keyword.fill('CPI');
    await keyword.press('Enter');
    await page.locator('mark').first().waitFor(patience);
    return page;
  }

  async #history(): Promise<void> {
    const page = await this.#search();
    await page.locator('[role=row].event').first().click(patience);
    await this.#page.keyboard.press('h');
    const history = await this.#workbench.webview('history-page');
    await history.locator('.rows .row').first().waitFor(patience);
    await this.#inEverySize('history', history);
  }

  async #portfolio(): Promise<void> {
    const page = await this.#show('portfolio', 'portfolio-page');
    await page.locator('.rows .row').nth(3).waitFor(patience);
    await this.#inEverySize('portfolio', page);
  }

  async #screener(): Promise<void> {
    const page = await this.#show('screener', 'screener-page');
    await page.locator('.rows .row').nth(3).waitFor(patience);
    await page.locator('.progress:not(.busy)').waitFor({ ...patience, state: 'attached' });
    await this.#inEverySize('screener', page);
    await page.locator('.add-filter').selectOption('pe');
    await page.locator('[data-field=pe] input').last().fill('10');
    await page.locator('.add-filter').selectOption('turnover');
    await page.locator('[data-field=turnover] input').first().fill('10M');
    await page.locator('.header [data-column=changePercent]').click();
    await this.#inEverySize('screener-filtered', page);
    await page.locator('[data-field=pe] input').last().fill('cheap');
    await page.locator('.pick-columns').click();
    await this.#page.waitForTimeout(700);
    await this.#shoot('screener-columns', '1440');
    await this.#press('closeEditors');
  }

  async #security(): Promise<void> {
    const page = await this.#show('security', 'security-page');
    await page.locator('.levels tbody tr').nth(9).waitFor(patience);
    await this.#inEverySize('security', page);
    await page.locator('.money').waitFor(patience);
    await page.locator('.plates').scrollIntoViewIfNeeded();
    await this.#shoot('security-flow', '1440');
    await this.#compared(page);
    // Its book has an exchange beside each price.
    const venues = await this.#show('venues', 'security-page .levels .exchange');
    await this.#inEverySize('security-venues', venues);
  }

  /** A second security in the chart. */
  async #compared(page: Frame): Promise<void> {
    await page.locator('button.order:has(.codicon-add)').click();
    const input = this.#page.locator('.quick-input-widget:visible input');
    await input.fill('HK.09988');
    await this.#page.waitForTimeout(700);
    await this.#page.keyboard.press('Enter');
    await this.#page.waitForTimeout(3_000);
    await this.#shoot('security-compared', '1440');
  }

  async #ticket(): Promise<void> {
    const page = await this.#show('ticket', 'order-ticket .facts');
    await page.locator('.quote').waitFor(patience);
    await this.#inEverySize('ticket', page);
  }

  async #placing(): Promise<void> {
    // With two tickets open, which of them answers would depend on when the hidden one is destroyed.
    await this.#press('closeEditors');
    const page = await this.#show('placing', 'order-ticket .facts');
    await page.locator('.quote').waitFor(patience);
    await this.#inEverySize('new-order', page);
    await page.locator('.review').click();
    await this.#page.locator('.monaco-dialog-box').waitFor(patience);
    await this.#shoot('last-question', '1440');
    await this.#page.keyboard.press('Escape');
    await this.#press('closeEditors');
  }

  /** A quantity beyond a limit that leads to a question, and one beyond a limit that blocks the order. */
  async #limits(): Promise<void> {
    await this.#press('closeEditors');
    const page = await this.#show('placing', 'order-ticket .facts');
    await page.locator('.quote').waitFor(patience);
    await page.locator('#qty').fill(String(hardQuantity * 2));
    await page.locator('.limits li').first().waitFor(patience);
    await page.locator('.limits').scrollIntoViewIfNeeded();
    await this.#inEverySize('limits', page);
    await page.locator('.review').click();
    await page.locator('.limits:focus').waitFor(patience);
    await this.#inEverySize('limits-told', page);
    await this.#press('closeEditors');
  }

  async #orderLimits(): Promise<void> {
    const page = await this.#show('orderLimits', 'limits-page');
    await page.locator('#quantity-ask').waitFor(patience);
    await this.#inEverySize('order-limits', page);
    await page.locator('#quantity-ask').fill('1.000,5');
    await page.locator('#quantity-ask').press('Tab');
    await page.locator('#quantity-ask[aria-invalid=true]').waitFor(patience);
    await this.#shoot('order-limits-refused', '1440');
    await this.#press('closeEditors');
  }

  async #orders(): Promise<void> {
    const page = await this.#show('orders', 'orders-page');
    await page.locator('.rows .row').nth(3).waitFor(patience);
    await this.#inEverySize('orders', page);
    for (const tab of ['history', 'fills']) {
      await page.locator(`#tab-${tab}`).click();
      await page.locator('.rows .row, .placeholder').first().waitFor(patience);
      await page.locator('.progress:not(.busy)').waitFor({ ...patience, state: 'attached' });
      await this.#inEverySize(`orders-${tab}`, page);
    }
    await this.#press('receipt');
    await this.#page.locator('.editor-instance .view-line').first().waitFor(patience);
    await this.#page.waitForTimeout(1_500);
    await this.#shoot('receipt', '1440');
  }

  /** An order that was placed, with its details, and the other kinds of records. */
  async #records(): Promise<void> {
    await this.#press('closeEditors');
    const ticket = await this.#show('placing', 'order-ticket .facts');
    await ticket.locator('.quote').waitFor(patience);
    await ticket.locator('.review').click();
    // Only what sends the order has its quantity; an answer within a second is too soon for the question.
    const yes = this.#page.locator('.monaco-dialog-box .monaco-button', { hasText: /\d/ });
    await yes.waitFor(patience);
    await this.#page.waitForTimeout(1_500);
    await yes.click(patience);
    await ticket.locator('.stage:is(.good, .waiting)').waitFor(patience);
    await this.#press('closeEditors');
    const page = await this.#show('records', 'records-page');
    const row = page.locator('.rows .row', { hasText: /\d{4}/ }).first();
    await row.dblclick(patience);
    await page.locator('.steps tr').nth(1).waitFor(patience);
    await this.#inEverySize('records', page);
    for (const name of ['requests', 'agents']) {
      await page.locator(`#tab-${name}`).click();
      await page.locator('.rows .row, .placeholder h2').first().waitFor(patience);
      await this.#inEverySize(`records-${name}`, page);
    }
    await this.#press('closeEditors');
  }

  /** The question, and what stays visible in every window while sending is stopped. */
  async #stop(): Promise<void> {
    await this.#press('stop');
    await this.#page.locator('.monaco-dialog-box').waitFor(patience);
    await this.#shoot('stop-question', '1440');
    await this.#page.keyboard.press('Escape');
    await this.#press('ticket');
    await (await this.#workbench.webview('order-ticket .facts')).locator('.quote').waitFor(patience);
    await this.#page.waitForTimeout(1_000);
    await this.#shoot('stopped', '1440');
  }

  async #day(): Promise<void> {
    await this.#press('closeEditors');
    // The views may be open.
    if (await this.#page.locator('.part.sidebar').isVisible()) await this.#press('sideBar');
    const page = await this.#show('day', 'security-page .day-events');
    await page.locator('.day-events .rows .row').first().waitFor(patience);
    await this.#inEverySize('day', page);
    await this.#press('closeEditors');
  }

  /** Orders of every outcome: some of the sandbox’s are refused, or have no known end. */
  async #canceled(): Promise<void> {
    await this.#press('closeEditors');
    await this.#press('cancelAll');
    const accounts = this.#page.locator('.quick-input-widget:visible .monaco-list-row').first();
    // While sending is stopped, it is about all accounts.
    await accounts.or(this.#page.locator('.monaco-dialog-box')).first().waitFor(patience);
    if (await accounts.isVisible()) await this.#page.keyboard.press('Enter');
    const yes = this.#page.locator('.monaco-dialog-box .monaco-button', { hasText: /\d/ });
    await yes.waitFor(patience);
    await this.#shoot('cancel-question', '1440');
    // An answer within a second is too soon for the question.
    await this.#page.waitForTimeout(1_500);
    await yes.click(patience);
    const page = await this.#workbench.webview('canceled-page tbody tr');
    const end = page.locator('.progress:not(.busy)');
    // Some orders of the sandbox ask for more.
    const question = this.#page.locator('.monaco-dialog-box');
    while (!(await end.count())) {
      if (await question.isVisible()) await this.#page.keyboard.press('Escape');
      await this.#page.waitForTimeout(500);
    }
    await this.#page.waitForTimeout(3_000);
    await this.#inEverySize('canceled', page);
    await this.#press('closeEditors');
  }

  async #tradingDays(): Promise<void> {
    await this.#inEverySize('trading-days', await this.#show('tradingDays', '.months'));
  }

  async #others(): Promise<void> {
    await this.#press('alert');
    await this.#page.locator('.quick-input-widget:visible').waitFor(patience);
    await this.#shoot('alert', '1440');
    await this.#page.keyboard.press('Escape');
    await this.#press('settings');
    await this.#page.locator('.settings-editor .setting-item').first().waitFor(patience);
    await this.#shoot('settings', '1440');
    await this.#press('closeEditors');
  }

  async #views(): Promise<void> {
    await this.#workbench.showContainer();
    for (const header of await this.#page.locator('.part.sidebar .pane-header').all())
      if ((await header.getAttribute('aria-expanded')) === 'false') await header.click();
    await this.#leavePointer();
    await this.#page.waitForTimeout(2_000);
    for (const [name, size] of Object.entries(sizes)) {
      await this.#page.setViewportSize(size);
      await this.#page.waitForTimeout(700);
      await this.#shoot('views', name);
    }
    // All five views, in the side bars that users have.
    await this.#page.setViewportSize({ width: wide.width, height: 1_400 });
    for (const width of [250, 300, 400]) {
      await this.#makeSideBar(width);
      await this.#shoot('side-bar', String(width));
    }
    await this.#page.setViewportSize(wide);
  }

  async #makeSideBar(width: number): Promise<void> {
    const { mouse } = this.#page;
    const box = await this.#page.locator('.part.sidebar').boundingBox();
    if (box === null) throw new Error('The side bar is hidden.');
    await mouse.move(box.x + box.width, box.y + 20);
    await mouse.down();
    await mouse.move(box.x + width, box.y + 20, { steps: 5 });
    await mouse.up();
    await this.#leavePointer();
    await this.#page.waitForTimeout(1_500);
  }

  /** Moves the mouse away: VS Code would show a tooltip over the picture. */
  async #leavePointer(): Promise<void> {
    await this.#page.mouse.move(wide.width / 2, 1);
  }

  async #inEverySize(name: string, page: Frame): Promise<void> {
    for (const [size, viewport] of Object.entries(sizes)) {
      await this.#page.setViewportSize(viewport);
      // Charts and lists are redrawn.
      await this.#page.waitForTimeout(900);
      await this.#shoot(name, size);
      const found = [...(await scrollsSideways(page)), ...(await cutOff(page)).map((text) => `cut off: ${text}`)];
      if (found.length > 0) console.log(`${this.look}-${name}-${size}: ${found.join('; ')}`);
      this.#faults += found.length === 0 ? 0 : 1;
    }
    await this.#page.setViewportSize(wide);
    await this.#page.waitForTimeout(300);
  }

  async #shoot(name: string, size: string): Promise<void> {
    await this.#page.screenshot({ path: path.join(this.folder, `${this.look}-${name}-${size.replace('%', '')}.png`) });
  }
}

/** What is too wide: the page itself, and elements that report scrolling. */
async function scrollsSideways(page: Frame): Promise<readonly string[]> {
  return page.evaluate<readonly string[]>(`(() => {
    const root = document.scrollingElement;
    if (root.scrollWidth <= innerWidth) return [];
    const outside = [...document.body.querySelectorAll('*')].filter((element) => element.getBoundingClientRect().right > innerWidth + 1).slice(0, 4);
    return ['scrolls sideways: ' + outside.map((element) => element.tagName.toLowerCase() + '.' + element.className).join(', ')];
  })()`);
}

async function main([folder, ...wanted]: readonly string[]): Promise<number> {
  if (folder === undefined || folder.startsWith('-')) throw new Error('Where are the pictures to go? Name a folder first.');
  await mkdir(folder, { recursive: true });
  const isSurface = (name: string): boolean => surfaces.some((surface) => surface === name);
  const [wantedSurfaces, wantedLooks] = [wanted.filter(isSurface), wanted.filter((name) => !isSurface(name))];
  const unknown = wantedLooks.filter((name) => looks[name] === undefined);
  if (unknown.length > 0)
    throw new Error(`${unknown.join(', ')}: no look (${Object.keys(looks).join(', ')}) or surface (${surfaces.join(', ')}).`);
  await ensurePacked();
  let faults = 0;
  for (const [look, { theme, locale }] of Object.entries(looks)) {
    if (wantedLooks.length > 0 && !wantedLooks.includes(look)) continue;
    const options: HostOptions = {
      ...{ vsix: [packedFile], theme, viewport: wide, keybindings: Object.values(keys), log: () => undefined },
      settings: {
        'marketDesk.calendar.timeZone': 'UTC',
        'marketDesk.statusBar.show': ['nextRelease', 'dayProfit'],
        'marketDesk.orders.allow': 'all',
        'marketDesk.orders.limits': { quantity: { ask: hardQuantity / 2, refuse: hardQuantity } },
      },
      ...(locale === undefined ? {} : { locale }),
    };
    const host = await startHost(options);
    try {
      faults += await new Tour(host, folder, look, wantedSurfaces).take();
    } finally {
      await host.close();
    }
  }
  console.log(`${faults} pictures with faults`);
  return faults === 0 ? 0 : 1;
}

void main(process.argv.slice(2)).then((code) => (process.exitCode = code));
