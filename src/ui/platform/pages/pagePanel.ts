import type * as vscode from 'vscode';
import type { Disposable, Log } from '../../../app/platform/ports';
import { onSessionChange } from '../../../app/session/connection';
import type { ServiceAccess } from '../../../app/session/serviceAccess';
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

/** What a page needs of its panel. */
export interface PageFrame extends Pick<vscode.WebviewPanel, 'iconPath' | 'visible'> {
  readonly webview: PageWebview;
}

export interface PagePanelDependencies {
  readonly access: Pick<ServiceAccess, 'current' | 'onDidChange'>;
  readonly extensionUri: vscode.Uri;
  readonly log: Log;
}

export interface PanelPage<ToHost extends object> extends Pick<WebviewPage, 'name' | 'title'> {
  readonly icon?: PanelIcon;
  readonly guards: Guards<ToHost>;
}

/**
 * What the pages in panels have in common: the host of the page, who is signed in, and what makes a page be told something again. The
 * page is destroyed while its panel is hidden, and says `ready` when it comes back.
 */
export abstract class PagePanel<ToPage extends object, ToHost extends object> implements PanelContent {
  protected readonly page: PageHost<ToPage, ToHost>;
  protected isVisible: boolean;
  readonly #access: PagePanelDependencies['access'];
  readonly #owned: { dispose(): unknown }[] = [];

  constructor(panel: PageFrame, { access, extensionUri, log }: PagePanelDependencies, { icon, guards, ...page }: PanelPage<ToHost>) {
    this.#access = access;
    this.isVisible = panel.visible;
    if (icon !== undefined) panel.iconPath = panelIcon(extensionUri, icon);
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
  /** Somebody else is signed in now, or another service is in use: what is shown must go. Comes before {@link follow}. */
  protected sessionChanged?(): void;
  /** Somebody signs in or out, another service is used, or the panel is shown or hidden. */
  protected abstract follow(change: 'connection' | 'visibility'): void;
  /** Tells the page the zone of times and the colors of prices, as far as it shows any. */
  protected abstract tellSettings(): void;
  /** Tells the page why it waits for long, if it waits. */
  protected abstract tellWaiting(): void;

  protected get session(): SessionView {
    const { connection, session } = this.#access.current;
    return { kind: connection.kind === 'none' ? 'none' : session.kind };
  }

  /** Is disposed with the panel. */
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
