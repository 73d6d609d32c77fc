import type { Disposable } from '../../../app/platform/ports';
import type { ReviewStep } from '../../../panel/security/dayProtocol';
import type { DayPart, DayPartOptions } from './dayPart';

export interface DayDoorOptions extends Omit<DayPartOptions, 'symbol'> {
  /** The security whose page is seen by somebody who is signed in; else undefined. */
  readonly symbol: () => string | undefined;
}

/** Opens and closes the review of days on a page. What it needs is loaded with the first review. */
export class DayDoor implements Disposable {
  /** Where the review is, or is to be once the page is seen; closed while undefined. */
  #at: Exclude<ReviewStep, 'close'> | undefined;
  #part: DayPart | undefined;

  constructor(private readonly options: DayDoorOptions) {}

  go(to: ReviewStep): void {
    this.#at = to === 'close' ? undefined : to;
    if (to === 'close') this.#close();
    else void this.#show(to);
  }

  /** The page is seen again, or by another user. */
  follow(): void {
    if (this.#at !== undefined && this.#part === undefined) void this.#show(this.#at);
  }

  /** Another user, or with `close` another security: nothing of what was shown stays. */
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
