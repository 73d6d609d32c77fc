import * as vscode from 'vscode';
import type { AttemptState, OrderTarget } from '../../domain/orders/orderAttempts';
import type { ReportError } from '../platform/errors/reportError';
import { sayError, sayInfo, sayWarning } from '../platform/say/messages';
import { flash } from '../platform/say/statusItem';
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
  /** The change's state that this is about; left out where it says more than a state. */
  readonly state?: AttemptState;
  /** Worth some seconds of the status bar, with this icon, not a notification. */
  readonly brief?: 'check-all' | 'unlock';
}

/** The change that news is about. */
export interface NewsSubject {
  readonly root: string;
  readonly target: OrderTarget;
}

/** @returns true if the user reads it there. */
export type NewsPlace = (about: NewsSubject, news: News) => boolean;

const briefMs = 10_000;

/** Tells each event once: in the order ticket that is in front, else in a notification or the status bar. */
export class OutcomeNews implements vscode.Disposable {
  readonly #places = new Set<NewsPlace>();
  #brief: vscode.Disposable | undefined;

  constructor(private readonly report: ReportError) {}

  addPlace(place: NewsPlace): vscode.Disposable {
    this.#places.add(place);
    return { dispose: () => void this.#places.delete(place) };
  }

  tell(about: NewsSubject, news: News): void {
    for (const place of this.#places) if (place(about, news)) return;
    this.notify(news);
  }

  /** Tells in a notification or the status bar, whatever is in front. */
  notify({ severity, message, actions = [], brief }: News): void {
    if (brief !== undefined) {
      this.dispose();
      this.#brief = flash(message, briefMs, brief);
      return;
    }
    // A button also makes the editor show the whole text: it cuts off what is longer than a line where there is none.
    const offered = actions.length > 0 ? actions : [showJournal()];
    const say = { info: sayInfo, warning: sayWarning, error: sayError }[severity];
    say(message, ...offered.map(({ label }) => label))
      .then(async (chosen) => offered.find(({ label }) => label === chosen)?.run())
      .catch((error: unknown) => this.report(error));
  }

  /** Clears the status bar. */
  dispose(): void {
    this.#brief?.dispose();
    this.#brief = undefined;
  }
}

function showJournal(): NewsAction {
  return { label: vscode.l10n.t('Show Order Journal'), run: () => runCommand('marketDesk.orders.showJournal') };
}
