import type { Frame, Locator, Page } from 'playwright-core';
import { findBlankWebview, howFarItCame, isOfEditor, noteBlankWebview } from './blankWebviews';
import { QuickInput } from './quickInput';
import { TreeView } from './treeView';
import { patient } from './patience';

/** The time within which the document of a webview arrives. */
const usual = {
  note: noteBlankWebview,
  get patience(): number {
    return patient(14_000);
  },
};

/** Set differently by tests of the workbench itself. */
interface BlankWebviews {
  /** Called for each webview that is reopened. */
  readonly note: (marker: string) => Promise<void>;
  /** Milliseconds until a webview without a document is reopened. */
  readonly patience: number;
}

/** Whether the page is still in the window; the browser may know a removed one for a while. */
async function isShown(frame: Frame): Promise<boolean> {
  if (frame.isDetached()) return false;
  return frame
    .frameElement()
    .then(async (element) => element.isVisible())
    .catch(() => false);
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
    private readonly blank: BlankWebviews = usual,
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
    const deadline = Date.now() + patient(20_000);
    while (!(await sideBar.isVisible())) {
      if (Date.now() > deadline) throw new Error('The side bar does not show Market Desk.');
      // A window that is still being restored may show the container by itself, and then this click hides it again. Clicks the whole item:
      // while a view loads, its icon is covered by a badge.
      await this.page.locator('.activitybar .action-item:has(> a[aria-label^="Market Desk"])').click({ timeout: patient(20_000) });
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
    await this.showContainer();
    for (const name of names) {
      const header = this.page.locator(`.pane-header[aria-label^="${name}"]`);
      const collapsed = header.and(this.page.locator('[aria-expanded=false]'));
      const deadline = Date.now() + patient(20_000);
      // A side bar that has just been opened moves its views, and a click meets another one.
      while ((await header.getAttribute('aria-expanded', { timeout: patient(20_000) })) === 'true') {
        if (Date.now() > deadline) throw new Error(`The view ${name} does not collapse.`);
        // At its beginning: in the middle of a narrow view are the buttons of its actions.
        await header.click({ position: { x: 10, y: 10 }, timeout: patient(20_000) });
        await collapsed.waitFor({ timeout: 2_000 }).catch(() => undefined);
      }
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
    await page.locator('welcome-page', { hasText: text }).waitFor({ timeout: patient(20_000) });
    return page;
  }

  async pressInWelcome(button: string): Promise<void> {
    const page = await this.welcome();
    await page.getByRole('button', { name: button, exact: true }).click({ timeout: patient(20_000) });
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

  private get notifications() {
    return { center: this.page.locator('.notifications-center.visible'), bell: this.page.locator('[id="status.notifications"] a') };
  }

  /** A workbench under its test driver shows no toasts: notifications are only listed in the center behind the bell. */
  private async shownNotification(text: string | RegExp): Promise<Locator> {
    const found = this.notification(text);
    const { center, bell } = this.notifications;
    const deadline = Date.now() + patient(20_000);
    while (!(await found.isVisible())) {
      if (Date.now() > deadline) throw new Error(`No notification says ${String(text)}.`);
      // It closes itself when its last notification is removed.
      if (!(await center.isVisible())) {
        await bell.click({ timeout: patient(20_000) });
        // Its tooltip would cover the buttons of the center.
        await this.page.mouse.move(0, 0);
      }
      await found.waitFor({ timeout: 1000 }).catch(() => undefined);
    }
    return found;
  }

  /**
   * Closes all editors without saving them, and waits until their pages are gone: they stay for a moment, and the same page may be opened
   * next.
   */
  async closeAllEditors(): Promise<void> {
    const pages = this.page.frames().filter(isOfEditor);
    const tabs = this.page.locator('.tabs-container .tab');
    const unsaved = this.dialog.getByRole('button', { name: /^Don['’]t Save$/ });
    const deadline = Date.now() + patient(20_000);
    await this.page.bringToFront();
    for (const key of ['K', 'W']) await this.page.keyboard.press(`ControlOrMeta+${key}`);
    // Whatever has the focus may take keys for itself.
    const heardBy = Date.now() + patient(2_000);
    while ((await tabs.count()) > 0 && !(await unsaved.isVisible()) && Date.now() < heardBy) await this.page.waitForTimeout(20);
    if ((await tabs.count()) > 0 && !(await unsaved.isVisible())) await this.runCommand('View: Close All Editors');
    while ((await tabs.count()) > 0 || (await Promise.all(pages.map(isShown))).includes(true)) {
      if (Date.now() > deadline) throw new Error('An editor that was closed is still there.');
      if (await unsaved.isVisible()) await unsaved.click().catch(() => undefined);
      await this.page.waitForTimeout(50);
    }
  }

  async clearNotifications(): Promise<void> {
    await this.runCommand('Notifications: Clear All Notifications');
  }

  /** Closes what is in front of the window (menus, lists, dialogs), all editors without saving them, and all notifications. */
  async clear(): Promise<void> {
    const { page } = this;
    const inFront = page.locator('.monaco-dialog-box, .quick-input-widget, .context-view .monaco-menu').filter({ visible: true });
    const deadline = Date.now() + patient(20_000);
    while ((await inFront.count()) > 0) {
      if (Date.now() > deadline) throw new Error('Something in front of the window does not close.');
      await page.keyboard.press('Escape');
      await inFront
        .first()
        .waitFor({ state: 'hidden', timeout: 500 })
        .catch(() => undefined);
    }
    // The pointer may hold a tooltip open.
    await page.mouse.move(0, 0);
    if ((await page.locator('.tabs-container .tab').count()) > 0) await this.closeAllEditors();
    const told = page.locator('.notifications-center.visible, [id="status.notifications"] .codicon-bell-dot');
    if ((await told.count()) > 0) await this.clearNotifications();
  }

  /** Reloads as a user does: merely loading the page again gives the workbench no time to save its state. */
  async reloadWindow(): Promise<void> {
    const reloaded = this.page.waitForEvent('domcontentloaded', { timeout: patient(20_000) });
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
    await this.dialog.waitFor({ timeout: patient(20_000) });
    return (await this.dialog.locator('.dialog-message-container').innerText()).trim();
  }

  /** Enter in a dialog presses the button that has the focus, which a dialog takes a moment after it is drawn. */
  async pressEnterInDialog(): Promise<void> {
    await this.dialog.locator(':focus').waitFor({ state: 'attached', timeout: patient(20_000) });
    await this.page.keyboard.press('Enter');
    await this.dialog.waitFor({ state: 'hidden', timeout: patient(20_000) });
  }

  /** A button of the dialog, once it is shown. */
  async shownInDialog(button: string | RegExp): Promise<Locator> {
    const found = this.dialog.getByRole('button', { name: button, ...(typeof button === 'string' ? { exact: true } : {}) });
    const timeout = patient(20_000);
    await found.waitFor({ timeout }).catch(async () => {
      const said = (await this.#notificationTexts().catch(() => [])).join(' | ');
      throw new Error(`No dialog with “${String(button)}” after ${timeout} ms. Notifications: ${said}`);
    });
    return found;
  }

  async #notificationTexts(): Promise<readonly string[]> {
    if (!(await this.notifications.center.isVisible())) await this.notifications.bell.click({ timeout: 5_000 });
    return this.page.locator('.notification-list-item-message').allTextContents();
  }

  /** Takes the time that a person takes to read a dialog: an answer before that doesn’t count. @returns a button of it. */
  async readDialog(button: string | RegExp): Promise<Locator> {
    const found = await this.shownInDialog(button);
    await this.page.waitForTimeout(1_000);
    return found;
  }

  /** Presses a button that does nothing but close the dialog: it counts at once. */
  async closeDialog(button: string): Promise<void> {
    await (await this.shownInDialog(button)).click({ timeout: patient(20_000) });
    await this.dialog.waitFor({ state: 'hidden', timeout: patient(20_000) });
  }

  async pressInDialog(button: string | RegExp): Promise<void> {
    await (await this.readDialog(button)).click({ timeout: patient(20_000) });
    await this.dialog.waitFor({ state: 'hidden', timeout: patient(20_000) });
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

  /**
   * Looks at the window in each of these themes, by their labels, while the theme picker previews them, and then returns to its own.
   *
   * @param look - Called with the label once the workbench has the theme.
   */
  async inThemes(
    shown: readonly { readonly label: string; readonly className: string }[],
    look: (label: string) => Promise<void>,
  ): Promise<void> {
    await this.runCommand('Preferences: Color Theme');
    for (const { label, className } of shown) {
      await this.quickInput.type(label);
      await this.page.locator(`.monaco-workbench.${className}`).waitFor({ timeout: patient(20_000) });
      await look(label);
    }
    await this.quickInput.cancel();
  }

  /** Changes the color theme by its label in the theme picker. */
  async setTheme(label: string): Promise<void> {
    await this.runCommand('Preferences: Color Theme');
    await this.quickInput.pick(label);
  }
}
