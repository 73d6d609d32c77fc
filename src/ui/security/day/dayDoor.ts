import type { Disposable } from '../../../app/platform/ports';
import type { ReviewStep } from '../../../panel/security/dayProtocol';
import type { DayPart, DayPartDependencies } from './dayPart';

/** Opens and closes the review of days on a page. Its code is loaded with the first review. */
export class DayDoor implements Disposable {
  /** The step that is shown, or that will be shown once the page is visible; undefined while closed. */
  #at: Exclude<ReviewStep, 'close'> | undefined;
  #part: DayPart | undefined;

  constructor(
    private readonly options: Omit<DayPartDependencies, 'symbol'> & {
      /** The security whose page is visible while the user is signed in; otherwise undefined. */
      readonly symbol: () => string | undefined;
    },
  ) {}

  go(to: ReviewStep): void {
    this.#at = to === 'close' ? undefined : to;
    if (to === 'close') this.#close();
    else void this.#show(to);
  }

  /** The page became visible again, or the user changed. */
  follow(): void {
    if (this.#at !== undefined && this.#part === undefined) void this.#show(this.#at);
  }

  /** The user changed, or with `close` the security: removes everything that was shown. */
  forget(close?: 'close'): void {
    if (close !== undefined) this.#at = undefined;
    this.#close();
  }

  async again(): Promise<void> {
    await this.#part?.again();
  }

  accountsChanged(): void {
    this.#part?.accountsChanged();
  }

  tellAll(): void {
    this.#part?.tellAll();
  }

  dispose(): void {
    this.#at = undefined;
    this.#part?.dispose();
  }

  #close(): void {
    this.#part?.dispose();
    this.#part = undefined;
    this.options.tell(null);
  }

  async #show(to: Exclude<ReviewStep, 'close'>): Promise<void> {
    const { DayPart } = await import('./dayPart');
    const { symbol, ...options } = this.options;
    const shown = symbol();
    if (shown === undefined || this.#at !== to) return;
    this.#part ??= new DayPart({ ...options, symbol: shown });
    await this.#part.show(to === 'open' ? undefined : to);
  }
}
