import type { Locator, Page } from 'playwright-core';
import { patient } from './patience';

/** The quick input at the top of the workbench: the palette, quick picks, and input boxes. */
export class QuickInput {
  constructor(private readonly page: Page) {}

  private get widget(): Locator {
    return this.page.locator('.quick-input-widget:visible');
  }

  private get box(): Locator {
    return this.widget.locator('.quick-input-box input');
  }

  private get rows(): Locator {
    return this.widget.locator('.quick-input-list .monaco-list-row');
  }

  /** Opens the command palette, whatever has the focus. */
  async openPalette(): Promise<void> {
    // A workbench that is still starting swallows keys; an open palette takes another F1 for nothing new.
    for (const deadline = Date.now() + patient(40_000); Date.now() < deadline;) {
      await this.page.keyboard.press('F1');
      const opened = await this.widget.waitFor({ timeout: 1_500 }).then(
        () => true,
        () => false,
      );
      if (opened) return;
    }
    throw new Error('The palette does not open.');
  }

  /** Lists to choose from may have to wait for the pace of the service: half a minute at most. */
  async waitUntilOpen(): Promise<void> {
    await this.widget.waitFor({ timeout: patient(40_000) });
  }

  /** Resolves when no quick input is open any more. */
  async waitUntilClosed(): Promise<void> {
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden', timeout: patient(20_000) });
  }

  async isOpen(): Promise<boolean> {
    return this.widget.isVisible();
  }

  private async closing(): Promise<never> {
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden', timeout: patient(40_000) });
    throw new Error('The quick input was closed.');
  }

  async title(): Promise<string> {
    await this.waitUntilOpen();
    return (await this.widget.locator('.quick-input-title').innerText()).trim();
  }

  /** The prompt or the validation message below an input box. */
  async message(): Promise<string> {
    await this.waitUntilOpen();
    return (await this.widget.locator('.quick-input-message').innerText()).trim();
  }

  async waitForMessage(text: string | RegExp): Promise<void> {
    await this.widget
      .locator('.quick-input-message')
      .filter({ hasText: text })
      .waitFor({ timeout: patient(20_000) });
  }

  /** What an empty field asks for. */
  async waitForPlaceholder(text: string): Promise<void> {
    await this.widget.locator(`.quick-input-box input[placeholder*="${text}"]`).waitFor({ timeout: patient(20_000) });
  }

  /** The text of the input field. */
  async value(): Promise<string> {
    await this.waitUntilOpen();
    return this.box.inputValue();
  }

  async waitForValue(pattern: RegExp): Promise<void> {
    const deadline = Date.now() + patient(20_000);
    while (!pattern.test(await this.value())) {
      if (Date.now() > deadline) throw new Error(`The field does not say ${String(pattern)} but ${await this.value()}.`);
      await this.page.waitForTimeout(50);
    }
  }

  /** Types into the field without accepting, so that validation can be read. */
  async type(text: string): Promise<void> {
    await this.waitUntilOpen();
    await this.box.fill(text);
  }

  /** Types into an input box and accepts with Enter. */
  async enter(text: string): Promise<void> {
    await this.type(text);
    await this.goOn(patient(2_500));
  }

  /** A page in front may take back the focus from the editor a moment after the palette has closed, so Enter goes to the field. */
  async accept(): Promise<void> {
    await this.box.press('Enter');
  }

  async cancel(): Promise<void> {
    const hidden = this.page.locator('.quick-input-widget');
    // A file dialog that is still reading the folder shows itself once more.
    for (let attempt = 0; attempt < 10; attempt++) {
      await this.page.keyboard.press('Escape');
      const closed = await hidden.waitFor({ state: 'hidden', timeout: patient(2_000) }).then(
        () => true,
        () => false,
      );
      if (closed) return;
    }
    throw new Error('The quick input does not close.');
  }

  async pressBack(): Promise<void> {
    await this.widget.getByRole('button', { name: 'Back' }).click({ timeout: patient(20_000) });
  }

  /** Labels of the visible rows. */
  async items(): Promise<string[]> {
    await this.rows.first().waitFor({ timeout: patient(20_000) });
    const texts = await this.rows.locator('.quick-input-list-label .label-name').allInnerTexts();
    return texts.map((text) => text.trim());
  }

  /**
   * Picks the row with this label: filters by typing, then accepts with the keyboard.
   *
   * @param filter - What to type; by default the label.
   */
  async pick(label: string, filter = label): Promise<void> {
    await this.waitUntilOpen();
    const row = this.row(label);
    await this.choose(row, filter, async () => row.waitFor({ timeout: patient(20_000) }));
  }

  /** Picks the row with this description, such as the ID of an order. */
  async pickDescribed(description: string): Promise<void> {
    await this.waitUntilOpen();
    const exactly = new RegExp(`^\\s*${escapeRegExp(description)}\\s*$`);
    const row = this.rows.filter({ has: this.page.locator('.quick-input-list-label .label-description', { hasText: exactly }) }).first();
    await this.choose(row, description, async () => row.waitFor({ timeout: patient(20_000) }));
  }

