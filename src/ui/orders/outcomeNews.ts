import * as vscode from 'vscode';
import type { AttemptState, OrderTarget } from '../../domain/orders/orderAttempts';
import { withoutStop } from '../../domain/text/visibleText';
import { sentences } from '../../domain/text/sentences';
import type { ReportError } from '../platform/errors/reportError';
import { sayError, sayInfo, sayWarning } from '../platform/say/messages';
import { flash } from '../platform/say/statusItem';
import { runCommand } from '../platform/runCommand';
import { paperWord } from './orderText';

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
  /** Shown for some seconds in the status bar, with this icon, instead of in a notification. */
  readonly brief?: 'check-all' | 'unlock';
}

/** The change that the news is about. */
export interface NewsSubject {
  readonly root: string;
  readonly target: OrderTarget;
}

/** @returns true if the place shows the news to the user. */
export type NewsPlace = (about: NewsSubject, news: News) => boolean;

const briefMs = 10_000;

/** Reports each event once: in the order ticket that is in front, otherwise in a notification or the status bar. */
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
    this.notify(news, { isPaper: about.target.isPaper === true });
  }

  /**
   * Reports in a notification or the status bar, regardless of what is in front.
   *
   * @param about - `isPaper`: the news is about a paper account, which is stated after the outcome.
   */
  notify({ severity, message, actions = [], brief }: News, { isPaper = false }: { readonly isPaper?: boolean } = {}): void {
    if (brief !== undefined) {
      this.dispose();
      const [text, icon] = isPaper ? [vscode.l10n.t('{0} ({1})', withoutStop(message), paperWord()), 'beaker'] : [message, brief];
      this.#brief = flash(text, briefMs, icon);
      return;
    }
    // A button also makes the editor show the whole text: without one, it cuts off what is longer than a line.
    const offered = actions.length > 0 ? actions : [showJournal()];
    const say = { info: sayInfo, warning: sayWarning, error: sayError }[severity];
    say(isPaper ? sentences(message, vscode.l10n.t('Paper account.')) : message, ...offered.map(({ label }) => label))
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
