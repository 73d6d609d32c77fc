import type { Frame, Locator, Page } from 'playwright-core';
import { findBlankWebview, howFarItCame, isOfEditor, noteBlankWebview } from './blankWebviews';
import { QuickInput } from './quickInput';
import { TreeView } from './treeView';

const patience = 20_000;
/** The time within which the document of a webview arrives, even on a busy machine. */
const documentPatience = 14_000;

/** Set differently by tests of the workbench itself. */
interface BlankWebviews {
  /** Called for each webview that is reopened. */
  readonly note: (marker: string) => Promise<void>;
  /** Milliseconds until a webview without a document is reopened. */
  readonly patience: number;
}

/**
 * The workbench of one VS Code window as its user experiences it: keyboard first, then what is on the screen.
 *
 * Every method waits for what it needs and fails with a time-out that names it; none sleeps for a fixed time.
 */
export class Workbench {
  readonly quickInput: QuickInput;

  constructor(
    readonly page: Page,
    private readonly blank: BlankWebviews = { note: noteBlankWebview, patience: documentPatience },
  ) {
    this.quickInput = new QuickInput(page);
  }

  /** Runs a command by its full title in the palette, for example `Market Desk: Sign In`. */
  async runCommand(title: string): Promise<void> {
    await this.page.bringToFront();
    for (let attempt = 1; ; attempt++) {
      await this.quickInput.openPalette();
      try {
        await this.quickInput.pickCommand(title);
        return;
      } catch (error) {
        // An editor or a page that is still opening takes the focus, which closes the palette.
        if (attempt === 3 || (await this.quickInput.isOpen())) throw error;
      }
    }
  }

  /** Shows the Market Desk container in the side bar. */
  async showContainer(): Promise<void> {
    const sideBar = this.page.locator('.part.sidebar .composite.title', { hasText: 'Market Desk' });
    const deadline = Date.now() + patience;
    while (!(await sideBar.isVisible())) {
      if (Date.now() > deadline) throw new Error('The side bar does not show Market Desk.');
      // A window that is still being restored may show the container by itself, and then this click hides it again. Clicks the whole item:
      // while a view loads, its icon is covered by a badge.
      await this.page.locator('.activitybar .action-item:has(> a[aria-label^="Market Desk"])').click({ timeout: patience });
      await sideBar.waitFor({ timeout: 2000 }).catch(() => undefined);
    }
  }

  /** A view of the container by its name, for example `Positions`; expanded if necessary. */
  async view(name: string): Promise<TreeView> {
    await this.showContainer();
    const view = new TreeView(this.page, name);
    await view.expandPane();
    return view;
  }

  /** Collapses views of the container, which leaves more room for the others. */
  async collapse(...names: readonly string[]): Promise<void> {
    for (const name of names) {
      const header = this.page.locator(`.pane-header[aria-label^="${name}"]`);
      if ((await header.getAttribute('aria-expanded', { timeout: patience })) === 'true') await header.click({ timeout: patience });
      await header.and(this.page.locator('[aria-expanded=false]')).waitFor({ timeout: patience });
    }
  }

  /** The page in the side bar while signed out. */
  async welcome(): Promise<Frame> {
    await this.showContainer();
    return this.webview('welcome-page main');
  }

  /** Waits until the welcome page shows the text. */
  async waitForWelcome(text: string): Promise<Frame> {
    const page = await this.welcome();
    await page.locator('welcome-page', { hasText: text }).waitFor({ timeout: patience });
    return page;
  }

  async pressInWelcome(button: string): Promise<void> {
    const page = await this.welcome();
    await page.getByRole('button', { name: button, exact: true }).click({ timeout: patience });
  }

  /** The notification that contains the text; `press` one of its buttons with {@link pressInNotification}. */
  notification(text: string | RegExp): Locator {
    return this.page
      .locator('.notifications-toasts .notification-list-item, .notifications-center .notification-list-item')
      .filter({ hasText: text })
      .first();
  }

  async waitForNotification(text: string | RegExp): Promise<string> {
    const found = await this.shownNotification(text);
    return (await found.locator('.notification-list-item-message').textContent()) ?? '';
  }

  async pressInNotification(text: string | RegExp, button: string): Promise<void> {
    const found = await this.shownNotification(text);
    await found.getByRole('button', { name: button, exact: true }).click();
  }

  /** A workbench under its test driver shows no toasts: notifications are only listed in the center behind the bell. */
  private async shownNotification(text: string | RegExp): Promise<Locator> {
    const found = this.notification(text);
    const center = this.page.locator('.notifications-center.visible');
    const bell = this.page.locator('[id="status.notifications"] a');
    const deadline = Date.now() + patience;
    while (!(await found.isVisible())) {
      if (Date.now() > deadline) throw new Error(`No notification says ${String(text)}.`);
      // It closes itself when its last notification is removed.
      if (!(await center.isVisible())) {
        await bell.click({ timeout: patience });
        // Its tooltip would cover the buttons of the center.
        await this.page.mouse.move(0, 0);
      }
      await found.waitFor({ timeout: 1000 }).catch(() => undefined);
    }
    return found;
  }

