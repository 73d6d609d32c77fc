import * as l10n from '@vscode/l10n';
import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import type { Handlers } from '../../panel/platform/messages';
import type { ToWelcomeHost, ToWelcomePage, WelcomeAction, WelcomeBoot, WelcomeState } from '../../panel/welcome/welcomeProtocol';
import { visibleText } from '../../domain/text/visibleText';
import type { Host } from '../shared/host';
import { PageElement } from '../shared/pageElement';
import picture from './watchlist.svg';

/** The page for users who are not signed in: what the program is, and the next step. */
export class WelcomePage extends PageElement {
  @state() private state: WelcomeState;

  readonly #picture = inWords(drawing(picture));
  #hadFocus = false;

  constructor(
    private readonly host: Host<ToWelcomeHost>,
    { state, up }: WelcomeBoot,
  ) {
    super();
    this.state = state;
    document.body.dataset['up'] = up;
    this.#picture.setAttribute('role', 'img');
    this.#picture.setAttribute('aria-label', l10n.t('Watchlist with prices and intraday charts'));
  }

  readonly handlers: Handlers<ToWelcomePage> = {
    state: (state) => {
      this.state = state;
    },
  };

  protected override willUpdate(): void {
    this.#hadFocus = this.contains(document.activeElement);
  }

  /** If the focused button disappears, the first new button gets the focus. */
  protected override updated(changed: PropertyValues): void {
    if (changed.has('state') && this.#hadFocus && !this.contains(document.activeElement))
      this.querySelector<HTMLElement>('.actions button')?.focus();
  }

  protected override render(): TemplateResult {
    return html`<main>
      <figure>
        <div class="picture">${this.#picture}</div>
        <figcaption>${l10n.t('Simulated prices')}</figcaption>
      </figure>
      <h1>${'Market Desk'}</h1>
      <div role="status">${this.#words()}</div>
      ${keyed(this.state.kind, html`<div class="actions">${this.#actions()}</div>`)}
    </main>`;
  }

  #words(): TemplateResult {
    switch (this.state.kind) {
      case 'none':
        return html`<p>${l10n.t('Positions, orders, plates, and the economic calendar, beside your code.')}</p>`;
      case 'signedOut':
        return html`<p>${l10n.t('You are not signed in to {0}.', this.#service)}</p>`;
      case 'lapsed':
        return html`<p>${l10n.t('{0} ended your session. Your settings and lists are kept.', this.#service)}</p>`;
      case 'waiting':
        return html`<p class="waiting">
            <span class="codicon codicon-loading codicon-modifier-spin" aria-hidden="true"></span
            ><span>${l10n.t('Waiting for you to sign in in the browser.')}</span>
          </p>
          <p class="faint">${l10n.t('If the page shows an error or didn’t open, continue here.')}</p>`;
    }
  }

  #actions(): unknown {
    const { state } = this;
    switch (state.kind) {
      case 'none':
        return html`${this.#button('startSandbox', l10n.t('Try the Sandbox'), 'main')}
          <p class="faint" role="status">
            ${state.isStarting ? l10n.t('Starting the sandbox…') : l10n.t('A simulated broker on this machine. No account needed.')}
          </p>
          ${this.#button('connect', l10n.t('Connect to a Service…'))} ${this.#link('tour', l10n.t('Take the Tour'))}`;
      case 'signedOut':
        return [this.#button('signIn', l10n.t('Sign In'), 'main'), ...this.#otherWays()];
      case 'lapsed':
        return [this.#button('signIn', l10n.t('Sign In Again'), 'main'), ...this.#otherWays()];
      case 'waiting':
        return [
          this.#button('copyLink', l10n.t('Copy Link')),
          state.hasAnotherWay ? this.#button('tryAnotherWay', l10n.t('Try Another Way')) : nothing,
          this.#button('cancel', l10n.t({ message: 'Cancel', comment: ['Ends waiting for a sign-in.'] })),
        ];
    }
  }

  /** Another account or service, or, beside a service, the sandbox. */
  #otherWays(): readonly TemplateResult[] {
    const accounts = this.#button('accounts', l10n.t('Accounts and Services…'));
    return this.state.service === '' ? [accounts] : [accounts, this.#button('startSandbox', l10n.t('Try the Sandbox'))];
  }

  get #service(): string {
    return this.state.service === '' ? l10n.t('the sandbox') : visibleText(this.state.service);
  }

  #button(action: WelcomeAction, label: string, look: 'main' | 'secondary' = 'secondary'): TemplateResult {
    return html`<button type="button" class="button ${look === 'main' ? '' : look}" @click=${() => this.host.send('act', { action })}>
      ${label}
    </button>`;
  }

  #link(action: WelcomeAction, label: string): TemplateResult {
    return html`<button type="button" class="link-button" @click=${() => this.host.send('act', { action })}>${label}</button>`;
  }
}

/** A drawing of the build as an element, in the colors of the editor’s theme. */
function drawing(source: string): Element {
  return document.importNode(new DOMParser().parseFromString(source, 'image/svg+xml').documentElement, true);
}

const widthOfCharacter = 13;

/** Translates the words of the picture; what follows them in their line moves up. */
function inWords(drawn: Element): Element {
  const words: Readonly<Record<string, string>> = {
    Positions: l10n.t('Positions'),
    Plates: l10n.t({ message: 'Plates', comment: ['Title of the view of plates.'] }),
    'Blue Chips': l10n.t({ message: 'Blue Chips', comment: ['Name of a plate in a picture.'] }),
    Technology: l10n.t({ message: 'Technology', comment: ['Name of a plate in a picture.'] }),
    TENCENT: l10n.t({ message: 'TENCENT', comment: ['Name of a security in a picture.'] }),
    'BABA-W': l10n.t({ message: 'BABA-W', comment: ['Name of a security in a picture.'] }),
    'MEITUAN-W': l10n.t({ message: 'MEITUAN-W', comment: ['Name of a security in a picture.'] }),
  };
  for (const text of drawn.querySelectorAll('text')) {
    const shown = text.textContent;
    const word = Object.hasOwn(words, shown) ? words[shown] : undefined;
    if (word === undefined || word === shown) continue;
    const next = text.nextElementSibling;
    if (next?.tagName === 'text' && next.getAttribute('y') === text.getAttribute('y'))
      next.setAttribute('x', String(Number(text.getAttribute('x')) + word.length * widthOfCharacter + 6));
    text.textContent = word;
    // The width was that of the English text.
    text.removeAttribute('textLength');
  }
  return drawn;
}

customElements.define('welcome-page', WelcomePage);
