import type { Locator, Page } from 'playwright-core';
import { patient } from './patience';

/** What a page knows of a row. */
export interface DrawnRow {
  getAttribute(name: string): string | null;
  querySelector(selector: string): { readonly innerText: string } | null;
}

/** A tree view in the side bar. Trees are virtual: only visible rows exist. */
export class TreeView {
  readonly pane: Locator;

  constructor(
    private readonly page: Page,
    readonly name: string,
  ) {
    this.pane = page.locator('.part.sidebar .split-view-view .pane').filter({ has: page.locator(`.pane-header[aria-label^="${name}"]`) });
  }

  private get header(): Locator {
    return this.pane.locator('.pane-header');
  }

  /** Opens the section if it is collapsed. */
  async expandPane(): Promise<void> {
    await this.header.waitFor({ timeout: patient(20_000) });
    if ((await this.header.getAttribute('aria-expanded')) === 'true') return;
    await this.header.click();
    await this.page.locator(`.pane-header[aria-label^="${this.name}"][aria-expanded=true]`).waitFor({ timeout: patient(20_000) });
  }

  /** The description next to the view's title. */
  async description(): Promise<string> {
    const description = this.header.locator('.description');
    return (await description.isVisible()) ? (await description.innerText()).trim() : '';
  }

  /** The message above the tree. */
  async message(): Promise<string> {
    const message = this.pane.locator('.tree-explorer-viewlet-tree-view .message');
    return (await message.isVisible()) ? (await message.innerText()).trim() : '';
  }

  /** The welcome content that an empty view shows. */
  get welcome(): Locator {
    return this.pane.locator('.welcome-view-content');
  }

  get rows(): Locator {
    return this.pane.locator('.monaco-list-row[role=treeitem]');
  }

  /** The first row whose label and description contain the text. */
  row(text: string | RegExp): Locator {
    return this.rows.filter({ hasText: text }).first();
  }

  async waitForRow(text: string | RegExp): Promise<Locator> {
    const row = this.row(text);
    await row.waitFor({ timeout: patient(20_000) });
    return row;
  }

  /** Label and description of every visible row, from top to bottom. */
  async texts(): Promise<string[]> {
    // At once: a row that goes while the others are read would be waited for.
    return this.rows.evaluateAll((rows: DrawnRow[]) =>
      rows
        .toSorted((one, other) => Number(one.getAttribute('data-index')) - Number(other.getAttribute('data-index')))
        .map((row) => (row.querySelector('.monaco-icon-label')?.innerText ?? '').replace(/\s+/g, ' ').trim()),
    );
  }

  async expand(text: string | RegExp): Promise<void> {
    const row = await this.waitForRow(text);
    if ((await row.getAttribute('aria-expanded')) === 'true') return;
    await row.click();
    if ((await row.getAttribute('aria-expanded')) !== 'true') await this.page.keyboard.press('ArrowRight');
    await this.rows
      .filter({ hasText: text })
      .and(this.page.locator('[aria-expanded=true]'))
      .first()
      .waitFor({ timeout: patient(20_000) });
  }

  /**
   * Hovers over a row until its tooltip shows the text. The editor drops a tooltip that is about to open when it redraws the row, and opens
   * it when the pointer returns.
   */
  async hover(row: string | RegExp, text: string): Promise<Locator> {
    const tooltip = this.page.locator('.workbench-hover-container', { hasText: text });
    for (const deadline = Date.now() + patient(20_000); ;) {
      // An open tooltip may cover the row.
      await (await this.waitForRow(row)).hover({ timeout: 3_000 }).catch(() => undefined);
      try {
        await tooltip.waitFor({ timeout: 3_000 });
        return tooltip;
      } catch (error) {
        if (Date.now() > deadline) throw error;
        await this.page.mouse.move(0, 0);
      }
    }
  }

  /** What the tooltip of a row says. A row that is drawn again meanwhile closes it, and is asked again. */
  async tooltipText(row: string | RegExp, text: string): Promise<string> {
    for (const deadline = Date.now() + patient(20_000); ;) {
      const tooltip = await this.hover(row, text);
      try {
        return await tooltip.innerText({ timeout: 1_000 });
      } catch (error) {
        if (Date.now() > deadline) throw error;
      }
    }
  }

  /** Until no rows come or go: while the editor reads a view again, it does not know the row that is pressed. Figures may move. */
  async #settled(): Promise<void> {
    const rows = async (): Promise<string> => (await this.texts()).map((text) => text.replace(/[-+−\d.,:%]+/g, '')).join('\n');
    for (let [before, tries] = ['', 0]; tries < 20; tries += 1) {
      const now = await rows();
      if (now === before) return;
      before = now;
      await this.page.waitForTimeout(400);
    }
  }

  /**
   * An action that appears on the row, by how its accessible name begins. Rows that arrive meanwhile leave the pointer on another row, whose
   * tooltip may cover this one.
   */
  async inline(text: string | RegExp, action: string): Promise<Locator> {
    await this.#settled();
    const found = (await this.waitForRow(text)).locator(`.actions a[aria-label^="${action}"]`);
    for (const deadline = Date.now() + patient(20_000); !(await found.isVisible());) {
      if (Date.now() > deadline) throw new Error(`The row does not offer “${action}”.`);
      await this.page.mouse.move(0, 0);
      await this.row(text)
        .hover({ timeout: 3_000 })
        .catch(() => undefined);
    }
    return found;
  }

  async pressInline(text: string | RegExp, action: string): Promise<void> {
    await (await this.inline(text, action)).click({ timeout: patient(20_000) });
  }

  /** Presses an action in the view's title bar. */
  async pressInTitle(action: string): Promise<void> {
    await this.header.hover();
    await this.header.locator(`a[aria-label="${action}"]`).click({ timeout: patient(20_000) });
  }
}
