import * as vscode from 'vscode';
import type { OrderJournal } from '../../app/orders/journal/orderJournal';
import { createDeferred } from '../../app/platform/deferred';
import type { Deferred } from '../../app/platform/deferred';
import type { Disposable, Timers } from '../../app/platform/ports';
import type { AttemptState, OrderTarget } from '../../domain/orders/orderAttempts';
import { sentences } from '../../domain/text/sentences';
import type { ReportError } from '../platform/errors/reportError';
import { sayError, sayInfo, sayWarning } from '../platform/say/messages';
import { plainProgress } from '../platform/say/progress';
import { runCommand } from '../platform/runCommand';

export interface NewsAction {
  readonly label: string;
  readonly run: () => PromiseLike<unknown>;
}

/** One event in the life of an order change, in words. */
export interface News {
  readonly severity: 'info' | 'warning' | 'error';
  readonly message: string;
  readonly actions?: readonly NewsAction[];
  /** The state of the change that the news is about; undefined if the news says more than a state. */
  readonly state?: AttemptState;
  /** The ID of the order whose end the news tells: a form that shows that order shows its end, too. */
  readonly ended?: string;
}

/** The change that the news is about. */
export interface NewsSubject {
  readonly root: string;
  readonly target: OrderTarget;
}

/** @returns true if the place shows the news to the user. */
export type NewsPlace = (about: NewsSubject, news: News) => boolean;

/** An accepted request is followed for 45 seconds and the time of a look. Where nothing shows its end, the acceptance is the last word. */
const waitsMs = 120_000;

/**
 * Reports each event once: in the order ticket that is in front, otherwise in a notification. An acceptance is no end: its notification goes
 * when the end is told, in this window or another.
 */
export class OutcomeNews implements vscode.Disposable {
  readonly #places = new Set<NewsPlace>();
  /** Accepted requests without an end, by their root, each with its notification and the time that it may take. */
  readonly #waiting = new Map<string, { readonly over: Deferred<undefined>; readonly timer: Disposable }>();
  readonly #subscription: Disposable;

  constructor(
    private readonly report: ReportError,
    private readonly timers: Timers,
    private readonly journal: Pick<OrderJournal, 'find' | 'onDidChange'>,
  ) {
    this.#subscription = journal.onDidChange(() => {
      for (const root of this.#waiting.keys()) void this.#look(root);
    });
  }

  addPlace(place: NewsPlace): vscode.Disposable {
    this.#places.add(place);
    return { dispose: () => void this.#places.delete(place) };
  }

  tell(about: NewsSubject, news: News): void {
    this.#end(about.root);
    for (const place of this.#places) if (place(about, news)) return;
    const isPaper = about.target.isPaper === true;
    if (news.state === 'accepted') this.#wait(about.root, news, isPaper);
    else this.notify(news, { isPaper });
  }

  /**
   * Reports in a notification, regardless of what is in front.
   *
   * @param about - `isPaper`: the news is about a paper account, which is stated after the outcome.
   */
  notify({ severity, message, actions = [] }: News, { isPaper = false }: { readonly isPaper?: boolean } = {}): void {
    // A button also makes the editor show the whole text: without one, it cuts off what is longer than a line.
    const offered = actions.length > 0 ? actions : [showJournal()];
    const say = { info: sayInfo, warning: sayWarning, error: sayError }[severity];
    say(textOf(message, isPaper), ...offered.map(({ label }) => label))
      .then(async (chosen) => offered.find(({ label }) => label === chosen)?.run())
      .catch((error: unknown) => this.report(error));
  }

  /** Removes what only says that an end is awaited. */
  clear(): void {
    for (const root of [...this.#waiting.keys()]) this.#end(root);
  }

  dispose(): void {
    this.clear();
    this.#subscription.dispose();
  }

  #wait(root: string, news: News, isPaper: boolean): void {
    const over = createDeferred<undefined>();
    const timer = this.timers.after(waitsMs, () => {
      this.#end(root);
      this.notify(news, { isPaper });
    });
    this.#waiting.set(root, { over, timer });
    void plainProgress(textOf(news.message, isPaper), 'notification', async () => over.promise);
    void this.#look(root);
  }

  /** Another window may have told the end, or the end came before the acceptance could be told. Never rejects. */
  async #look(root: string): Promise<void> {
    const attempt = await this.journal.find(root).catch(() => undefined);
    if (attempt !== undefined && attempt.state !== 'accepted' && attempt.state !== 'pending') this.#end(root);
  }

  #end(root: string): void {
    const waiting = this.#waiting.get(root);
    this.#waiting.delete(root);
    waiting?.timer.dispose();
    waiting?.over.resolve(undefined);
  }
}

function textOf(message: string, isPaper: boolean): string {
  return isPaper ? sentences(message, vscode.l10n.t('Paper account.')) : message;
}

function showJournal(): NewsAction {
  return { label: vscode.l10n.t('Show Order Journal'), run: () => runCommand('marketDesk.orders.showJournal') };
}
