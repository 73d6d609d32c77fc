import { front } from '../say/front';
import * as vscode from 'vscode';
import { createDeferred } from '../../../app/platform/deferred';
import type { PanelType } from '../ids';
import type { Shell } from '../shell/shell';
import { openTab } from '../say/surfaces';
import { closeTab, restoredTab, revealTab } from './restoredTab';
import type { AwakePanel } from './restoredTab';

/** The content of a panel. Created for every panel, and disposed with it. */
export interface PanelContent extends vscode.Disposable {
  /** The panel was hidden (its page is destroyed then) or shown. */
  setVisible(isVisible: boolean): void;
}

/** Selects a panel of this kind; any panel if nothing is specified. */
export interface WantedPanel<Content extends PanelContent> {
  readonly isIt?: (content: Content) => boolean;
  /** Whether a restored tab without a loaded page is the wanted one, by its title. */
  readonly isTitled?: (title: string) => boolean;
  /** Whether a panel is taken instead if there is no wanted one. */
  readonly orIs?: (content: Content) => boolean;
  readonly toSide?: boolean;
}

/** Called with a page that was created, and its tab. */
type Listener<Content> = (content: Content, tab: AwakePanel) => void;

/** A restored tab loads its page within this time, even on a busy machine; otherwise it is dead. */
const wakeMs = 15_000;

/**
 * The panels of one kind: opened by commands, restored by the editor after a reload. The editor creates the page of a restored tab only
 * when the tab is first shown, so a tab may exist without its page: it is brought to the front instead of opening a second one.
 */
export class PagePanels<Content extends PanelContent> implements vscode.Disposable {
  readonly #open: { readonly panel: vscode.WebviewPanel; readonly content: Content }[] = [];
  readonly #awaiting = new Set<Listener<Content>>();

  constructor(
    private readonly options: {
      readonly shell: Pick<Shell, 'restorePanels'>;
      readonly type: PanelType;
      readonly title: () => string;
      /** @param stored - What the page stored before a reload of the window; undefined for a new panel, and not to be trusted. */
      readonly create: (panel: vscode.WebviewPanel, stored: unknown) => Content;
    },
  ) {
    options.shell.restorePanels(options.type, {
      deserializeWebviewPanel: async (panel, stored: unknown) => void this.#adopt(panel, stored),
    });
  }

  /** The contents of the open panels, the latest last. */
  get contents(): readonly Content[] {
    return this.#open.map(({ content }) => content);
  }

  /** Brings the panel to the front, or opens it. */
  async show(wanted: WantedPanel<Content> = {}): Promise<Content> {
    front.shown();
    const { isIt = () => true, isTitled = () => true, orIs, toSide = false } = wanted;
    const known = this.#open.findLast(({ content }) => isIt(content));
    if (known !== undefined) {
      // A page that is visible in another group stays there.
      const isElsewhere = known.panel.visible && !known.panel.active;
      known.panel.reveal(toSide && !isElsewhere ? vscode.ViewColumn.Beside : undefined);
      return known.content;
    }
    const { type, title } = this.options;
    const asleep = restoredTab(type, { isTitled, awake: this.#open.map(({ panel }) => panel) });
    if (asleep !== undefined) {
      const woken = await this.#wake(asleep, isIt);
      if (woken !== undefined) return toSide ? this.show(wanted) : woken;
    }
    if (orIs !== undefined && this.#open.some(({ content }) => orIs(content)))
      return this.show({ isIt: orIs, isTitled: () => false, toSide });
    return this.#adopt(openTab(type, title(), {}, toSide ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active), undefined);
  }

  dispose(): void {
    for (const { panel } of [...this.#open]) panel.dispose();
  }

  /** @returns undefined if the tab has another page than its title suggests, which stays open, or no page in time, in which case it is closed. */
  async #wake(tab: vscode.Tab, isIt: (content: Content) => boolean): Promise<Content | undefined> {
    const limit = AbortSignal.timeout(wakeMs);
    const woken = createDeferred<Content | 'other' | 'none'>();
    // A click may load another tab meanwhile.
    const hear: Listener<Content> = (content, { title, viewColumn }) => {
      if (isIt(content)) woken.resolve(content);
      else if (title === tab.label && viewColumn === tab.group.viewColumn) woken.resolve('other');
    };
    this.#awaiting.add(hear);
    limit.addEventListener('abort', () => woken.resolve('none'), { once: true });
    try {
      await revealTab(tab);
      const content = await woken.promise;
      if (content === 'none') await closeTab(tab);
      return content === 'none' || content === 'other' ? undefined : content;
    } finally {
      this.#awaiting.delete(hear);
    }
  }

  #adopt(panel: vscode.WebviewPanel, stored: unknown): Content {
    // The page may rename its tab.
    const { title, viewColumn } = panel;
    const content = this.options.create(panel, stored);
    const opened = { panel, content };
    this.#open.push(opened);
    const listeners = [
      panel.onDidChangeViewState(() => content.setVisible(panel.visible)),
      panel.onDidDispose(() => {
        for (const listener of listeners.splice(0)) listener.dispose();
        this.#open.splice(this.#open.indexOf(opened), 1);
        content.dispose();
      }),
    ];
    for (const hear of this.#awaiting) hear(content, { title, viewColumn });
    return content;
  }
}
