import type * as vscode from 'vscode';
import type { Disposable } from '../../../app/platform/ports';
import { onSessionChange } from '../../../app/session/connection';
import type { Guards, Handlers } from '../../../panel/platform/messages';
import type { SessionView } from '../../../panel/platform/sessionView';
import { onSettingChange } from '../settings';
import { waiting } from '../trees/waiting';
import { onZoneChange } from '../zone';
import { PageHost } from './pageHost';
import type { PageWebview } from './pageHost';
import { panelIcon } from './panelIcon';
import type { PanelIcon } from './panelIcon';
import type { PanelContent } from './pagePanels';
import type { WebviewPage } from './webviewHtml';
import type { UiPorts } from '../ports';

/** What a page needs from its panel. */
export interface PageFrame extends Pick<vscode.WebviewPanel, 'iconPath' | 'visible'> {
  readonly webview: PageWebview;
}

export interface PanelPage<ToHost extends object> extends Pick<WebviewPage, 'name' | 'title'> {
  readonly icon: PanelIcon;
  readonly guards: Guards<ToHost>;
}

/**
 * The common part of pages in panels: the host of the page, the session, and the events after which data is sent to the page again. The
 * page is destroyed while its panel is hidden, and sends `ready` when it comes back.
 */
export abstract class PagePanel<ToPage extends object, ToHost extends object> implements PanelContent {
  protected readonly page: PageHost<ToPage, ToHost>;
  protected isVisible: boolean;
  readonly #access: UiPorts['access'];
  readonly #owned: { dispose(): unknown }[] = [];

  constructor(
    panel: PageFrame,
    { access, extensionUri, log }: Pick<UiPorts, 'access' | 'extensionUri' | 'log'>,
    { icon, guards, ...page }: PanelPage<ToHost>,
  ) {
    this.#access = access;
    this.isVisible = panel.visible;
    panel.iconPath = panelIcon(extensionUri, icon);
    this.page = new PageHost({ webview: panel.webview, extensionUri, page, guards, handlers: () => this.handlers, log });
    const tellSettings = (): void => this.tellSettings();
    this.own(
      this.page,
      onSessionChange(access, () => this.sessionChanged?.()),
      access.onDidChange(() => this.follow('connection')),
      onSettingChange('colors.priceDirection', tellSettings),
      onZoneChange(tellSettings),
      waiting.onDidChange(() => this.tellWaiting()),
    );
  }

  protected abstract readonly handlers: Handlers<ToHost>;
  /** The user or the service changed, so the shown data must be dropped. Called before {@link follow}. */
  protected sessionChanged?(): void;
  /** The sign-in state, the service, or the visibility of the panel changed. */
  protected abstract follow(change: 'connection' | 'visibility'): void;
  /** Sends the time zone and the price colors to the page, if the page shows any. */
  protected abstract tellSettings(): void;
  /** Sends the page the reason of a long wait, if it waits. */
  protected abstract tellWaiting(): void;

  protected get session(): SessionView {
    const { connection, session } = this.#access.current;
    return { kind: connection.kind === 'none' ? 'none' : session.kind };
  }

  /** Disposes these with the panel. */
  protected own(...owned: readonly Disposable[]): void {
    this.#owned.push(...owned);
  }

  setVisible(isVisible: boolean): void {
    this.isVisible = isVisible;
    if (!isVisible) this.page.markHidden();
    this.follow('visibility');
  }

  dispose(): void {
    for (const owned of this.#owned.splice(0)) owned.dispose();
  }
}