  /**
   * Picks a command in the open palette.
   *
   * @throws at once if the palette closes: no other quick input follows it by itself.
   */
  async pickCommand(title: string): Promise<void> {
    const row = this.row(title);
    await this.choose(row, `>${title}`, async () => Promise.race([row.waitFor({ timeout: patient(20_000) }), this.closing()]));
  }

  private async choose(row: Locator, filter: string, appears: () => Promise<void>): Promise<void> {
    await this.fill(filter);
    await appears();
    // Another row may be focused first: the palette prefers the most recently used one.
    for (let step = 0; !(await isFocused(row)); step++) {
      if (step === 30 || !(await this.isOpen())) throw new Error(`The row for “${filter}” cannot be reached by the keyboard.`);
      await this.page.keyboard.press('ArrowDown');
    }
    await this.goOn(patient(20_000));
  }

  /** Fills the field. @throws at once if the quick input closes: a field that is opened later is another one. */
  private async fill(text: string): Promise<void> {
    for (const deadline = Date.now() + patient(10_000); ;) {
      try {
        await this.box.fill(text, { timeout: patient(1_000) });
        return;
      } catch (error) {
        if (Date.now() > deadline || !(await this.isOpen())) throw error;
      }
    }
  }

  /**
   * Accepts, and waits until something else or nothing is shown: what comes next in a test must not be typed into the previous step.
   *
   * @param longest - How long to wait: a row is always accepted, however long it takes, but a typed text may be refused.
   * @throws if something else took the focus, and with it this Enter.
   */
  private async goOn(longest: number): Promise<void> {
    const before = await this.face();
    await this.listenForEnter();
    await this.page.keyboard.press('Enter');
    if (!(await this.hasHeardEnter())) {
      if (!(await this.isOpen())) throw new Error('The quick input was closed before Enter reached it.');
      await this.accept();
    }
    const deadline = Date.now() + longest;
    while ((await this.face()) === before && Date.now() < deadline) await this.page.waitForTimeout(20);
  }

  private async listenForEnter(): Promise<void> {
    await this.page.evaluate(`(() => {
      const widget = [...document.querySelectorAll('.quick-input-widget')].find((found) => found.checkVisibility());
      globalThis.heardEnter = false;
      const hear = ({ key }) => (globalThis.heardEnter ||= key === 'Enter');
      widget?.addEventListener('keydown', hear, { capture: true, once: true });
    })()`);
  }

  /** Also if it makes the window load again. */
  private async hasHeardEnter(): Promise<boolean> {
    return unlessReloaded(this.page.evaluate<boolean>('globalThis.heardEnter ?? true'), true);
  }

  /** Distinguishes one step from the next; empty while nothing is open or the window is being reloaded. */
  private async face(): Promise<string> {
    const read = this.page.evaluate<string>(`(() => {
      const widget = [...document.querySelectorAll('.quick-input-widget')].find((found) => found.checkVisibility());
      const box = widget?.querySelector('.quick-input-box input');
      return widget === undefined ? '' : [widget.querySelector('.quick-input-title')?.textContent, widget.querySelector('.quick-input-message')?.textContent, box?.placeholder, box?.value].join('\\n') + '.';
    })()`);
    return unlessReloaded(read, '');
  }

  /** Selects rows in a picker with check boxes, waits until they count as selected, and accepts. */
  async pickSeveral(labels: readonly string[]): Promise<void> {
    await this.rows.first().waitFor({ timeout: patient(20_000) });
    const count = this.widget.locator('.quick-input-count');
    const before = Number(/\d+/.exec(await count.innerText())?.[0]);
    for (const label of labels) {
      // Only visible rows exist, and a selected row moves when the filter is removed.
      await this.box.fill(label);
      const row = this.row(label);
      await row.waitFor({ timeout: patient(20_000) });
      await row.click();
    }
    await count.getByText(`${String(before + labels.length)} Selected`).waitFor({ timeout: patient(20_000) });
    await this.widget.getByRole('button', { name: 'OK' }).click({ timeout: patient(20_000) });
  }

  private row(label: string): Locator {
    return this.rows
      .filter({
        has: this.page.locator('.quick-input-list-label .label-name', { hasText: new RegExp(`^\\s*${escapeRegExp(label)}\\s*$`) }),
      })
      .first();
  }
}

/** What the page answers, or `otherwise` if it is being loaded again meanwhile. */
async function unlessReloaded<T>(read: Promise<T>, otherwise: T): Promise<T> {
  return read.catch((error: unknown) => {
    if (error instanceof Error && error.message.includes('context was destroyed')) return otherwise;
    throw error;
  });
}

async function isFocused(row: Locator): Promise<boolean> {
  return ((await row.getAttribute('class')) ?? '').split(' ').includes('focused');
}

function escapeRegExp(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