  /** Closes all editors and waits until their pages are gone: they stay for a moment, and the same page may be opened next. */
  async closeAllEditors(): Promise<void> {
    const pages = this.page.frames().filter(isOfEditor);
    await this.runCommand('View: Close All Editors');
    const deadline = Date.now() + patience;
    while (pages.some((frame) => !frame.isDetached())) {
      if (Date.now() > deadline) throw new Error('The page of an editor that was closed is still there.');
      await this.page.waitForTimeout(50);
    }
  }

  async clearNotifications(): Promise<void> {
    await this.runCommand('Notifications: Clear All Notifications');
  }

  /** Reloads as a user does: merely loading the page again gives the workbench no time to save its state. */
  async reloadWindow(): Promise<void> {
    const reloaded = this.page.waitForEvent('domcontentloaded', { timeout: patience });
    await this.runCommand('Developer: Reload Window');
    await reloaded;
    await this.page.locator('.part.statusbar').waitFor();
  }

  /** The modal dialog in front of everything. */
  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /** Text of the modal dialog: message and detail. */
  async dialogText(): Promise<string> {
    await this.dialog.waitFor({ timeout: patience });
    return (await this.dialog.locator('.dialog-message-container').innerText()).trim();
  }

  async pressInDialog(button: string): Promise<void> {
    await this.dialog.getByRole('button', { name: button, exact: true }).click({ timeout: patience });
    await this.dialog.waitFor({ state: 'hidden', timeout: patience });
  }

  /**
   * Answers the save dialog, which this host shows as a quick input, with an absolute path.
   *
   * @param proposed - What the dialog proposes; before that, it is still reading the folder and would lose typed text.
   */
  async saveAs(file: string, proposed: RegExp): Promise<void> {
    await this.quickInput.waitForValue(proposed);
    await this.quickInput.enter(file);
    await this.quickInput.waitUntilClosed();
  }

  /** An item of the status bar by its visible text or its accessible name. */
  statusItem(text: string | RegExp): Locator {
    return this.page.locator('.part.statusbar .statusbar-item').filter({ hasText: text }).first();
  }

  /** The title of the editor tab in front. */
  async activeTab(): Promise<string> {
    return (await this.page.locator('.tabs-container .tab.active').first().getAttribute('aria-label')) ?? '';
  }

  /**
   * The document inside a webview: the innermost of its nested frames, identified by something that it contains. A webview that the editor
   * left without a document is reopened; it is a failure only if the document does not arrive three times.
   *
   * @param marker - A selector found only in the wanted webview, for example `[role=searchbox]`.
   */
  async webview(marker: string): Promise<Frame> {
    const deadline = Date.now() + 3 * this.blank.patience;
    for (let opened = 1; ; opened++) {
      const found = await this.#waitForWebview(marker, Math.min(Date.now() + this.blank.patience, deadline));
      if (found !== undefined) return found;
      const blank = await findBlankWebview(this.page);
      const isTold = blank !== undefined && opened < 3 && !(await this.page.locator('.quick-input-widget').isVisible());
      if (isTold) {
        await this.blank.note(marker);
        await this.#openAgain(blank);
      } else if (Date.now() > deadline || opened >= 3) {
        const frames = await Promise.all(this.page.frames().map(howFarItCame));
        throw new Error(
          `${blank === undefined ? 'No webview shows' : 'The document never came of'} ${marker}. Frames: ${frames.join(', ')}`,
        );
      }
    }
  }

  async #waitForWebview(marker: string, deadline: number): Promise<Frame | undefined> {
    while (Date.now() < deadline) {
      for (const frame of this.page.frames()) {
        if (frame === this.page.mainFrame() || frame.isDetached()) continue;
        const found = await frame
          .locator(marker)
          .first()
          .isVisible()
          .catch(() => false);
        if (found) return frame;
      }
      await this.page.waitForTimeout(100);
    }
    return undefined;
  }

  /** A view gets a new webview when its side bar is shown again. */
  async #openAgain(blank: Frame): Promise<void> {
    if (isOfEditor(blank)) return this.runCommand('Developer: Reload Webviews');
    await this.runCommand('View: Close Primary Side Bar');
    return this.showContainer();
  }

  /** Changes the color theme by its label in the theme picker. */
  async setTheme(label: string): Promise<void> {
    await this.runCommand('Preferences: Color Theme');
    await this.quickInput.pick(label);
  }
}
