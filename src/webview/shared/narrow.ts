import type { ReactiveController, ReactiveControllerHost } from 'lit';

/** Pages narrower than this, or at 200%, show the same columns with shorter content: the page is drawn again when that changes. */
export class NarrowPage implements ReactiveController {
  readonly #list = matchMedia('(width < 720px)');
  readonly #changed = (): void => this.page.requestUpdate();

  constructor(private readonly page: ReactiveControllerHost) {
    page.addController(this);
  }

  get isNarrow(): boolean {
    return this.#list.matches;
  }

  hostConnected(): void {
    this.#list.addEventListener('change', this.#changed);
  }

  hostDisconnected(): void {
    this.#list.removeEventListener('change', this.#changed);
  }
}

/** The width of the page, which is drawn again when that changes. */
export class PageWidth implements ReactiveController {
  readonly #changed = (): void => this.page.requestUpdate();

  constructor(private readonly page: ReactiveControllerHost) {
    page.addController(this);
  }

  get pixels(): number {
    return document.documentElement.clientWidth || innerWidth;
  }

  hostConnected(): void {
    addEventListener('resize', this.#changed);
  }

  hostDisconnected(): void {
    removeEventListener('resize', this.#changed);
  }
}
