import type { Locator, Page } from 'playwright-core';

/** Presses keys and clicks, and counts both; text typed into a field does not count. */
export class Hand {
  #actions = 0;

  constructor(private readonly page: Page) {}

  /** Keys and clicks so far. */
  get actions(): number {
    return this.#actions;
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key);
    this.#actions += keys.length;
  }

  /** Chooses an entry of a menu. For a moment a menu takes a click for the end of the one that opened it; no user is that fast. */
  async choose(entry: Locator): Promise<void> {
    await entry.waitFor({ timeout: 30_000 });
    while (await entry.isVisible()) {
      await entry.click({ timeout: 1000 }).catch(() => undefined);
      await entry.waitFor({ state: 'hidden', timeout: 300 }).catch(() => undefined);
    }
    this.#actions += 1;
  }

  async click(what: Locator): Promise<void> {
    await what.click({ timeout: 30_000 });
    this.#actions += 1;
  }
}
