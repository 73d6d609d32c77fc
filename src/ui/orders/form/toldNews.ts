import type { OrderJournal } from '../../../app/orders/journal/orderJournal';
import type { AttemptState } from '../../../domain/orders/orderAttempts';
import type { News, NewsAction } from '../outcomeNews';

/** News about a change that was shown in a ticket instead of a notification. */
export class ToldNews {
  #told: { readonly root: string; readonly news: News } | undefined;
  /** What was taken and is not shown yet. */
  #unshown: News | undefined;

  constructor(private readonly journal: Pick<OrderJournal, 'find'>) {}

  take(root: string, news: News): void {
    this.#told = { root, news };
    this.#unshown = news;
  }

  /** Whether news was taken that the ticket does not show yet. */
  get hasUnshown(): boolean {
    return this.#unshown !== undefined;
  }

  /** The news that was taken since the last call and offers something, if the ticket offers nothing. */
  left(shown: readonly NewsAction[]): News | undefined {
    const news = this.#unshown;
    this.#unshown = undefined;
    return shown.length === 0 && (news?.actions ?? []).length > 0 ? news : undefined;
  }

  /** The news that was shown about a change, if the change is in this state. */
  of(root: string | undefined, state: AttemptState | undefined): News | undefined {
    if (this.#told === undefined || this.#told.root !== root) return undefined;
    const { news } = this.#told;
    return news.state === undefined || news.state === state ? news : undefined;
  }

  /** The latest news that was shown, if the change is still in that state. */
  async last(): Promise<News | undefined> {
    if (this.#told === undefined) return undefined;
    const { root, news } = this.#told;
    const attempt = await this.journal.find(root);
    return attempt !== undefined && attempt.state === news.state ? news : undefined;
  }
}
