import { html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { keyed } from 'lit/directives/keyed.js';
import type { Handlers } from '../../panel/platform/messages';
import type {
  ToWelcomeHost,
  ToWelcomePage,
  WelcomeAction,
  WelcomeBoot,
  WelcomeState,
  WelcomeStrings,
} from '../../panel/welcome/welcomeProtocol';
import type { Host } from '../shared/host';
import { PageElement } from '../shared/pageElement';
import picture from './watchlist.svg';

/** What somebody sees who is not signed in: what the program is, and the next step. */
export class WelcomePage extends PageElement {
  declare private state: WelcomeState;

  static override readonly properties = { state: { state: true } };

  readonly #strings: WelcomeStrings;
  readonly #picture = drawing(picture);
  #hadFocus = false;

  constructor(
    private readonly host: Host<ToWelcomeHost>,
    { strings, state, up }: WelcomeBoot,
  ) {
    super();
    this.#strings = strings;
    this.state = state;
    document.body.dataset['up'] = up;
    this.#picture.setAttribute('role', 'img');
    this.#picture.setAttribute('aria-label', strings.picture);
  }

  readonly handlers: Handlers<ToWelcomePage> = {
    state: (state) => {
      this.state = state;
    },
  };

  protected override willUpdate(): void {
    this.#hadFocus = this.contains(document.activeElement);
  }

  /** A button that has gone leaves the keyboard to the first of those that came. */
  protected override updated(changed: PropertyValues): void {
    if (changed.has('state') && this.#hadFocus && !this.contains(document.activeElement))
      this.querySelector<HTMLElement>('.actions button')?.focus();
  }

  protected override render(): TemplateResult {
    const strings = this.#strings;
    return html`<main>
      <figure>
        <div class="picture">${this.#picture}</div>
        <figcaption>${strings.pictureCaption}</figcaption>
      </figure>
      <h1>${strings.product}</h1>
      <div role="status">${this.#words()}</div>
      ${keyed(this.state.kind, html`<div class="actions">${this.#actions()}</div>`)}
    </main>`;
  }

  #words(): TemplateResult {
    const strings = this.#strings;
    switch (this.state.kind) {
      case 'none':
        return html`<p>${strings.about}</p>`;
      case 'signedOut':
        return html`<p>${strings.signedOut}</p>`;
      case 'lapsed':
        return html`<p>${strings.lapsed}</p>`;
      case 'waiting':
        return html`<p class="waiting">
            <span class="codicon codicon-loading codicon-modifier-spin" aria-hidden="true"></span><span>${strings.waiting}</span>
          </p>
          <p class="faint">${strings.waitingHint}</p>`;
    }
  }

  #actions(): unknown {
    const { state } = this;
    const strings = this.#strings;
    switch (state.kind) {
      case 'none':
        return html`${this.#button('startSandbox', strings.startSandbox, true)}
          <p class="faint" role="status">${state.isStarting ? strings.starting : strings.aboutSandbox}</p>
          ${this.#button('connect', strings.connect)} ${this.#link('tour', strings.tour)}`;
      case 'signedOut':
        return [this.#button('signIn', strings.signIn, true), this.#button('setUpApiKey', strings.setUpApiKey)];
      case 'lapsed':
        return this.#button('signIn', strings.signInAgain, true);
      case 'waiting':
        return [
          this.#button('copyLink', strings.copyLink),
          state.hasAnotherWay ? this.#button('tryAnotherWay', strings.tryAnotherWay) : nothing,
          this.#button('cancel', strings.cancel),
        ];
    }
  }

  #button(action: WelcomeAction, label: string, isMain = false): TemplateResult {
    return html`<button type="button" class="button ${isMain ? '' : 'secondary'}" @click=${() => this.host.send('act', { action })}>
      ${label}
    </button>`;
  }

  #link(action: WelcomeAction, label: string): TemplateResult {
    return html`<button type="button" class="link-button" @click=${() => this.host.send('act', { action })}>${label}</button>`;
  }
}

/** A drawing of the build as an element; its colors are those of the editor’s theme. */
function drawing(source: string): Element {
  return document.importNode(new DOMParser().parseFromString(source, 'image/svg+xml').documentElement, true);
}

customElements.define('welcome-page', WelcomePage);
